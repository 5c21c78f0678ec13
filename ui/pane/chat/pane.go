// Package chat draws a conversation from the states of its runs: the same for
// a live run and a replayed one. Only what is on the screen is rendered.
package chat

import (
	"slices"

	"vise/session"
	"vise/ui/list"
	"vise/ui/markdown"
	"vise/ui/theme"
)

// Pane is a conversation on the screen. Make one with New.
type Pane struct {
	th       theme.Theme
	list     list.List
	msgs     []*message
	items    []list.Item
	owner    []*message // of each item
	runs     []span
	draft    *draft
	contents map[string]Content
	asked    map[string]bool
	selected *message
	version  int // of the items, grows: no two items ever share one
	drawn    int // grows with everything that may change Lines
}

// span is one run's messages: from is the first of them.
type span struct {
	run  string
	from int
}

// Content is a text that was fetched by its hash, ready to be drawn; Missing
// says why it could not be.
type Content struct {
	Text    session.Foreign
	Chunks  []markdown.Chunk
	Missing string
}

// New makes an empty conversation.
func New(th theme.Theme) *Pane {
	p := &Pane{th: th}
	p.Reset()
	return p
}

// Reset empties the conversation.
func (p *Pane) Reset() {
	p.msgs, p.items, p.owner, p.runs, p.draft, p.selected = nil, nil, nil, nil, nil, nil
	p.contents, p.asked = map[string]Content{}, map[string]bool{}
	p.list.Forget()
	p.changed()
	p.list.End()
}

// SetTheme draws everything anew in another theme.
func (p *Pane) SetTheme(th theme.Theme) {
	p.th = th
	p.list.Forget()
	if p.draft != nil {
		p.draft.stream = markdown.Stream{}
	}
	p.changed()
}

// Size sets the size: w cells, h lines.
func (p *Pane) Size(w, h int) { p.list.Size(w, h); p.changed() }

// Empty reports that there is nothing to show.
func (p *Pane) Empty() bool { return len(p.items) == 0 }

// Version grows with everything that may change Lines.
func (p *Pane) Version() int { return p.drawn }

// Lines is what is on the screen.
func (p *Pane) Lines() []string { return p.list.Lines() }

func (p *Pane) changed() { p.drawn++; p.list.SetItems(p.items) }

// Show draws a run as s tells it: a new one below the others, a known one in
// its place.
func (p *Pane) Show(s *session.State) {
	i := slices.IndexFunc(p.runs, func(r span) bool { return r.run == s.Run })
	if i < 0 {
		p.runs = append(p.runs, span{s.Run, len(p.msgs)})
		i = len(p.runs) - 1
	}
	from, to := p.runs[i].from, len(p.msgs)
	if i+1 < len(p.runs) {
		to = p.runs[i+1].from
	}
	old, rest := p.msgs[from:to:to], slices.Clone(p.msgs[to:])
	fresh := p.messages(s, old)
	p.msgs = append(slices.Clone(p.msgs[:from]), append(fresh, rest...)...)
	for k := i + 1; k < len(p.runs); k++ {
		p.runs[k].from += len(fresh) - len(old)
	}
	p.keepSelection()
	p.layout(from)
}

// ShowAll draws runs in order; it costs less than one Show for each.
func (p *Pane) ShowAll(states []*session.State) {
	for _, s := range states {
		p.runs = append(p.runs, span{s.Run, len(p.msgs)})
		p.msgs = append(p.msgs, p.messages(s, nil)...)
	}
	p.layout(0)
}

// keepSelection finds the selected message again among the new ones.
func (p *Pane) keepSelection() {
	if p.selected == nil || slices.Contains(p.msgs, p.selected) {
		return
	}
	was := p.selected
	p.selected = nil
	for _, m := range p.msgs {
		if m.key == was.key {
			p.selected = m
		}
	}
}

// layout makes the items of the messages from one on.
func (p *Pane) layout(from int) {
	at := 0
	if from > 0 && from <= len(p.msgs) {
		prev := p.msgs[from-1]
		at = prev.first + prev.count
	}
	p.items, p.owner = p.items[:at], p.owner[:at]
	for i := from; i < len(p.msgs); i++ {
		m := p.msgs[i]
		label := i == 0 || p.msgs[i-1].side() != m.side() || p.msgs[i-1].run != m.run
		if label != m.label {
			m.label, m.version = label, 0
		}
		p.add(m)
	}
	p.layoutDraft()
	p.changed()
}

func (p *Pane) add(m *message) {
	m.first = len(p.items)
	blocks := m.blocks(p)
	m.count = len(blocks)
	if m.version == 0 || m.blocksAt != m.count {
		m.version, m.blocksAt = p.version+1, m.count
		p.version += 2 * m.count
	}
	for k, draw := range blocks {
		v := m.version + 2*k
		if m == p.selected {
			v++
		}
		p.items = append(p.items, list.Item{Version: v, Lines: p.framed(m, draw, k == 0)})
		p.owner = append(p.owner, m)
	}
}

// framed puts the gutter before a message's lines; it shows the selection, but
// not on the empty line over the first one.
func (p *Pane) framed(m *message, draw func(w int) []string, first bool) func(int) []string {
	return func(w int) []string {
		gutter := "  "
		if m == p.selected {
			gutter = p.th.Accent.Render("▌") + " "
		}
		lines := draw(max(w-3, 1)) // and one cell free at the right
		out := make([]string, len(lines))
		for i, l := range lines {
			if !first || i > 0 || l != "" {
				out[i] = gutter + l
			}
		}
		return out
	}
}

// again draws m anew.
func (p *Pane) again(m *message) {
	m.version = 0
	if i := slices.Index(p.msgs, m); i >= 0 {
		p.layout(i)
	}
}

// Loaded gives the pane a content that Wanted had asked for.
func (p *Pane) Loaded(hash string, c Content) {
	if !p.asked[hash] {
		return
	}
	p.contents[hash] = c
	for i, m := range p.msgs {
		if m.text.Blob == hash || m.thinking.Blob == hash {
			for _, n := range p.msgs[i:] {
				if n.text.Blob == hash || n.thinking.Blob == hash {
					n.version = 0
				}
			}
			p.layout(i)
			return
		}
	}
}

// Wanted lists the contents that are on the screen and have to be fetched;
// each is listed once.
func (p *Pane) Wanted() []session.Content {
	var out []session.Content
	first, last := p.list.Range()
	for i := first; i <= last && i < len(p.owner); i++ {
		if m := p.owner[i]; m != nil {
			for _, c := range m.shows() {
				if c.Blob != "" && !p.asked[c.Blob] {
					p.asked[c.Blob] = true
					out = append(out, c)
				}
			}
		}
	}
	return out
}
