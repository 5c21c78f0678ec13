package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"vise/builtin/todo"
	"vise/session"
	"vise/ui/keys"
	"vise/ui/pane/decisions"
	"vise/ui/pane/runs"
	"vise/ui/pane/todos"
	"vise/ui/theme"
)

// screen is what stands in place of the chat: tools, runs, a replay.
type screen interface {
	// Context is where its keys are listened to.
	Context() keys.Context
	key(m *Model, k tea.KeyPressMsg) tea.Cmd
	Paste(text string)
	SetTheme(th theme.Theme)
	// View draws it with h lines of w cells.
	View(w, h int) string
}

type (
	runsMsg struct {
		runs []session.Summary
		err  error
	}
	todosMsg struct {
		todos []todo.Todo
		err   error
	}
)

func (m *Model) closeScreen() { m.screen = nil }

func (m *Model) routeScreens(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case earMsg:
		return m.tickEar()
	case searchPauseMsg:
		return m.searchNow(msg.seq)
	case searchFoundMsg:
		m.searchFound(msg)
	case refusedMsg:
		return m.refusedCame(msg)
	case policyMsg:
		return m.showLines(msg)
	case deletedMsg:
		return m.deleted(msg)
	case pathsPauseMsg:
		return m.lookForPaths(msg.seq)
	case pathsMsg:
		return m.pathsCame(msg)
	case deeperMsg:
		return m.deeperCame(msg)
	case promptsMsg:
		m.promptsCame(msg)
	case wantedPromptMsg:
		return m.wantedPrompt(msg)
	case expandedMsg:
		m.expanded(msg)
	case runsMsg:
		if s, ok := m.screen.(runsScreen); ok {
			s.SetRuns(msg.runs, m.opt.Now())
			if msg.err != nil {
				s.SetError(msg.err)
			}
		}
	case todosMsg:
		if s, ok := m.screen.(todosScreen); ok {
			s.SetTodos(msg.todos, m.opt.Now())
			if msg.err != nil {
				s.SetError(msg.err)
			}
		}
	default:
		return m.routeServers(msg)
	}
	return nil
}

// runsScreen lists runs.
type runsScreen struct{ *runs.Pane }

func (m *Model) openRuns(string) tea.Cmd {
	m.screen = runsScreen{runs.New(m.th, m.opt.Keys, m.opt.Zone)}
	return m.readRuns()
}

func (m *Model) readRuns() tea.Cmd {
	return func() tea.Msg {
		list, err := m.deps.History.Runs(m.ctx, session.RunQuery{Limit: 1000})
		return runsMsg{list, err}
	}
}

func (s runsScreen) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	act := s.Key(k)
	switch act.Do {
	case runs.Back:
		m.closeScreen()
	case runs.Replay:
		return m.openReplay(act.Run)
	case runs.Resume:
		m.closeScreen()
		return m.resume(act.Run.Run)
	case runs.GoOn:
		return m.goOn(act.Run.Conversation)
	case runs.Delete:
		return m.deleteRun(act.Run)
	case runs.Export:
		return m.exportRun(act.Run.Run)
	}
	return nil
}

// todosScreen lists todos.
type todosScreen struct{ *todos.Pane }

// Paste has nowhere to put text.
func (todosScreen) Paste(string) {}

func (m *Model) openTodos(string) tea.Cmd {
	m.screen = todosScreen{todos.New(m.th, m.opt.Keys, m.opt.Zone)}
	return func() tea.Msg {
		list, err := m.deps.Todos.Todos(m.ctx)
		return todosMsg{list, err}
	}
}

func (s todosScreen) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	act := s.Key(k)
	switch act.Do {
	case todos.Back:
		m.closeScreen()
	case todos.Done:
		m.draft(fmt.Sprintf("mark the todo %q as done", act.Todo.Title))
	case todos.Reopen:
		m.draft(fmt.Sprintf("reopen the todo %q", act.Todo.Title))
	case todos.OpenRun:
		return m.openReplay(session.Summary{Run: act.Todo.Run})
	}
	return nil
}

// draft puts a request into the composer for the person to send: every write
// goes through a call that is approved.
func (m *Model) draft(text string) {
	m.closeScreen()
	m.toComposer()
	m.giveBack(text)
	m.say("Enter sends it; you approve the call before anything is written.")
}

// decisionsScreen lists the calls that wait.
type decisionsScreen struct{ *decisions.Pane }

// Paste has nowhere to put text.
func (decisionsScreen) Paste(string) {}

func (m *Model) openDecisions(string) tea.Cmd {
	s := decisionsScreen{decisions.New(m.th, m.opt.Keys, m.opt.Zone)}
	s.SetWaiting(m.waiting, m.opt.Now())
	m.screen = s
	return m.readApprovals()
}

func (s decisionsScreen) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	act := s.Key(k)
	switch act.Do {
	case decisions.Back:
		m.closeScreen()
	case decisions.Open:
		return m.openBox(act.Approval)
	}
	return nil
}
