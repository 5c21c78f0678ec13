package ui

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui/dialog/approval"
	"vise/ui/keys"
	"vise/ui/theme"
)

// question is a small dialog with a few answers, each on its own key.
type question struct {
	th      theme.Theme
	title   string
	words   string
	context keys.Context
	foot    string
	answers map[string]func(*Model) tea.Cmd // by key id
	last    time.Time                       // the last key, where it opened by itself
}

func (q *question) Answers() bool                 { return true }
func (q *question) Cursor() (x, y int, show bool) { return 0, 0, false }

// Paste takes pasted text: it answers nothing, and the keyboard must be quiet
// again after it.
func (q *question) Paste(_ string, now time.Time) { q.last = now }

func (q *question) View(w, h int) string {
	bw := min(max(w-4, 10), 76)
	lines := theme.Wrap(q.words, bw-4)
	lines = append(lines, "")
	lines = append(lines, theme.Wrap(q.foot, bw-4)...)
	for i, l := range lines {
		lines[i] = " " + l
	}
	return strings.Join(q.th.Draw(theme.Box{Title: q.title, Focus: true}, lines, bw, min(len(lines)+2, h)), "\n")
}

func (q *question) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	now := m.opt.Now()
	early := now.Sub(q.last) < approval.Quiet
	q.last = now
	if early {
		return m.unheard(k)
	}
	id, _ := m.opt.Keys.Match(q.context, k)
	act, ok := q.answers[id]
	if !ok {
		q.last = time.Time{}
		return nil
	}
	m.closeModal()
	return act(m)
}

// askLeave asks once whether to leave while a run goes on.
func (m *Model) askLeave() tea.Cmd {
	m.modal = &question{
		th: m.th, title: "Leave?", context: keys.Confirm,
		words: "A run is going on. Leaving cancels it; what it has done so far is kept.",
		foot:  m.opt.Keys.Label(keys.ConfirmYes) + " leave · " + m.opt.Keys.Label(keys.ConfirmNo) + " stay",
		answers: map[string]func(*Model) tea.Cmd{
			keys.ConfirmYes: func(m *Model) tea.Cmd { m.cancelRun(); return m.quit() },
			keys.ConfirmNo:  func(*Model) tea.Cmd { return nil },
		},
	}
	return nil
}

// budgetModal is the question at the end of a budget.
type budgetModal struct{ question }

// askBudget asks what to do about a spent budget.
func (m *Model) askBudget() tea.Cmd {
	s := *m.boxes.spent
	give := func(more session.More) func(*Model) tea.Cmd {
		return func(m *Model) tea.Cmd {
			m.boxes.spent = nil
			return func() tea.Msg { m.deps.Approvals.AnswerSpent(more); return nil }
		}
	}
	what := theme.InertWords(s.What)
	m.modal = &budgetModal{question{
		th: m.th, last: m.opt.Now(), title: "The budget is spent", context: keys.Budget,
		words: fmt.Sprintf("%d %s used.", s.Used, what),
		foot: fmt.Sprintf("%s go on with %d more · %s let it wrap up · %s stop",
			m.opt.Keys.Label(keys.BudgetGoOn), s.Limit, m.opt.Keys.Label(keys.BudgetWrapUp), m.opt.Keys.Label(keys.BudgetStop)),
		answers: map[string]func(*Model) tea.Cmd{
			keys.BudgetGoOn: give(session.MoreGoOn), keys.BudgetWrapUp: give(session.MoreWrapUp), keys.BudgetStop: give(session.MoreStop),
		},
	}}
	return nil
}
