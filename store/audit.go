package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"vise/session"
)

// OpenExisting opens the database at path to look at it: it is neither made
// nor brought from an older version. ErrMissing where there is none, ErrOlder
// where it would have to be migrated.
func OpenExisting(ctx context.Context, path string, opts Options) (*DB, error) {
	path, err := resolve(path)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, &Error{Kind: ErrMissing, Path: path, Why: "there is no such file", Do: "vise makes it with the first run; --data-dir names another folder", Err: err}
		}
		return nil, classify(path, err)
	}
	d := &DB{h: attach(path, opts.withDefaults()), done: make(chan struct{})}
	if err := d.view(ctx, func(*tx) error { return nil }); err != nil {
		_ = d.Close() // the first error tells
		return nil, err
	}
	return d, nil
}

// Chain is all that is stored of one run, whole or not.
type Chain struct {
	Records []session.Record // in the order of their keys; some may be missing, and one that doesn't match its checksum has no bytes
	Listed  bool             // it stands in the list of runs, as Summary
	Summary session.Summary  // its status as it is now
	Live    bool             // a process owns it
	Blobs   []string         // hashes of what it refers to, as noted when it was written
}

// Chains lists every run of which anything is stored, and the workspace chain
// where that has begun, in the order of their ids.
func (d *DB) Chains(ctx context.Context) (runs []string, err error) {
	err = d.view(ctx, func(t *tx) error {
		runs = nil
		c := t.table(tableEvents).Cursor()
		var past []byte
		for k, _ := c.First(); k != nil; k, _ = c.Seek(past) {
			run, _, ok := bytes.Cut(k, []byte{0})
			if !ok || bytes.Compare(k, past) < 0 { // out of order, it would be found again and again
				return damaged(t.path, fmt.Sprintf("%q is no key of an event, or out of order", k))
			}
			runs = append(runs, string(run))
			past = append(bytes.Clone(run), 1) // all of its seqs
		}
		return t.table(tableRuns).ForEach(func(k, _ []byte) error {
			runs = append(runs, string(k))
			return nil
		})
	})
	slices.Sort(runs)
	return slices.Compact(runs), err
}

// Chain reads all of one run. Unlike Since it goes on where an event is
// missing or spoilt. A run of which nothing is stored is an empty chain.
func (d *DB) Chain(ctx context.Context, run string) (chain Chain, err error) {
	err = d.view(ctx, func(t *tx) (err error) {
		chain = Chain{}
		if chain.Live, err = t.isLive(run); err != nil {
			return err
		}
		if chain.Summary, err = t.current(run); err != nil && !errors.Is(err, session.ErrNoRun) {
			return err
		}
		chain.Listed = err == nil
		for _, k := range keysWith(t.table(tableRunBlobs), pairKey(run, "")) {
			chain.Blobs = append(chain.Blobs, string(k[len(run)+1:]))
		}
		return nil
	})
	for seq := 1; err == nil && seq > 0; {
		err = d.view(ctx, func(t *tx) (err error) {
			seq, err = t.chunk(run, seq, &chain)
			return err
		})
	}
	return chain, err
}

// chunk appends records of run from seq on to chain, and returns the seq that
// the next ones begin with; 0 where there are none.
func (t *tx) chunk(run string, seq int, chain *Chain) (int, error) {
	c := t.table(tableEvents).Cursor()
	n, size := 0, 0
	for k, v := c.Seek(eventKey(run, seq)); bytes.HasPrefix(k, pairKey(run, "")); k, v = c.Next() {
		at := seqOf(k)
		if at < seq {
			return 0, damaged(t.path, fmt.Sprintf("run %s: its event %d is out of order", run, at))
		}
		seq = at + 1
		if n == chunkRecords || size > chunkBytes {
			return at, nil
		}
		r, err := decodeRecord(k, v)
		if err != nil {
			r = session.Record{Run: run, Seq: at}
		}
		chain.Records = append(chain.Records, r)
		n, size = n+1, size+len(v)
	}
	return 0, nil
}

// Blobs lists the hashes of all blobs.
func (d *DB) Blobs(ctx context.Context) (hashes []string, err error) {
	err = d.view(ctx, func(t *tx) error {
		hashes = nil
		return t.table(tableBlobs).ForEach(func(k, _ []byte) error {
			hashes = append(hashes, string(k))
			return nil
		})
	})
	return hashes, err
}
