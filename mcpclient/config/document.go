package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"vise/policy"
)

// Document is a file while it is being changed. What isn't changed stays byte
// for byte: comments, order, white space, line ends.
type Document struct{ text }

// Add puts a server at the end of the file's servers. What it holds is written
// as it is: text with ${NAME} is a variable again when the file is read.
// A name that is taken or can't be used is an error, and so is a server with
// neither a command nor a URL.
func (d *Document) Add(s Server) error {
	switch {
	case s.Name == policy.BuiltinServer:
		return fmt.Errorf("%q is the name of vise's own server: take another name", s.Name)
	case !policy.ValidName(s.Name):
		return fmt.Errorf("the server name %s can't be used: use 1 to 128 of A–Z a–z 0–9 _ . / -", shown(s.Name))
	case s.Transport == Stdio && s.Command == "" || s.Transport != Stdio && s.URL == "":
		return fmt.Errorf("the server %q has neither a command nor a URL: name one", s.Name)
	case s.URL != "" && !strings.Contains(s.URL, "${") && !webAddress(s.URL):
		return fmt.Errorf("the URL of %q has to begin with https:// or http:// and a host: it looks like https://example.com/mcp", s.Name)
	case !utf8.ValidString(fmt.Sprint(s.Command, s.Args, s.Env, s.Cwd, s.URL, s.Headers, s.OAuth)):
		return fmt.Errorf("the server %q has text in it that isn't UTF-8, which a file can't hold", s.Name)
	}
	if len(bytes.TrimSpace(d.raw)) == 0 {
		d.raw = []byte("{}\n")
	}
	root, section, err := d.sections()
	if err != nil {
		return err
	}
	if section.object == nil {
		entry := fields{{s.Name, written(s)}}
		return d.insert(root.Value.(*hujson.Object), root.EndOffset, "mcpServers", entry)
	}
	if m := member(section.object, s.Name); m != nil {
		line, _ := d.at(m.Name.StartOffset)
		return fmt.Errorf("there is a server named %q in %s already, on line %d: remove it first, or take another name", s.Name, d.path, line)
	}
	return d.insert(section.object, section.end, s.Name, written(s))
}

// Remove takes a server out, with the comments that stand directly above it or
// behind it. It is named as the file calls it, or as vise does.
func (d *Document) Remove(called string) error {
	root, section, err := d.sections()
	if err != nil {
		return err
	}
	m, err := d.entry(section, called)
	if err != nil {
		return err
	}
	key := name(*m)
	path := d.pointer(root, section) + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
	patch, err := json.Marshal([]map[string]string{{"op": "remove", "path": path}})
	for err == nil && member(section.object, key) != nil { // it may stand there twice
		err = root.Patch(patch)
	}
	if err != nil {
		return fmt.Errorf("%s can't be changed: %w", d.path, err)
	}
	return d.become(bytes.TrimSuffix(root.Pack(), []byte("\n"))) // which parse added
}

// SetDisabled switches a server off or on in the file. It is named as the file
// calls it, or as vise does.
func (d *Document) SetDisabled(name string, disabled bool) error {
	said := false
	for _, key := range []string{"enabled", "disabled"} {
		object, _, err := d.object(name)
		if err != nil {
			return err
		}
		now := member(object, key)
		if now == nil {
			continue
		}
		said = true
		if err := d.splice(now.Value.StartOffset, now.Value.EndOffset, fmt.Sprint(disabled == (key == "disabled"))); err != nil {
			return err
		}
	}
	if said || !disabled {
		return nil
	}
	object, end, err := d.object(name)
	if err != nil {
		return err
	}
	return d.insert(object, end, "disabled", true)
}

// object is the object of a server, and the offset after it.
func (d *Document) object(name string) (*hujson.Object, int, error) {
	_, section, err := d.sections()
	if err != nil {
		return nil, 0, err
	}
	m, err := d.entry(section, name)
	if err != nil {
		return nil, 0, err
	}
	o, ok := m.Value.Value.(*hujson.Object)
	if !ok {
		return nil, 0, d.fail(m.Value.StartOffset, "a server has to be an object, found "+kind(m.Value), "")
	}
	return o, m.Value.EndOffset, nil
}

// sections reads the document as it is now.
func (d *Document) sections() (hujson.Value, section, error) {
	if len(bytes.TrimSpace(d.raw)) == 0 {
		return hujson.Value{}, section{}, nil
	}
	root, bad := d.parse()
	if bad != nil {
		return root, section{}, bad
	}
	s, bad := d.section(root)
	if bad == nil {
		return root, s, nil
	}
	// A file of another program's settings without servers can be given some.
	if o, ok := root.Value.(*hujson.Object); ok && !slices.ContainsFunc(o.Members, func(m hujson.ObjectMember) bool {
		return nearest(name(m), []string{"mcpServers", "servers"}) != "" || looksLikeServer(m.Value)
	}) {
		return root, section{}, nil
	}
	return root, section{}, bad
}

// pointer is the JSON pointer (RFC 6901) of the object with the servers.
func (d *Document) pointer(root hujson.Value, s section) string {
	for _, p := range []string{"/mcpServers", "/servers"} {
		if v := root.Find(p); v != nil && v.Value == hujson.ValueTrimmed(s.object) {
			return p
		}
	}
	return "/mcp/servers"
}

// entry is a server's member; an error names what is near.
func (d *Document) entry(s section, wanted string) (*hujson.ObjectMember, error) {
	var all []string
	if s.object != nil {
		if m := member(s.object, wanted); m != nil {
			return m, nil
		}
		for i, m := range s.object.Members {
			if safeName(name(m)) == wanted {
				return &s.object.Members[i], nil
			}
			all = append(all, shownName(name(m)))
		}
	}
	hint := "it has none"
	if near := nearest(wanted, all); near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
	} else if len(all) > 0 {
		const most = 20
		hint = "it has " + strings.Join(all[:min(len(all), most)], ", ")
	}
	return nil, fmt.Errorf("there is no server named %s in %s: %s", shown(wanted), d.path, hint)
}

func member(o *hujson.Object, key string) *hujson.ObjectMember {
	for i, m := range o.Members {
		if name(m) == key {
			return &o.Members[i]
		}
	}
	return nil
}
