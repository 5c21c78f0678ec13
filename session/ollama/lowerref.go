package ollama

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// maxRefs bounds how deep references are followed into one another.
const maxRefs = 12

// flat returns a schema with its reference and its allOf merged in; nil where
// following would go round in a circle. done must be called when the schema has
// been dealt with.
func (l *lowerer) flat(s *object) (flat *object, done func(), err error) {
	depth := len(l.stack)
	done = func() { l.stack = l.stack[:depth] }
	for range maxRefs {
		ref, ok := s.get("$ref").(string)
		if !ok {
			out, err := l.merged(s)
			return out, done, err
		}
		if slices.Contains(l.stack, ref) || len(l.stack) >= maxRefs {
			return nil, done, nil
		}
		l.stack = append(l.stack, ref)
		target, err := l.follow(ref)
		if err != nil {
			return nil, done, err
		}
		s = over(s, target)
	}
	return nil, done, nil
}

// over lays what stands beside a reference over its target.
func over(s, target *object) *object {
	out := newObject()
	for _, k := range target.keys {
		out.set(k, target.fields[k])
	}
	for _, k := range s.keys {
		if k != "$ref" && k != "$defs" && k != "definitions" {
			out.set(k, s.fields[k])
		}
	}
	return out
}

// follow finds the target of a reference within the schema.
func (l *lowerer) follow(ref string) (*object, error) {
	path, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil, fmt.Errorf("its schema refers to something outside itself: %s", plain(ref))
	}
	if un, err := url.PathUnescape(path); err == nil {
		path = un
	}
	var at any = l.root
	if path != "" && path[0] != '/' {
		at = nil // an anchor
	} else if path != "" {
		for _, step := range strings.Split(path[1:], "/") {
			at = into(at, strings.NewReplacer("~1", "/", "~0", "~").Replace(step))
		}
	}
	switch t := at.(type) {
	case *object:
		return t, nil
	case bool:
		if t {
			return newObject(), nil
		}
	}
	return nil, fmt.Errorf("its schema refers to something that isn't in it: %s", plain(ref))
}

func into(at any, step string) any {
	switch at := at.(type) {
	case *object:
		return at.get(step)
	case []any:
		if i, err := strconv.Atoi(step); err == nil && i >= 0 && i < len(at) {
			return at[i]
		}
	}
	return nil
}

// merged returns the schema with the members of allOf made part of it: fields
// and required names are joined, for the rest the first word counts.
func (l *lowerer) merged(s *object) (*object, error) {
	list, ok := s.get("allOf").([]any)
	if !ok {
		if s.get("allOf") != nil {
			return nil, errors.New(`"allOf" in its schema isn't a list`)
		}
		return s, nil
	}
	out := newObject()
	for _, k := range s.keys {
		if k != "allOf" {
			out.set(k, s.fields[k])
		}
	}
	for _, member := range list {
		o, ok := member.(*object)
		if !ok {
			continue
		}
		if l.count++; l.count > maxInlined {
			return nil, fmt.Errorf("its schema has more than %s parts with its references written out", count(maxInlined))
		}
		m, done, err := l.flat(o)
		done()
		if err != nil {
			return nil, err
		}
		if m != nil {
			mergeInto(out, m)
		}
	}
	return out, nil
}

func mergeInto(out, m *object) {
	for _, k := range m.keys {
		have, isNew := out.get(k), out.get(k) == nil
		switch {
		case isNew:
			out.set(k, m.fields[k])
		case k == "properties":
			out.set(k, joinObjects(have, m.fields[k]))
		case k == "required":
			a, _ := have.([]any)
			b, _ := m.fields[k].([]any)
			out.set(k, append(slices.Clone(a), b...))
		case k == "description":
			out.set(k, text(out, k, "")+" "+text(m, k, ""))
		case compact(have) != compact(m.fields[k]) && k != "title" && k != "$comment":
			// Two limits of one kind: the second is told in words.
			also, _ := out.get("allOf").([]any)
			one := newObject()
			one.set(k, m.fields[k])
			out.set("allOf", append(also, one))
		}
	}
}

func joinObjects(a, b any) any {
	x, ok := a.(*object)
	y, ok2 := b.(*object)
	if !ok || !ok2 {
		return a
	}
	out := newObject()
	for _, o := range []*object{x, y} {
		for _, k := range o.keys {
			if old, twice := out.fields[k]; twice && compact(old) != compact(o.fields[k]) {
				both := newObject()
				both.set("allOf", []any{old, o.fields[k]})
				out.set(k, both)
				continue
			}
			out.set(k, o.fields[k])
		}
	}
	return out
}
