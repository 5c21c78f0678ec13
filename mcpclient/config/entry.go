package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// entry is the reading of one server.
type entry struct {
	*reader
	server  *Server
	fields  map[string]hujson.Value
	secrets secrets
	vars    map[string]bool
}

// server reads one entry. It always gives a server: one that can't be used has
// Err set.
func (r *reader) server(m hujson.ObjectMember) Server {
	line, column := r.at(m.Name.StartOffset)
	s := Server{Name: name(m), Source: Source{File: r.path, Line: line, Column: column, Project: r.project}}
	e := &entry{reader: r, server: &s, fields: map[string]hujson.Value{}, secrets: secrets{}, vars: map[string]bool{}}
	if bad := e.name(m); bad != nil {
		s.Name = shownName(s.Name)
		e.wrong(bad)
	}
	object, ok := m.Value.Value.(*hujson.Object)
	if !ok {
		e.wrong(r.fail(m.Value.StartOffset, "a server has to be an object, found "+kind(m.Value), `it looks like {"command": "…"} or {"url": "…"}`))
		return s
	}
	e.keys(object)
	e.switches()
	if e.transport(m.Value.StartOffset) {
		e.program()
		e.remote()
	}
	e.oauth()
	s.Secrets = e.secrets.list()
	if len(e.vars) > 0 {
		s.Variables = slices.Sorted(maps.Keys(e.vars))
	}
	return s
}

// wrong records what makes the server unusable: the first of it as its error,
// the rest as notes.
func (e *entry) wrong(bad *Error) {
	if e.server.Err == nil {
		e.server.Err = bad
		return
	}
	e.note(fmt.Sprintf("line %d: %s", bad.Line, bad.What))
}

func (e *entry) note(words string) {
	if n := &e.server.Notes; len(*n) < maxNotes && !slices.Contains(*n, words) {
		*n = append(*n, words)
	}
}

// maxKeys bounds the keys of an entry; vise knows about 60.
const maxKeys = 200

// keys sorts the keys of the entry into those that are understood, another
// program's, and mistakes.
func (e *entry) keys(o *hujson.Object) {
	seen := map[string]int{}
	for _, m := range o.Members {
		key := name(m)
		if before, twice := seen[key]; twice {
			line, _ := e.at(before)
			e.wrong(e.fail(m.Name.StartOffset, fmt.Sprintf("%s is here a second time, after line %d", shown(key), line), "keep one of them"))
			continue
		}
		if len(seen) == maxKeys {
			e.wrong(e.fail(m.Name.StartOffset, fmt.Sprintf("this server has more than %d keys", maxKeys), ""))
			return
		}
		seen[key] = m.Name.StartOffset
		switch uses(key) {
		case used:
			if m.Value.Value.Kind() != 'n' { // null is as good as nothing
				e.fields[key] = m.Value
			}
		case noted:
			e.note(fmt.Sprintf("%q: %s", key, foreignNote(key)))
		case unknown:
			hint := "remove it, or put it on a line of its own after //"
			if near := meant(key); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			e.wrong(e.fail(m.Name.StartOffset, "there is no key "+shown(key)+" for a server", hint))
		}
	}
}

// is says what a key has to be where it is something else, and reports whether
// it is there and right.
func (e *entry) is(key string, kinds string, what string) (hujson.Value, bool) {
	v, ok := e.fields[key]
	if !ok {
		return v, false
	}
	if !strings.ContainsRune(kinds, rune(v.Value.Kind())) {
		e.wrong(e.fail(v.StartOffset, fmt.Sprintf("%q has to be %s, found %s", key, what, kind(v)), ""))
		return v, false
	}
	return v, true
}

// text is a key's text with its variables filled in.
func (e *entry) text(key string) (expanded, bool) {
	v, ok := e.is(key, `"`, "text")
	if !ok {
		return expanded{}, false
	}
	return e.fill(key, v)
}

// fill fills the variables of one value in; false where one isn't set.
func (e *entry) fill(key string, v hujson.Value) (expanded, bool) {
	out, bad := e.expand(v.Value.(hujson.Literal).String())
	if bad != nil {
		e.wrong(e.fail(v.StartOffset, fmt.Sprintf("%s: %s", key, bad.What), bad.Hint))
		return out, false
	}
	if strings.ContainsRune(out.text, 0) {
		e.wrong(e.fail(v.StartOffset, key+": this has a zero byte in it", "remove it"))
		return out, false
	}
	for _, odd := range out.odd {
		e.note(fmt.Sprintf("%s: %s is left as it stands, it isn't the name of a variable", key, shown(odd)))
	}
	for _, u := range out.used {
		e.vars[u.name] = true
		e.secrets.named("", "", []variable{u})
	}
	return out, true
}

// plain is a value as text. Numbers, true and false are taken as what they
// look like, with a note: some programs write them bare.
func (e *entry) plain(key string, v hujson.Value) (expanded, bool) {
	switch v.Value.Kind() {
	case '"':
	case '0', 't', 'f':
		e.note(fmt.Sprintf("%s: %s is taken as text; put it in quotes for other programs", key, shown(v.Value.(hujson.Literal).String())))
	default:
		e.wrong(e.fail(v.StartOffset, fmt.Sprintf("%s has to be text, found %s", key, kind(v)), ""))
		return expanded{}, false
	}
	return e.fill(key, v)
}
