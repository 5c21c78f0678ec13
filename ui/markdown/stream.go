package markdown

import (
	"vise/session"
	"vise/ui/theme"
)

// Stream draws a text that grows. What it drew of the chunks that didn't
// change is kept, so that a redraw costs little more than the last chunk. The
// zero value is ready; it isn't for concurrent use.
type Stream struct {
	width  int
	dark   bool
	chunks []Chunk
	parts  []Doc
	refs   *references
}

// Draw draws the whole of f as Render does. Nothing that it returned before is
// changed by it.
func (s *Stream) Draw(f session.Foreign, width int, th theme.Theme) Doc {
	sp := splitter{refs: &references{}}
	sp.run(theme.InertTabs(f))
	if width != s.width || th.Dark != s.dark || s.refs == nil || !s.refs.same(sp.refs) {
		*s = Stream{width: width, dark: th.Dark, refs: sp.refs}
	}
	p := newPalette(th)
	var doc Doc
	for i, c := range sp.chunks {
		if i >= len(s.parts) {
			s.parts = append(s.parts, c.render(width, p))
		} else if !c.same(s.chunks[i]) {
			s.parts = append(s.parts[:i], c.render(width, p))
		}
		doc.add(c, s.parts[i])
	}
	s.chunks, s.parts = sp.chunks, s.parts[:len(sp.chunks)]
	return doc
}

// same reports whether c and d are drawn alike.
func (c Chunk) same(d Chunk) bool {
	if c.text != d.text || c.head != d.head || c.Joined != d.Joined || (c.code == nil) != (d.code == nil) {
		return false
	}
	return c.code == nil || *c.code == *d.code
}
