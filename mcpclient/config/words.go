package config

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// CommandLine is exactly what is started, as one line that a POSIX shell with
// $'…' would read as the same words: what a person approves. Control
// characters and all else that can't be seen are escapes. For a server on the
// network it is the URL. Variables are filled in, so it may hold secrets.
func (s Server) CommandLine() string {
	if s.Transport != Stdio {
		return quote(s.URL, ":/?&=%#[]@!+,;~*.-_")
	}
	words := make([]string, 0, 1+len(s.Args))
	for _, w := range append([]string{s.Command}, s.Args...) {
		words = append(words, quote(w, plainMarks))
	}
	return strings.Join(words, " ")
}

// plainMarks are the marks besides letters and digits that mean nothing to a
// shell wherever they stand in a word. (~ and = do in places.)
const plainMarks = "@%+:,./-_"

// quote is a word as a shell reads it; marks need no quotes.
func quote(word, marks string) string {
	plain, visible := word != "", utf8.ValidString(word)
	for _, r := range word {
		plain = plain && (r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) || strings.ContainsRune(marks, r))
		visible = visible && unicode.IsPrint(r)
	}
	switch {
	case plain:
		return word
	case visible:
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return escape(word)
}

// escape is a word in the $'…' of bash, zsh and POSIX.1-2024.
func escape(word string) string {
	var b strings.Builder
	b.WriteString("$'")
	for i, r := range word {
		switch {
		case r == '\'' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == utf8.RuneError && !strings.HasPrefix(word[i:], "\ufffd"):
			fmt.Fprintf(&b, `\x%02x`, word[i])
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r < utf8.RuneSelf:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String() + "'"
}
