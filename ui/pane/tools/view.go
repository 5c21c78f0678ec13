package tools

import (
	"fmt"

	"vise/policy"
	"vise/ui/pane/eventline"
	"vise/ui/theme"
)

// Widths of the columns on the right, in cells.
const (
	levelCells  = 13
	tokensCells = 6
)

func (p *Pane) row(i, w int) string {
	e := p.entries[i]
	if e.tool == nil {
		return p.serverRow(e, w)
	}
	mark, state := p.mark(e)
	name := theme.InertWords(e.tool.Name)
	if !e.external() {
		name = theme.InertWords(e.tool.ID())
	}
	right := p.th.Dim.Render(fmt.Sprintf("%*s", tokensCells, eventline.Number(e.tokens)))
	if room := w - levelCells - tokensCells; room >= 15 {
		right = " " + theme.Fit(state, levelCells) + right
	} else {
		right = " " + state
	}
	return theme.Between(" "+mark+" "+name, right, w)
}

// mark says in a sign and in words how a tool stands.
func (p *Pane) mark(e entry) (mark, words string) {
	t := e.tool
	switch {
	case t.Off:
		return p.th.Dim.Render("○"), p.th.Dim.Render("off")
	case t.Status == policy.StatusNew:
		return p.th.Warn.Render("?"), p.th.Warn.Render("new")
	case t.Status == policy.StatusChanged:
		return p.th.Warn.Render("!"), p.th.Warn.Render("changed")
	case t.Status == policy.StatusBlocked:
		return p.th.Bad.Render("✗"), p.th.Bad.Render("blocked")
	case t.Status == policy.StatusInvalid:
		return p.th.Bad.Render("✗"), p.th.Bad.Render("invalid")
	case e.held != "":
		return p.th.Warn.Render("‖"), p.th.Warn.Render("held back")
	}
	return p.th.Good.Render("✓"), t.Level.Words()
}
