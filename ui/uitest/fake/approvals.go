package fake

import (
	"context"
	"encoding/json"

	"vise/session"
)

// Left adds a call that an ended run left waiting.
func (w *Workbench) Left(a session.Approval) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting = append(w.waiting, &pending{a, make(chan session.Answer, 1)})
}

// Waiting lists the calls that wait.
func (w *Workbench) Waiting() []session.Approval {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := make([]session.Approval, 0, len(w.waiting))
	for _, p := range w.waiting {
		out = append(out, p.approval)
	}
	return out
}

// Changed gets a value when what waits changed.
func (w *Workbench) Changed() <-chan struct{} { return w.changed }

func (w *Workbench) wake() {
	select {
	case w.changed <- struct{}{}:
	default:
	}
}

// Answer answers a waiting call; the first answer counts.
func (w *Workbench) Answer(_ context.Context, id string, a session.Answer) error {
	p := w.take(id)
	if p == nil {
		return session.ErrAnswered
	}
	p.answer <- a
	w.wake()
	return nil
}

func (w *Workbench) take(id string) *pending {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, p := range w.waiting {
		if p.approval.ID == id {
			w.waiting = append(w.waiting[:i], w.waiting[i+1:]...)
			return p
		}
	}
	return nil
}

// CheckEdit takes every edit.
func (w *Workbench) CheckEdit(context.Context, string, json.RawMessage) error { return nil }

// Spent is the budget question of a run that called Spend.
func (w *Workbench) Spent() (session.Spent, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.spent == nil {
		return session.Spent{}, false
	}
	return *w.spent, true
}

// AnswerSpent answers it.
func (w *Workbench) AnswerSpent(m session.More) {
	w.mu.Lock()
	w.spent = nil
	w.mu.Unlock()
	w.more <- m
	w.wake()
}

// ask puts a call into the list and waits for its answer, or the end of run.
func (w *Workbench) ask(r *Run, a session.Approval) (session.Answer, bool) {
	p := &pending{a, make(chan session.Answer, 1)}
	w.mu.Lock()
	w.waiting = append(w.waiting, p)
	w.mu.Unlock()
	w.wake()
	select {
	case ans := <-p.answer:
		return ans, true
	case <-r.cancel:
		w.take(a.ID)
		w.wake()
		return session.Answer{}, false
	}
}
