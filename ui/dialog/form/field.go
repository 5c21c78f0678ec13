package form

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"vise/ui/dialog"
)

// kind is how a field is edited.
type kind int

const (
	text    kind = iota // a string
	number              // a number or an integer
	instant             // an RFC 3339 time
	choice              // true and false, or the values of an enum
	several             // a list of values of an enum, each at most once
	raw                 // anything else, as JSON
)

// field is one argument in the form.
type field struct {
	name     string
	kind     kind
	schema   *jsonschema.Schema
	check    *jsonschema.Resolved // nil: the schema refers to what lies outside it
	required bool

	was     json.RawMessage // nil: it was left out
	omitted bool
	touched bool
	line    *dialog.Line // all kinds but choice and several
	options []option
	chosen  int    // index into options, -1: none; of several: the one at hand
	marked  []bool // of several: which options are in the list
	problem string
	offers  []string // what the text may be completed to
}

// fields makes the fields of an object schema, with the values of args: first
// those that lead, then the arguments that are there, then the required ones,
// then the others, in the schema's order.
func fields(root *jsonschema.Schema, lead, order []string, args []member) []*field {
	var names []string
	add := func(n string) {
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	for _, n := range lead {
		add(n)
	}
	for _, a := range args {
		add(a.name)
	}
	for _, n := range root.Required {
		if root.Properties[n] != nil {
			add(n)
		}
	}
	for _, n := range order {
		add(n)
	}
	out := make([]*field, 0, len(names))
	for _, n := range names {
		i := slices.IndexFunc(args, func(m member) bool { return m.name == n })
		var was json.RawMessage
		if i >= 0 {
			was = args[i].raw
		}
		out = append(out, newField(n, root.Properties[n], slices.Contains(root.Required, n), was))
	}
	return out
}

func newField(name string, s *jsonschema.Schema, required bool, was json.RawMessage) *field {
	if s == nil {
		s = &jsonschema.Schema{} // not in the schema: any JSON
	}
	f := &field{name: name, schema: s, required: required, was: was, omitted: was == nil, chosen: -1}
	f.check, _ = s.Resolve(nil) // without one the check of the whole tells
	f.kind, f.options = kindOf(s)
	if !f.fits(was) {
		f.kind, f.options = raw, nil
	}
	switch f.kind {
	case choice:
		f.chosen = indexOf(f.options, was)
		return f
	case several:
		f.chosen = 0
		f.marked, _ = marks(f.options, was) // it fits, or is nothing
		return f
	}
	f.line = dialog.NewLine(f.shown())
	f.line.Lines = f.kind == text || f.kind == raw
	return f
}

func kindOf(s *jsonschema.Schema) (kind, []option) {
	if opts := optionsOf(s); len(opts) > 0 {
		return choice, opts
	}
	if s.Ref != "" || len(s.AnyOf)+len(s.OneOf)+len(s.AllOf) > 0 {
		return raw, nil
	}
	types := slices.DeleteFunc(append(slices.Clone(s.Types), s.Type), func(t string) bool { return t == "null" || t == "" })
	if len(types) != 1 {
		return raw, nil
	}
	switch types[0] {
	case "string":
		if s.Format == "date-time" {
			return instant, nil
		}
		return text, nil
	case "number", "integer":
		return number, nil
	case "boolean":
		return choice, []option{{json.RawMessage("true"), ""}, {json.RawMessage("false"), ""}}
	case "array":
		if s.Items != nil {
			if opts := optionsOf(s.Items); len(opts) > 0 {
				return several, opts
			}
		}
	}
	return raw, nil
}

// fits reports whether the value that is there can be edited as f's kind.
func (f *field) fits(v json.RawMessage) bool {
	if v == nil {
		return true
	}
	switch f.kind {
	case text, instant:
		return v[0] == '"'
	case number:
		return v[0] == '-' || v[0] >= '0' && v[0] <= '9'
	case choice:
		return indexOf(f.options, v) >= 0
	case several:
		_, ok := marks(f.options, v)
		return ok
	}
	return true
}

// shown is the value that was there as it is edited.
func (f *field) shown() string {
	var s string
	if (f.kind == text || f.kind == instant) && json.Unmarshal(f.was, &s) == nil {
		return s
	}
	return string(f.was)
}

// value is the field's JSON now; nil when it is left out.
func (f *field) value() (json.RawMessage, string) {
	switch {
	case f.omitted:
		return nil, ""
	case !f.touched:
		return f.was, ""
	case f.kind == choice && f.chosen < 0:
		return nil, ""
	case f.kind == choice:
		return f.options[f.chosen].value, ""
	case f.kind == several:
		return listOf(f.options, f.marked), ""
	case f.kind == text:
		return encode(f.line.Text()), ""
	case f.kind == instant:
		return encode(strings.TrimSpace(f.line.Text())), ""
	}
	s := strings.TrimSpace(f.line.Text())
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(s)); err != nil {
		if f.kind == number {
			return nil, "write a number"
		}
		return nil, "not JSON: " + strings.TrimPrefix(err.Error(), "json: ")
	}
	return b.Bytes(), ""
}

// edited says that the text was changed. An optional value that wasn't there
// is left out again once its text is empty; so is any but a text.
func (f *field) edited() {
	f.touched = true
	f.omitted = f.line.Text() == "" && !f.required && (f.was == nil || f.kind != text)
	f.validate()
}

// omit leaves an optional value out, or takes it in again.
func (f *field) omit() {
	if f.required {
		f.problem = "it is required"
		return
	}
	f.omitted = !f.omitted
	if !f.omitted && f.was == nil {
		f.touched = true
	}
	f.validate()
}

// cycle moves a choice by step; beyond its ends an optional one is left out.
func (f *field) cycle(step int) {
	low := 0
	if !f.required {
		low = -1
	}
	at := f.chosen
	if f.omitted {
		at = low
	}
	n := len(f.options) - low
	f.chosen = (at-low+step+n)%n + low // among these, "left out" being the one before the first
	f.omitted, f.touched = f.chosen < 0, true
	f.validate()
}

// encode writes a value as compact JSON, with <, > and & as they are.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return json.RawMessage("null") // strings and decoded JSON always encode
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}
