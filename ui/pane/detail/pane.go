// Package detail shows one thing whole: an event with its payload, a piece of
// evidence, a long text.
package detail

import (
	"strings"

	"vise/session"
	"vise/ui/list"
	"vise/ui/theme"
)

// Pane is an open thing on the screen, scrolled line by line; only what is on
// the screen is wrapped.
type Pane struct {
	Title string

	th      theme.Theme
	list    list.List
	parts   []part
	lines   []string // what the items of the list show
	texts   map[string]session.Foreign
	missing map[string]string
}

// part is a heading and what is under it. A part with a blob is shown once its
// text has been fetched.
type part struct {
	heading string
	text    string // inert
	blob    session.Content
	others  bool // others wrote it: it stands behind a bar, so that it can't pass for vise's words
}

// Part is a heading in vise's words, which may be empty, and a text that others
// wrote under it.
type Part struct{ Heading, Text string }

// Parts shows texts that others wrote, each under its heading.
func Parts(th theme.Theme, title string, ps []Part) *Pane {
	parts := make([]part, len(ps))
	for i, p := range ps {
		parts[i] = part{heading: theme.InertWords(p.Heading), text: theme.InertBlock(p.Text), others: true}
	}
	return newPane(th, title, parts)
}

func newPane(th theme.Theme, title string, parts []part) *Pane {
	p := &Pane{Title: title, th: th, parts: parts, texts: map[string]session.Foreign{}, missing: map[string]string{}}
	p.list.Home()
	p.layout()
	return p
}

// Text shows a text; it must be inert.
func Text(th theme.Theme, title, text string) *Pane {
	return newPane(th, title, []part{{text: text}})
}

// Wanted lists the contents that have to be fetched.
func (p *Pane) Wanted() []session.Content {
	var out []session.Content
	for _, part := range p.parts {
		if part.blob.Blob != "" {
			out = append(out, part.blob)
		}
	}
	return out
}

// Loaded gives the pane a content that Wanted had asked for; missing says why
// it can't be shown.
func (p *Pane) Loaded(hash string, text session.Foreign, missing string) {
	p.texts[hash], p.missing[hash] = text, missing
	p.layout()
}

func (p *Pane) layout() {
	var items []list.Item
	p.lines = nil
	for i, part := range p.parts {
		if part.heading != "" {
			items = append(items, p.heading(part.heading, i > 0))
			p.lines = append(p.lines, part.heading)
		}
		body, others := p.body(part)
		for line := range strings.SplitSeq(strings.TrimRight(body, "\n"), "\n") {
			items = append(items, list.Item{Lines: func(w int) []string { return p.rows(line, w, others) }})
			p.lines = append(p.lines, line)
		}
	}
	p.list.Forget()
	p.list.SetItems(items)
}

// rows is a line as it is wrapped.
func (p *Pane) rows(line string, w int, others bool) []string {
	if !others {
		return theme.Hang(line, w)
	}
	out := theme.Wrap(line, max(w-2, 1))
	for i := range out {
		out[i] = p.th.Barred(out[i], w)
	}
	return out
}

func (p *Pane) heading(text string, gap bool) list.Item {
	return list.Item{Lines: func(w int) []string {
		l := p.th.Strong.Render(theme.Cut(text, w))
		if gap {
			return []string{"", l}
		}
		return []string{l}
	}}
}

// body is what is under a heading, and whether others wrote it.
func (p *Pane) body(part part) (text string, others bool) {
	if part.blob.Blob == "" {
		return part.text, part.others
	}
	if why := p.missing[part.blob.Blob]; why != "" {
		return why, false
	}
	if text, ok := p.texts[part.blob.Blob]; ok {
		return theme.Inert(text), part.others
	}
	return "reading …", false
}

// Copy is everything that is shown, as plain text.
func (p *Pane) Copy() string {
	var b strings.Builder
	for _, part := range p.parts {
		if part.heading != "" {
			b.WriteString(part.heading + "\n")
		}
		body, _ := p.body(part)
		b.WriteString(strings.TrimRight(body, "\n") + "\n")
	}
	return b.String()
}

// Size sets the size: w cells, h lines.
func (p *Pane) Size(w, h int) { p.list.Size(w, h) }

// Lines is what is on the screen.
func (p *Pane) Lines() []string { return p.list.Lines() }

// Scroll moves the window by n lines, up for a negative n.
func (p *Pane) Scroll(n int) { p.list.Scroll(n) }

// Home shows the beginning.
func (p *Pane) Home() { p.list.Home() }

// End shows the end.
func (p *Pane) End() { p.list.End() }
