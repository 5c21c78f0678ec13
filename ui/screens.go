package ui

import (
	tea "charm.land/bubbletea/v2"

	"vise/ui/keys"
)

// screen is what stands in place of the chat: tools, runs, a replay.
type screen interface {
	// Context is where its keys are listened to.
	Context() keys.Context
	// Title names it in the window's title.
	Title() string
	// key takes a key that the key map calls id, "" for an unknown one.
	key(m *Model, k tea.KeyPressMsg, id string) tea.Cmd
	paste(text string)
	// View draws it with h lines of w cells.
	View(w, h int) string
}

func (m *Model) screenKey(k tea.KeyPressMsg, id string) tea.Cmd { return m.screen.key(m, k, id) }

func (m *Model) screenPaste(text string) { m.screen.paste(text) }

func (m *Model) routeScreens(msg tea.Msg) tea.Cmd {
	if _, ok := msg.(boxTickMsg); ok {
		return m.tickBox()
	}
	return nil
}
