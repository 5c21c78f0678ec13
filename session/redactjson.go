package session

import (
	"bytes"
	"encoding/json"
)

// RedactJSON replaces secrets in the string values of a JSON text, and counts
// them. Everything else stays byte for byte. A text that isn't JSON is
// returned as it is: what calls this has just encoded it.
func RedactJSON(raw []byte, r Redactor) ([]byte, int) {
	var out bytes.Buffer
	total, from := 0, 0
	for i := 0; i < len(raw); i++ {
		if raw[i] != '"' {
			continue
		}
		end := stringEnd(raw, i)
		if end < 0 {
			break
		}
		if n, red := redactLiteral(raw[i:end], r); n > 0 {
			out.Write(raw[from:i])
			out.Write(red)
			from, total = end, total+n
		}
		i = end - 1
	}
	if total == 0 {
		return raw, 0
	}
	out.Write(raw[from:])
	return out.Bytes(), total
}

// stringEnd returns the index after the string literal that starts at i.
func stringEnd(raw []byte, i int) int {
	for j := i + 1; j < len(raw); j++ {
		switch raw[j] {
		case '\\':
			j++
		case '"':
			return j + 1
		}
	}
	return -1
}

func redactLiteral(lit []byte, r Redactor) (int, []byte) {
	var s string
	if len(lit) < 10 || json.Unmarshal(lit, &s) != nil { // no secret is shorter than eight characters
		return 0, nil
	}
	red, n := r.Redact(s)
	if n == 0 {
		return 0, nil
	}
	b, err := marshal(red)
	if err != nil {
		return 0, nil
	}
	return n, b
}
