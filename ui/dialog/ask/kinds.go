package ask

import (
	"strconv"
	"time"

	"vise/session"
	"vise/ui/keys"
	"vise/ui/theme"
)

// Leave asks whether to leave while a run goes on.
func Leave(m *keys.Map, th theme.Theme) *Question {
	return New(Options{
		Keys: m, Theme: th, Context: keys.Confirm, Title: "Leave?",
		Words:   "A run is going on. Leaving cancels it; what it has done so far is kept.",
		Answers: []Answer{{keys.ConfirmYes, "leave"}, {keys.ConfirmNo, "stay"}},
	})
}

// Spent asks what to do at the end of a budget.
func Spent(m *keys.Map, th theme.Theme, s session.Spent, now time.Time) *Question {
	return New(Options{
		Keys: m, Theme: th, Context: keys.Budget, Title: "The budget is spent", Now: now,
		Words:   amount(s.Used, s.What) + " used",
		Answers: []Answer{{keys.BudgetGoOn, "go on with " + more(s)}, {keys.BudgetWrapUp, "let it wrap up"}, {keys.BudgetStop, "stop"}},
	})
}

// More is the answer that a binding of Spent stands for.
func More(id string) (session.More, bool) {
	switch id {
	case keys.BudgetGoOn:
		return session.MoreGoOn, true
	case keys.BudgetWrapUp:
		return session.MoreWrapUp, true
	case keys.BudgetStop:
		return session.MoreStop, true
	}
	return "", false
}

// more says how much more going on is.
func more(s session.Spent) string {
	n := map[string]int{"steps": s.Budget.Steps, "calls": s.Budget.Calls, "tokens": s.Budget.Tokens, "seconds": s.Budget.Seconds}[s.What]
	if n == 0 {
		return "as many again"
	}
	return thousands(n) + " more"
}

// amount is a number of something: "8 steps", "1 call", "20,000 tokens".
func amount(n int, what string) string {
	what = theme.InertWords(what)
	if n == 1 && len(what) > 1 && what[len(what)-1] == 's' {
		what = what[:len(what)-1]
	}
	return thousands(n) + " " + what
}

// thousands groups the digits of numbers from 10,000 on.
func thousands(n int) string {
	s := strconv.Itoa(max(n, 0))
	if len(s) < 5 {
		return s
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
