package form

import (
	"bytes"
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"
)

// option is one value that can be chosen, and what the schema calls it.
type option struct {
	value json.RawMessage
	title string // the server's own words; empty: the value stands for itself
}

// optionsOf are the values that a schema lists: as an enum, with the older
// enumNames where it has them, or each as a const with a title, under oneOf or
// anyOf. The forms are those of MCP's elicitation (2025-11-25, SEP-1330).
func optionsOf(s *jsonschema.Schema) []option {
	names, _ := s.Extra["enumNames"].([]any)
	var out []option
	for i, v := range s.Enum {
		o := option{value: encode(v)}
		if i < len(names) {
			o.title, _ = names[i].(string)
		}
		out = append(out, o)
	}
	if len(out) > 0 || len(s.AllOf) > 0 {
		return out
	}
	branches := s.OneOf
	if len(branches) == 0 {
		branches = s.AnyOf
	}
	for _, b := range branches {
		if b == nil || b.Const == nil {
			return nil // it isn't a list of values
		}
		out = append(out, option{encode(*b.Const), b.Title})
	}
	return out
}

func indexOf(options []option, v json.RawMessage) int {
	for i, o := range options {
		if bytes.Equal(o.value, v) {
			return i
		}
	}
	return -1
}

// marks says which options a list has; false where it has something else, or
// one of them twice.
func marks(options []option, list json.RawMessage) ([]bool, bool) {
	out := make([]bool, len(options))
	if list == nil {
		return out, true
	}
	var vs []json.RawMessage
	if json.Unmarshal(list, &vs) != nil {
		return out, false
	}
	for _, v := range vs {
		i := indexOf(options, v)
		if i < 0 || out[i] {
			return out, false
		}
		out[i] = true
	}
	return out, true
}

// listOf is the list of the marked options, in the schema's order.
func listOf(options []option, marked []bool) json.RawMessage {
	vs := []json.RawMessage{}
	for i, o := range options {
		if marked[i] {
			vs = append(vs, o.value)
		}
	}
	return encode(vs)
}

// hand moves to another option of a list, and mark takes it in or out.
func (f *field) hand(step int) { f.chosen = (f.chosen + step + len(f.options)) % len(f.options) }

func (f *field) mark() {
	f.marked[f.chosen] = !f.marked[f.chosen]
	f.touched, f.omitted = true, false
	f.validate()
}

// words are what is shown for an option, inert: what the schema calls it, and
// the value that is sent where that differs. Texts stand without quotes where
// all options are texts.
func (o option) words(inert func(string) string, texts bool) string {
	value := string(o.value)
	var s string
	if texts && json.Unmarshal(o.value, &s) == nil && s != "" {
		value = s
	}
	if o.title == "" || o.title == value {
		return inert(value)
	}
	return inert(o.title) + " (" + inert(value) + ")"
}

// texts reports options that are all texts.
func texts(options []option) bool {
	for _, o := range options {
		if len(o.value) == 0 || o.value[0] != '"' {
			return false
		}
	}
	return true
}
