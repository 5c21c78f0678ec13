package session

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// splitSentences splits at the ends of sentences and lines. A full stop inside
// a word, such as in http.go, ends nothing.
func splitSentences(text string) []string {
	var out []string
	from := 0
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		i += n
		switch r {
		case '.', '!', '?', '…':
			next, _ := utf8.DecodeRuneInString(text[i:])
			if i < len(text) && !unicode.IsSpace(next) && !strings.ContainsRune("\"'”»)*_[", next) {
				continue
			}
		case '\n', '。', '！', '？':
		default:
			continue
		}
		out, from = append(out, text[from:i]), i
	}
	return append(out, text[from:])
}

// withoutCode leaves out fenced blocks and quoted lines of Markdown.
func withoutCode(text string) string {
	if !strings.Contains(text, "```") && !strings.Contains(text, "~~~") && !strings.Contains(text, ">") {
		return text
	}
	var b strings.Builder
	fence := ""
	for line := range strings.Lines(text) {
		t := strings.TrimSpace(line)
		switch {
		case fence != "":
			if strings.HasPrefix(t, fence) {
				fence = ""
			}
		case strings.HasPrefix(t, "```"), strings.HasPrefix(t, "~~~"):
			fence = t[:3]
		case strings.HasPrefix(t, ">"):
		default:
			b.WriteString(line)
			continue
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// quotes are what opens a quotation and what closes it.
var quotes = [...][2]string{{"`", "`"}, {"\"", "\""}, {"“", "”"}, {"«", "»"}, {"„", "“"}, {"「", "」"}, {"『", "』"}, {"《", "》"}}

// withoutQuotes puts a space where something was quoted.
func withoutQuotes(s string) string {
	var b strings.Builder
	for s != "" {
		at, end, _ := quotation(s)
		b.WriteString(s[:at])
		if end > at {
			b.WriteByte(' ')
		}
		s = s[end:]
	}
	return b.String()
}

// quotation is the place of the first quotation in s with its quotes, and what
// stands in it; both places are the end of s where there is none.
func quotation(s string) (from, to int, inside string) {
	from, to = len(s), len(s)
	for _, q := range quotes {
		i := strings.Index(s, q[0])
		if i < 0 || i >= from {
			continue
		}
		n := strings.Index(s[i+len(q[0]):], q[1])
		if n < 0 {
			continue
		}
		from, to = i, i+len(q[0])+n+len(q[1])
		inside = s[i+len(q[0]) : i+len(q[0])+n]
	}
	return from, to, inside
}
