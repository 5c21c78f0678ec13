package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"vise/session"
)

// putSummary stores the entry's summary and keeps the two orders of runs: all
// by start time, and those of each conversation.
func (t *tx) putSummary(e session.Entry) error {
	s := e.Summary
	s.Run, s.LastSeq, s.LastHash = e.Record.Run, e.Record.Seq, e.Record.Hash
	old, ok, err := t.summary(s.Run)
	if err != nil {
		return err
	}
	if !ok || !old.Started.Equal(s.Started) || old.Conversation != s.Conversation {
		if ok {
			if err := t.dropOrder(old); err != nil {
				return err
			}
		}
		if err := t.putOrder(s); err != nil {
			return err
		}
	}
	return putJSON(t.table(tableRuns), []byte(s.Run), s)
}

func (t *tx) putOrder(s session.Summary) error {
	if len(s.Conversation) > maxID || strings.ContainsRune(s.Conversation, 0) {
		return checkID("conversation", s.Conversation)
	}
	err := t.table(tableStarted).Put(startKey(s.Started, s.Run), []byte{})
	if err != nil || s.Conversation == "" {
		return err
	}
	return t.table(tableTalks).Put(talkKey(s.Conversation, s.Started, s.Run), []byte{})
}

func (t *tx) dropOrder(s session.Summary) error {
	return errors.Join(
		t.table(tableStarted).Delete(startKey(s.Started, s.Run)),
		t.table(tableTalks).Delete(talkKey(s.Conversation, s.Started, s.Run)))
}

// summary reads a run's summary as it was stored.
func (t *tx) summary(run string) (session.Summary, bool, error) {
	return getJSON[session.Summary](t, t.table(tableRuns), []byte(run))
}

// current is a summary with the status that the run has now: one that neither
// finished nor has a live owner was interrupted.
func (t *tx) current(run string) (session.Summary, error) {
	s, ok, err := t.summary(run)
	if err != nil {
		return s, err
	}
	if !ok {
		return s, fmt.Errorf("%w: %s", session.ErrNoRun, clean(run))
	}
	if s.Status == session.StatusRunning {
		live, err := t.isLive(run)
		if err != nil {
			return s, err
		}
		if !live {
			s.Status = session.StatusInterrupted
		}
	}
	return s, nil
}

const defaultLimit = 200

// Runs returns the runs that q asks for, the newest first.
func (d *DB) Runs(ctx context.Context, q session.RunQuery) (runs []session.Summary, err error) {
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	words := strings.Fields(strings.ToLower(q.Text))
	err = d.view(ctx, func(t *tx) error {
		runs = nil
		c := t.table(tableStarted).Cursor()
		k, _ := c.Last()
		if !q.To.IsZero() {
			if k, _ = c.Seek(timeKey(q.To)); k == nil {
				k, _ = c.Last()
			}
		}
		from := timeKey(q.From)
		for ; k != nil && len(runs) < q.Limit; k, _ = c.Prev() {
			if !q.From.IsZero() && bytes.Compare(k, from) < 0 {
				return nil
			}
			s, err := t.current(string(k[8:]))
			if err != nil {
				return fmt.Errorf("run %s: %w", clean(string(k[8:])), err)
			}
			if matches(q, words, s) {
				runs = append(runs, s)
			}
		}
		return nil
	})
	return runs, err
}

func matches(q session.RunQuery, words []string, s session.Summary) bool {
	switch {
	case q.Status != "" && s.Status != q.Status,
		q.Tool != "" && !slices.Contains(s.Tools, q.Tool),
		q.Conversation != "" && s.Conversation != q.Conversation,
		!q.From.IsZero() && s.Started.Before(q.From),
		!q.To.IsZero() && !s.Started.Before(q.To):
		return false
	}
	task := strings.ToLower(s.Task)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(task, w) })
}

// Summary returns the run with that id, or the only one whose id begins with
// it, in either case. session.ErrNoRun where there is none, ErrAmbiguous where
// there are several.
func (d *DB) Summary(ctx context.Context, runOrPrefix string) (s session.Summary, err error) {
	err = d.view(ctx, func(t *tx) error {
		run, err := t.find(runOrPrefix)
		if err != nil {
			return err
		}
		s, err = t.current(run)
		return err
	})
	return s, err
}

func (t *tx) find(prefix string) (string, error) {
	b := t.table(tableRuns)
	if prefix == "" {
		return "", fmt.Errorf("%w: the id is empty", session.ErrNoRun)
	}
	for _, p := range []string{prefix, strings.ToUpper(prefix)} {
		if b.Get([]byte(p)) != nil {
			return p, nil
		}
		c := b.Cursor()
		k, _ := c.Seek([]byte(p))
		if !bytes.HasPrefix(k, []byte(p)) {
			continue
		}
		first := string(k)
		if k, _ = c.Next(); bytes.HasPrefix(k, []byte(p)) {
			return "", fmt.Errorf("%w: %s could be %s or %s; give more of it", ErrAmbiguous, clean(prefix), first, k)
		}
		return first, nil
	}
	return "", fmt.Errorf("%w: %s", session.ErrNoRun, clean(prefix))
}

// Conversation returns its runs, the oldest first; none where there is no such
// conversation.
func (d *DB) Conversation(ctx context.Context, id string) (runs []session.Summary, err error) {
	err = d.view(ctx, func(t *tx) error {
		runs = nil
		prefix := pairKey(id, "")
		c := t.table(tableTalks).Cursor()
		for k, _ := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, _ = c.Next() {
			s, err := t.current(string(k[len(prefix)+8:]))
			if err != nil {
				return err
			}
			runs = append(runs, s)
		}
		return nil
	})
	return runs, err
}
