package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"vise/session"
)

// Feedback keeps what the person says of a run's answer, secrets masked. Later
// words on the same run count instead of earlier ones.
func (w *Workbench) Feedback(ctx context.Context, run, mark, note string) error {
	if !slices.Contains(session.FeedbackMarks(), mark) {
		return fmt.Errorf("%w: feedback is one of %s, not %q", ErrConfig, strings.Join(session.FeedbackMarks(), ", "), mark)
	}
	if len(note) > session.MaxFeedback {
		return fmt.Errorf("%w: the note is %d bytes long; at most %d are kept", ErrConfig, len(note), session.MaxFeedback)
	}
	sum, err := w.db.Summary(ctx, run)
	if err != nil {
		return err
	}
	return w.db.AppendWorkspace(ctx, w.event(session.FeedbackGiven{Run: sum.Run, Mark: mark, Note: w.Masked(note)}))
}

// Feedbacks are the last words on each run that still is there, oldest first.
func (w *Workbench) Feedbacks(ctx context.Context) ([]session.FeedbackGiven, error) {
	events, err := w.Events(ctx, session.Workspace)
	if errors.Is(err, session.ErrNoRun) {
		return nil, nil // nothing has happened outside a run
	}
	if err != nil {
		return nil, err
	}
	var out []session.FeedbackGiven
	for _, e := range events {
		switch p := e.Payload.(type) {
		case session.FeedbackGiven:
			out = slices.DeleteFunc(out, func(f session.FeedbackGiven) bool { return f.Run == p.Run })
			out = append(out, p)
		case session.RunDeleted:
			out = slices.DeleteFunc(out, func(f session.FeedbackGiven) bool { return f.Run == p.Run })
		}
	}
	return out, nil
}

// Masked is a text with its secrets masked.
func (w *Workbench) Masked(text string) string {
	out, _ := w.redact.Redact(text)
	return out
}
