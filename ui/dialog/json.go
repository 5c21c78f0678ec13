package dialog

import (
	"bytes"
	"encoding/json"
)

// maxDepth is how deep JSON may be nested to be indented: in a thousand levels
// the indents alone are megabytes, and nobody reads them.
const maxDepth = 12

// Pretty is indented JSON; as it came where it is nested too deep, or isn't
// JSON.
func Pretty(raw []byte) string {
	var b bytes.Buffer
	if depth(raw) > maxDepth || json.Indent(&b, raw, "", "  ") != nil {
		return string(raw)
	}
	return b.String()
}

// depth is how deep JSON is nested.
func depth(raw []byte) int {
	deepest, now := 0, 0
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '"':
			i = StringEnd(raw, i) - 1
		case '{', '[':
			now++
			deepest = max(deepest, now)
		case '}', ']':
			now--
		}
	}
	return deepest
}

// StringEnd is the offset after the JSON string that starts at i.
func StringEnd(raw []byte, i int) int {
	for j := i + 1; j < len(raw); j++ {
		switch raw[j] {
		case '\\':
			j++
		case '"':
			return j + 1
		}
	}
	return len(raw)
}
