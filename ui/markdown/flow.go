package markdown

import (
	"strings"

	"github.com/rivo/uniseg"

	"vise/ui/theme"
)

// span is text of one look. Cite is the evidence that it cites, if it does.
type span struct {
	text string
	look look
	cite []string
}

// flow fills lines with words.
type flow struct {
	room  int
	lines []flowLine
	cur   strings.Builder
	pal   *palette
	col   int  // cells used in the line
	look  look // that is on
	gap   int  // spaces that wait for the next word
	gapAs look
	word  []span
	cites []string // of the line
}

// flowLine is one finished line.
type flowLine struct {
	text  string
	width int
	cites []string
}

// fill wraps spans into lines of at most room cells. A line feed in a span
// ends a line. Room must be at least MinWidth.
func fill(pal *palette, spans []span, room int) []flowLine {
	f := flow{room: max(room, MinWidth), pal: pal}
	for _, s := range spans {
		f.span(s)
	}
	f.flush()
	if f.col > 0 || len(f.lines) == 0 {
		f.newline()
	}
	return f.lines
}

func (f *flow) span(s span) {
	for s.text != "" {
		i := strings.IndexAny(s.text, " \n\t")
		if i < 0 {
			f.join(s)
			return
		}
		if i > 0 {
			f.join(span{s.text[:i], s.look, s.cite})
			s.cite = nil // it is told once, where it begins
		}
		f.flush()
		switch {
		case s.text[i] == '\n':
			f.newline()
			f.gap = 0
		case s.look&lookCode != 0:
			f.gap, f.gapAs = f.gap+1, s.look
		default:
			f.gap, f.gapAs = max(f.gap, 1), s.look
		}
		s.text = s.text[i+1:]
	}
}

// join adds a piece to the word; pieces of one look are one, so that a
// character made of several isn't measured in parts.
func (f *flow) join(s span) {
	if n := len(f.word); n > 0 && f.word[n-1].look == s.look && f.word[n-1].cite == nil && s.cite == nil {
		f.word[n-1].text += s.text
		return
	}
	f.word = append(f.word, s)
}

// flush puts the word on the line, or on the next where it doesn't fit.
func (f *flow) flush() {
	if len(f.word) == 0 {
		return
	}
	var whole strings.Builder
	for _, s := range f.word {
		whole.WriteString(s.text)
	}
	if text := whole.String(); ascii(text) {
		f.unit(f.word)
	} else {
		f.segments(text)
	}
	f.word = f.word[:0]
}

// segments puts a word with breaks inside it, as Chinese or Japanese has, on
// the line piece by piece.
func (f *flow) segments(text string) {
	word, state := f.word, -1
	for text != "" {
		var piece string
		piece, text, _, state = uniseg.FirstLineSegmentInString(text, state)
		var unit []span
		for n := len(piece); n > 0 && len(word) > 0; {
			s := &word[0]
			if len(s.text) > n {
				unit = append(unit, span{s.text[:n], s.look, s.cite})
				s.text, s.cite, n = s.text[n:], nil, 0
			} else {
				unit = append(unit, *s)
				word, n = word[1:], n-len(s.text)
			}
		}
		f.unit(unit)
	}
}

// unit puts spans that belong together on one line, if a line has room for
// them.
func (f *flow) unit(spans []span) {
	width := 0
	for _, s := range spans {
		width += theme.Width(s.text)
	}
	if f.col > 0 && f.col+f.gap+width > f.room {
		f.newline()
		f.gap = 0
	}
	if f.gap > 0 {
		f.space()
	}
	for _, s := range spans {
		f.put(s, width > f.room)
	}
}

// space writes the gap that waits. At the start of a line only code keeps it.
func (f *flow) space() {
	if f.col > 0 || f.gapAs&lookCode != 0 {
		n := min(f.gap, f.room-f.col-1)
		if f.look != f.gapAs {
			f.turn(f.look & f.gapAs)
		}
		for range n {
			f.cur.WriteByte(' ')
		}
		f.col += max(n, 0)
	}
	f.gap = 0
}

// put writes one span; hard allows to break it anywhere.
func (f *flow) put(s span, hard bool) {
	f.cites = append(f.cites, s.cite...)
	f.turn(s.look)
	if !hard {
		f.cur.WriteString(s.text)
		f.col += theme.Width(s.text)
		return
	}
	for s.text != "" {
		cluster, w := theme.Cluster(s.text)
		if f.col+w > f.room && f.col > 0 {
			f.newline()
			f.turn(s.look)
		}
		if w <= f.room {
			f.cur.WriteString(cluster)
			f.col += w
		}
		s.text = s.text[len(cluster):]
	}
}

// turn changes the look that is on.
func (f *flow) turn(l look) {
	if l == f.look {
		return
	}
	if f.look != 0 {
		f.cur.WriteString(reset)
	}
	f.cur.WriteString(f.pal.on(l))
	f.look = l
}

func (f *flow) newline() {
	f.turn(0)
	f.lines = append(f.lines, flowLine{f.cur.String(), f.col, f.cites})
	f.cur.Reset()
	f.col, f.cites = 0, nil
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
