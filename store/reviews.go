package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"vise/policy"
	"vise/session"
)

// Build makes the record of the workspace chain that goes with a change, from
// the chain's last seq and hash. It must not use the DB.
type Build func(lastSeq int, lastHash string) (session.Record, error)

// Reviews are what the person has said about tools, in no order. What can't be
// read is left out and named in the error: the caller has to take it for not
// approved.
func (d *DB) Reviews(ctx context.Context) (list []policy.Review, err error) {
	return readAll[policy.Review](ctx, d, tableReviews)
}

// PutReviews stores them, each in place of what was said before, with a record
// for each: all, or none. What couldn't be read in the table is dropped.
// starts are how the servers are started whose tools these are; they are kept
// with them.
func (d *DB) PutReviews(ctx context.Context, list []policy.Review, build func(r, before policy.Review) Build, starts ...Start) error {
	return d.update(ctx, func(t *tx) error {
		for _, s := range starts {
			if _, err := putOver(t, tableStarts, startRow(s), s); err != nil {
				return err
			}
		}
		for _, r := range list {
			before, err := putOver(t, tableReviews, reviewKey(r), r)
			if err != nil {
				return err
			}
			if err := t.said(build(r, before)); err != nil {
				return err
			}
		}
		return nil
	})
}

// ReviewsVersion is a number that every write of this file's raises: a cheap
// way to see that nothing was said since.
func (d *DB) ReviewsVersion(ctx context.Context) (n uint64, err error) {
	err = d.view(ctx, func(t *tx) error {
		n, err = t.reviewsVersion()
		return err
	})
	return n, err
}

var reviewsKey = []byte("reviews")

func (t *tx) reviewsVersion() (uint64, error) {
	n, _, err := getJSON[uint64](t, t.table(tableMeta), reviewsKey)
	return n, err
}

// said ends a write of this file's: the event, the version, and nothing left
// in the tables that can't be read. It was told aloud, and what it said is
// lost in any case.
func (t *tx) said(build Build) error {
	n, err := t.reviewsVersion()
	if err != nil && !errors.Is(err, ErrDamaged) {
		return err
	}
	return errors.Join(t.appendWorkspace(build), putJSON(t.table(tableMeta), reviewsKey, n+1),
		dropBroken[policy.Review](t, tableReviews), dropBroken[Start](t, tableStarts), dropBroken[switchedOff](t, tableOff))
}

// reviewKey is that of a tool, as ever, or of what is none.
func reviewKey(r policy.Review) []byte {
	if r.Kind == "" {
		return hashKey(r.Identity, r.Tool)
	}
	return hashKey(r.Identity, r.Kind, r.Tool)
}

// Start is a way of starting a server that the person has agreed to: of a
// project's server because they were asked, of their own because they approved
// its tools.
type Start struct {
	Server      string `json:"server"`
	File        string `json:"file"` // that names it; empty for the person's own
	Fingerprint string `json:"fingerprint"`
	Shown       string `json:"shown"` // the command line or URL that was shown, with what goes with it
	// Env are keyed hashes of the values of its environment, by name: with them
	// it can be said which has changed, and none can be read.
	Env map[string]string `json:"env,omitempty"`
	At  time.Time         `json:"at,omitzero"`
}

// SameAs reports the same way of starting the same server.
func (s Start) SameAs(o Start) bool {
	return s.Server == o.Server && s.File == o.File && s.Fingerprint == o.Fingerprint
}

// Starts are all that were given. What can't be read is left out and named in
// the error.
func (d *DB) Starts(ctx context.Context) ([]Start, error) {
	return readAll[Start](ctx, d, tableStarts)
}

// PutStart stores one, with its record.
func (d *DB) PutStart(ctx context.Context, s Start, build Build) error {
	return d.update(ctx, func(t *tx) error {
		if _, err := putOver(t, tableStarts, startRow(s), s); err != nil {
			return err
		}
		return t.said(build)
	})
}

// DropStart takes one back, with its record.
func (d *DB) DropStart(ctx context.Context, s Start, build Build) error {
	return d.update(ctx, func(t *tx) error {
		if err := t.made(tableStarts).Delete(startRow(s)); err != nil {
			return err
		}
		return t.said(build)
	})
}

func startRow(s Start) []byte { return hashKey(s.Server, s.File, s.Fingerprint) }

// switchedOff is a tool that the person has switched off for the model.
type switchedOff struct {
	Tool string `json:"tool"` // policy.Tool.ID
}

// Off are the ids of the tools that are switched off. What can't be read is
// left out and named in the error.
func (d *DB) Off(ctx context.Context) (ids []string, err error) {
	list, err := readAll[switchedOff](ctx, d, tableOff)
	for _, s := range list {
		ids = append(ids, s.Tool)
	}
	return ids, err
}

// SetOff switches a tool off or on, with its record.
func (d *DB) SetOff(ctx context.Context, tool string, off bool, build Build) error {
	return d.update(ctx, func(t *tx) error {
		var err error
		if key := hashKey(tool); off {
			_, err = putOver(t, tableOff, key, switchedOff{tool})
		} else {
			err = t.made(tableOff).Delete(key)
		}
		if err != nil {
			return err
		}
		return t.said(build)
	})
}

func readAll[T any](ctx context.Context, d *DB, table string) (list []T, err error) {
	broken := 0
	verr := d.view(ctx, func(t *tx) error {
		list, broken = nil, 0
		b := t.Bucket([]byte(table))
		if b == nil {
			return damaged(t.path, "the table "+table+" is missing")
		}
		return b.ForEach(func(k, sealed []byte) error {
			v, err := decode[T](t, k, sealed)
			if err != nil {
				broken++
				return nil
			}
			list = append(list, v)
			return nil
		})
	})
	if verr == nil && broken > 0 {
		verr = damaged(d.h.path, fmt.Sprintf("%d entries of the table %s can't be read", broken, table))
	}
	return list, verr
}

// putOver stores v and returns what was there before, if it can be read.
func putOver[T any](t *tx, table string, key []byte, v T) (before T, err error) {
	b := t.made(table)
	before, _, err = getJSON[T](t, b, key)
	if err != nil && !errors.Is(err, ErrDamaged) {
		return before, err
	}
	return before, putJSON(b, key, v)
}

// dropBroken deletes the entries that can't be read.
func dropBroken[T any](t *tx, table string) error {
	b := t.made(table)
	for _, k := range keysWith(b, nil) {
		if _, _, err := getJSON[T](t, b, k); err != nil {
			if err := b.Delete(k); err != nil {
				return err
			}
		}
	}
	return nil
}

// hashKey is a key of parts that can be of any length.
func hashKey(parts ...string) []byte {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return h.Sum(nil)
}
