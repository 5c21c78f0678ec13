package ui

import (
	"fmt"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/list"
	"vise/ui/theme"
)

// finder looks for a text in what has the keyboard: the conversation, the
// trace, or what is open over them.
type finder struct {
	line *dialog.Line // the text while it is typed; nil when it isn't
	text string       // what is marked
	at   list.Hit     // what was found last
}

func (m *Model) startFind() {
	m.find.line = dialog.NewLine("")
	m.find.at = list.Nowhere()
}

// findKey takes a key while the text is typed.
func (m *Model) findKey(k tea.KeyPressMsg) tea.Cmd {
	f := &m.find
	switch id, _ := m.opt.Keys.Match(keys.Search, k); id {
	case keys.ListClose:
		m.find = finder{}
	case keys.ListTake:
		f.text, f.line = f.line.Text(), nil
		m.seek(1)
	case keys.SearchReplay: // to the right, while there is text
		f.line.Right()
	default:
		f.line.Key(m.opt.Keys, keys.Search, k)
		f.text = f.line.Text()
	}
	return nil
}

// seekKey goes to the next place, or the one before; false where nothing is
// looked for.
func (m *Model) seekKey(id string) bool {
	dir := map[string]int{keys.FindNext: 1, keys.FindPrev: -1}[id]
	if dir == 0 || m.find.text == "" {
		return false
	}
	m.seek(dir)
	return true
}

func (m *Model) seek(dir int) {
	f := &m.find
	if f.text == "" {
		return
	}
	look := m.chat.Find
	switch {
	case m.detail != nil:
		look = m.detail.Find
	case m.focus == onTrace:
		look = m.trace.Find
	}
	at, n, of := look(f.text, f.at, dir)
	f.at = at
	if of == 0 {
		m.say("Not found: " + f.text)
		return
	}
	k := m.opt.Keys
	m.say(fmt.Sprintf("%d of %d · %s next · %s before", n, of, k.Label(keys.FindNext), k.Label(keys.FindPrev)))
}

// marked shows what is looked for in drawn lines.
func (m *Model) marked(lines []string) []string {
	if m.find.text == "" {
		return lines
	}
	style := m.th.Selected.Bold(true).Underline(true)
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = lipgloss.StyleRanges(l, places(ansi.Strip(l), m.find.text, style)...)
	}
	return out
}

// places are the cells of a plain line that a text takes, whatever its case.
func places(line, want string, style lipgloss.Style) []lipgloss.Range {
	n := utf8.RuneCountInString(want)
	if !strings.Contains(strings.ToLower(line), strings.ToLower(want)) {
		return nil
	}
	var out []lipgloss.Range
	for i := 0; i < len(line); {
		end := i
		for range n {
			_, size := utf8.DecodeRuneInString(line[end:])
			end += size
		}
		if !strings.EqualFold(line[i:end], want) {
			_, size := utf8.DecodeRuneInString(line[i:])
			i += size
			continue
		}
		from := theme.Width(line[:i])
		out = append(out, lipgloss.NewRange(from, from+theme.Width(line[i:end]), style))
		i = end
	}
	return out
}
