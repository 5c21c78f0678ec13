package decisions

import (
	"strings"

	"vise/session"
	"vise/ui/pane/eventline"
	"vise/ui/pane/rows"
	"vise/ui/theme"
)

// toolCells is the width of the column of tools.
const toolCells = 20

func (p *Pane) row(i, w int) string {
	a := p.all[i]
	mark := p.th.Warn.Render("⏸")
	if a.Answer != nil {
		mark = p.th.Dim.Render("·")
	}
	tool := theme.InertWords(a.Approval.Tool.ID())
	if w < toolCells+16 {
		return mark + " " + tool
	}
	return mark + " " + theme.Fit(tool, toolCells) + " " + p.th.Dim.Render(theme.InertWords(a.Approval.Task))
}

// details lays out the approval under the cursor: enough to know what it is,
// the box shows all of it.
func (p *Pane) details() {
	d := rows.NewDoc(p.th)
	p.pair.Doc = d
	pending, ok := p.selected()
	if !ok {
		return
	}
	a := pending.Approval
	words := theme.InertWords
	d.Field("tool", words(a.Tool.ID())+" · "+a.Decision.Level.Words())
	d.Field("because", words(a.Decision.Reason))
	d.Field("will do", words(a.Effect))
	d.Field("asked", p.ago(a))
	d.Field("state", state(pending))
	d.Field("run", words(a.Run))
	if a.Task != "" {
		d.Heading("you had asked")
		d.Quote(a.Task)
	}
	d.Heading("arguments")
	for _, f := range eventline.Args(a.Args) {
		d.Field(f.Name, f.Value)
	}
}

func (p *Pane) ago(a session.Approval) string {
	if a.Asked.IsZero() {
		return ""
	}
	return a.Asked.In(p.zone).Format("Mon 2 January 15:04") + ", " + eventline.Duration(p.now.Sub(a.Asked).Milliseconds()) + " ago"
}

// state says what an answer would come to.
func state(p session.Pending) string {
	var out []string
	switch {
	case p.Answer != nil:
		out = append(out, "answered")
	case p.Ended:
		out = append(out, "its run is over: an answer starts a new one")
	default:
		out = append(out, "its run waits")
	}
	if p.Approval.Redacted {
		out = append(out, "it had a secret that is kept nowhere: it can be denied, not allowed")
	}
	return strings.Join(out, " · ")
}
