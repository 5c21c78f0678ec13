package tools

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"vise/ui/theme"
)

// startFilter begins to type what the list is to be cut down to.
func (p *Pane) startFilter() Action {
	p.filter.Type()
	p.pair.OnDoc = false
	return Action{Do: Handled}
}

// Paste puts pasted text into the filter, if it is being typed.
func (p *Pane) Paste(text string) {
	if p.filter.Paste(text) {
		p.apply()
	}
}

func (p *Pane) filterKey(id string, msg tea.KeyPressMsg) Action {
	by, changed, handled := p.filter.Key(p.keys, id, msg)
	switch {
	case !handled:
		return Action{}
	case changed:
		p.apply()
	case by != 0:
		p.pair.Move(by)
		p.details()
	}
	return Action{Do: Handled}
}

// apply keeps the tools that have every word of the filter, each below its
// server, and the servers that have them. The cursor stays on what it is on
// where that is still there, else it goes to the first tool.
func (p *Pane) apply() {
	was, had := p.selected()
	words := p.filter.Words()
	p.entries = p.entries[:0:0]
	for i, e := range p.all {
		if e.has(words) || e.tool == nil && p.below(i, words) {
			p.entries = append(p.entries, e)
		}
	}
	if len(p.all) > 0 {
		p.pair.Empty = theme.InertWords("no server or tool has “" + p.filter.Text() + "”")
	}
	p.pair.SetLen(len(p.entries))
	at := -1
	for i, e := range p.entries {
		if had && e.id() == was.id() {
			at = i
		}
	}
	if at < 0 && len(words) > 0 {
		at = 0
		if len(p.entries) > 1 && !p.entries[0].has(words) {
			at = 1
		}
	}
	if at >= 0 {
		p.pair.To(at)
	}
	p.details()
}

// below reports whether a tool of the server in row i has the words.
func (p *Pane) below(i int, words []string) bool {
	for _, e := range p.all[i+1:] {
		if e.tool == nil {
			return false
		}
		if e.has(words) {
			return true
		}
	}
	return false
}

// has reports that each word is in what the row shows.
func (e entry) has(words []string) bool {
	text := e.server.Name + " " + string(e.server.State)
	if e.tool != nil {
		text = e.tool.ID() + " " + string(e.tool.Status) + " " + e.held
	}
	text = strings.ToLower(text)
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}
