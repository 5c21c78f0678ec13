package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"vise/ui/keys"
	"vise/ui/theme"
)

// menu completes slash commands above the composer.
type menu struct {
	items     []command
	at        int
	dismissed string // the text for which the person closed it
}

// open reports that the menu is on the screen.
func (u *menu) open() bool { return len(u.items) > 0 }

func (u *menu) close() { *u = menu{} }

// dismiss closes the menu until the text changes.
func (u *menu) dismiss(text string) { *u = menu{dismissed: text} }

// follow offers the commands that text may become.
func (u *menu) follow(text string) {
	text = strings.ToLower(wideSlash(text))
	if !strings.HasPrefix(text, "/") || strings.ContainsAny(text, " \n") {
		u.close()
		return
	}
	if text == u.dismissed {
		return
	}
	was := ""
	if u.open() {
		was = u.items[u.at].name
	}
	u.items, u.at, u.dismissed = nil, 0, ""
	for _, c := range commands() {
		if strings.HasPrefix(c.name, text) {
			if c.name == was && text != "/" {
				u.at = len(u.items)
			}
			u.items = append(u.items, c)
		}
	}
}

// menuKey takes a key while the menu is open.
func (m *Model) menuKey(id string) (tea.Cmd, bool) {
	u := &m.menu
	if !u.open() {
		return nil, false
	}
	switch id {
	case keys.HistoryPrev:
		u.at = (u.at + len(u.items) - 1) % len(u.items)
	case keys.HistoryNext:
		u.at = (u.at + 1) % len(u.items)
	case keys.NextPane: // tab
		m.composer.SetValue(u.items[u.at].name + " ")
		u.close()
	case keys.Send:
		name := u.items[u.at].name
		m.composer.Clear()
		m.composer.Remember(name)
		u.close()
		return m.command(name), true
	default:
		return nil, false
	}
	return nil, true
}

// lines draws the menu in at most h lines.
func (u *menu) lines(th theme.Theme, w, h int) []string {
	if !u.open() || h <= 0 {
		return nil
	}
	first := max(min(u.at-h/2, len(u.items)-h), 0)
	var out []string
	for i := first; i < min(first+h, len(u.items)); i++ {
		c := u.items[i]
		mark := "   "
		if i == u.at {
			mark = " ▸ "
		}
		line := theme.Fit(mark+theme.Fit(c.name, 12)+c.about(), w)
		if i == u.at {
			line = th.Selected.Render(line)
		} else {
			line = th.Dim.Render(line)
		}
		out = append(out, line)
	}
	return out
}
