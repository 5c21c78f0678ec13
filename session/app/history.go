package app

import (
	"context"
	"slices"

	"vise/builtin/todo"
	"vise/session"
)

// Runs lists past runs, newest first. Of one that needs an approval, Waiting is
// the call that waits still; empty once it was answered.
func (w *Workbench) Runs(ctx context.Context, q session.RunQuery) ([]session.Summary, error) {
	runs, err := w.db.Runs(ctx, q)
	if err != nil || !slices.ContainsFunc(runs, needsApproval) {
		return runs, err
	}
	open, err := w.Decisions(ctx)
	if err != nil {
		return nil, err
	}
	for i, r := range runs {
		if !needsApproval(r) {
			continue
		}
		runs[i].Waiting = ""
		for _, p := range open {
			if p.Approval.Run == r.Run {
				runs[i].Waiting = p.Approval.Call
			}
		}
	}
	return runs, nil
}

func needsApproval(s session.Summary) bool { return s.Status == session.StatusNeedsApproval }

// Summary finds one run by its id or the beginning of it.
func (w *Workbench) Summary(ctx context.Context, run string) (session.Summary, error) {
	return w.db.Summary(ctx, run)
}

// Events reads a run's events.
func (w *Workbench) Events(ctx context.Context, run string) ([]session.Event, error) {
	rs, err := w.db.Since(ctx, run, 0)
	if err != nil {
		return nil, err
	}
	return session.Codec{}.DecodeAll(rs)
}

// Content is the whole text of c, from its blob where it has one.
func (w *Workbench) Content(ctx context.Context, c session.Content) (session.Foreign, error) {
	if c.Blob == "" {
		return c.Text, nil
	}
	b, err := w.db.Blob(ctx, c.Blob)
	return session.Untrusted(string(b)), err
}

// Prompt is what the model was sent at the model_request with that seq.
func (w *Workbench) Prompt(ctx context.Context, run string, seq int) (session.ChatRequest, error) {
	events, err := w.Events(ctx, run)
	if err != nil {
		return session.ChatRequest{}, err
	}
	for _, e := range events {
		if r, ok := e.Payload.(session.ModelRequest); ok && e.Seq == seq {
			return session.RebuildPrompt(r, func(h string) ([]byte, error) { return w.db.Blob(ctx, h) })
		}
	}
	return session.ChatRequest{}, session.ErrNoRun
}

// Conversation replays the runs of a conversation, oldest first.
func (w *Workbench) Conversation(ctx context.Context, id string) ([]session.State, error) {
	p, err := w.conversation(ctx, id)
	if err != nil {
		return nil, err
	}
	states := make([]session.State, len(p.runs))
	for i, r := range p.runs {
		states[i] = r.state
	}
	return states, nil
}

// Todos are all todos, oldest first.
func (w *Workbench) Todos(ctx context.Context) ([]todo.Todo, error) { return w.db.Todos(ctx) }

// HasTodo is an error where no todo has that id.
func (w *Workbench) HasTodo(ctx context.Context, id string) error {
	ts, err := w.db.Todos(ctx)
	if err != nil || slices.ContainsFunc(ts, func(t todo.Todo) bool { return t.ID == id }) {
		return err
	}
	return notThere("there is no todo %q; vise todo list --all shows the ids", id)
}
