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

// maxNews is how long a notice that comes by itself may be, in cells; /servers
// and an empty conversation have the whole.
const maxNews = 160

// sayNew tells of the first notice that is there for the first time, such as
// that a server failed. An empty conversation lists them all; what is being
// said stays.
func (m *Model) sayNew() {
	listed := m.chat.Empty() && m.onChatScreen()
	for _, n := range m.status.Notices {
		if slices.Contains(m.told, n) {
			continue
		}
		if !listed {
			if m.notice.text != "" {
				return // its turn comes with the next change
			}
			m.say("! " + theme.Cut(theme.InertWords(n), maxNews))
		}
		if m.told = append(m.told, n); len(m.told) > maxTold {
			m.told = m.told[1:]
		}
	}
}

// maxTold bounds how many notices are remembered as told.
const maxTold = 200

// notify rings the bell and tells the desktop, where the person looks
// elsewhere. text is in vise's own words.
func (m *Model) notify(text string) tea.Cmd {
	if !m.blur || m.opt.Quiet {
		return nil
	}
	return tea.Raw("\a\x1b]9;" + text + "\x1b\\\x1b]777;notify;vise;" + text + "\x1b\\")
}
