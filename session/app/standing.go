package app

import (
	"context"
	"errors"
	"fmt"

	"vise/policy"
	"vise/session"
	"vise/store"
)

// Standing are the calls that the person allows always, the oldest first.
func (w *Workbench) Standing(ctx context.Context) ([]policy.Standing, error) {
	return w.db.Standing(ctx)
}

// Revoke takes one back: calls that it covered are asked about again, also in
// runs that go on.
func (w *Workbench) Revoke(ctx context.Context, id string) error {
	err := w.db.DropStanding(ctx, id, func(s policy.Standing) store.Build {
		return w.event(session.PolicyChanged{Standing: s.ID, What: []string{"- always: " + s.Tool + " where " + s.Words}})
	})
	if errors.Is(err, store.ErrNoStanding) {
		return fmt.Errorf("%w; vise policy lists what there is", err)
	}
	w.wake()
	return err
}

// standingFor checks what goes with an answer to a call that waits, and makes
// it fit to be kept.
func (w *Workbench) standingFor(a session.Approval, s policy.Standing) (policy.Standing, error) {
	level := a.Decision.Level
	if err := s.Check(a.Tool, max(level, a.Tool.Level), a.Args); err != nil {
		return s, err
	}
	if _, n := w.redact.Redact(s.When); n > 0 {
		return s, fmt.Errorf("%w: an argument holds what looks like a secret, which isn't kept; let it be any", policy.ErrNoStanding)
	}
	s.Words, _ = w.redact.Redact(s.Words)
	s.ID, s.By, s.At, s.Call = "", w.cfg.User, w.parts.Clock.Now(), a.ID
	s.Over = a.Decision.Outcome == policy.Deny
	return s, nil
}

// allowAlways keeps one, with its record.
func (w *Workbench) allowAlways(ctx context.Context, s policy.Standing) error {
	_, err := w.db.PutStanding(ctx, s, func(s policy.Standing) store.Build {
		return w.event(session.PolicyChanged{Standing: s.ID, What: []string{"+ always: " + s.Tool + " where " + s.Words}})
	})
	if err != nil {
		return fmt.Errorf("the call was allowed once, but nothing more: it couldn't be kept: %w", err)
	}
	w.wake()
	return nil
}
