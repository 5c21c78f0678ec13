package tools

import (
	"fmt"

	"vise/policy"
	"vise/policy/scan"
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
	name := textName(*e.tool)
	if !e.external() {
		name = theme.InertWords(e.tool.ID())
	}
	name += p.flag(e)
	right := p.th.Dim.Render(fmt.Sprintf("%*s", tokensCells, eventline.Number(e.tokens)))
	if p.files {
		right = ""
	}
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
	if t.Kind == policy.KindProject {
		return p.th.Good.Render("✓"), "given"
	}
	if t.Kind != "" {
		return p.th.Good.Render("✓"), t.Kind
	}
	return p.th.Good.Render("✓"), t.Level.Words()
}

// flag says how many places of a tool, or of all that waits to be read of a
// server, should be looked at: red where one is urgent.
func (p *Pane) flag(e entry) string {
	tools := e.unread
	if e.tool != nil {
		tools = []policy.Tool{*e.tool}
	}
	n, style := 0, p.th.Warn
	for _, t := range tools {
		for _, f := range p.found[t.ID()] {
			n++
			if f.Severity == scan.High {
				style = p.th.Bad
			}
		}
	}
	if n == 0 {
		return ""
	}
	return " " + style.Render(fmt.Sprintf("⚑%d", n))
}
