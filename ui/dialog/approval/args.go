package approval

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"
	"unicode"

	"vise/ui/dialog"
	"vise/ui/theme"
)

// arg is one argument as it will be sent.
type arg struct {
	name  string
	named bool // false: raw is all there is, and no object
	raw   json.RawMessage
}

// label is the argument's name as it is shown. One that isn't a plain name
// stands between quotes, so that it can't pass for one of vise's labels: these
// have a space in them.
func (a arg) label() string {
	if !a.named {
		return "(arguments)"
	}
	odd := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-.$", r)
	}
	if a.name == "" || strings.IndexFunc(a.name, odd) >= 0 {
		return quote(a.name)
	}
	return theme.InertWords(a.name)
}

// split returns the top-level arguments in the order of their bytes. What
// isn't an object is one argument without a name, so that it is shown all the
// same.
func split(args json.RawMessage) []arg {
	whole := []arg{{raw: args}}
	d := json.NewDecoder(bytes.NewReader(args))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return whole
	}
	out := []arg{}
	for d.More() {
		k, err := d.Token()
		name, is := k.(string)
		if err != nil || !is {
			return whole
		}
		var raw json.RawMessage
		if d.Decode(&raw) != nil {
			return whole
		}
		out = append(out, arg{name: name, named: true, raw: raw})
	}
	if _, err := d.Token(); err != nil || d.More() {
		return whole
	}
	return out
}

// value is one argument's value as it is shown: inert lines, and the point in
// time it means, if it is one.
type value struct {
	lines  []string // after the first each stands behind a bar
	when   time.Time
	isTime bool
	masked bool
}

// show makes a value fit to be read. Strings are decoded, between quotes, with
// quotes, backslashes and line feeds as in JSON, so that no text can look as
// if it had ended; nested values are JSON.
func (a arg) show(reveal bool) value {
	raw := []byte(a.raw)
	masked := false
	if !reveal {
		raw, masked = mask(a.name, raw)
	}
	v := value{masked: masked}
	var s string
	switch {
	case len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &s) == nil:
		if t, err := time.Parse(time.RFC3339, s); err == nil {
			v.when, v.isTime, v.lines = t, true, []string{theme.InertWords(s)}
			return v
		}
		v.lines = quoted(s)
	case len(raw) > 60 && (raw[0] == '{' || raw[0] == '['):
		v.lines = strings.Split(theme.InertBlock(dialog.Pretty(raw)), "\n")
	default:
		v.lines = []string{theme.InertWords(string(raw))}
	}
	return v
}

// quoted is a text between quotes, one line a line of the text.
func quoted(s string) []string {
	esc := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", `\r`, "\t", `\t`)
	parts := strings.SplitAfter(esc.Replace(s), "\n")
	for i, p := range parts {
		if strings.HasSuffix(p, "\n") {
			p = p[:len(p)-1] + `\n`
		}
		parts[i] = theme.InertWords(p)
	}
	if last := len(parts) - 1; last > 0 && parts[last] == "" {
		parts = parts[:last] // the text ends with a line feed: no row of its own
	}
	parts[0] = `"` + parts[0]
	parts[len(parts)-1] += `"`
	return parts
}
