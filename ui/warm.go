package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// Warm builds the table of character widths that the first frame needs, beside
// whatever else is done at the start: it takes some milliseconds.
func Warm() { go ansi.StringWidthWc("│") }

// flushed is by when a frame is on the terminal that was drawn just now: the
// renderer writes at its next beat.
const flushed = 2 * time.Second / frameRate

// firstFrame tells, once, that the first frame is drawn.
func (m *Model) firstFrame() tea.Cmd {
	drawn := m.opt.Drawn
	if drawn == nil {
		return nil
	}
	return tea.Tick(flushed, func(time.Time) tea.Msg { drawn(); return nil })
}
