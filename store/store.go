// Package store keeps runs, their events and blobs, decisions, tokens, todos
// and settings in one bbolt file that several vise processes use at the same
// time. What a write acknowledged is on the disk.
package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Options of a database. Zero fields take the defaults.
type Options struct {
	// Wait bounds how long one operation waits for other processes; 5 s.
	Wait time.Duration
	// Linger is how long the file stays open, and locked, after the last
	// transaction when nobody waits for it; 50 ms. It also bounds how long one
	// process keeps it while others wait.
	Linger time.Duration
	// Heartbeat is how often a Lease shows that it is alive; 10 s. Processes
	// on other machines take a run over after six missed ones.
	Heartbeat time.Duration
	// Poll is how often Watch looks for other processes' writes; 200 ms.
	Poll time.Duration
	// Now is the clock of todos, leases and tokens; time.Now.
	Now func() time.Time
	// Command names this process to others, such as "vise run"; made of the
	// program's name and its first argument.
	Command string
}

func (o Options) withDefaults() Options {
	def := func(d *time.Duration, v time.Duration) {
		if *d <= 0 {
			*d = v
		}
	}
	def(&o.Wait, 5*time.Second)
	def(&o.Linger, 50*time.Millisecond)
	def(&o.Heartbeat, 10*time.Second)
	def(&o.Poll, 200*time.Millisecond)
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Command == "" {
		o.Command = commandName(os.Args)
	}
	return o
}

// DB is a database. All methods may be called from several goroutines; all
// return ErrClosed after Close, ctx's error when ctx ends first, and wrap
// ErrLocked, ErrDamaged, ErrReadOnly, ErrFull or ErrDisk as the case may be.
type DB struct {
	mu   sync.Mutex
	h    *handle
	done chan struct{} // closed by Close
}

// Open opens the database at path, and creates it (folder 0700, file 0600)
// where there is none. A file that can only be read opens; writing to it is
// ErrReadOnly. One written by a newer vise is ErrNewer; one by an older vise
// is migrated, unless a run goes on in it. All DBs of one path in a process
// share one handle, with the Options of the first.
func Open(ctx context.Context, path string, opts Options) (*DB, error) {
	opts = opts.withDefaults()
	path, err := resolve(path)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if path, err = create(ctx, path, opts); err != nil {
			return nil, classify(path, err)
		}
	}
	d := &DB{h: attach(path, opts), done: make(chan struct{})}
	err = d.view(ctx, func(*tx) error { return nil })
	if errors.Is(err, ErrOlder) {
		err = migrate(ctx, path, opts, d.h.self, schema, migrations())
	}
	if err != nil {
		_ = d.Close() // the first error tells
		return nil, err
	}
	return d, nil
}

// Path is the database file.
func (d *DB) Path() string {
	return d.h.path
}

// Close lets go of the file. Leases that weren't released stay until their
// process ends.
func (d *DB) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	select {
	case <-d.done:
		return nil
	default:
	}
	close(d.done)
	d.h.detach()
	return nil
}

func (d *DB) handle() (*handle, error) {
	select {
	case <-d.done:
		return nil, ErrClosed
	default:
		return d.h, nil
	}
}

// create makes an empty database under another name and gives it its own
// when it is whole, so that an empty file is never a valid one.
func create(ctx context.Context, path string, opts Options) (string, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return path, err
	}
	path, err := resolve(path)
	if err != nil {
		return path, err
	}
	g := openGate(path)
	defer g.close()
	deadline := time.Now().Add(opts.Wait)
	if err := g.enter(ctx, deadline); err != nil {
		return path, lockError(path, g, deadline, err)
	}
	if _, err := os.Stat(path); err == nil {
		return path, nil // another process was first
	}
	fresh := path + ".new"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return path, err // left by a process that was killed
	}
	if err := writeEmpty(fresh); err != nil {
		_ = os.Remove(fresh) // the first error tells
		return path, err
	}
	if err := os.Rename(fresh, path); err != nil {
		return path, err
	}
	return path, syncDir(filepath.Dir(path))
}

func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
