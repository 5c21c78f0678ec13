package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// gate is the side file PATH.lock. Its lock is the queue for the database
// file: held by the one process that is next. Its content names the last
// process that got the file, for the error message of those that wait in
// vain. Losing the file costs fairness and names, never data.
type gate struct{ f *os.File }

// holder is a process as others are told of it.
type holder struct {
	PID     int       `json:"pid"`
	Command string    `json:"command"`
	Since   time.Time `json:"since"`
}

func gatePath(path string) string { return path + ".lock" }

// openGate works without a file where the folder is read-only.
func openGate(path string) *gate {
	f, err := os.OpenFile(gatePath(path), os.O_RDWR|os.O_CREATE, 0o600)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		f, err = os.Open(gatePath(path))
	}
	if err != nil {
		return &gate{}
	}
	return &gate{f}
}

func (g *gate) enter(ctx context.Context, deadline time.Time) error {
	if g.f == nil {
		return nil
	}
	return flock(ctx, g.f, syscall.LOCK_EX, deadline)
}

func (g *gate) leave() {
	if g.f != nil {
		_ = syscall.Flock(int(g.f.Fd()), syscall.LOCK_UN) // closing does it too
	}
}

// busy reports whether somebody is in the gate.
func (g *gate) busy() bool {
	if g.f == nil {
		return false
	}
	if err := syscall.Flock(int(g.f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB); err != nil {
		return true
	}
	g.leave()
	return false
}

func (g *gate) close() {
	if g.f != nil {
		_ = g.f.Close()
	}
}

// name writes who has the file now. It may fail: it only serves a message.
func (g *gate) name(who holder) {
	if g.f == nil {
		return
	}
	who.Since = time.Now()
	b, err := json.Marshal(who)
	if err != nil {
		return
	}
	if _, err := g.f.WriteAt(append(b, '\n'), 0); err == nil {
		_ = g.f.Truncate(int64(len(b) + 1))
	}
}

// holder reads the name; ok is false where nobody alive is known.
func (g *gate) holder() (h holder, ok bool) {
	if g == nil || g.f == nil {
		return h, false
	}
	b := make([]byte, 4096)
	n, _ := g.f.ReadAt(b, 0) // io.EOF, at the end of a short file
	if json.NewDecoder(bytes.NewReader(b[:n])).Decode(&h) != nil {
		return h, false
	}
	return h, h.PID > 0 && syscall.Kill(h.PID, 0) != syscall.ESRCH
}

var errLockTimeout = errors.New("timed out")

// lockError says who holds the file, where err is that it couldn't be locked.
func lockError(path string, g *gate, deadline time.Time, err error) error {
	if !errors.Is(err, errLockTimeout) {
		return err
	}
	why := "another process holds it"
	do := "wait for it or end it, then try again"
	if h, ok := g.holder(); ok {
		why = fmt.Sprintf("process %d (%s) has held it since %s", h.PID, clean(h.Command), h.Since.Local().Format("15:04:05"))
		do = fmt.Sprintf("wait for process %d or end it, then try again", h.PID)
	}
	return &Error{Kind: ErrLocked, Path: path, Why: why, Do: do, Err: err}
}

// flock locks f, trying again until the deadline; ctx's error when ctx ends
// first.
func flock(ctx context.Context, f *os.File, how int, deadline time.Time) error {
	for pause := 200 * time.Microsecond; ; pause = min(2*pause, 5*time.Millisecond) {
		err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
		if err == nil {
			return nil
		}
		if err != syscall.EWOULDBLOCK && err != syscall.EINTR {
			return err
		}
		if time.Now().After(deadline) {
			return errLockTimeout
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}
