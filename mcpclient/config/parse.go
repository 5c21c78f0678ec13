package config

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// reader reads one file.
type reader struct {
	text
	base    string // folder from which relative paths start
	project bool
	lookup  func(string) (string, bool)
	budget  int // bytes that variables may still add up to
}

// maxExpanded bounds what filling in variables may make of a file, in bytes: a
// long value in many places would otherwise fill the memory.
const maxExpanded = 4 << 20

var bom = []byte("\xef\xbb\xbf")

// Parse is Read for text that is there already; path is where it is from.
func Parse(path string, raw []byte, project bool, lookup func(string) (string, bool)) (File, error) {
	f := File{Path: path}
	if err := tooLarge(path, raw); err != nil {
		return f, err
	}
	if lookup == nil {
		lookup = func(string) (string, bool) { return "", false }
	}
	r := &reader{
		text: text{path: path, raw: bytes.TrimPrefix(raw, bom)},
		base: base(path), project: project, lookup: lookup, budget: maxExpanded,
	}
	if len(bytes.TrimSpace(r.raw)) == 0 {
		return f, nil
	}
	root, bad := r.parse()
	if bad != nil {
		return f, bad
	}
	section, bad := r.section(root)
	if bad != nil {
		return f, bad
	}
	f.Notes = r.commas(root)
	if section.object == nil {
		return f, nil
	}
	f.Notes = append(f.Notes, r.beside(root, section)...)
	f.Servers = r.servers(section, &f.Notes)
	exclude(root, f.Servers)
	return f, nil
}

// section is the object that holds the servers.
type section struct {
	object     *hujson.Object // nil: there is none, and that is all right
	start, end int            // offsets of its { and after its }
}

// section finds mcpServers, or else VS Code's servers or mcp.servers.
func (t *text) section(root hujson.Value) (section, *Error) {
	top, ok := root.Value.(*hujson.Object)
	if !ok {
		return section{}, t.fail(root.StartOffset, "expected an object, found "+kind(root), `the file looks like {"mcpServers": {"name": {"command": "…"}}}`)
	}
	for _, path := range [][]string{{"mcpServers"}, {"servers"}, {"mcp", "servers"}} {
		v, bad := t.find(root, path)
		if bad != nil {
			return section{}, bad
		}
		if v == nil || v.Value.Kind() == 'n' {
			continue
		}
		if o, ok := v.Value.(*hujson.Object); ok {
			return section{o, v.StartOffset, v.EndOffset}, nil
		}
		return section{}, t.fail(v.StartOffset, fmt.Sprintf("%q has to be an object, found %s", strings.Join(path, "."), kind(*v)),
			`it looks like {"name": {"command": "…"}}`)
	}
	if len(top.Members) == 0 || slices.ContainsFunc(top.Members, func(m hujson.ObjectMember) bool { return name(m) == "mcpServers" }) {
		return section{}, nil
	}
	return section{}, t.noSection(root, top)
}

// find is the value under a path of keys, nil for none. A last key that stands
// twice is an error, since two programs would read two things.
func (t *text) find(v hujson.Value, path []string) (*hujson.Value, *Error) {
	o, ok := v.Value.(*hujson.Object)
	if !ok {
		return nil, nil
	}
	var found *hujson.ObjectMember
	for i, m := range o.Members {
		if name(m) != path[0] {
			continue
		}
		if found != nil && len(path) == 1 {
			line, _ := t.at(found.Name.StartOffset)
			return nil, t.fail(m.Name.StartOffset, fmt.Sprintf("%q is here a second time, after line %d", path[0], line), "put all servers into one of them")
		}
		found = &o.Members[i]
	}
	switch {
	case found == nil:
		return nil, nil
	case len(path) > 1:
		return t.find(found.Value, path[1:])
	}
	return &found.Value, nil
}

// noSection is the error for a file without servers, with what was likely
// meant.
func (t *text) noSection(root hujson.Value, top *hujson.Object) *Error {
	what, hint := `there is no "mcpServers" in this file`, `servers stand in {"mcpServers": {"name": {"command": "…"}}}`
	for _, m := range top.Members {
		if near := nearest(name(m), []string{"mcpServers", "servers"}); near != "" {
			return t.fail(m.Name.StartOffset, what, fmt.Sprintf("did you mean %q instead of %s?", near, shown(name(m))))
		}
	}
	for _, m := range top.Members {
		if looksLikeServer(m.Value) {
			return t.fail(m.Name.StartOffset, what, `put the servers into it: {"mcpServers": { … }}`)
		}
	}
	return t.fail(root.StartOffset, what, hint)
}

func looksLikeServer(v hujson.Value) bool {
	o, ok := v.Value.(*hujson.Object)
	return ok && slices.ContainsFunc(o.Members, func(m hujson.ObjectMember) bool {
		return slices.Contains([]string{"command", "url", "httpUrl", "serverUrl"}, name(m))
	})
}

// beside notes what stands next to the servers and looks like more of them.
func (t *text) beside(root hujson.Value, s section) (notes []Note) {
	for _, m := range root.Value.(*hujson.Object).Members {
		n := name(m)
		isRead := m.Value.StartOffset <= s.start && s.start < m.Value.EndOffset
		if !isRead && (n == "servers" || nearest(n, []string{"mcpServers"}) != "") && len(notes) < maxNotes {
			notes = append(notes, t.note(m.Name.StartOffset, fmt.Sprintf("what stands under %s isn't read", shown(n))))
		}
	}
	return notes
}

// servers reads every entry. A name that stands twice is one server with an
// error: which of the two was meant can't be known.
func (r *reader) servers(s section, notes *[]Note) []Server {
	var out []Server
	index := map[string]int{}
	for _, m := range s.object.Members {
		n := name(m)
		if i, ok := index[n]; ok {
			out[i].Err = r.fail(m.Name.StartOffset, fmt.Sprintf("the server %s is here a second time, after line %d", shown(n), out[i].Source.Line), "give one of them another name")
			continue
		}
		if strings.HasPrefix(n, "//") || n == "$schema" {
			continue // a comment in the only form plain JSON has
		}
		if len(out) == maxServers {
			*notes = append(*notes, r.note(m.Name.StartOffset, fmt.Sprintf("from here on servers are left out: %d are the most a file can have", maxServers)))
			break
		}
		index[n] = len(out)
		out = append(out, r.server(m))
	}
	r.apart(out)
	return out
}

// commas notes every trailing comma: vise reads them, others don't.
func (t *text) commas(root hujson.Value) (notes []Note) {
	for v := range root.All() {
		var last *hujson.Value
		switch c := v.Value.(type) {
		case *hujson.Object:
			if n := len(c.Members); n > 0 {
				last = &c.Members[n-1].Value
			}
		case *hujson.Array:
			if n := len(c.Elements); n > 0 {
				last = &c.Elements[n-1]
			}
		}
		if last != nil && last.AfterExtra != nil && len(notes) < maxNotes {
			notes = append(notes, t.note(last.EndOffset+len(last.AfterExtra), "a comma after the last entry: vise reads past it, many programs refuse the file"))
		}
	}
	return notes
}

// name is a member's key.
func name(m hujson.ObjectMember) string { return m.Name.Value.(hujson.Literal).String() }

// kind is what a value is, in words.
func kind(v hujson.Value) string {
	switch v.Value.Kind() {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "text"
	case '0':
		return "a number"
	case 'n':
		return "null"
	}
	return "true or false"
}
