package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"

	"vise/session"
)

// Append stores events in one transaction, durably and in this order: records,
// blobs, anchors, and the summary of the last; all of it or nothing. The
// summary's Run, LastSeq and LastHash are taken from the record.
// session.ErrConflict where a record isn't next, session.ErrNotOwner where the
// lease is lost.
func (l *Lease) Append(ctx context.Context, es ...session.Entry) error {
	if len(es) == 0 {
		return nil
	}
	for _, e := range es {
		if err := l.check(e); err != nil {
			return err
		}
	}
	return l.db.update(ctx, func(t *tx) error {
		if err := t.own(l.run, l.nonce); err != nil {
			return err
		}
		for _, e := range es {
			if err := t.appendEntry(e); err != nil {
				return err
			}
		}
		return t.putSummary(es[len(es)-1])
	})
}

// check refuses an entry that can't be right, before the file is opened.
func (l *Lease) check(e session.Entry) error {
	if e.Record.Run != l.run {
		return fmt.Errorf("%w: the lease is for run %s, the event for %q", session.ErrNotOwner, l.run, e.Record.Run)
	}
	for _, b := range e.Blobs {
		if hashOf(b.Bytes) != b.Hash {
			return fmt.Errorf("the content of blob %q has another hash: %s", b.Hash, hashOf(b.Bytes))
		}
	}
	return nil
}

func (t *tx) appendEntry(e session.Entry) error {
	if err := t.appendRecord(e.Record); err != nil {
		return err
	}
	if err := t.putBlobs(e); err != nil {
		return err
	}
	if e.Anchor == nil {
		return nil
	}
	return t.appendWorkspace(e.Anchor)
}

// AppendWorkspace appends to the workspace chain the record that build makes
// of the chain's last seq and hash (0 and "" at its beginning). build must not
// use the DB. session.ErrConflict where the record isn't next.
func (d *DB) AppendWorkspace(ctx context.Context, build func(lastSeq int, lastHash string) (session.Record, error)) error {
	return d.update(ctx, func(t *tx) error { return t.appendWorkspace(build) })
}

func (t *tx) appendWorkspace(build func(int, string) (session.Record, error)) error {
	last, err := t.lastRecord(session.Workspace)
	if err != nil {
		return err
	}
	r, err := build(last.Seq, last.Hash)
	if err != nil {
		return err
	}
	if r.Run != session.Workspace {
		return fmt.Errorf("%w: a record of run %q can't go into the workspace chain", session.ErrConflict, r.Run)
	}
	return t.appendRecord(r)
}

// appendRecord stores r if it is next in its chain.
func (t *tx) appendRecord(r session.Record) error {
	last, err := t.lastRecord(r.Run)
	if err != nil {
		return err
	}
	if r.Seq != last.Seq+1 || r.PrevHash != last.Hash {
		return fmt.Errorf("%w: event %d after %q doesn't follow event %d with hash %q", session.ErrConflict, r.Seq, r.PrevHash, last.Seq, last.Hash)
	}
	b := t.table(tableEvents)
	b.FillPercent = 0.9 // keys mostly grow
	key := eventKey(r.Run, r.Seq)
	return b.Put(key, seal(key, encodeRecord(r)))
}

// lastRecord returns the last record of run; its Seq is 0 where there is none.
func (t *tx) lastRecord(run string) (session.Record, error) {
	c := t.table(tableEvents).Cursor()
	step := c.Last
	if after, _ := c.Seek(eventKey(run, math.MaxInt64)); after != nil {
		step = c.Prev
	}
	k, v := step()
	if !bytes.HasPrefix(k, pairKey(run, "")) {
		return session.Record{}, nil
	}
	r, err := decodeRecord(k, v)
	if err != nil {
		return r, damaged(t.path, fmt.Sprintf("the last event of run %s: %v", run, err))
	}
	return r, nil
}

// A read of many records is done in pieces of this size, so that writers get
// in between: records are never rewritten.
const (
	chunkRecords = 2000
	chunkBytes   = 4 << 20
)

// Since returns the run's records with a greater seq, in order, and none for
// a run that has begun and has none. session.ErrNoRun where there is no such
// run. The workspace chain always exists.
func (d *DB) Since(ctx context.Context, run string, seq int) ([]session.Record, error) {
	var all []session.Record
	for {
		var more bool
		err := d.view(ctx, func(t *tx) (err error) {
			var part []session.Record
			part, more, err = t.since(run, max(seq, 0))
			all = append(all, part...)
			seq = max(seq, 0) + len(part)
			return err
		})
		if err != nil || !more {
			return all, err
		}
	}
}

func (t *tx) since(run string, seq int) (part []session.Record, more bool, err error) {
	prefix := pairKey(run, "")
	c := t.table(tableEvents).Cursor()
	size := 0
	for k, v := c.Seek(eventKey(run, seq+1)); bytes.HasPrefix(k, prefix); k, v = c.Next() {
		if len(part) == chunkRecords || size > chunkBytes {
			return part, true, nil
		}
		r, err := decodeRecord(k, v)
		if err == nil && r.Seq != seq+len(part)+1 {
			err = fmt.Errorf("event %d is missing", seq+len(part)+1)
		}
		if err != nil {
			return part, false, damaged(t.path, fmt.Sprintf("run %s: %v", run, err))
		}
		size += len(r.Bytes)
		part = append(part, r)
	}
	return part, false, t.checkEnd(run, seq, len(part))
}

// checkEnd looks whether the records end where the summary says, or why there
// are none.
func (t *tx) checkEnd(run string, seq, found int) error {
	s, ok, err := t.summary(run)
	if err != nil {
		return err
	}
	if ok && seq+found < s.LastSeq {
		return damaged(t.path, fmt.Sprintf("run %s: its events after %d are missing", run, seq+found))
	}
	if ok || found > 0 || run == session.Workspace || t.table(tableLeases).Get([]byte(run)) != nil {
		return nil
	}
	return fmt.Errorf("%w: %s", session.ErrNoRun, clean(run))
}

// Blob returns the bytes under hash, session.ErrNoBlob where there are none.
func (d *DB) Blob(ctx context.Context, hash string) (content []byte, err error) {
	err = d.view(ctx, func(t *tx) error {
		b := t.table(tableBlobs).Get([]byte(hash))
		if b == nil {
			return fmt.Errorf("%w: %s", session.ErrNoBlob, clean(hash))
		}
		if hashOf(b) != hash { // reads all of it: a wrong length faults here, before it is copied
			return damaged(t.path, "the content "+clean(hash)+" has another hash")
		}
		content = append([]byte{}, b...)
		return nil
	})
	return content, err
}

func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hashPrefix + hex.EncodeToString(sum[:])
}
