package policy

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// How many strings and numbers are traced.
const (
	maxLeaves   = 4000 // of one call
	maxArgument = 1000 // of one argument
)

// leaf is a string or number of a call's arguments, and where it stands:
// "items[0].url".
type leaf struct{ path, value string }

// leavesOf are the strings and numbers of a value, at most most of them; all
// says that there are no more. Keys of objects are in order.
func leavesOf(path string, v any, most int) (leaves []leaf, all bool) {
	w := leafWalk{most: most}
	w.walk(path, v)
	return w.leaves, !w.over
}

type leafWalk struct {
	leaves []leaf
	most   int
	over   bool
}

func (w *leafWalk) walk(path string, v any) {
	switch v := v.(type) {
	case string:
		w.add(path, v)
	case json.Number:
		w.add(path, v.String())
	case []any:
		for i, e := range v {
			w.walk(atIndex(path, i), e)
		}
	case map[string]any:
		for _, k := range sortedKeys(v) {
			w.walk(atKey(path, k), v[k])
		}
	}
}

func (w *leafWalk) add(path, value string) {
	if w.over = w.over || len(w.leaves) >= w.most; !w.over {
		w.leaves = append(w.leaves, leaf{path, value})
	}
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func atIndex(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// atKey writes a member as a condition would: .name, or ["an odd name"].
func atKey(path, key string) string {
	if plainKey(key) {
		return path + "." + key
	}
	return path + "[" + strconv.Quote(key) + "]"
}

func plainKey(key string) bool {
	odd := func(r rune) bool {
		return r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
	}
	return key != "" && strings.IndexFunc(key, odd) < 0 && (key[0] < '0' || key[0] > '9')
}

// topLevel reads the arguments in the order they came.
func topLevel(args json.RawMessage) (names []string, values []any) {
	d := json.NewDecoder(bytes.NewReader(args))
	d.UseNumber()
	if tok, err := d.Token(); err != nil || tok != json.Delim('{') {
		return nil, nil
	}
	for d.More() {
		key, err := d.Token()
		name, ok := key.(string)
		var v any
		if err != nil || !ok || d.Decode(&v) != nil {
			return names, values
		}
		names, values = append(names, name), append(values, v)
	}
	return names, values
}
