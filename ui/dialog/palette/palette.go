// Package palette finds a command by a few of its letters.
package palette

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/sahilm/fuzzy"

	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/theme"
)

// Command is one line of the palette.
type Command struct {
	ID   string // for the owner
	Name string // "/new", "Model"
	Help string
	Keys string // as shown, such as "ctrl+t"; empty for none
}

// Do is what a key made of the palette.
type Do int

const (
	None Do = iota
	Close
	Run // Action.ID is the command
)

// Action is what to do after a key.
type Action struct {
	Do Do
	ID string
}

// Palette is the dialog. It is used from one goroutine.
type Palette struct {
	keys     *keys.Map
	th       theme.Theme
	commands []Command
	title    string
	none     string // said when nothing is found
	line     *dialog.Line
	found    []match
	at       int
	off      int
	cx       int
}

// match is a command that was found, and which letters of its name were meant.
type match struct {
	Command
	letters []int // byte offsets in Name
}

// New opens the palette; an empty line shows all commands in their order.
func New(m *keys.Map, th theme.Theme, commands []Command) *Palette {
	p := &Palette{keys: m, th: th, commands: commands, line: dialog.NewLine(""), title: "Commands", none: "no command is like that"}
	p.find()
	return p
}

// Titled makes the palette one of something else than commands; none is said
// when nothing is found. Both are vise's own words.
func (p *Palette) Titled(title, none string) *Palette {
	p.title, p.none = title, none
	return p
}

// Offer replaces the commands with those names and adds the others at the end;
// the cursor stays.
func (p *Palette) Offer(more ...Command) {
	for _, c := range more {
		if i := slices.IndexFunc(p.commands, func(o Command) bool { return o.ID == c.ID }); i >= 0 {
			p.commands[i] = c
		} else {
			p.commands = append(p.commands, c)
		}
	}
	at, off := p.at, p.off
	p.find()
	p.at, p.off = max(min(at, len(p.found)-1), 0), off
}

// Paste puts text into the line.
func (p *Palette) Paste(s string) {
	p.line.Insert(s)
	p.find()
}

// Key takes one key press.
func (p *Palette) Key(msg tea.KeyPressMsg) Action {
	switch id, _ := p.keys.Match(keys.Palette, msg); id {
	case keys.ListClose:
		return Action{Do: Close}
	case keys.ListTake:
		if p.at < len(p.found) {
			return Action{Do: Run, ID: p.found[p.at].ID}
		}
	case keys.ListUp:
		p.at = max(0, p.at-1)
	case keys.ListDown:
		p.at = max(0, min(len(p.found)-1, p.at+1))
	default:
		p.line.Changed = false
		p.line.Key(p.keys, keys.Palette, msg)
		if p.line.Changed {
			p.find()
		}
	}
	return Action{}
}

// find looks for the line: in names by letters, then in the help by words,
// then once more as if it had been typed on a Latin layout.
func (p *Palette) find() {
	p.at, p.off = 0, 0
	text := strings.TrimSpace(p.line.Text())
	if p.found = p.search(text); len(p.found) == 0 {
		p.found = p.search(keys.Latin(text))
	}
}

func (p *Palette) search(text string) []match {
	var out []match
	if text == "" {
		for _, c := range p.commands {
			out = append(out, match{Command: c})
		}
		return out
	}
	names := make([]string, len(p.commands))
	for i, c := range p.commands {
		names[i] = c.Name
	}
	for _, m := range fuzzy.Find(text, names) {
		out = append(out, match{Command: p.commands[m.Index], letters: m.MatchedIndexes})
	}
	for _, c := range p.commands {
		if strings.Contains(strings.ToLower(c.Help), strings.ToLower(text)) && !slices.ContainsFunc(out, func(m match) bool { return m.ID == c.ID }) {
			out = append(out, match{Command: c})
		}
	}
	return out
}

const (
	width   = 76
	visible = 14
)

// View draws the palette for a screen of w×h.
func (p *Palette) View(w, h int) string {
	bw, bh := dialog.Size(w, h, width, min(len(p.commands), visible)+4)
	in := dialog.Inner(bw)
	text, cx, _ := p.line.View(in-2, 1)
	p.cx = 2 + 2 + cx
	lines := []string{"> " + text[0]}
	room := max(0, bh-4)
	if p.at < p.off {
		p.off = p.at
	} else if p.at >= p.off+room {
		p.off = p.at - room + 1
	}
	for i := p.off; i < min(len(p.found), p.off+room); i++ {
		lines = append(lines, p.row(i, in))
	}
	if len(p.found) == 0 {
		lines = append(lines, p.th.Dim.Render(p.none))
	}
	for len(lines) < bh-3 {
		lines = append(lines, "")
	}
	lines = append(lines, p.keys.Pick(in, keys.ListTake, keys.ListUp+"+"+keys.ListDown, keys.ListClose))
	return dialog.Draw(p.th, p.title, "", lines, bw, bh)
}

// Cursor is where the text cursor belongs in what View drew.
func (p *Palette) Cursor() (x, y int, ok bool) { return p.cx, 1, true }

// row is one command: name, help, keys.
func (p *Palette) row(i, w int) string {
	m := p.found[i]
	name := p.lit(m)
	if i == p.at {
		name = p.th.Accent.Render("▸ ") + name
	} else {
		name = "  " + name
	}
	const col = 20
	left := theme.Fit(name, max(col, theme.Width(name)+1)) + p.th.Dim.Render(theme.InertWords(m.Help))
	return theme.Between(left, " "+theme.InertWords(m.Keys), w)
}

// lit is a name with the letters that were found.
func (p *Palette) lit(m match) string {
	if len(m.letters) == 0 {
		return theme.InertWords(m.Name)
	}
	var b strings.Builder
	for i, r := range m.Name {
		s := theme.InertWords(string(r))
		if slices.Contains(m.letters, i) {
			s = p.th.Accent.Render(s)
		}
		b.WriteString(s)
	}
	return b.String()
}
