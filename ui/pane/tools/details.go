package tools

import (
	"encoding/json"
	"fmt"
	"strings"

	"vise/policy"
	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/pane/eventline"
	"vise/ui/pane/rows"
	"vise/ui/pane/tools/folds"
	"vise/ui/theme"
)

// laid names what the details were laid out of.
type laid struct {
	raw, dark, log bool
	id, subject    string
	rest           string
}

// details lays out what is under the cursor; what is there already and says
// the same stays, scrolled as it is.
func (p *Pane) details() {
	e, ok := p.selected()
	was, now := p.laid, laid{raw: p.raw, dark: p.th.Dark, log: p.log != nil}
	if ok {
		now.id, now.subject, now.rest = e.id(), e.subject(), e.says()+p.before(e)
	}
	if p.pair.Doc != nil && was == now {
		return
	}
	d, old := rows.NewDoc(p.th), p.pair.Doc
	p.laid, p.pair.Doc = now, d
	if p.log != nil {
		p.logged(d)
		return
	}
	defer func() {
		if old != nil && was.id == now.id && was.subject == now.subject && was.raw == now.raw && !was.log {
			d.Resume(old) // only its state changed: whoever reads goes on where they are
		}
	}()
	switch {
	case !ok:
		p.pair.DocAs.Title, p.pair.DocAs.Right = "", ""
	case e.tool == nil:
		p.pair.DocAs.Title, p.pair.DocAs.Right = "Server "+serverName(e.server), toRead(e)
		p.server(d, e)
	default:
		p.pair.DocAs.Title, p.pair.DocAs.Right = titleWord(e.tool.Kind)+" "+theme.InertWords(wholeName(*e.tool)), ""
		if p.raw {
			d.Quote(dialog.Pretty(e.tool.Definition))
			break
		}
		p.tool(d, e)
	}
}

// before is what was approved of what the details are about.
func (p *Pane) before(e entry) string {
	if e.tool != nil {
		return string(p.approved[e.tool.ID()])
	}
	var b strings.Builder
	for _, t := range e.unread {
		b.Write(p.approved[t.ID()])
	}
	return b.String()
}

// readPerMinute is about how many characters of such texts a person reads in a
// minute.
const readPerMinute = 1500

// toRead says how much of a server waits to be read: "7 of 22 to read · about
// 3 min".
func toRead(e entry) string {
	if len(e.unread) == 0 {
		return ""
	}
	n := 0
	for _, t := range e.unread {
		n += len(t.Definition)
	}
	c := e.counts
	return fmt.Sprintf("%d of %d to read · about %d min", len(e.unread), c.approved+c.changed+c.fresh+c.other, max(n/readPerMinute, 1))
}

// tool lays out one tool: vise's own words first, then what its server wrote.
func (p *Pane) tool(d *rows.Doc, e entry) {
	t := e.tool
	switch t.Status {
	case policy.StatusNew:
		if e.external() {
			d.Heading("NEW: nobody has approved it yet")
		}
	case policy.StatusChanged:
		d.Heading("CHANGED since you approved it")
	case policy.StatusBlocked:
		d.Heading("BLOCKED by you")
	}
	p.findings(d, *t)
	if t.Kind == "" {
		d.Field("may", t.Level.Words()+" ("+t.Level.String()+")")
	}
	if t.FreeReads {
		d.Field("asks", "no: you said that it may read without asking; "+p.keys.Label(keys.ToolsApproveReads)+" takes that back")
	}
	if t.Kind != policy.KindProject {
		d.Field("server", serverName(e.server))
	}
	_, state := p.mark(e)
	switch {
	case t.Off:
		d.Field("state", "off: the model doesn't see it")
	case e.held != "":
		d.Field("state", state)
		d.Field("held back", theme.InertWords(e.held))
	case t.Kind == policy.KindProject:
		d.Field("state", "approved; models are given it with every request")
	case t.Kind != "":
		d.Field("state", "approved; not sent to the model by itself")
	default:
		d.Field("state", "offered to the model")
	}
	if t.Kind == "" {
		d.Field("needs scope", theme.InertWords(t.Scope))
		d.Field("cost", eventline.Count(e.tokens, "token")+" in every request")
	}
	d.Field("pin", theme.InertWords(t.Pin))
	d.Field("note", theme.InertWords(t.Note))
	p.text(d, *t, e.external(), nil)
}

// text is everything that a tool's server wrote of it, what changed first.
// What the folds have already is named, not shown again.
func (p *Pane) text(d *rows.Doc, t policy.Tool, external bool, f *folds.Folds) {
	var def definition
	if json.Unmarshal(t.Definition, &def) != nil {
		d.Heading("what the server sent can't be read as a tool")
		d.Quote(string(t.Definition))
		return
	}
	if t.Kind != "" {
		p.changes(d, t)
		besideTools(d, t, def)
		return
	}
	if external {
		d.Field("it says", hints(def.Annotations)+" (not relied on)")
	}
	p.changes(d, t)
	if def.Title != "" {
		d.Heading("title")
		d.Quote(def.Title)
	}
	d.Heading("description")
	if def.Description == "" {
		d.Text("none")
	}
	quote(d, folds.Paragraphs(def.Description), f)
	d.Heading("arguments")
	schema(d, def.Input, f)
	if len(def.Output) > 0 {
		d.Heading("results")
		schema(d, def.Output, f)
	}
	if external && !told(t.Definition) {
		d.Heading("there is more in it than is told above: all of it, as the server sent it")
		d.Quote(dialog.Pretty(t.Definition))
	}
}

// changes shows what differs from what was approved.
func (p *Pane) changes(d *rows.Doc, t policy.Tool) {
	if t.Status != policy.StatusChanged {
		return
	}
	before, ok := p.approved[t.ID()]
	if !ok {
		d.Heading("what was approved isn't known any more: read it as a new one")
		return
	}
	parts := changed(before, t.Definition)
	if len(parts) == 0 {
		d.Heading("its text is as you approved it; how its server is reached changed")
	}
	for _, part := range parts {
		d.Heading("what changed in the " + part.name)
		if part.words != nil {
			d.Spans(part.words)
			continue
		}
		for _, c := range part.changes {
			if c.mark == 0 {
				d.Text("  …")
				continue
			}
			d.Diff(c.mark, c.text)
		}
	}
}

// schema tells a schema in words.
func schema(d *rows.Doc, raw json.RawMessage, f *folds.Folds) {
	lines, others := Schema(raw)
	quote(d, arguments(lines), f)
	switch {
	case others:
		d.Text("any others: the schema doesn't forbid them")
	case len(lines) == 0:
		d.Text("none")
	}
}

// hints are a tool's annotations in words; each is the server's claim.
func hints(raw json.RawMessage) string {
	var h struct {
		ReadOnly    *bool `json:"readOnlyHint"`
		Destructive *bool `json:"destructiveHint"`
		Idempotent  *bool `json:"idempotentHint"`
		OpenWorld   *bool `json:"openWorldHint"`
	}
	if len(raw) == 0 || json.Unmarshal(raw, &h) != nil {
		return "nothing of what it does"
	}
	var out []string
	say := func(v *bool, yes, no string) {
		if v != nil && *v {
			out = append(out, yes)
		} else if v != nil {
			out = append(out, no)
		}
	}
	say(h.ReadOnly, "read-only", "writes")
	say(h.Destructive, "may destroy", "destroys nothing")
	say(h.Idempotent, "safe to repeat", "not safe to repeat")
	say(h.OpenWorld, "reaches outside", "stays inside")
	if len(out) == 0 {
		return "nothing of what it does"
	}
	return strings.Join(out, ", ")
}
