package chat

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"vise/session"
	"vise/ui/list"
	"vise/ui/theme"
)

// Find selects the message with the next line that holds a text, whatever its
// case, or the one before where dir is negative; at is what was found before.
// It tells which line of how many it is; of is 0 where there is none. Folded
// thinking, and what hasn't been read yet, isn't looked at.
func (p *Pane) Find(want string, at list.Hit, dir int) (now list.Hit, n, of int) {
	if at.Item < 0 && p.selected != nil {
		at.Item, at.Line = p.selected.first, -1
	}
	var hits []list.Hit
	for _, m := range p.msgs {
		hits = append(hits, p.hits(m, want)...)
	}
	if len(hits) == 0 {
		return at, 0, 0
	}
	k := list.Next(hits, at, dir)
	p.pick(p.owner[hits[k].Item])
	p.list.Jump(hits[k])
	p.drawn++
	return hits[k], k + 1, len(hits)
}

// hits are the lines of m with the text. Of the model's own messages, which
// can be many and long, only those that may have it are rendered.
func (p *Pane) hits(m *message, want string) []list.Hit {
	raw, low := m.words, strings.ToLower(want)
	if m.kind == session.ItemModel {
		text := m.text.Text
		if m.text.Blob != "" {
			text = p.contents[m.text.Blob].Text
		}
		raw = theme.InertTabs(text)
	}
	raw = strings.ToLower(raw)
	if m.kind == session.ItemModel && m.failed == "" && !m.unfolded && !strings.Contains(raw, longestWord(low)) {
		return nil
	}
	var out []list.Hit
	for i := m.first; i < m.first+m.count; i++ {
		out = append(out, p.list.Hits(i, want, ansi.Strip)...)
	}
	if len(out) == 0 && strings.Contains(raw, low) && m.count > 0 {
		return []list.Hit{{Item: m.first}} // it goes over the end of a line
	}
	return out
}

// longestWord is what of a text no markup can stand in.
func longestWord(s string) string {
	words := strings.FieldsFunc(s, func(r rune) bool { return r < 0x80 && !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') })
	if len(words) == 0 {
		return ""
	}
	return slices.MaxFunc(words, func(a, b string) int { return len(a) - len(b) })
}
