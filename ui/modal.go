package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"
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

func (m *Model) modalKey(k tea.KeyPressMsg) tea.Cmd { return m.modal.key(m, k) }

func (m *Model) closeModal() { m.modal = nil }
