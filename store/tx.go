package store

import (
	"context"
	"time"

	"go.etcd.io/bbolt"
)

// tx is one transaction, with what its steps need.
type tx struct {
	*bbolt.Tx
	path string
	now  time.Time
	self process
}

// table returns a bucket. A missing one is a damaged file.
func (t *tx) table(name string) *bbolt.Bucket {
	b := t.Bucket([]byte(name))
	if b == nil {
		panic("the table " + name + " is missing") // guard makes it ErrDamaged
	}
	return b
}

// made returns a bucket, made anew where it is missing: for tables that may
// begin again without anyone getting a right from it.
func (t *tx) made(name string) *bbolt.Bucket {
	b, err := t.CreateBucketIfNotExists([]byte(name))
	if err != nil {
		panic("the table " + name + " can't be made: " + err.Error()) // guard makes it ErrDamaged
	}
	return b
}

// view runs fn in a transaction that reads.
func (d *DB) view(ctx context.Context, fn func(*tx) error) error {
	h, err := d.handle()
	if err != nil {
		return err
	}
	db, err := h.acquire(ctx, false)
	if err != nil {
		return err
	}
	defer h.release()
	t, err := h.begin(db, false)
	if err != nil {
		return err
	}
	_, err = guard(h.path, func() error { return fn(t) })
	if panicked, err := guard(h.path, t.Rollback); panicked {
		h.spoil(true, err)
	}
	return err
}

// update runs fn in a transaction that writes. When it returns nil, all that
// fn wrote is on the disk; otherwise nothing is. Where syncing itself failed
// the outcome is unknown, and an error.
func (d *DB) update(ctx context.Context, fn func(*tx) error) error {
	h, err := d.handle()
	if err != nil {
		return err
	}
	db, err := h.acquire(ctx, true)
	if err != nil {
		return err
	}
	defer h.release()
	t, err := h.begin(db, true)
	if err != nil {
		return err
	}
	_, err = guard(h.path, func() error { return fn(t) })
	if err == nil {
		err = h.at(pointCommit)
	}
	if err != nil {
		if panicked, err := guard(h.path, t.Rollback); panicked {
			h.spoil(true, err)
		}
		return err
	}
	if panicked, err := guard(h.path, t.Commit); err != nil {
		h.spoil(panicked, err)
		return err
	}
	h.committed()
	return h.at(pointCommitted)
}

func (h *handle) begin(db *bbolt.DB, write bool) (*tx, error) {
	t := &tx{path: h.path, now: h.opts.Now().Round(0), self: h.self}
	panicked, err := guard(h.path, func() (err error) {
		t.Tx, err = db.Begin(write)
		return err
	})
	if panicked {
		h.spoil(true, err)
	}
	return t, err
}

// Points at which tests let a write fail.
const (
	pointCommit    = "commit"    // written, not committed
	pointCommitted = "committed" // on the disk, not acknowledged
)

func (h *handle) at(point string) error {
	if h.point == nil {
		return nil
	}
	return h.point(point)
}
