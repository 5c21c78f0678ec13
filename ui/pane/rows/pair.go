package rows

import (
	"vise/ui/keys"
	"vise/ui/theme"
)

// Wide is the width in cells from which details stand beside their list.
const Wide = 100

// Pair is a list with the details of the row under its cursor.
type Pair struct {
	Rows
	Doc    *Doc
	OnDoc  bool // the keys go to the details
	Th     theme.Theme
	ListAs theme.Box
	DocAs  theme.Box
	// Row draws row i in w cells behind its mark.
	Row func(i, w int) string
	// Empty is said when there are no rows.
	Empty string

	alone bool // the details were drawn without their list
}

// Alone reports whether the details cover their list on the screen.
func (p *Pair) Alone() bool { return p.alone }

// Press handles the keys that both have; moved says that the cursor is now on
// another row.
func (p *Pair) Press(id string) (handled, moved bool) {
	switch {
	case id == keys.NextPane || id == keys.PrevPane:
		p.OnDoc = !p.OnDoc && p.Len() > 0
		return true, false
	case p.OnDoc:
		return p.Doc != nil && p.Doc.Key(id), false
	}
	was := p.Sel()
	handled = p.Rows.Key(id)
	return handled, p.Sel() != was
}

// View draws both, as far as there is room, in h lines of w cells.
func (p *Pair) View(w, h int) []string {
	p.alone = p.OnDoc && !(w >= Wide && h >= 8) && h < 16
	switch {
	case w >= Wide && h >= 8:
		left := w * 42 / 100
		return Beside(p.list(left, h), p.doc(w-left, h))
	case h >= 16:
		top := h * 2 / 5
		return Under(p.list(w, top), p.doc(w, h-top+1))
	case p.OnDoc:
		return p.doc(w, h)
	}
	return p.list(w, h)
}

func (p *Pair) list(w, h int) []string {
	b := p.ListAs
	b.Focus = !p.OnDoc
	if p.Len() == 0 {
		lines := theme.Wrap(p.Empty, max(w-4, 2))
		for i := range lines {
			lines[i] = " " + lines[i]
		}
		return p.Th.Draw(b, lines, w, h)
	}
	inside := h - 2
	if w < 4 || h < 3 {
		inside = h // there is no border then
	}
	from, to := p.Window(max(inside, 1))
	lines := make([]string, 0, to-from)
	for i := from; i < to; i++ {
		lines = append(lines, theme.Cut(Mark(p.Th, i == p.Sel())+p.Row(i, max(w-5, 1)), max(w-2, 1)))
	}
	return p.Th.Draw(b, lines, w, h)
}

func (p *Pair) doc(w, h int) []string {
	b := p.DocAs
	b.Focus = p.OnDoc
	if p.Doc == nil {
		return p.Th.Draw(b, nil, w, h)
	}
	return p.Doc.Box(b, w, h)
}
