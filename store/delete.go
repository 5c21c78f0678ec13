package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"vise/session"
)

// DeleteRun deletes a run with its events, decisions, tokens and the blobs
// that no other run refers to, and appends the tombstone that is made of the
// workspace chain's last seq and hash. All of it, or nothing. ErrLive where
// the run goes on, session.ErrNoRun where there is none. tombstone must not
// use the DB. The file doesn't get smaller, and deleted bytes stay in its free
// pages until something else is written there.
func (d *DB) DeleteRun(ctx context.Context, run string, tombstone func(lastSeq int, lastHash string) (session.Record, error)) error {
	return d.update(ctx, func(t *tx) error {
		s, err := t.current(run)
		if err != nil {
			return err
		}
		return t.deleteRun(s, tombstone)
	})
}

// Prune deletes the runs whose last event is older than before, each with its
// tombstone, and returns them. Runs that go on stay. An error leaves those
// deleted that are returned.
func (d *DB) Prune(ctx context.Context, before time.Time, tombstone func(s session.Summary, lastSeq int, lastHash string) (session.Record, error)) ([]session.Summary, error) {
	var old []session.Summary
	err := d.view(ctx, func(t *tx) (err error) {
		old, err = t.olderThan(before)
		return err
	})
	if err != nil {
		return nil, err
	}
	for i, s := range old {
		err := d.DeleteRun(ctx, s.Run, func(seq int, hash string) (session.Record, error) { return tombstone(s, seq, hash) })
		if err != nil && !errors.Is(err, session.ErrNoRun) { // another process may have been quicker
			return old[:i], err
		}
	}
	return old, nil
}

func (t *tx) olderThan(before time.Time) (old []session.Summary, err error) {
	limit := timeKey(before)
	c := t.table(tableStarted).Cursor()
	for k, _ := c.First(); k != nil && string(k[:8]) < string(limit); k, _ = c.Next() {
		s, err := t.current(string(k[8:]))
		if err != nil {
			return nil, err
		}
		live, err := t.isLive(s.Run)
		if err != nil {
			return nil, err
		}
		if !live && s.Updated.Before(before) {
			old = append(old, s)
		}
	}
	return old, nil
}

func (t *tx) deleteRun(s session.Summary, tombstone func(int, string) (session.Record, error)) error {
	live, err := t.isLive(s.Run)
	if err != nil {
		return err
	}
	if live {
		return fmt.Errorf("%w: %s; cancel it first", ErrLive, s.Run)
	}
	if err := t.dropBlobs(s.Run); err != nil {
		return err
	}
	for table, prefix := range map[string][]byte{tableEvents: pairKey(s.Run, ""), tableApprovals: []byte(s.Run + "/"), tableWaiting: []byte(s.Run + "/")} {
		b := t.table(table)
		for _, k := range keysWith(b, prefix) {
			if err := b.Delete(k); err != nil {
				return err
			}
		}
	}
	err = errors.Join(t.dropTokens(s.Run), t.dropOrder(s), t.table(tableLeases).Delete([]byte(s.Run)), t.table(tableRuns).Delete([]byte(s.Run)))
	if err != nil {
		return err
	}
	return t.appendWorkspace(tombstone)
}
