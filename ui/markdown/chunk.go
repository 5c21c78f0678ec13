package markdown

import (
	"vise/session"
	"vise/ui/theme"
)

// chunkSize bounds a chunk in bytes. It bounds the time that one chunk can
// take, whatever it holds: parsing is quadratic on some texts.
const chunkSize = 8 << 10

// Chunk is a part of a text that can be drawn by itself: a paragraph, a list,
// a block of code, or a piece of one that is larger than 8 KiB.
type Chunk struct {
	// Joined says that the chunk goes on with the one before it, so that no
	// empty line belongs between them.
	Joined bool

	text string // inert
	code *code  // of a fenced block; text is then a piece of code.text
	head string // header of the table that text goes on with
	refs *references
}

// code is a whole fenced block.
type code struct{ lang, text string }

// Split cuts f into chunks, in order, in a time that grows with its size
// alone. Drawn one below the other, with an empty line before those that
// aren't Joined and that have any lines, they are what Render draws.
func Split(f session.Foreign) []Chunk {
	return split(theme.InertTabs(f))
}

func split(inert string) []Chunk {
	s := splitter{refs: &references{}}
	s.run(inert)
	return s.chunks
}

// Render draws the chunk for a width in cells.
func (c Chunk) Render(width int, th theme.Theme) Doc { return c.render(width, newPalette(th)) }

// Height guesses, without drawing it, how many lines the chunk takes.
func (c Chunk) Height(width int) int {
	width = max(width, MinWidth)
	lines, col := 1, 0
	for i := 0; i < len(c.text)-1; i++ {
		b := c.text[i]
		switch {
		case b == '\n':
			lines, col = lines+1, 0
		case b >= 0x80 && b < 0xc0: // inside a character
		case col >= width:
			lines, col = lines+1, 1
		default:
			col++
		}
	}
	return lines
}

func (c Chunk) render(width int, p palette) Doc {
	if width < MinWidth {
		return Doc{}
	}
	w := writer{width: width, pal: p}
	if c.code != nil {
		w.codeBlock(c.code.lang, c.text, c.code.text, c.Joined)
		return w.doc
	}
	w.skipHead = c.head != ""
	w.document([]byte(c.head+c.text), c.refs)
	return w.doc
}
