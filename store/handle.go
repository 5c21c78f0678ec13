package store

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"time"

	"go.etcd.io/bbolt"
)

// registry has the one handle of this process for each path: two would lock
// each other out. It is the package's only variable state.
var registry = struct {
	sync.Mutex
	handles map[string]*handle
}{handles: map[string]*handle{}}

// tick is how often an idle, open file looks whether others wait for it.
const tick = 5 * time.Millisecond

// handle shares one opening of the file among everything in this process. The
// file is opened for the transactions at hand, shared with other readers when
// they all read, and let go when idle for Options.Linger, or at once when
// another process waits.
type handle struct {
	path string
	opts Options
	self process

	mu       sync.Mutex
	refs     int // DBs that use it
	conn     *conn
	opening  bool
	draining bool // no new transaction may begin on conn
	users    int  // transactions on conn
	idle     time.Time
	timer    *time.Timer
	broken   error         // bbolt panicked while it wrote: this process writes no more
	bad      bool          // conn's bbolt can't be closed any more
	changed  chan struct{} // closed and replaced with every change of the above
	wrote    chan struct{} // closed and replaced with every commit
	point    func(string) error
}

// attach returns the handle of path, with one more reference.
func attach(path string, opts Options) *handle {
	registry.Lock()
	defer registry.Unlock()
	h := registry.handles[path]
	if h == nil {
		h = &handle{path: path, opts: opts, self: thisProcess(), changed: make(chan struct{}), wrote: make(chan struct{})}
		registry.handles[path] = h
	}
	h.refs++
	return h
}

// detach gives a reference back; the last one closes the file.
func (h *handle) detach() {
	registry.Lock()
	defer registry.Unlock()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.refs--
	if h.refs > 0 {
		return
	}
	delete(registry.handles, h.path)
	h.drain()
}

// resolve makes one name of the many a path can have.
func resolve(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		return real, nil
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(abs))
	if err != nil {
		return abs, nil // the folder doesn't exist yet
	}
	return filepath.Join(dir, filepath.Base(abs)), nil
}

// acquire returns the open file for one transaction; release gives it back.
func (h *handle) acquire(ctx context.Context, write bool) (*bbolt.DB, error) {
	deadline := time.Now().Add(h.opts.Wait)
	h.mu.Lock()
	defer h.mu.Unlock()
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if write && h.broken != nil {
			return nil, h.broken
		}
		switch {
		case h.conn == nil && !h.opening:
			if err := h.open(ctx, write, deadline); err != nil {
				return nil, err
			}
		case h.usable(write):
			h.users++
			return h.conn.db, nil
		case h.conn != nil && !h.draining:
			h.drain()
		default:
			h.wait(ctx)
		}
	}
}

// usable reports whether a transaction can begin on the file as it is open.
func (h *handle) usable(write bool) bool {
	if h.conn == nil || h.draining || write && !h.conn.write {
		return false
	}
	overdue := time.Since(h.conn.since) > h.opts.Linger
	return !(overdue && h.conn.contended())
}

// open is called with h.mu held, and lets go of it while it waits for the file.
func (h *handle) open(ctx context.Context, write bool, deadline time.Time) error {
	h.opening = true
	h.mu.Unlock()
	c, err := openConn(ctx, h.path, write, h.who(), deadline)
	if err == nil {
		err = checkSchema(c, h.path)
	}
	h.mu.Lock()
	h.opening = false
	if err == nil {
		h.conn, h.draining, h.users, h.bad = c, false, 0, false
	} else if write && errors.Is(err, ErrDamaged) {
		h.broken = err
	}
	h.broadcast()
	return err
}

// wait lets go of h.mu until something changes.
func (h *handle) wait(ctx context.Context) {
	ch := h.changed
	h.mu.Unlock()
	select {
	case <-ch:
	case <-ctx.Done():
	}
	h.mu.Lock()
}

func (h *handle) broadcast() {
	close(h.changed)
	h.changed = make(chan struct{})
}

// release ends a transaction's use of the file.
func (h *handle) release() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.users--
	if h.users > 0 {
		return
	}
	h.idle = time.Now()
	if h.draining || h.conn.contended() {
		h.drain()
		return
	}
	if h.timer == nil {
		h.timer = time.AfterFunc(tick, h.check)
	}
}

// check runs while the file is open and idle.
func (h *handle) check() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.timer = nil
	if h.conn == nil || h.users > 0 {
		return // release starts it again
	}
	if time.Since(h.idle) >= h.opts.Linger || h.conn.contended() {
		h.drain()
		return
	}
	h.timer = time.AfterFunc(tick, h.check)
}

// drain closes the file as soon as no transaction uses it.
func (h *handle) drain() {
	h.draining = true
	if h.users > 0 || h.conn == nil {
		return
	}
	if h.timer != nil {
		h.timer.Stop()
		h.timer = nil
	}
	if h.bad {
		h.conn.abandon()
	} else {
		h.conn.close()
	}
	h.conn, h.draining = nil, false
	h.broadcast()
}

// spoil marks the open file as unfit after a failed write: what follows opens
// it afresh. After a panic this process stops writing.
func (h *handle) spoil(panicked bool, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.draining = true
	if panicked {
		h.bad, h.broken = true, err
	}
}

func (h *handle) committed() {
	h.mu.Lock()
	defer h.mu.Unlock()
	close(h.wrote)
	h.wrote = make(chan struct{})
}

func (h *handle) who() holder { return holder{PID: h.self.PID, Command: h.opts.Command} }
