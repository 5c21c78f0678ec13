package ollama

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ollama/ollama/api"
)

const (
	maxInlined = 2000      // schemas that one tool may have, references followed
	maxLowered = 128 << 10 // bytes of a lowered schema
)

// Lowered is a tool's schema in the form that Ollama keeps whole.
type Lowered struct {
	Schema json.RawMessage
	Note   string // what the top of the schema says beyond it; goes into the tool's description
}

// Lower rewrites a JSON Schema so that Ollama's own types lose nothing of it:
// local references are written out, oneOf becomes anyOf, and limits, defaults
// and what is required inside go into descriptions. Arguments are still to be
// checked against the original. An error says, as the end of a sentence about
// the tool, why it can't be sent.
func Lower(schema json.RawMessage) (Lowered, error) {
	l, err := lower(schema)
	if err != nil {
		return Lowered{}, err
	}
	b, err := json.Marshal(l.params)
	return Lowered{Schema: b, Note: l.note}, err
}

// Sendable says why a tool with that schema can't be sent, as the end of a
// sentence about the tool; nil where it can.
func Sendable(schema json.RawMessage) error {
	_, err := lower(schema)
	return err
}

type lowered struct {
	params api.ToolFunctionParameters
	note   string
}

func lower(schema json.RawMessage) (lowered, error) {
	out := lowered{params: api.ToolFunctionParameters{Type: "object", Properties: api.NewToolPropertiesMap()}}
	if len(schema) == 0 {
		return out, nil
	}
	v, err := decodeOrdered(schema)
	if err != nil {
		return out, err
	}
	root, err := topObject(v)
	if err != nil {
		return out, err
	}
	l := &lowerer{root: root}
	if err := l.top(&out); err != nil {
		return out, err
	}
	return out, checkAlone(out.params)
}

func topObject(v any) (*object, error) {
	switch v := v.(type) {
	case *object:
		return v, nil
	case bool:
		if v {
			return newObject(), nil
		}
	}
	return nil, errors.New("its schema allows no arguments at all")
}

// checkAlone sends the result through the types that the server reads it with:
// one tool that they refuse would end every chat.
func checkAlone(p api.ToolFunctionParameters) error {
	b, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("its schema can't be written: %w", err)
	}
	if len(b) > maxLowered {
		return fmt.Errorf("its schema is too large with its references written out: %s bytes, at most %s", count(len(b)), count(maxLowered))
	}
	var back api.ToolFunctionParameters
	if err := json.Unmarshal(b, &back); err != nil {
		return fmt.Errorf("its schema can't be read by Ollama: %w", err)
	}
	return nil
}

// lowerer lowers one schema.
type lowerer struct {
	root  *object
	count int
	stack []string // references being followed
}

// top lowers the schema of all arguments.
func (l *lowerer) top(out *lowered) error {
	s, done, err := l.flat(l.root)
	defer done()
	if err != nil {
		return err
	}
	if s == nil {
		return errors.New("its schema refers to itself alone")
	}
	if types, err := typesOf(s); err != nil {
		return err
	} else if len(types) > 0 && !slices.Contains(types, "object") {
		return fmt.Errorf("its arguments aren't an object but %s", plain(strings.Join(types, " or ")))
	}
	props, err := l.properties(s)
	if err != nil {
		return err
	}
	words, err := l.topAlternatives(s, props)
	if err != nil {
		return err
	}
	out.params.Properties = props
	out.params.Required = requiredOf(s)
	others, err := l.others(s)
	if err != nil {
		return err
	}
	// That there are no other arguments goes without saying.
	out.note = strings.Join(slices.Concat(words, others, limits(s)), "; ")
	return nil
}

// topAlternatives moves anyOf and oneOf of the top, which the server has no
// place for: their fields join the others, what belongs together goes into words.
func (l *lowerer) topAlternatives(s *object, props *api.ToolPropertiesMap) ([]string, error) {
	var words []string
	for _, key := range []string{"anyOf", "oneOf"} {
		list, _ := s.get(key).([]any)
		var ways []string
		for _, alt := range list {
			o, _ := alt.(*object)
			f, done, err := l.flat(o)
			if err != nil || f == nil {
				done()
				return nil, err
			}
			more, err := l.properties(f)
			done()
			if err != nil {
				return nil, err
			}
			var names []string
			for name, p := range more.All() {
				if _, ok := props.Get(name); !ok {
					props.Set(name, p)
				}
				names = append(names, name)
			}
			if need := requiredOf(f); len(need) > 0 {
				names = need
			}
			ways = append(ways, strings.Join(names, " and "))
		}
		if len(ways) > 0 {
			word := map[string]string{"anyOf": "give at least one of these sets: ", "oneOf": "give exactly one of these sets: "}[key]
			words = append(words, word+strings.Join(ways, " | "))
		}
	}
	return words, nil
}

// properties lowers the fields of an object, in their order.
func (l *lowerer) properties(s *object) (*api.ToolPropertiesMap, error) {
	out := api.NewToolPropertiesMap()
	switch props := s.get("properties").(type) {
	case nil:
	case *object:
		for _, name := range props.keys {
			if props.fields[name] == false {
				continue // a field that must not be there
			}
			p, err := l.property(props.fields[name])
			if err != nil {
				return nil, err
			}
			out.Set(name, p)
		}
	default:
		return nil, errors.New(`"properties" in its schema isn't an object`)
	}
	return out, nil
}

// property lowers the schema of one value.
func (l *lowerer) property(v any) (api.ToolProperty, error) {
	var p api.ToolProperty
	if l.count++; l.count > maxInlined {
		return p, fmt.Errorf("its schema has more than %s parts with its references written out", count(maxInlined))
	}
	o, ok := v.(*object)
	if !ok {
		if v == true {
			p.Description = "any value"
			return p, nil
		}
		return p, errors.New("a field in its schema is described by something that isn't a schema")
	}
	s, done, err := l.flat(o)
	defer done()
	if err != nil {
		return p, err
	}
	if s == nil {
		p.Description = "again the same shape, one level down"
		return p, nil
	}
	return l.fill(s)
}

func (l *lowerer) fill(s *object) (p api.ToolProperty, err error) {
	types, err := typesOf(s)
	if err != nil {
		return p, err
	}
	p.Type = inferred(types, s)
	p.Enum = enumOf(s)
	var words []string
	if s.get("properties") != nil {
		if p.Properties, err = l.properties(s); err != nil {
			return p, err
		}
	}
	if need := requiredOf(s); len(need) > 0 {
		words = append(words, "needs "+strings.Join(need, ", "))
	}
	if more, err := l.items(s, &p); err != nil {
		return p, err
	} else if more != "" {
		words = append(words, more)
	}
	if p.AnyOf, err = l.alternatives(s); err != nil {
		return p, err
	}
	if s.get("oneOf") != nil {
		words = append(words, "exactly one of the alternatives")
	}
	others, err := l.others(s)
	if err != nil {
		return p, err
	}
	words = append(append(words, others...), limits(s)...)
	if s.get("additionalProperties") == false && s.get("properties") != nil {
		words = append(words, "no other fields")
	}
	p.Description = joinWords(text(s, "description", text(s, "title", "")), strings.Join(words, "; "))
	return p, nil
}
