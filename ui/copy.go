package ui

import (
	"fmt"
	"os"
	"os/exec"
	"strings"

	tea "charm.land/bubbletea/v2"

	"vise/ui/theme"
)

// maxOSC is the most that is sent over OSC 52 in bytes: many terminals drop
// what is longer.
const maxOSC = 74_000

// copyMessage copies the selected message, or its last block of code.
func (m *Model) copyMessage(code bool) tea.Cmd {
	s, ok := m.chat.Selected()
	switch {
	case !ok:
		return nil
	case s.Missing:
		m.say("Its text isn't here yet.")
		return nil
	case code && s.Code == "":
		m.say("There is no block of code in this message.")
		return nil
	case code:
		return m.copyText(s.Code, "the code")
	}
	return m.copyText(s.Markdown, "the message")
}

// copyText copies text: through tmux where it runs in one, else over OSC 52
// where the terminal is one that may know it, else into a file. The notice
// says what is known to have happened.
func (m *Model) copyText(text, what string) tea.Cmd {
	env := m.opt.Getenv
	switch {
	case env("TMUX") != "":
		return func() tea.Msg {
			c := exec.CommandContext(m.ctx, "tmux", "load-buffer", "-w", "-")
			c.Stdin = strings.NewReader(text)
			if err := c.Run(); err != nil {
				return intoFile(text, what, "tmux didn't take it")
			}
			return noticeMsg{"Copied " + what + " to tmux's buffer and the clipboard."}
		}
	case len(text) > maxOSC:
		return func() tea.Msg { return intoFile(text, what, "it is too long for the terminal's clipboard") }
	case deaf(env("TERM"), env("TERM_PROGRAM")):
		return func() tea.Msg { return intoFile(text, what, "this terminal has no clipboard for programs") }
	}
	// No terminal answers OSC 52, so only the sending is claimed.
	m.say(fmt.Sprintf("Sent %s to the terminal's clipboard (OSC 52), %d characters.", what, len([]rune(text))))
	return tea.SetClipboard(text)
}

// deaf reports terminals that are known not to take a clipboard.
func deaf(term, program string) bool {
	return program == "Apple_Terminal" || term == "linux" || term == "dumb" || term == ""
}

// intoFile writes text into a file that only the person may read.
func intoFile(text, what, why string) tea.Msg {
	f, err := os.CreateTemp("", "vise-copy-*.md")
	if err != nil {
		return noticeMsg{"Not copied: " + why + ", and no file could be made: " + err.Error()}
	}
	_, err = f.WriteString(text)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return noticeMsg{"Not copied: " + why + ", and the file couldn't be written: " + err.Error()}
	}
	return noticeMsg{fmt.Sprintf("Not in the clipboard: %s. Written %s to %s", why, what, theme.InertWords(f.Name()))}
}
