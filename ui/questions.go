package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/ui/dialog"
	"vise/ui/dialog/ask"
	"vise/ui/keys"
)

// questionModal is a small question as a dialog of the workbench.
type questionModal struct {
	*ask.Question
	act func(m *Model, id string) tea.Cmd // with the binding of the answer
}

func (q *questionModal) Answers() bool            { return q.Listening() }
func (q *questionModal) Cursor() (int, int, bool) { return 0, 0, false }

func (q *questionModal) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	id, heard := q.Key(k, m.opt.Now())
	switch {
	case !heard:
		return m.unheard(k)
	case id == "":
		return nil
	}
	m.closeModal()
	return q.act(m, id)
}

// askLeave asks once whether to leave while a run goes on.
func (m *Model) askLeave() tea.Cmd {
	m.modal = &questionModal{ask.Leave(m.opt.Keys, m.th), func(m *Model, id string) tea.Cmd {
		if id != keys.ConfirmYes {
			return nil
		}
		m.cancelRun()
		return m.quit()
	}}
	return nil
}

// budgetModal is the question at the end of a budget.
type budgetModal struct{ questionModal }

func (m *Model) askBudget() tea.Cmd {
	q := ask.Spent(m.opt.Keys, m.th, *m.boxes.spent, m.opt.Now())
	m.modal = &budgetModal{questionModal{q, func(m *Model, id string) tea.Cmd {
		more, ok := ask.More(id)
		if !ok {
			return nil
		}
		m.boxes.spent = nil
		return func() tea.Msg { m.deps.Approvals.AnswerSpent(more); return nil }
	}}}
	return earTick(dialog.Quiet)
}

// listener is a dialog that is deaf until the keyboard was quiet.
type listener interface {
	Tick(now time.Time) time.Duration
}

// earMsg tells an open dialog the time.
type earMsg struct{}

func earTick(d time.Duration) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return earMsg{} })
}

// tickEar lets an open dialog begin to listen.
func (m *Model) tickEar() tea.Cmd {
	if l, ok := m.modal.(listener); ok {
		if wait := l.Tick(m.opt.Now()); wait > 0 {
			return earTick(wait)
		}
	}
	return nil
}
