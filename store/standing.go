package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"vise/policy"
)

// tableStanding has what the person allows always: number → policy.Standing.
// Where it is missing nothing is allowed.
const tableStanding = "standing"

// ErrNoStanding means that there is nothing allowed always with that id.
var ErrNoStanding = errors.New("nothing with that id is allowed always")

// MaxStanding is how many can be kept.
const MaxStanding = 1000

// Standing are what the person allows always, the oldest first. What can't be
// read is left out and named in the error: it allows nothing.
func (d *DB) Standing(ctx context.Context) (list []policy.Standing, err error) {
	broken := 0
	verr := d.view(ctx, func(t *tx) error {
		list, broken = nil, 0
		b := t.Bucket([]byte(tableStanding))
		if b == nil {
			return nil
		}
		return b.ForEach(func(k, sealed []byte) error {
			s, err := decode[policy.Standing](t, k, sealed)
			if err != nil {
				broken++
				return nil
			}
			list = append(list, s)
			return nil
		})
	})
	if verr == nil && broken > 0 {
		verr = damaged(d.h.path, fmt.Sprintf("%d entries of the table %s can't be read", broken, tableStanding))
	}
	return list, verr
}

// PutStanding keeps one, gives it its id, and appends its record to the
// workspace chain: both, or neither. What says the same is kept once.
func (d *DB) PutStanding(ctx context.Context, s policy.Standing, build func(policy.Standing) Build) (policy.Standing, error) {
	err := d.update(ctx, func(t *tx) error {
		b := t.made(tableStanding)
		n := 0
		for _, k := range keysWith(b, nil) {
			old, _, err := getJSON[policy.Standing](t, b, k)
			if err != nil {
				continue // it allows nothing
			}
			if n++; old.Tool == s.Tool && old.Pin == s.Pin && old.When == s.When && old.Over == s.Over {
				s = old
				return nil
			}
		}
		if n >= MaxStanding {
			return fmt.Errorf("%d calls are allowed always, and no more are kept: take some back with vise policy revoke", n)
		}
		seq, err := b.NextSequence()
		if err != nil {
			return err
		}
		s.ID = fmt.Sprintf("always-%d", seq)
		return errors.Join(putJSON(b, binary.BigEndian.AppendUint64(nil, seq), s), t.appendWorkspace(build(s)))
	})
	return s, err
}

// DropStanding takes one back, with its record. ErrNoStanding where there is
// none.
func (d *DB) DropStanding(ctx context.Context, id string, build func(policy.Standing) Build) error {
	return d.update(ctx, func(t *tx) error {
		b := t.made(tableStanding)
		for _, k := range keysWith(b, nil) {
			s, _, err := getJSON[policy.Standing](t, b, k)
			if err != nil || s.ID != id {
				continue
			}
			return errors.Join(b.Delete(slices.Clone(k)), t.appendWorkspace(build(s)))
		}
		return fmt.Errorf("%w: %s", ErrNoStanding, clean(id))
	})
}

// SetPolicy stores the policy that a run was last decided by, with the record
// that says how it differs, where build gives one. before is what was stored;
// when that is the same nothing is written.
func (d *DB) SetPolicy(ctx context.Context, now string, build func(before string) (Build, error)) error {
	const key = "policy"
	return d.update(ctx, func(t *tx) error {
		b := t.table(tableSettings)
		before, _, err := getJSON[string](t, b, []byte(key))
		if err != nil && !errors.Is(err, ErrDamaged) {
			return err
		}
		if before == now && err == nil {
			return nil
		}
		record, err := build(before)
		if err != nil {
			return err
		}
		if record != nil {
			if err := t.appendWorkspace(record); err != nil {
				return err
			}
		}
		return putJSON(b, []byte(key), now)
	})
}

// LastPolicy is what SetPolicy stored; empty where nothing was.
func (d *DB) LastPolicy(ctx context.Context) (string, error) {
	s, _, err := d.Setting(ctx, "policy")
	return s, err
}
