package markdown

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/util"

	"vise/session"
	"vise/ui/theme"
)

// cleanText resolves backslash escapes and entities of a piece of source that
// is inert. What an entity stands for is made inert again: &#27; is an escape.
func cleanText(s string) string {
	if !strings.ContainsAny(s, "\\&") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		switch {
		case s[i] == '\\' && i+1 < len(s) && util.IsPunct(s[i+1]):
			b.WriteByte(s[i+1])
			i += 2
			continue
		case s[i] == '&':
			if chars, n := entity(s[i:]); n > 0 {
				b.WriteString(theme.InertLine(session.Untrusted(chars)))
				i += n
				continue
			}
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}

// maxEntity is the length of the longest name of an entity, with & and ;.
const maxEntity = 33

// entity reads an entity at the start of s; n is its length, 0 for none.
func entity(s string) (chars string, n int) {
	end := strings.IndexByte(s[:min(len(s), maxEntity)], ';')
	if end < 2 {
		return "", 0
	}
	name := s[1:end]
	if name[0] != '#' {
		if e, ok := util.LookUpHTML5EntityByName(name); ok {
			return string(e.Characters), end + 1
		}
		return "", 0
	}
	num, base := name[1:], 10
	if num != "" && (num[0] == 'x' || num[0] == 'X') {
		num, base = num[1:], 16
	}
	v, err := strconv.ParseUint(num, base, 32)
	if err != nil {
		return "", 0
	}
	return string(util.ToValidRune(rune(v))), end + 1
}
