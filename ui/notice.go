package ui

import (
	tea "charm.land/bubbletea/v2"

	"vise/ui/theme"
)

// notice is a line that stays until the next key.
type notice struct{ text string }

// noticeMsg brings a notice from a command.
type noticeMsg struct{ text string }

// say shows a line until the next key. Its text is made inert.
func (m *Model) say(text string) { m.notice = notice{theme.InertWords(text)} }

// notify rings the bell and tells the desktop, where the person looks
// elsewhere. text is in vise's own words.
func (m *Model) notify(text string) tea.Cmd {
	if !m.blur || m.opt.Quiet {
		return nil
	}
	return tea.Raw("\a\x1b]9;" + text + "\x1b\\\x1b]777;notify;vise;" + text + "\x1b\\")
}
