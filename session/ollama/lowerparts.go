package ollama

import (
	"fmt"

	"github.com/ollama/ollama/api"
)

// items lowers what a list holds. Lists with a schema for each place have
// nothing to be written in, so that they go into words.
func (l *lowerer) items(s *object, p *api.ToolProperty) (string, error) {
	switch items := s.get("items").(type) {
	case *object:
		one, err := l.property(items)
		p.Items = one
		return "", err
	case []any:
		return l.say("its places: ", items)
	}
	return l.say("its places: ", s.get("prefixItems"))
}

func (l *lowerer) alternatives(s *object) ([]api.ToolProperty, error) {
	var out []api.ToolProperty
	for _, key := range []string{"anyOf", "oneOf"} {
		list, ok := s.get(key).([]any)
		if !ok && s.get(key) != nil {
			return nil, fmt.Errorf("%q in its schema isn't a list", key)
		}
		for _, alt := range list {
			if alt == false {
				continue
			}
			p, err := l.property(alt)
			if err != nil {
				return nil, err
			}
			out = append(out, p)
		}
	}
	return out, nil
}

// others says what fields without a name, and items of a list, may be.
func (l *lowerer) others(s *object) ([]string, error) {
	var out []string
	for _, k := range [][2]string{{"additionalProperties", "other fields like "}, {"patternProperties", "fields by pattern: "}, {"contains", "holds an item like "}} {
		v := s.get(k[0])
		if o, ok := v.(*object); !ok || len(o.keys) == 0 {
			continue
		}
		word, err := l.say(k[1], v)
		if err != nil {
			return nil, err
		}
		out = append(out, word)
	}
	return out, nil
}

// say writes schemas into words, with their references written out: one, a
// list of them, or those of an object's patterns.
func (l *lowerer) say(words string, v any) (string, error) {
	var list []any
	switch v := v.(type) {
	case nil:
		return "", nil
	case []any:
		list = v
	case *object:
		list = []any{v}
		if words == "fields by pattern: " {
			return l.sayPatterns(words, v)
		}
	}
	var out []any
	for _, one := range list {
		p, err := l.property(one)
		if err != nil {
			return "", err
		}
		out = append(out, p)
	}
	if _, single := v.(*object); single {
		return words + compact(out[0]), nil
	}
	return words + compact(out), nil
}

func (l *lowerer) sayPatterns(words string, patterns *object) (string, error) {
	out := newObject()
	for _, k := range patterns.keys {
		p, err := l.property(patterns.fields[k])
		if err != nil {
			return "", err
		}
		out.set(k, p)
	}
	return words + compact(out), nil
}
