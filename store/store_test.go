package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	bolterrors "go.etcd.io/bbolt/errors"
	"go.uber.org/goleak"

	"vise/session"
)

// TestMain runs a helper process instead of the tests where the environment
// names one.
func TestMain(m *testing.M) {
	if name := os.Getenv(helperEnv); name != "" {
		if err := helpers()[name](os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, "helper:", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(syscall.Exit))
}

func dbPath(t testing.TB) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "vise", "vise.db")
}

func openDB(t testing.TB, path string) *DB {
	t.Helper()
	d, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func begin(t testing.TB, d *DB, run string) *Lease {
	t.Helper()
	l, err := d.Begin(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Release(context.Background()) })
	return l
}

// event makes the record that follows prev in run.
func event(run string, prev session.Record, body string) session.Record {
	r := session.Record{Run: run, Seq: prev.Seq + 1, PrevHash: prev.Hash, Bytes: fmt.Appendf(nil, `{"run_id":%q,"seq":%d,"body":%q}`, run, prev.Seq+1, body)}
	r.Hash = hashOf(append([]byte(r.PrevHash), r.Bytes...))
	return r
}

func entry(r session.Record, blobs ...session.Blob) session.Entry {
	return session.Entry{Record: r, Blobs: blobs, Summary: session.Summary{Run: r.Run, Conversation: "c1", Task: "find the Retry timeout",
		Status: session.StatusRunning, Started: day(1), Updated: day(1)}}
}

// anchored is e with an event of the workspace chain that names it.
func anchored(e session.Entry) session.Entry {
	e.Anchor = func(seq int, hash string) (session.Record, error) {
		return event(session.Workspace, session.Record{Seq: seq, Hash: hash}, e.Record.Hash), nil
	}
	return e
}

func blob(text string) session.Blob {
	return session.Blob{Hash: hashOf([]byte(text)), Bytes: []byte(text)}
}

func day(n int) time.Time { return time.Date(2026, 5, n, 10, 0, 0, 0, time.UTC) }

func appendOK(t testing.TB, l session.EventLog, e session.Entry) session.Record {
	t.Helper()
	if err := l.Append(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	return e.Record
}

// fill appends n events to run and returns the last.
func fill(t testing.TB, l session.EventLog, run string, n int) (last session.Record) {
	t.Helper()
	for i := range n {
		last = appendOK(t, l, entry(event(run, last, fmt.Sprint("event ", i))))
	}
	return last
}

func wantErr(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got error %v, want %v", err, want)
	}
}

// checkChain fails unless records are a whole chain from the first on.
func checkChain(t *testing.T, records []session.Record) {
	t.Helper()
	var prev session.Record
	for _, r := range records {
		if r.Seq != prev.Seq+1 || r.PrevHash != prev.Hash || r.Hash != hashOf(append([]byte(r.PrevHash), r.Bytes...)) {
			t.Fatalf("event %d of run %s doesn't follow event %d", r.Seq, r.Run, prev.Seq)
		}
		prev = r
	}
}

func TestOpenCreatesPrivately(t *testing.T) {
	path := dbPath(t)
	openDB(t, path)
	for name, want := range map[string]os.FileMode{filepath.Dir(path): 0o700, path: 0o600, gatePath(path): 0o600} {
		st, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if st.Mode().Perm() != want {
			t.Errorf("%s has mode %o, want %o", name, st.Mode().Perm(), want)
		}
	}
}

func TestHandleIsSharedAndLetGo(t *testing.T) {
	path := dbPath(t)
	a := openDB(t, path)
	b := openDB(t, filepath.Join(filepath.Dir(path), ".", "vise.db"))
	if a.h != b.h {
		t.Error("two handles for one path")
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	_, _, err := a.Setting(t.Context(), "x")
	wantErr(t, err, ErrClosed)
	if err := b.SetSetting(t.Context(), "x", "y"); err != nil {
		t.Errorf("closing one DB closed the other: %v", err)
	}
	deadline := time.Now().Add(2 * time.Second)
	for b.h.isOpen() {
		if time.Now().After(deadline) {
			t.Fatal("the file was not let go")
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func (h *handle) isOpen() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.conn != nil
}

func TestSettings(t *testing.T) {
	path := dbPath(t)
	d := openDB(t, path)
	if _, ok, err := d.Setting(t.Context(), "model"); ok || err != nil {
		t.Fatalf("got %v, %v for a setting that isn't there", ok, err)
	}
	if err := d.SetSetting(t.Context(), "model", "offline"); err != nil {
		t.Fatal(err)
	}
	d.Close()
	v, ok, err := openDB(t, path).Setting(t.Context(), "model")
	if v != "offline" || !ok || err != nil {
		t.Errorf("got %q, %v, %v after opening again", v, ok, err)
	}
	if err := openDB(t, path).SetSetting(t.Context(), "", "x"); err == nil {
		t.Error("an empty key was taken")
	}
}

func TestCancelledContext(t *testing.T) {
	d := openDB(t, dbPath(t))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	wantErr(t, d.SetSetting(ctx, "a", "b"), context.Canceled)
	_, err := d.Todos(ctx)
	wantErr(t, err, context.Canceled)
}

// TestManyGoroutines mixes reads and writes, so that the file is opened for
// one and the other in turn.
func TestManyGoroutines(t *testing.T) {
	d := openDB(t, dbPath(t))
	var wg sync.WaitGroup
	for i := range 4 {
		run := fmt.Sprint("r", i)
		l := begin(t, d, run)
		wg.Go(func() {
			var last session.Record
			for range 10 {
				last = event(run, last, "x")
				if err := l.Append(t.Context(), entry(last)); err != nil {
					t.Error(err)
					return
				}
			}
		})
		wg.Go(func() {
			for range 30 {
				records, err := d.Since(t.Context(), run, 0)
				if err != nil {
					t.Error(err)
					return
				}
				checkChain(t, records)
				time.Sleep(time.Millisecond)
			}
		})
	}
	wg.Wait()
	runs, err := d.Conversation(t.Context(), "c1")
	if err != nil || len(runs) != 4 || runs[3].LastSeq != 10 {
		t.Errorf("got %+v, %v", runs, err)
	}
}

func TestErrorsSayWhatWhyAndWhatToDo(t *testing.T) {
	const path = "/home/me/vise.db"
	for _, c := range []struct{ err, want error }{
		{syscall.ENOSPC, ErrFull},
		{fmt.Errorf("file resize error: %s", syscall.EFBIG), ErrFull}, // as bbolt says it
		{syscall.EROFS, ErrReadOnly},
		{&os.PathError{Op: "open", Path: path, Err: syscall.EACCES}, ErrReadOnly},
		{&os.PathError{Op: "open", Path: path, Err: syscall.ENOENT}, ErrMissing},
		{&os.PathError{Op: "open", Path: path, Err: syscall.ENOTDIR}, ErrNoFolder},
		{bolterrors.ErrChecksum, ErrDamaged},
		{syscall.EIO, ErrDisk},
	} {
		err := classify(path, c.err)
		var e *Error
		if !errors.Is(err, c.want) || !errors.As(err, &e) || e.Why == "" || e.Do == "" || !strings.Contains(err.Error(), path) {
			t.Errorf("%v became %v", c.err, err)
		}
	}
	if classify(path, nil) != nil || classify(path, session.ErrConflict) != session.ErrConflict {
		t.Error("what is no fault of the file is changed")
	}
	for _, c := range []struct {
		args []string
		want string
	}{{[]string{"/usr/bin/vise", "run", "my secret"}, "vise run"}, {[]string{"vise", "my secret"}, "vise"}, {nil, "unknown"}} {
		if got := commandName(c.args); got != c.want {
			t.Errorf("%q is called %q, want %q", c.args, got, c.want)
		}
	}
}
