package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"vise/ui/theme"
)

// notice is a line that stays until the next key.
type notice struct{ text string }

// noticeMsg brings a notice from a command.
type noticeMsg struct{ text string }

// say shows a line until the next key. Its text is made inert.
func (m *Model) say(text string) { m.notice = notice{theme.InertWords(text)} }

// sayNew tells of the first notice that wasn't there before, such as a server
// that failed. An empty conversation lists them all; what is being said stays.
func (m *Model) sayNew(was []string) {
	if m.chat.Empty() && m.onChatScreen() || m.notice.text != "" {
		return
	}
	for _, n := range m.status.Notices {
		if !slices.Contains(was, n) {
			m.say("! " + n)
			return
		}
	}
}

// notify rings the bell and tells the desktop, where the person looks
// elsewhere. text is in vise's own words.
func (m *Model) notify(text string) tea.Cmd {
	if !m.blur || m.opt.Quiet {
		return nil
	}
	return tea.Raw("\a\x1b]9;" + text + "\x1b\\\x1b]777;notify;vise;" + text + "\x1b\\")
}
