package ui

import (
	tea "charm.land/bubbletea/v2"

	"vise/policy"
	"vise/ui/pane/tools"
)

// catalogueMsg brings every tool of every server.
type catalogueMsg struct {
	catalogue policy.Catalogue
	err       error
}

// toolsScreen lists tools.
type toolsScreen struct{ *tools.Pane }

// Paste has nowhere to put text.
func (toolsScreen) Paste(string) {}

func (m *Model) openTools(string) tea.Cmd {
	m.screen = toolsScreen{tools.New(m.th, m.opt.Keys)}
	return m.readCatalogue
}

func (m *Model) readCatalogue() tea.Msg {
	c, err := m.deps.Tools.Catalogue(m.ctx)
	return catalogueMsg{c, err}
}

func (s toolsScreen) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	act := s.Key(k)
	switch act.Do {
	case tools.Back:
		m.closeScreen()
	case tools.Switch:
		return func() tea.Msg {
			if err := m.deps.Tools.SetOff(m.ctx, act.Tool, act.Off); err != nil {
				return noticeMsg{"It was not switched: " + err.Error()}
			}
			return m.readCatalogue()
		}
	}
	return nil
}

func (m *Model) catalogueCame(msg catalogueMsg) {
	s, ok := m.screen.(toolsScreen)
	switch {
	case !ok:
	case msg.err != nil:
		s.SetError(msg.err)
	default:
		s.SetCatalogue(msg.catalogue)
	}
}
