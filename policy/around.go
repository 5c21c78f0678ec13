package policy

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"
)

// aroundBytes is how much of a text is given on either side of a place.
const aroundBytes = 80

// Around is a place in a text of a definition with what stands next to it. The
// text is the string at the JSON pointer where (RFC 6901), or with key the name
// of the member there; start and end are byte offsets in it. All three are
// empty where there is no such place.
func Around(definition json.RawMessage, where string, key bool, start, end int) (before, place, after string) {
	text, ok := textAt(definition, where, key)
	if !ok || start < 0 || end < start || end > len(text) {
		return "", "", ""
	}
	from, to := max(start-aroundBytes, 0), min(end+aroundBytes, len(text))
	for from > 0 && from < start && !utf8.RuneStart(text[from]) {
		from++
	}
	for to < len(text) && to > end && !utf8.RuneStart(text[to]) {
		to--
	}
	before, after = text[from:start], text[end:to]
	if from > 0 {
		before = "…" + before
	}
	if to < len(text) {
		after += "…"
	}
	return before, text[start:end], after
}

func textAt(definition json.RawMessage, where string, key bool) (string, bool) {
	var v any
	if json.Unmarshal(definition, &v) != nil {
		return "", false
	}
	unescape := strings.NewReplacer("~1", "/", "~0", "~")
	last := ""
	for i, step := range strings.Split(where, "/") {
		if i == 0 {
			continue // before the first slash
		}
		last = unescape.Replace(step)
		switch at := v.(type) {
		case map[string]any:
			v = at[last]
		case []any:
			n, err := strconv.Atoi(last)
			if err != nil || n < 0 || n >= len(at) {
				return "", false
			}
			v = at[n]
		default:
			return "", false
		}
	}
	if key {
		return last, true
	}
	text, ok := v.(string)
	return text, ok
}
