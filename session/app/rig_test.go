package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"vise/session"
	"vise/session/scripted"
)

// bench is a workbench on a real store in a temporary folder, with the real
// built-in server behind the SDK's transport.
type bench struct {
	*Workbench
	t     *testing.T
	model *scripted.Model
	clock *handClock
	dirs  Config
}

// handClock stands still but for a millisecond at every look, so that events
// have an order.
type handClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *handClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(time.Millisecond)
	return c.now
}

func newBench(t *testing.T, steps ...scripted.Step) *bench {
	t.Helper()
	dir := t.TempDir()
	project := filepath.Join(dir, "project")
	write(t, filepath.Join(project, "config", "http.go"), "package config\n\n// the retry timeout, in seconds\nconst retryTimeout = 10\n")
	write(t, filepath.Join(dir, "conf", "vise.yaml"), "timezone: Europe/Moscow\n")
	b := &bench{t: t, model: scripted.New(steps...), clock: &handClock{now: time.Date(2026, 11, 30, 9, 12, 0, 0, time.FixedZone("MSK", 3*3600))},
		dirs: Config{ConfigDir: filepath.Join(dir, "conf"), DataDir: filepath.Join(dir, "data"), WorkDir: project, HomeDir: filepath.Join(dir, "home"), User: "ann"}}
	b.Workbench = b.open()
	return b
}

// open opens another workbench on the same folders, as another process would.
func (b *bench) open() *Workbench {
	b.t.Helper()
	w, err := Open(b.t.Context(), b.dirs, Parts{Model: b.model, Clock: b.clock})
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() {
		if err := w.Close(); err != nil {
			b.t.Error(err)
		}
	})
	return w
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) run(req Request) session.State {
	b.t.Helper()
	return b.end(b.start(req))
}

func (b *bench) start(req Request) *Running {
	b.t.Helper()
	r, err := b.Start(b.t.Context(), req)
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

func (b *bench) end(r *Running) session.State {
	b.t.Helper()
	st, err := r.Result()
	if err != nil {
		b.t.Fatalf("the run could not be recorded: %v", err)
	}
	return st
}

// waiting waits until a call waits at the desk.
func (b *bench) waiting(w *Workbench) session.Approval {
	b.t.Helper()
	changed := w.Desk().Subscribe()
	deadline := time.After(10 * time.Second)
	for {
		if ws := w.Desk().Waiting(); len(ws) > 0 {
			return ws[0]
		}
		select {
		case <-changed:
		case <-deadline:
			b.t.Fatal("no call came to wait")
		}
	}
}

func (b *bench) answer(id string, ans session.Answer) {
	b.t.Helper()
	if err := b.Desk().Answer(b.t.Context(), id, ans); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) titles() []string {
	b.t.Helper()
	ts, err := b.Todos(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	var out []string
	for _, t := range ts {
		out = append(out, t.Title)
	}
	return out
}

func raw(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}
