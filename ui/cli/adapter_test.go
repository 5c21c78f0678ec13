package cli

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"vise/session"
	"vise/session/app"
	"vise/session/scripted"
)

var remind = scripted.Call("todo_create", map[string]any{"title": "buy milk"})

// What was allowed until a conversation ends isn't allowed in the next one,
// also where a run of the first goes on in it.
func TestAllowedUntilTheConversationEnds(t *testing.T) {
	plan, err := app.Load(app.Config{ConfigDir: t.TempDir(), DataDir: filepath.Join(t.TempDir(), "data"), WorkDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	a := newAdapter(t.Context(), plan)
	if err := a.open(t.Context(), app.Parts{Model: scripted.New(remind, scripted.Say("Added."))}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.w.Close(); err != nil {
			t.Error(err)
		}
	})
	r, err := a.w.Start(t.Context(), app.Request{Text: "remind me", Conversation: a.conv})
	if err != nil {
		t.Fatal(err)
	}
	first := a.conv
	if err := a.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := a.took(r, nil); err != nil { // as where it was being started meanwhile
		t.Fatal(err)
	}
	for deadline := time.Now().Add(30 * time.Second); len(a.w.Desk().Waiting()) == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("no call came to wait")
		}
	}
	if err := a.Answer(t.Context(), a.w.Desk().Waiting()[0].ID, session.Answer{Verdict: session.VerdictAllowTool}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Result(); err != nil {
		t.Fatal(err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if gs := a.grantsLocked(); len(gs) > 0 {
		t.Errorf("allowed in the new conversation: %+v", gs)
	}
	if a.conv = first; len(a.grantsLocked()) != 1 {
		t.Error("not allowed in its own")
	}
}

// A call by hand that waits for its server to start can be given up at once.
func TestGivingUpACallThatWaits(t *testing.T) {
	asked, over := make(chan struct{}, 100), make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		select {
		case <-over:
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(srv.Close)
	t.Cleanup(func() { close(over) })
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mcp.json"), fmt.Appendf(nil, `{"mcpServers": {"slow": {"type": "http", "url": %q}}}`, srv.URL), 0o600); err != nil {
		t.Fatal(err)
	}
	plan, err := app.Load(app.Config{ConfigDir: dir, DataDir: filepath.Join(t.TempDir(), "data"), WorkDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	a := newAdapter(t.Context(), plan)
	if err := a.open(t.Context(), app.Parts{Model: scripted.New()}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.w.Close(); err != nil {
			t.Error(err)
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(0, func() { <-asked; cancel() })
	began := time.Now()
	if _, err := a.Call(ctx, "slow/look", nil); !errors.Is(err, context.Canceled) || time.Since(began) > app.StartLimit/2 {
		t.Errorf("%v after %s", err, time.Since(began))
	}
}
