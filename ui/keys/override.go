package keys

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// never are keys that can't be bound: terminals send ctrl+m, i, h and [ for
// enter, tab, backspace and esc, stop their output on ctrl+s and q, and
// multiplexers wait for ctrl+b.
var never = []string{"ctrl+m", "ctrl+i", "ctrl+h", "ctrl+[", "ctrl+s", "ctrl+q", "ctrl+b"}

// Override sets the keys of each binding that keys names, as in the section
// "keys" of vise.yaml: {"trace": ["ctrl+t", "f2"]}. An empty list takes a
// binding's keys away. On an error, which tells of every mistake, nothing is
// changed.
func (m *Map) Override(keys map[string][]string) error {
	next := &Map{all: slices.Clone(m.all)}
	var errs []error
	for _, id := range slices.Sorted(maps.Keys(keys)) {
		i := next.index(id)
		if i < 0 {
			errs = append(errs, unknown(next, id))
			continue
		}
		set, err := next.all[i].with(keys[id])
		if err != nil {
			errs = append(errs, err)
			continue
		}
		next.all[i] = set
	}
	for _, c := range next.Conflicts() {
		errs = append(errs, fmt.Errorf("keys: %q is bound to both %s and %s: give one of them another key", c.Key, c.A, c.B))
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	m.all = next.all
	return nil
}

// with returns b with other keys.
func (b Binding) with(keys []string) (Binding, error) {
	if len(keys) == 0 && b.Must {
		return b, fmt.Errorf("keys.%s: it can be moved to another key but needs one", b.ID)
	}
	set := make([]string, 0, len(keys))
	for _, k := range keys {
		n, err := normal(k)
		if err != nil {
			return b, fmt.Errorf("keys.%s: %w", b.ID, err)
		}
		if c, bad := b.typedIn(n); bad {
			return b, fmt.Errorf("keys.%s: %q would be text in the %s: add ctrl or alt", b.ID, k, c)
		}
		if !slices.Contains(set, n) {
			set = append(set, n)
		}
	}
	b.Keys = set
	return b, nil
}

// typedIn names a context of b in which key is text.
func (b Binding) typedIn(key string) (Context, bool) {
	if key != "space" && utf8.RuneCountInString(key) != 1 {
		return "", false
	}
	for _, c := range order {
		if !typing[c] {
			continue
		}
		for _, part := range Chain(c) {
			if b.In(part) {
				return c, true
			}
		}
	}
	return "", false
}

var mods = []string{"ctrl", "alt", "shift", "meta", "hyper", "super"}

var names = map[string]string{
	"escape": "esc", "return": "enter", "pageup": "pgup", "pagedown": "pgdown", "pgdn": "pgdown", "del": "delete", " ": "space",
	"↑": "up", "↓": "down", "←": "left", "→": "right",
	"esc": "esc", "enter": "enter", "pgup": "pgup", "pgdown": "pgdown", "delete": "delete", "space": "space", "tab": "tab",
	"backspace": "backspace", "up": "up", "down": "down", "left": "left", "right": "right", "home": "home", "end": "end", "insert": "insert",
}

// normal brings a key string into the form that key presses have.
func normal(key string) (string, error) {
	rest, found := key, map[string]bool{}
	for {
		mod, after, ok := strings.Cut(rest, "+")
		if !ok || after == "" || !slices.Contains(mods, strings.ToLower(mod)) {
			break
		}
		found[strings.ToLower(mod)], rest = true, after
	}
	last, err := base(rest, found)
	if err != nil {
		return "", fmt.Errorf("%q is no key: write one as in ctrl+t, alt+enter, pgup, f2 or x", key)
	}
	var b strings.Builder
	for _, mod := range mods {
		if found[mod] {
			b.WriteString(mod + "+")
		}
	}
	b.WriteString(last)
	if slices.Contains(never, b.String()) {
		return "", fmt.Errorf("%q can't be bound: terminals use it for something else", key)
	}
	return b.String(), nil
}

// base checks the part after the modifiers. shift with a letter is the capital.
func base(s string, found map[string]bool) (string, error) {
	if n, ok := names[strings.ToLower(s)]; ok {
		return n, nil
	}
	var f int
	if n, _ := fmt.Sscanf(strings.ToLower(s), "f%d", &f); n == 1 && f >= 1 && f <= 63 && strings.ToLower(s) == fmt.Sprintf("f%d", f) {
		return strings.ToLower(s), nil
	}
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || n != len(s) || !unicode.IsPrint(r) {
		return "", errors.New("no key")
	}
	if len(found) == 1 && found["shift"] && unicode.IsLetter(r) {
		delete(found, "shift")
		return string(unicode.ToUpper(r)), nil
	}
	if len(found) > 0 {
		return string(unicode.ToLower(r)), nil
	}
	return s, nil
}

// unknown is the error for an id that no binding has, with the nearest one.
func unknown(m *Map, id string) error {
	near := slices.MinFunc(m.all, func(a, b Binding) int { return cmp.Compare(distance(id, a.ID), distance(id, b.ID)) })
	if distance(id, near.ID) <= max(2, len(id)/3) {
		return fmt.Errorf("keys.%s: there is no such binding: did you mean %s?", id, near.ID)
	}
	return fmt.Errorf("keys.%s: there is no such binding: the help screen (?) lists their names", id)
}

// distance is the number of edits between a and b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diag := row[0]
		row[0] = i + 1
		for j := range len(b) {
			next := diag
			if a[i] != b[j] {
				next = 1 + min(diag, row[j], row[j+1])
			}
			diag, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}
