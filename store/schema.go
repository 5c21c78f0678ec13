package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"

	"go.etcd.io/bbolt"
)

// schema is the version of the tables below that this program reads and
// writes.
const schema = 2

// The tables, and what is under which key. Every value is sealed but blobs,
// which are checked against their hash.
const (
	tableMeta      = "meta"      // "schema" → version
	tableSettings  = "settings"  // name → text
	tableEvents    = "events"    // run 0 seq → record
	tableRuns      = "runs"      // run → summary
	tableStarted   = "started"   // start time, run → nothing
	tableTalks     = "talks"     // conversation 0 start time, run → nothing
	tableLeases    = "leases"    // run → owner
	tableBlobs     = "blobs"     // sha256:… → content
	tableRunBlobs  = "runblobs"  // run 0 sha256:… → nothing: what a run refers to
	tableBlobRuns  = "blobruns"  // sha256:… 0 run → nothing: who refers to a blob
	tableApprovals = "approvals" // run/call → decision
	tableWaiting   = "waiting"   // run/call → nothing: decisions without an answer
	tableTokens    = "tokens"    // hash of the token → grant
	tableTodos     = "todos"     // number → todo
	tableTodoKeys  = "todokeys"  // idempotency key → number and content at creation
	tableReviews   = "reviews"   // hash of server identity and tool → review (since version 2)
	tableStarts    = "starts"    // hash of server, file and fingerprint → start (since version 2)
	tableOff       = "off"       // hash of tool id → tool that is switched off (since version 2)
)

func tables() []string {
	return []string{tableMeta, tableSettings, tableEvents, tableRuns, tableStarted, tableTalks, tableLeases, tableBlobs,
		tableRunBlobs, tableBlobRuns, tableApprovals, tableWaiting, tableTokens, tableTodos, tableTodoKeys, tableReviews, tableStarts, tableOff}
}

// migration brings the tables from one version to the next.
type migration func(*tx) error

// migrations has the steps 1→2, 2→3, …, one for each version before schema.
func migrations() []migration {
	return []migration{func(t *tx) error {
		for _, name := range []string{tableReviews, tableStarts, tableOff} {
			t.made(name)
		}
		return nil
	}}
}

var schemaKey = []byte("schema")

// writeEmpty makes a database with empty tables at path.
func writeEmpty(path string) error {
	_, err := guard(path, func() error {
		db, err := bbolt.Open(path, 0o600, boltOptions(true))
		if err != nil {
			return err
		}
		err = db.Update(func(b *bbolt.Tx) error {
			for _, name := range tables() {
				if _, err := b.CreateBucket([]byte(name)); err != nil {
					return err
				}
			}
			return putSchema(b, schema)
		})
		return errors.Join(err, db.Close())
	})
	return err
}

func putSchema(b *bbolt.Tx, v int) error {
	return b.Bucket([]byte(tableMeta)).Put(schemaKey, binary.BigEndian.AppendUint32(nil, uint32(v)))
}

func getSchema(b *bbolt.Tx) (int, error) {
	meta := b.Bucket([]byte(tableMeta))
	if meta == nil {
		return 0, errors.New("it isn't a vise database")
	}
	v := meta.Get(schemaKey)
	if len(v) != 4 {
		return 0, errors.New("its version can't be read")
	}
	return int(binary.BigEndian.Uint32(v)), nil
}

// checkSchema closes c and refuses it unless its tables are of our version:
// another process may have migrated the file since it was last open.
func checkSchema(c *conn, path string) error {
	var have int
	panicked, err := guard(path, func() error {
		return c.db.View(func(b *bbolt.Tx) (err error) {
			if have, err = getSchema(b); err != nil {
				return damaged(path, err.Error())
			}
			return nil
		})
	})
	if err == nil {
		err = compareSchema(path, have)
	}
	switch {
	case panicked:
		c.abandon()
	case err != nil:
		c.close()
	}
	return err
}

func compareSchema(path string, have int) error {
	switch {
	case have > schema:
		return &Error{Kind: ErrNewer, Path: path, Why: fmt.Sprintf("it has version %d, and this vise knows versions up to %d", have, schema),
			Do: "update vise, or choose another folder with --data-dir"}
	case have < schema:
		return &Error{Kind: ErrOlder, Path: path, Why: fmt.Sprintf("it has version %d and has to become %d", have, schema),
			Do: "start vise again where the file can be written"}
	}
	return nil
}

// migrate brings the file to version want, in one transaction that nobody can
// look into, and only while no run goes on.
func migrate(ctx context.Context, path string, opts Options, self process, want int, steps []migration) error {
	c, err := openConn(ctx, path, true, holder{PID: self.PID, Command: opts.Command}, time.Now().Add(opts.Wait))
	if err != nil {
		return err
	}
	panicked, err := guard(path, func() error {
		return c.db.Update(func(b *bbolt.Tx) error {
			return migrateTx(&tx{Tx: b, path: path, now: opts.Now(), self: self}, want, steps)
		})
	})
	if panicked {
		c.abandon()
	} else {
		c.close()
	}
	return err
}

func migrateTx(t *tx, want int, steps []migration) error {
	have, err := getSchema(t.Tx)
	if err != nil {
		return damaged(t.path, err.Error())
	}
	if live := t.liveRuns(); have < want && len(live) > 0 {
		return &Error{Kind: ErrOlder, Path: t.path, Why: fmt.Sprintf("it has version %d and can't become %d while runs go on: %s", have, want, strings.Join(live, ", ")),
			Do: "let them finish or end them, then try again"}
	}
	for ; have < want; have++ {
		if have < 1 || have > len(steps) {
			return damaged(t.path, fmt.Sprintf("its version is %d", have))
		}
		if err := steps[have-1](t); err != nil {
			return fmt.Errorf("migrating the database from version %d to %d: %w", have, have+1, err)
		}
	}
	return putSchema(t.Tx, want)
}
