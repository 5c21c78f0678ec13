// Package help is the help screen, made from the key map.
package help

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/theme"
)

// Command is one slash command on the help screen.
type Command struct{ Name, Help string }

// Help is the dialog. It is used from one goroutine.
type Help struct {
	keys     *keys.Map
	th       theme.Theme
	from     keys.Context
	commands []Command
	off      int
	page     int
}

// New opens the help as seen from a context: its keys come first.
func New(m *keys.Map, th theme.Theme, from keys.Context, commands []Command) *Help {
	return &Help{keys: m, th: th, from: from, commands: commands}
}

// Key takes one key press and reports whether the help is closed by it.
func (h *Help) Key(msg tea.KeyPressMsg) (closed bool) {
	switch id, _ := h.keys.Match(keys.Help, msg); id {
	case keys.HelpClose:
		return true
	case keys.HelpUp:
		h.off--
	case keys.HelpDown:
		h.off++
	case keys.HelpPageUp:
		h.off -= max(1, h.page-1)
	case keys.HelpPageDown:
		h.off += max(1, h.page-1)
	}
	h.off = max(0, h.off)
	return false
}

const (
	width   = 96
	nameCol = 70 // columns from which the names for vise.yaml are shown
)

// View draws the help for a screen of w×ht.
func (h *Help) View(w, ht int) string {
	bw, _ := dialog.Size(w, ht, width, ht)
	in := dialog.Inner(bw)
	rows := h.rows(in)
	_, bh := dialog.Size(w, ht, bw, len(rows)+3)
	h.page = max(1, bh-3)
	visible, below := dialog.Scroll(rows, &h.off, h.page)
	foot := h.keys.Pick(in, keys.HelpUp+"+"+keys.HelpDown, keys.HelpClose)
	if below > 0 {
		foot = theme.Between(foot, "↓ more", in)
	}
	right := ""
	if in >= nameCol {
		right = "name in vise.yaml"
	}
	return dialog.Draw(h.th, "Help", right, append(append([]string{}, visible...), foot), bw, bh)
}

// rows are the keys that are live where one is, the commands, all other keys.
func (h *Help) rows(w int) []string {
	var out []string
	live, told := keys.Chain(h.from), len(h.commands) == 0
	for _, s := range h.keys.Sections(h.from) {
		if !told && !slices.Contains(live, s.Context) {
			told = true
			out = append(append(out, h.commandRows(w)...), "")
		}
		out = append(out, h.th.Heading.Render(s.Title))
		for _, l := range s.Lines {
			out = append(out, h.line(l.Keys, l.Help, l.ID, w)...)
		}
		out = append(out, "")
	}
	return out[:len(out)-1]
}

func (h *Help) commandRows(w int) []string {
	out := []string{h.th.Heading.Render("Commands")}
	for _, c := range h.commands {
		out = append(out, h.line(theme.InertWords(c.Name), theme.InertWords(c.Help), "", w)...)
	}
	return out
}

// line is one key or command, wrapped under its words.
func (h *Help) line(key, words, id string, w int) []string {
	col, tail := min(26, w/3), 0
	if w >= nameCol {
		tail = 24
	} else {
		id = ""
	}
	label := "  " + key
	var out []string
	if theme.Width(label)+1 > col {
		out = append(out, theme.Cut(label, w))
		label = ""
	}
	for i, r := range theme.Wrap(words, max(8, w-col-tail)) {
		line := theme.Fit(label, col) + r
		label = ""
		if i == 0 && tail > 0 {
			line = theme.Between(line, h.th.Dim.Render(id), w)
		}
		out = append(out, line)
	}
	return out
}
