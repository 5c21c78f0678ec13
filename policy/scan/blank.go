package scan

import (
	"fmt"
	"unicode"
)

// What is further off than this is off the screen.
const (
	farColumns = 60 // blanks in a line
	farLines   = 10 // empty lines
)

// blanks finds white space with text behind it that nobody would scroll to.
func (p *page) blanks(s *sink) {
	sev := High
	if p.where == KindResult {
		sev = Low
	}
	for i := 0; i < len(p.text); {
		r, n := decodeAt(p.text, i)
		if !blank(r) {
			i += n
			continue
		}
		end, columns, lines := gap(p.text, i)
		switch {
		case i == 0 || end == len(p.text): // nothing stands before or behind it
		case lines > farLines:
			p.add(s, CodeEmptyLines, sev, i, end, fmt.Sprintf("%d empty lines, with text behind them", lines-1))
		case columns >= farColumns:
			p.add(s, CodeBlanks, sev, i, end, fmt.Sprintf("%d blanks, with text behind them", columns))
		}
		i = end
	}
}

// blank says that a character draws nothing but takes room.
func blank(r rune) bool { return unicode.IsSpace(r) || r == 0x2800 || r == 0x3164 }

// gap measures white space: its end, the columns after the last line end, and
// the line ends.
func gap(text string, i int) (end, columns, lines int) {
	for end = i; end < len(text); {
		r, n := decodeAt(text, end)
		if !blank(r) {
			break
		}
		switch r {
		case '\n':
			columns, lines = 0, lines+1
		case '\t':
			columns += 8
		default:
			columns++
		}
		end += n
	}
	return end, columns, lines
}
