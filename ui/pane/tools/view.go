package tools

import (
	"bytes"
	"encoding/json"
	"fmt"

	"vise/policy"
	"vise/ui/pane/eventline"
	"vise/ui/pane/rows"
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
	if e.server.Name == policy.BuiltinServer {
		name = theme.InertWords(e.tool.ID())
	}
	right := p.th.Dim.Render(fmt.Sprintf("%*s", tokensCells, eventline.Number(e.tokens)))
	if room := w - levelCells - tokensCells; room >= 14 {
		right = theme.Fit(state, levelCells) + right
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

func (p *Pane) serverRow(e entry, w int) string {
	s := e.server
	name := serverName(s)
	state := p.th.Dim.Render(theme.InertWords(string(s.State)))
	switch s.State {
	case "ready":
		state = p.th.Good.Render("●") + " ready"
	case "failed":
		state = p.th.Bad.Render("✗ failed")
	case "":
		state = p.th.Warn.Render("? unknown")
	}
	right := p.th.Dim.Render(tally(s)) + " " + p.th.Dim.Render(fmt.Sprintf("%*s", tokensCells, eventline.Number(e.tokens)))
	return theme.Between(p.th.Strong.Render(name)+"  "+state, right, w)
}

func serverName(s policy.ServerState) string {
	if s.Name == policy.BuiltinServer {
		return "built-in"
	}
	return theme.InertWords(s.Name)
}

// tally is how many tools are offered and how many held back.
func tally(s policy.ServerState) string {
	if s.Held > 0 {
		return fmt.Sprintf("%d · %d held", s.Offered, s.Held)
	}
	return fmt.Sprint(s.Offered)
}

// details lays out what is under the cursor.
func (p *Pane) details() {
	d := rows.NewDoc(p.th)
	p.pair.Doc = d
	e, ok := p.selected()
	switch {
	case !ok:
		p.pair.DocAs.Title = ""
	case e.tool == nil:
		p.pair.DocAs.Title = "Server " + serverName(e.server)
		p.server(d, e)
	default:
		p.pair.DocAs.Title = "Tool " + theme.InertWords(e.tool.ID())
		p.tool(d, e)
	}
}

func (p *Pane) server(d *rows.Doc, e entry) {
	s := e.server
	d.Field("state", theme.InertWords(string(s.State)))
	d.Field("reached by", theme.InertWords(s.Transport))
	d.Field("protocol", theme.InertWords(s.Protocol))
	d.Field("tools", fmt.Sprintf("%d offered · %d held back", s.Offered, s.Held))
	d.Field("cost", eventline.Count(e.tokens, "token")+" in every request")
	if s.LastError != "" {
		d.Heading("last error")
		d.Quote(s.LastError)
	}
	if s.Name == policy.BuiltinServer {
		d.Text("")
		d.Text("Part of this program: its tools need no review.")
	}
}

// tool lays out one tool: vise's own words first, then what its server wrote.
// Findings and the difference to what was approved come between the two.
func (p *Pane) tool(d *rows.Doc, e entry) {
	t := e.tool
	if p.raw {
		d.Quote(indented(t.Definition))
		return
	}
	about := t.Described()
	d.Field("may", t.Level.Words()+" ("+t.Level.String()+")")
	d.Field("server", serverName(e.server))
	_, state := p.mark(e)
	switch {
	case t.Off:
		d.Field("state", "off: the model doesn't see it")
	case e.held != "":
		d.Field("state", state)
		d.Field("held back", theme.InertWords(e.held))
	default:
		d.Field("state", "offered to the model")
	}
	d.Field("needs scope", theme.InertWords(t.Scope))
	d.Field("cost", eventline.Count(e.tokens, "token")+" in every request")
	d.Field("pin", theme.InertWords(t.Pin))
	if !json.Valid(t.Definition) {
		d.Heading("what the server sent can't be read as a tool")
		d.Quote(string(t.Definition))
		return
	}
	if about.Title != "" {
		d.Heading("title")
		d.Quote(about.Title)
	}
	d.Heading("description")
	if about.Description == "" {
		d.Text("none")
	}
	d.Quote(about.Description)
	d.Heading("arguments")
	lines, others := Schema(about.InputSchema)
	for _, line := range lines {
		d.Quote(line)
	}
	switch {
	case others:
		d.Text("any others: the schema doesn't forbid them")
	case len(lines) == 0:
		d.Text("none")
	}
}

func indented(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		return string(raw)
	}
	return b.String()
}
