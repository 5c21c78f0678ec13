package tools

import (
	"fmt"
	"slices"
	"strings"

	"vise/policy"
	"vise/session"
	"vise/ui/keys"
	"vise/ui/pane/eventline"
	"vise/ui/pane/rows"
	"vise/ui/theme"
)

// phases are a server's state in a mark and words.
func (p *Pane) phase(s policy.ServerState) string {
	switch {
	case s.Need == policy.NeedApproval:
		return p.th.Warn.Render("⏸ approve it first")
	case s.Need == policy.NeedSignIn:
		return p.th.Warn.Render("⏸ sign in")
	}
	switch s.State {
	case policy.ServerStarting:
		return p.th.Dim.Render("… starting")
	case policy.ServerReady:
		return p.th.Good.Render("●") + " ready"
	case policy.ServerDegraded:
		return p.th.Warn.Render("!") + " partly working"
	case policy.ServerFailed:
		return p.th.Bad.Render("✗ failed")
	case policy.ServerStopped:
		return p.th.Dim.Render("○ stopped")
	case "":
		return p.th.Warn.Render("? unknown")
	}
	return p.th.Dim.Render(theme.InertWords(string(s.State)))
}

func (p *Pane) serverRow(e entry, w int) string {
	s := e.server
	left := p.th.Strong.Render(serverName(s)) + p.flag(e) + "  " + p.phase(s)
	if s.Transport != "" && e.external() {
		left += p.th.Dim.Render(" · " + theme.InertWords(s.Transport))
	}
	right := p.th.Dim.Render(tally(e) + fmt.Sprintf(" %*s", tokensCells, eventline.Number(e.tokens)))
	return theme.Between(left, right, w)
}

func serverName(s policy.ServerState) string {
	if s.Name == policy.BuiltinServer {
		return "built-in"
	}
	return theme.InertWords(s.Name)
}

// tally counts a server's tools by how they stand: "15✓ 1! 6?".
func tally(e entry) string {
	c := e.counts
	if !e.external() {
		return fmt.Sprint(c.approved + c.changed + c.fresh + c.other)
	}
	out := fmt.Sprintf("%d✓", c.approved)
	for _, n := range []struct {
		n    int
		sign string
	}{{c.changed, "!"}, {c.fresh, "?"}, {c.other, "✗"}} {
		if n.n > 0 {
			out += fmt.Sprintf(" %d%s", n.n, n.sign)
		}
	}
	return out
}

// server lays out a server, and below it, as one document, every tool of it
// that waits to be read.
func (p *Pane) server(d *rows.Doc, e entry) {
	s := e.server
	if !e.external() {
		d.Text("Part of this program: its tools need no review.")
		if !slices.ContainsFunc(p.all, entry.external) {
			d.Text("No other server is configured. vise servers add adds one; so does mcp.json in the config folder.")
		}
	}
	p.trouble(d, s)
	p.foundIn(d, e.unread)
	d.Field("state", p.phase(s))
	d.Field("over", theme.InertWords(s.Transport))
	d.Field("named in", theme.InertWords(s.Source))
	d.Field("protocol", theme.InertWords(s.Protocol))
	if s.Title != "" {
		d.Field("calls itself", "“"+theme.InertWords(s.Title)+"”")
	}
	if !s.Since.IsZero() {
		d.Field("ready since", s.Since.In(p.zone).Format("2006-01-02 15:04:05"))
	}
	if !s.Next.IsZero() {
		d.Field("next try", s.Next.In(p.zone).Format("15:04:05")+", by itself")
	}
	if s.Restarts > 0 {
		d.Field("restarts", fmt.Sprint(s.Restarts))
	}
	d.Field("tools", fmt.Sprintf("%d offered · %d held back", s.Offered, s.Held))
	d.Field("cost", eventline.Count(e.tokens, "token")+" in every request")
	if s.Reached != "" && s.Need != policy.NeedApproval {
		d.Heading("how it is reached, exactly")
		d.Exact(s.Reached)
	}
	p.noted(d, s)
	said := repeated(e.unread)
	for i, t := range e.unread {
		d.Heading(fmt.Sprintf("── %d of %d to read: %s", i+1, len(e.unread), textName(t)))
		if t.Kind == "" {
			d.Field("may", t.Level.Words()+" ("+t.Level.String()+")")
		}
		d.Field("state", string(t.Status))
		if t.Kind == "" {
			d.Field("cost", eventline.Count(session.ToolTokens(t), "token")+" in every request")
		}
		p.findings(d, t)
		said.At(t.Name)
		p.text(d, t, true, said)
	}
}

// trouble says what keeps a server from working, and what to do.
func (p *Pane) trouble(d *rows.Doc, s policy.ServerState) {
	switch s.Need {
	case policy.NeedApproval:
		if len(s.Changed) > 0 {
			d.Heading("it is reached in another way than you agreed to, " + theme.InertWords(s.Changed[0]))
			for _, l := range s.Changed[1:] {
				d.Diff(l[0], strings.TrimLeft(l[1:], " "))
			}
			d.Heading("it would be reached exactly so")
		} else {
			d.Heading("a project's file asks to start it, exactly so")
		}
		d.Exact(s.Reached)
	case policy.NeedSignIn:
		d.Heading("it needs you to sign in: " + p.keys.Label(keys.ServersSignIn) + " opens the browser, once you have seen where")
	}
	if s.Need != "" {
		d.Text("")
		return
	}
	if s.LastError != "" {
		d.Heading("last error")
		d.Quote(s.LastError)
	}
	if s.Try != "" {
		d.Field("try", theme.InertWords(s.Try))
	}
	if s.LastError != "" {
		d.Text("")
	}
}

// noted are what else is known of a server: notes and the end of its log.
func (p *Pane) noted(d *rows.Doc, s policy.ServerState) {
	if len(s.Notes) > 0 {
		d.Heading("notes")
		for _, n := range s.Notes {
			d.Text("· " + theme.InertWords(n))
		}
	}
	if len(s.Tail) > 0 || s.Log != "" {
		d.Heading("the end of its log")
		for _, l := range s.Tail {
			d.Quote(l)
		}
		d.Field("all of it in", theme.InertWords(s.Log))
	}
}
