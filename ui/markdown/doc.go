// Package markdown draws Markdown that a model or a server wrote as styled
// lines for the terminal. What comes in is made inert before it is parsed and
// every entity is made inert after it was resolved, so that a line holds no
// control character but the styles of the theme, and is never too wide.
package markdown

import (
	"vise/session"
	"vise/ui/theme"
)

// MinWidth is the narrowest width in cells that anything is drawn for: two,
// since one character may take two. Under it a Doc has no lines.
const MinWidth = 2

// Doc is a text as it is drawn for one width.
type Doc struct {
	Lines  []string
	Cites  []Cite
	Blocks []Block
}

// Cite is one citation in the text, such as [ev_001].
type Cite struct {
	Evidence string // ev_001
	Line     int    // index into Lines
}

// Block is a block of code, for copying.
type Block struct {
	Lang   string
	Text   string // as it was written, made inert, tabs kept
	Line   int    // index into Lines of its first line
	Height int    // lines it takes
}

// Render draws the whole of f for a width in cells. The cost grows with the
// size: for more than some 100 KiB use Split and render what is on the screen.
func Render(f session.Foreign, width int, th theme.Theme) Doc {
	var doc Doc
	p := newPalette(th)
	for _, c := range Split(f) {
		doc.add(c, c.render(width, p))
	}
	return doc
}

// add appends what was drawn of c.
func (d *Doc) add(c Chunk, part Doc) {
	if len(part.Lines) == 0 {
		return
	}
	if len(d.Lines) > 0 && !c.Joined {
		d.Lines = append(d.Lines, "")
	}
	at := len(d.Lines)
	d.Lines = append(d.Lines, part.Lines...)
	for _, c := range part.Cites {
		d.Cites = append(d.Cites, Cite{c.Evidence, c.Line + at})
	}
	for _, b := range part.Blocks {
		b.Line += at
		d.Blocks = append(d.Blocks, b)
	}
}
