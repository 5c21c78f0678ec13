package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui/dialog/search"
)

type (
	// searchPauseMsg says that nothing was typed for a while.
	searchPauseMsg struct{ seq int }
	// searchFoundMsg brings what was found.
	searchFoundMsg struct {
		seq  int
		runs []session.Summary
		err  error
	}
)

// searchModal is the search of past requests as a dialog of the workbench.
type searchModal struct{ *search.Search }

func (s searchModal) Paste(text string, _ time.Time) { s.Search.Paste(text) }
func (searchModal) Answers() bool                    { return false }

// openSearch searches past requests as the person types.
func (m *Model) openSearch() tea.Cmd {
	m.modal = searchModal{search.New(m.opt.Keys, m.th, m.opt.Now(), m.opt.Zone)}
	return m.searchNow(1)
}

func (s searchModal) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	act := s.Key(k)
	switch act.Do {
	case search.Close:
		m.closeModal()
	case search.Changed:
		return tea.Tick(search.Pause, func(time.Time) tea.Msg { return searchPauseMsg{act.Seq} })
	case search.Take:
		m.closeModal()
		m.screen, m.detail = nil, nil
		m.toComposer()
		m.composer.SetValue(act.Run.Task)
	case search.Replay:
		m.closeModal()
		return m.openReplay(act.Run)
	case search.GoOn:
		m.closeModal()
		return m.goOn(act.Run.Conversation)
	}
	return nil
}

// searchNow asks for the runs of the query with that seq, if it is still what
// is looked for.
func (m *Model) searchNow(seq int) tea.Cmd {
	s, ok := m.modal.(searchModal)
	if !ok {
		return nil
	}
	q, ok := s.Query(seq)
	if !ok {
		return nil
	}
	return func() tea.Msg {
		runs, err := m.deps.History.Runs(m.ctx, q)
		return searchFoundMsg{seq, runs, err}
	}
}

func (m *Model) searchFound(msg searchFoundMsg) {
	if s, ok := m.modal.(searchModal); ok {
		s.SetResults(msg.seq, msg.runs, msg.err)
	}
}

// goOn makes a past conversation the current one.
func (m *Model) goOn(conversation string) tea.Cmd {
	if m.busy() {
		m.say("A run is going on: wait for it, or cancel it with esc.")
		return nil
	}
	return m.openConversation(conversation)
}
