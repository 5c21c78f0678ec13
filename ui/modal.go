package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/ui/dialog"
)

// modal is a dialog over everything; it has the keyboard.
type modal interface {
	key(m *Model, k tea.KeyPressMsg) tea.Cmd
	// Paste takes pasted text; it never answers.
	Paste(text string, now time.Time)
	// Answers reports that a single letter would answer now.
	Answers() bool
	// View draws the dialog for a screen of w×h; it may be smaller.
	View(w, h int) string
	// Cursor is where the text cursor belongs in what View drew.
	Cursor() (x, y int, ok bool)
}

func (m *Model) modalKey(k tea.KeyPressMsg) tea.Cmd {
	if m.writesBeside() {
		switch text := typed(k); {
		case text != "":
			m.touched()
			m.modal.Paste(text, m.opt.Now())
			m.composer.Insert(text)
			return earTick(dialog.Quiet)
		case k.Code == tea.KeyBackspace:
			m.composer.Backspace()
			return nil
		}
	}
	return m.modal.key(m, k)
}

// writesBeside reports that the person went on writing in the line when this
// box came, and hasn't finished: a letter is one of the line's then, however
// long they thought before it. One letter alone was an answer given too early.
func (m *Model) writesBeside() bool {
	return m.boxes.beside != nil && m.boxes.beside == m.modal && m.screen == nil && len([]rune(m.composer.Value())) > 1
}

func (m *Model) closeModal() { m.modal = nil }
