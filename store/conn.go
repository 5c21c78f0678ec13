package store

import (
	"context"
	"os"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
)

// conn is one opening of the file: locked from open to close, shared with
// other readers unless it writes.
type conn struct {
	db    *bbolt.DB
	file  *os.File
	gate  *gate
	write bool
	since time.Time
}

// boltOptions are those of every opening. Syncing stays on: what was
// acknowledged survives a power cut. The array freelist is the quickest to
// load, and the file is opened often.
func boltOptions(write bool) *bbolt.Options {
	return &bbolt.Options{
		Timeout:      time.Second, // the file is locked before bbolt asks
		ReadOnly:     !write,
		FreelistType: bbolt.FreelistArrayType,
		NoStatistics: true,
	}
}

// growStep bounds, in bytes, how much longer than needed the file gets once it
// is that long; below that it doubles.
const growStep = 1 << 20

// openConn locks and opens an existing database. It waits for other processes
// until deadline.
func openConn(ctx context.Context, path string, write bool, who holder, deadline time.Time) (*conn, error) {
	c := &conn{write: write}
	opts := boltOptions(write)
	opts.OpenFile = func(string, int, os.FileMode) (f *os.File, err error) {
		c.file, c.gate, err = lockFile(ctx, path, write, who, deadline)
		return c.file, err
	}
	_, err := guard(path, func() (err error) {
		c.db, err = bbolt.Open(path, 0o600, opts)
		return err
	})
	if err != nil {
		c.abandon()
		return nil, err
	}
	c.db.AllocSize = growStep
	c.since = time.Now()
	return c, nil
}

// lockFile opens path and locks it, exclusively to write. Whoever waits holds
// the gate meanwhile, so that no stream of readers can starve a writer.
func lockFile(ctx context.Context, path string, write bool, who holder, deadline time.Time) (*os.File, *gate, error) {
	g := openGate(path)
	locked := func(err error) error { return lockError(path, g, deadline, err) }
	if err := g.enter(ctx, deadline); err != nil {
		g.close()
		return nil, nil, locked(err)
	}
	f, err := lockCurrent(ctx, path, write, deadline)
	if err == nil {
		g.name(who)
		g.leave()
		err = checkFile(f)
	}
	if err != nil {
		if f != nil {
			unlockFile(f)
		}
		err = locked(err)
		g.close()
		return nil, nil, err
	}
	return f, g, nil
}

// lockCurrent locks the file that has the name once the lock is held: it may
// have been replaced while we waited.
func lockCurrent(ctx context.Context, path string, write bool, deadline time.Time) (*os.File, error) {
	flag, how := os.O_RDONLY, syscall.LOCK_SH
	if write {
		flag, how = os.O_RDWR, syscall.LOCK_EX
	}
	for {
		f, err := os.OpenFile(path, flag, 0)
		if err != nil {
			return nil, err
		}
		if err := flock(ctx, f, how, deadline); err != nil {
			_ = f.Close() // it was never locked
			return nil, err
		}
		if same(f, path) {
			return f, nil
		}
		unlockFile(f)
	}
}

func same(f *os.File, path string) bool {
	a, err := f.Stat()
	if err != nil {
		return true // the next use of f says what is wrong
	}
	b, err := os.Stat(path)
	return err == nil && os.SameFile(a, b)
}

// contended reports whether another process waits for the file.
func (c *conn) contended() bool { return c.gate.busy() }

// close lets go of the file.
func (c *conn) close() {
	panicked, _ := guard(c.db.Path(), c.db.Close) // nothing is lost: what was committed is synced
	if panicked {
		c.abandon()
		return
	}
	c.gate.close()
}

// abandon lets go of the file without bbolt, whose locks may be stuck after a
// panic. The memory map stays until the process ends.
func (c *conn) abandon() {
	if c.file != nil {
		unlockFile(c.file)
	}
	if c.gate != nil {
		c.gate.close()
	}
}

// unlockFile unlocks explicitly: closing alone doesn't where the file is still
// mapped.
func unlockFile(f *os.File) {
	if raw, err := f.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) { _ = syscall.Flock(int(fd), syscall.LOCK_UN) })
	}
	_ = f.Close() // may be closed already
}
