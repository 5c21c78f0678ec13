package app

import (
	"context"
	"time"

	"vise/session"
)

// DeleteRun deletes a run that is over and leaves a tombstone in the workspace
// chain. It returns the run's whole id.
func (w *Workbench) DeleteRun(ctx context.Context, run, reason string) (string, error) {
	sum, err := w.db.Summary(ctx, run)
	if err != nil {
		return "", err
	}
	return sum.Run, w.db.DeleteRun(ctx, sum.Run, func(seq int, hash string) (session.Record, error) {
		return w.tombstone(sum, seq, hash, reason)
	})
}

// Prune deletes the runs that started before that time.
func (w *Workbench) Prune(ctx context.Context, before time.Time) (int, error) {
	gone, err := w.db.Prune(ctx, before, func(sum session.Summary, seq int, hash string) (session.Record, error) {
		return w.tombstone(sum, seq, hash, "older than "+before.Format(time.DateOnly))
	})
	return len(gone), err
}

func (w *Workbench) tombstone(sum session.Summary, seq int, hash, reason string) (session.Record, error) {
	return session.Codec{}.Encode(session.Event{Run: session.Workspace, Seq: seq + 1, Time: w.parts.Clock.Now(), Actor: session.ActorUser,
		Payload: session.RunDeleted{Run: sum.Run, Seq: sum.LastSeq, Hash: sum.LastHash, Reason: reason}, PrevHash: hash})
}
