package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// member is what a page of a list may have beside its entries (MCP 2026-07-28,
// pagination and caching).
type member struct {
	key    string
	decode func(json.RawMessage) error
	so     string // what it means that it can't be read
}

var members = []member{
	{"nextCursor", into[string], ", so what follows can't be asked for"},
	{"ttlMs", into[int], ""},
	{"cacheScope", into[string], ""},
	{"resultType", into[string], ""},
	{"_meta", into[map[string]any], ""},
}

// mendPage takes out of a page what can't be decoded beside its entries, and
// marks the page with the reasons. It reports whether there was any.
func mendPage(page map[string]json.RawMessage) bool {
	var wrong []string
	for _, m := range members {
		if err := m.decode(page[m.key]); len(page[m.key]) > 0 && err != nil {
			wrong = append(wrong, fmt.Sprintf("%q can't be %s%s", m.key, foundIn(err), m.so))
			delete(page, m.key)
		}
	}
	if len(wrong) == 0 {
		return false
	}
	var meta map[string]any
	_ = json.Unmarshal(page["_meta"], &meta) // it was decoded before, or isn't there
	if meta == nil {
		meta = map[string]any{}
	}
	meta[unreadable] = strings.Join(wrong, "; ")
	page["_meta"] = encoded(meta, []byte("{}"))
	return true
}

func foundIn(err error) string {
	if kind := new(json.UnmarshalTypeError); errors.As(err, &kind) {
		return found(kind)
	}
	return "what it is"
}
