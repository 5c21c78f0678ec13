package store

import (
	"context"
	"fmt"
	"slices"

	"vise/session"
)

// PutApproval adds a call that waits for a person to the list of decisions.
// Putting it again replaces it while it waits; session.ErrAnswered after that.
// Its ID has to begin with its run: RUN/CALL.
func (d *DB) PutApproval(ctx context.Context, a session.Approval) error {
	if err := checkID("decision", a.ID); err != nil {
		return err
	}
	return d.update(ctx, func(t *tx) error {
		p, ok, err := t.approval(a.ID)
		if err != nil {
			return err
		}
		if ok && p.Answer != nil {
			return answered(p)
		}
		if err := t.table(tableWaiting).Put([]byte(a.ID), []byte{}); err != nil {
			return err
		}
		if err := t.putApproval(session.Pending{Approval: a, Ended: p.Ended}); err != nil {
			return err
		}
		if _, _, err := t.approval(a.ID); err != nil { // one that can't be read back would break the list
			return fmt.Errorf("the decision %s can't be stored: it isn't complete: %v", clean(a.ID), err)
		}
		return nil
	})
}

// Pending lists the decisions that wait for an answer, the oldest first. Those
// of a run whose process is gone are Ended.
func (d *DB) Pending(ctx context.Context) (list []session.Pending, err error) {
	err = d.view(ctx, func(t *tx) error {
		list = nil
		for _, k := range keysWith(t.table(tableWaiting), nil) {
			p, err := t.pending(string(k))
			if err != nil {
				return err
			}
			list = append(list, p)
		}
		return nil
	})
	slices.SortStableFunc(list, func(a, b session.Pending) int { return a.Approval.Asked.Compare(b.Approval.Asked) })
	return list, err
}

// Approval returns one decision, answered or not. ErrNoDecision where there is
// none.
func (d *DB) Approval(ctx context.Context, id string) (p session.Pending, err error) {
	err = d.view(ctx, func(t *tx) error {
		p, err = t.pending(id)
		return err
	})
	return p, err
}

// AnswerApproval answers one decision. The first answer counts: a second one
// gets session.ErrAnswered. ErrNoDecision where there is none.
func (d *DB) AnswerApproval(ctx context.Context, id string, a session.Answer) error {
	return d.update(ctx, func(t *tx) error {
		p, err := t.pending(id)
		if err != nil {
			return err
		}
		if p.Answer != nil {
			return answered(p)
		}
		p.Answer = &a
		if err := t.table(tableWaiting).Delete([]byte(id)); err != nil {
			return err
		}
		return t.putApproval(p)
	})
}

// EndApprovals marks the run's waiting decisions Ended: an answer to one
// starts a new run.
func (d *DB) EndApprovals(ctx context.Context, run string) error {
	return d.update(ctx, func(t *tx) error {
		for _, k := range keysWith(t.table(tableWaiting), []byte(run+"/")) {
			p, err := t.pending(string(k))
			if err != nil {
				return err
			}
			p.Ended = true
			if err := t.putApproval(p); err != nil {
				return err
			}
		}
		return nil
	})
}

func answered(p session.Pending) error {
	return fmt.Errorf("%w: %s was answered by %s: %s", session.ErrAnswered, clean(p.Approval.ID), clean(p.Answer.By), p.Answer.Verdict)
}

func (t *tx) approval(id string) (session.Pending, bool, error) {
	return getJSON[session.Pending](t, t.table(tableApprovals), []byte(id))
}

func (t *tx) putApproval(p session.Pending) error {
	return putJSON(t.table(tableApprovals), []byte(p.Approval.ID), p)
}

// pending is a decision as it stands now: the run's process may be gone
// without having said so.
func (t *tx) pending(id string) (session.Pending, error) {
	p, ok, err := t.approval(id)
	if err != nil {
		return p, err
	}
	if !ok {
		return p, fmt.Errorf("%w: %s", ErrNoDecision, clean(id))
	}
	ended, err := t.ended(p.Approval.Run)
	p.Ended = p.Ended || ended
	return p, err
}

// ended reports whether a run that has begun has nobody who goes on with it.
func (t *tx) ended(run string) (bool, error) {
	_, began, err := t.summary(run)
	if err != nil {
		return false, err
	}
	o, held, err := t.owner(run)
	return (began || held) && !(held && o.live(t)), err
}
