package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"vise/ui/keys"
)

// composerKey takes a key while the composer has the keyboard.
func (m *Model) composerKey(k tea.KeyPressMsg, id string) tea.Cmd {
	if cmd, done := m.menuKey(id); done {
		return cmd
	}
	if m.traceOver() && m.composer.Empty() {
		switch id {
		case keys.HistoryPrev, keys.HistoryNext, keys.PageUp, keys.PageDown, keys.First, keys.Last:
			return m.intoTrace(id)
		}
	}
	switch id {
	case keys.Send:
		return m.enter()
	case keys.Quit:
		return m.leave()
	case keys.Back:
		return m.back()
	case keys.NextPane:
		m.nextPane(1)
	case keys.PrevPane:
		m.nextPane(-1)
	case keys.PageUp:
		m.chat.Scroll(-m.page())
	case keys.PageDown:
		m.chat.Scroll(m.page())
	case keys.First:
		m.chat.Home()
	case keys.Last:
		m.chat.End()
	case keys.Files:
		m.composer.Insert("@")
	case keys.Editor:
		return m.edit()
	case keys.OpenSelected:
		return m.openNear()
	case keys.HistoryPrev:
		if !m.composer.Up(m.frame.lineW) {
			m.composer.Earlier()
		}
	case keys.HistoryNext:
		if !m.composer.Down(m.frame.lineW) {
			m.composer.Later()
		}
	default:
		m.editKey(k, id)
	}
	return m.followMenu()
}

// intoTrace gives the keyboard to the trace that covers the conversation, and
// moves as id says: first of all to the last event.
func (m *Model) intoTrace(id string) tea.Cmd {
	m.focus = onTrace
	switch id {
	case keys.HistoryPrev:
		id = keys.Up
	case keys.HistoryNext:
		id = keys.Down
	}
	return m.traceKey(tea.KeyPressMsg{}, id, true)
}

// editKey changes the text of the composer.
func (m *Model) editKey(k tea.KeyPressMsg, id string) {
	c := m.composer
	switch id {
	case keys.NewLine:
		c.Insert("\n")
	case keys.LineStart:
		c.LineStart()
	case keys.LineEnd:
		c.LineEnd()
	case keys.DeleteWord:
		c.DeleteWord()
	case keys.DeleteStart:
		c.DeleteToStart()
	case keys.DeleteEnd:
		c.DeleteToEnd()
	case keys.DeleteRight:
		c.Delete()
	default:
		m.editPlain(k)
	}
}

// editPlain is for keys that every editor has, and for text.
func (m *Model) editPlain(k tea.KeyPressMsg) {
	c, word := m.composer, k.Mod&(tea.ModAlt|tea.ModCtrl) != 0
	switch {
	case k.Code == tea.KeyBackspace:
		c.Backspace()
	case k.Code == tea.KeyLeft && word:
		c.WordLeft()
	case k.Code == tea.KeyRight && word:
		c.WordRight()
	case k.Code == tea.KeyLeft:
		c.Left()
	case k.Code == tea.KeyRight:
		c.Right()
	case typed(k) != "":
		c.Insert(typed(k))
	}
}

// enter sends the line; on an empty one it opens the call that waits.
func (m *Model) enter() tea.Cmd {
	if m.composer.Continued() {
		m.composer.Insert("\n")
		return nil
	}
	text := strings.TrimSpace(m.composer.Value())
	if text == "" {
		m.composer.Clear()
		return m.openWaiting()
	}
	m.composer.Remember(m.composer.Value())
	m.composer.Clear()
	m.menu.close()
	m.paths.forget()
	m.toComposer()
	if isCommand(text) {
		return m.command(text)
	}
	return m.send(text)
}

// openNear opens what is nearest to the composer: a folded paste, else the
// sources of the last answer.
func (m *Model) openNear() tea.Cmd {
	if m.composer.Unfold() {
		return nil
	}
	if s, ok := m.chat.Answer(); ok {
		return m.openEvidence(s.Evidence)
	}
	m.say("There is nothing to open yet.")
	return nil
}

// paste takes pasted text: it never answers and never sends.
func (m *Model) paste(text string) tea.Cmd {
	switch {
	case m.modal != nil:
		m.modal.Paste(text, m.opt.Now())
	case m.find.line != nil:
		m.find.line.Insert(text)
	case m.screen != nil:
		m.screen.Paste(text)
	default:
		m.detail = nil
		m.toComposer()
		m.composer.Paste(text)
		return m.followMenu()
	}
	return nil
}
