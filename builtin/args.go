package builtin

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// args are the arguments of one call. The getters keep the first error; ask
// for it once all have been read.
type args struct {
	raw map[string]json.RawMessage
	err *failure
}

// parseArgs refuses fields that the tool doesn't have.
func parseArgs(raw json.RawMessage, fields []string) (*args, error) {
	a := &args{raw: map[string]json.RawMessage{}}
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &a.raw); err != nil {
			return nil, invalid("send one JSON object", "the arguments aren't a JSON object: %v", err)
		}
	}
	names := make([]string, 0, len(a.raw))
	for name := range a.raw {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if !slices.Contains(fields, name) {
			hint := "the fields are " + list(fields)
			if near := nearest(name, fields, 1); len(near) > 0 {
				hint = "did you mean " + near[0] + "? " + hint
			}
			return nil, invalid(hint, "there is no field %.60q", name)
		}
	}
	return a, nil
}

func (a *args) fail(f *failure) {
	if a.err == nil {
		a.err = f
	}
}

// failed is the first error of all that was read, as an error.
func (a *args) failed() error {
	if a.err == nil {
		return nil
	}
	return a.err
}

func (a *args) has(name string) bool { return a.raw[name] != nil }

// text reads a string of at most limit characters; missing is "".
func (a *args) text(name string, limit int) string {
	raw, ok := a.raw[name]
	if !ok {
		return ""
	}
	var v *string
	if err := json.Unmarshal(raw, &v); err != nil || v == nil {
		a.fail(invalid("send "+name+" as a JSON string, or leave it out", "%s must be a string, not %s", name, kind(raw)))
		return ""
	}
	if n := utf8.RuneCountInString(*v); n > limit {
		a.fail(invalid("shorten it", "%s is %d characters long; at most %d are allowed", name, n, limit))
		return ""
	}
	return *v
}

// line is text without control characters and without space around it.
func (a *args) line(name string, limit int) string {
	v := strings.TrimSpace(a.text(name, limit))
	if i := strings.IndexFunc(v, unicode.IsControl); i >= 0 {
		a.fail(invalid("send one line of plain text", "%s has a control character at byte %d", name, i))
	}
	return v
}

// required is line, and not empty.
func (a *args) required(name string, limit int, example string) string {
	v := a.line(name, limit)
	if v == "" {
		a.fail(invalid("for example "+name+": "+example, "%s is required and must not be empty", name))
	}
	return v
}

// enum reads one of the allowed words; missing is fallback.
func (a *args) enum(name, fallback string, allowed ...string) string {
	if !a.has(name) {
		return fallback
	}
	v := a.text(name, 100)
	if a.err == nil && !slices.Contains(allowed, v) {
		a.fail(invalid("use one of: "+list(allowed), "%s can't be %q", name, v))
	}
	return v
}

// integer reads a whole number from low to high; missing is fallback.
func (a *args) integer(name string, fallback, low, high int) int {
	raw, ok := a.raw[name]
	if !ok {
		return fallback
	}
	var v *float64
	if err := json.Unmarshal(raw, &v); err != nil || v == nil || *v != math.Trunc(*v) {
		a.fail(invalid("send "+name+" as a whole number, or leave it out", "%s must be a whole number, not %s", name, kind(raw)))
		return fallback
	}
	if *v < float64(low) || *v > float64(high) {
		a.fail(&failure{Code: codeInvalid, Message: name + " is " + string(raw) + ", out of bounds", Hint: bounds(name, low, high)})
		return fallback
	}
	return int(*v)
}

func bounds(name string, low, high int) string {
	l, _ := json.Marshal(low)
	h, _ := json.Marshal(high)
	return name + " goes from " + string(l) + " to " + string(h)
}

// flag reads true or false; missing is false.
func (a *args) flag(name string) bool {
	raw, ok := a.raw[name]
	if !ok {
		return false
	}
	var v *bool
	if err := json.Unmarshal(raw, &v); err != nil || v == nil {
		a.fail(invalid("send true or leave it out", "%s must be true or false, not %s", name, kind(raw)))
		return false
	}
	return *v
}

// kind names the JSON type of a value.
func kind(raw json.RawMessage) string {
	switch raw[0] {
	case '"':
		return "a string"
	case '{':
		return "an object"
	case '[':
		return "a list"
	case 't', 'f':
		return "true or false"
	case 'n':
		return "null"
	}
	return "the number " + string(raw[:min(len(raw), 40)])
}
