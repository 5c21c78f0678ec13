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
		for line := range strings.SplitSeq(strings.TrimRight(p.body(part), "\n"), "\n") {
			items = append(items, list.Item{Lines: func(w int) []string { return theme.Wrap(line, w) }})
			p.lines = append(p.lines, line)
		}
	}
	p.list.Forget()
	p.list.SetItems(items)
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

func (p *Pane) body(part part) string {
	if part.blob.Blob == "" {
		return part.text
	}
	if why := p.missing[part.blob.Blob]; why != "" {
		return why
	}
	if text, ok := p.texts[part.blob.Blob]; ok {
		return theme.Inert(text)
	}
	return "reading …"
}

// Copy is everything that is shown, as plain text.
func (p *Pane) Copy() string {
	var b strings.Builder
	for _, part := range p.parts {
		if part.heading != "" {
			b.WriteString(part.heading + "\n")
		}
		b.WriteString(strings.TrimRight(p.body(part), "\n") + "\n")
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
