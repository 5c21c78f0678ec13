package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"vise/ui/keys"
	"vise/ui/theme"
)

// option is one line of the menu. Its texts are inert.
type option struct {
	name   string // a command with its slash, or a path
	about  string
	folder bool
	deeper bool // a file of another folder than the one being completed
	prompt bool // a prompt of a server
	bytes  int64
	res    *ResourceHint // a resource of a server
	// command is run by taking an option that completes nothing; see heldFor.
	command string
}

// menu completes slash commands and what stands after an @, above the
// composer.
type menu struct {
	items     []option
	at        int    // -1: none, where the person must choose one first
	paths     bool   // what is offered are files and folders
	dismissed string // the text for which the person closed it
}

// open reports that the menu is on the screen.
func (u *menu) open() bool { return len(u.items) > 0 }

func (u *menu) close() { *u = menu{} }

// dismiss closes the menu until the text changes.
func (u *menu) dismiss(text string) { *u = menu{dismissed: text} }

// offer shows options, with the cursor on the one that it was on. Where there
// are only files of other folders it is on none, so that enter sends a request
// with a word in it that merely looks like them.
func (u *menu) offer(items []option, paths bool) {
	was := ""
	if u.open() && (u.at > 0 || u.at == 0 && u.items[0].deeper) {
		was = u.items[u.at].name
	}
	*u = menu{items: items, paths: paths}
	if len(items) > 0 && items[0].deeper {
		u.at = -1
	}
	for i, o := range items {
		if o.name == was {
			u.at = i
		}
	}
}

// followMenu offers what the text of the composer may become.
func (m *Model) followMenu() tea.Cmd {
	text := m.composer.Value()
	if text == m.menu.dismissed && text != "" {
		return nil
	}
	if word, ok := m.composer.Mention(); ok {
		return m.followPaths(word)
	}
	m.paths.forget()
	if text = strings.ToLower(wideSlash(text)); !completes(text) {
		m.menu.close()
		m.prompts.asked = false
		return nil
	}
	m.menu.offer(m.commandsFor(text), false)
	if m.prompts.asked {
		return nil
	}
	m.prompts.asked = true
	return m.readPrompts()
}

// completes reports text that may become a command.
func completes(text string) bool {
	return strings.HasPrefix(text, "/") && !strings.ContainsAny(text, " \n")
}

// commandsFor are the commands and prompts that begin with text.
func (m *Model) commandsFor(text string) []option {
	var out []option
	for _, c := range commands() {
		if strings.HasPrefix(c.name, text) {
			out = append(out, option{name: c.name, about: c.about()})
		}
	}
	for _, p := range m.prompts.offers {
		if name := "/" + theme.InertWords(p.ID); strings.HasPrefix(strings.ToLower(name), text) {
			out = append(out, option{name: name, about: promptAbout(p), prompt: true})
		}
	}
	for _, o := range heldFor(m.prompts.held, strings.TrimPrefix(text, "/")) {
		o.name = "/" + o.name
		out = append(out, o)
	}
	return out
}

// menuKey takes a key while the menu is open.
func (m *Model) menuKey(id string) (tea.Cmd, bool) {
	u := &m.menu
	if !u.open() {
		return nil, false
	}
	switch id {
	case keys.HistoryPrev:
		u.at = (max(u.at, 0) + len(u.items) - 1) % len(u.items)
		return m.followPreview(), true
	case keys.HistoryNext:
		u.at = (u.at + 1) % len(u.items)
		return m.followPreview(), true
	case keys.NextPane: // tab
		o := u.items[max(u.at, 0)]
		if o.command != "" {
			return m.openHeld(o), true
		}
		if u.paths {
			return m.takePath(o), true
		}
		m.composer.SetValue(o.name + " ")
		u.close()
	case keys.Send:
		if u.at < 0 {
			return nil, false
		}
		return m.takeOption(u.items[u.at])
	default:
		return nil, false
	}
	return nil, true
}

// takeOption is enter in the menu: it runs a command, or takes a path where
// that isn't written out already.
func (m *Model) takeOption(o option) (tea.Cmd, bool) {
	if o.command != "" {
		return m.openHeld(o), true
	}
	if m.menu.paths {
		if word, ok := m.composer.Mention(); ok && word == o.name && !o.folder {
			return nil, false
		}
		return m.takePath(o), true
	}
	m.composer.Clear()
	m.composer.Remember(o.name)
	m.menu.close()
	return m.command(o.name), true
}

// shown is the name, which is cut where it is too long for w cells: of a file
// of another folder the end matters, its own name. Of a resource the beginning
// and the end do: the server, and what tells its addresses apart.
func (o option) shown(w int) string {
	full := theme.Width(o.name)
	switch {
	case full <= w:
		return o.name
	case o.deeper:
		return ansi.TruncateLeft(o.name, full-max(w-1, 0), "…")
	case o.res == nil:
		return o.name
	}
	lead := theme.Cut(theme.InertWords(o.res.Server), w/2) + ":…"
	return lead + ansi.TruncateLeft(o.name, full-max(w-theme.Width(lead), 0), "")
}

// lines draws the menu in at most h lines.
func (u *menu) lines(th theme.Theme, w, h int) []string {
	if !u.open() || h <= 0 {
		return nil
	}
	first := max(min(u.at-h/2, len(u.items)-h), 0)
	shown := u.items[first:min(first+h, len(u.items))]
	nameW := 12
	for _, o := range shown {
		nameW = max(nameW, min(theme.Width(o.name)+2, w/2))
	}
	var out []string
	for i, o := range shown {
		mark := "   "
		if first+i == u.at {
			mark = " ▸ "
		}
		about := o.about
		if o.bytes > 0 {
			about = strings.TrimSuffix(tokens(o.bytes)+" · "+about, " · ")
		}
		line := theme.Fit(mark+theme.Fit(o.shown(nameW-1), nameW-1)+" "+about, w)
		if first+i == u.at {
			line = th.Selected.Render(line)
		} else {
			line = th.Dim.Render(line)
		}
		out = append(out, line)
	}
	return out
}
