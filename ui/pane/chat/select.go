package chat

import (
	"slices"

	"vise/session"
	"vise/ui/markdown"
	"vise/ui/theme"
)

// Selection is the selected message.
type Selection struct {
	Run      string
	Kind     session.ItemKind
	Markdown string   // raw Markdown, inert, for copying
	Code     string   // its last block of code, empty without one
	Evidence []string // cited evidence ids, in order of appearance
	Call     string   // call id
	Missing  bool     // the text isn't here yet
}

// Selected is the selected message; false when none is.
func (p *Pane) Selected() (Selection, bool) {
	if p.selected == nil {
		return Selection{}, false
	}
	return p.describe(p.selected), true
}

// Answer describes the last message of the model; false when there is none.
func (p *Pane) Answer() (Selection, bool) {
	for _, m := range slices.Backward(p.msgs) {
		if m.kind == session.ItemModel {
			return p.describe(m), true
		}
	}
	return Selection{}, false
}

func (p *Pane) describe(m *message) Selection {
	s := Selection{Run: m.run, Kind: m.kind, Markdown: m.words, Evidence: m.cites, Call: m.call.ID}
	switch m.kind {
	case session.ItemModel:
		text := m.text.Text
		if m.text.Blob != "" {
			c, ok := p.contents[m.text.Blob]
			s.Missing = !ok || c.Missing != ""
			text = c.Text
		}
		s.Markdown = theme.InertTabs(text)
		p.read(&s, m)
	case session.ItemCall:
		_, s.Markdown, _ = CallWords(m.call, p.th)
	}
	return s
}

// read finds code and citations in what is drawn of m.
func (p *Pane) read(s *Selection, m *message) {
	chunks := m.chunks
	if m.text.Blob != "" {
		chunks = p.contents[m.text.Blob].Chunks
	}
	var blocks []markdown.Block
	for _, c := range chunks {
		doc := c.Render(80, p.th)
		blocks = append(blocks, doc.Blocks...)
		for _, cite := range doc.Cites {
			if !slices.Contains(s.Evidence, cite.Evidence) {
				s.Evidence = append(slices.Clone(s.Evidence), cite.Evidence)
			}
		}
	}
	if len(blocks) > 0 {
		s.Code = blocks[len(blocks)-1].Text
	}
}

// Select moves the selection by n messages, down for a positive n; with none
// selected it begins at the last one.
func (p *Pane) Select(n int) {
	if len(p.msgs) == 0 {
		return
	}
	i := slices.Index(p.msgs, p.selected)
	switch {
	case i < 0:
		i = len(p.msgs) - 1
	default:
		i = min(max(i+n, 0), len(p.msgs)-1)
	}
	p.pick(p.msgs[i])
	if m := p.msgs[i]; i == len(p.msgs)-1 {
		p.list.End()
	} else {
		p.list.Show(m.first + m.count - 1)
		p.list.Show(m.first)
	}
}

// Deselect leaves nothing selected.
func (p *Pane) Deselect() { p.pick(nil) }

func (p *Pane) pick(m *message) {
	was := p.selected
	if was == m {
		return
	}
	p.selected = m
	from := len(p.msgs)
	for _, x := range []*message{was, m} {
		if i := slices.Index(p.msgs, x); x != nil && i >= 0 {
			from = min(from, i)
		}
	}
	p.layout(from)
}

// Fold folds or unfolds the selected message: its thinking, or a long request.
func (p *Pane) Fold() {
	if m := p.selected; m != nil {
		m.unfolded = !m.unfolded
		p.again(m)
	}
}

// Scroll moves the window by n lines, up for a negative n.
func (p *Pane) Scroll(n int) { p.list.Scroll(n); p.drawn++ }

// Home shows the beginning.
func (p *Pane) Home() { p.list.Home(); p.drawn++ }

// End shows the end, and follows it.
func (p *Pane) End() { p.list.End(); p.drawn++ }

// AtEnd reports that the window follows the end.
func (p *Pane) AtEnd() bool { return p.list.AtEnd() }
