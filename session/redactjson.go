package session

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// RedactJSON replaces secrets in the strings of a JSON text, names of members
// too, and counts them. A value whose name says that it is one counts as such.
// Everything else stays byte for byte. A text that isn't JSON is returned as it
// is: what calls this has just encoded it.
func RedactJSON(raw []byte, r Redactor) ([]byte, int) {
	var out bytes.Buffer
	total, from := 0, 0
	key := ""
	for i := 0; i < len(raw); i++ {
		if raw[i] != '"' {
			if strings.IndexByte(",[{", raw[i]) >= 0 {
				key = ""
			}
			continue
		}
		end := stringEnd(raw, i)
		if end < 0 {
			break
		}
		if n, red := redactLiteral(raw[i:end], key, r); n > 0 {
			out.Write(raw[from:i])
			out.Write(red)
			from, total = end, total+n
		}
		if key = ""; named(raw, end) {
			key = string(raw[i+1 : end-1])
		}
		i = end - 1
	}
	if total == 0 {
		return raw, 0
	}
	out.Write(raw[from:])
	return out.Bytes(), total
}

// named reports whether the string that ended before at is the name of a
// member.
func named(raw []byte, at int) bool {
	for at < len(raw) && strings.IndexByte(" \t\r\n", raw[at]) >= 0 {
		at++
	}
	return at < len(raw) && raw[at] == ':'
}

// telling are parts of names whose value may be a secret.
var telling = [...]string{"pass", "pwd", "secret", "token", "key", "auth", "cred"}

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

func redactLiteral(lit []byte, key string, r Redactor) (int, []byte) {
	var s string
	if len(lit) < 10 || json.Unmarshal(lit, &s) != nil { // no secret is shorter than eight characters
		return 0, nil
	}
	red, n := r.Redact(s)
	if n == 0 {
		red, n = redactNamed(key, s, r)
	}
	if n == 0 {
		return 0, nil
	}
	b, err := marshal(red)
	if err != nil {
		return 0, nil
	}
	return n, b
}

// redactNamed looks at a value together with its name: api_key says more than
// the letters after it.
func redactNamed(key, s string, r Redactor) (string, int) {
	low := strings.ToLower(key)
	if key == "" || !slices.ContainsFunc(telling[:], func(w string) bool { return strings.Contains(low, w) }) || strings.ContainsAny(key+s, "\"\n") {
		return s, 0
	}
	before, after := key+`="`, `"`
	red, n := r.Redact(before + s + after)
	if n == 0 || !strings.HasPrefix(red, before) || !strings.HasSuffix(red, after) {
		return s, 0
	}
	return red[len(before) : len(red)-len(after)], n
}
