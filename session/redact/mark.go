package redact

import "strings"

const (
	markStart = "[secret:"
	maxKind   = 40 // bytes
)

// HasMark reports whether a secret was replaced in text.
func HasMark(text string) bool {
	from, _ := nextMark(text)
	return from < len(text)
}

// nextMark is the place of the first mark; both are the text's length when
// there is none.
func nextMark(text string) (from, to int) {
	for at := 0; ; {
		i := strings.Index(text[at:], markStart)
		if i < 0 {
			return len(text), len(text)
		}
		from = at + i
		if n := markLen(text[from:]); n > 0 {
			return from, from + n
		}
		at = from + len(markStart)
	}
}

// markLen is the length of the mark that s begins with, or 0.
func markLen(s string) int {
	at := len(markStart)
	kind := span(s[at:], lowerDash)
	at += kind
	if kind == 0 || kind > maxKind || at == len(s) || s[at] != '#' {
		return 0
	}
	digits := span(s[at+1:], digit)
	at += 1 + digits
	if digits == 0 || digits > 9 || at == len(s) || s[at] != ']' {
		return 0
	}
	return at + 1
}
