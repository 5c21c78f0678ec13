package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// watchedServer has a resource that can be watched, and counts who asks for
// that.
func watchedServer(version string, asked *atomic.Int32) *mcp.Server {
	srv := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ServerOptions{SupportedProtocolVersions: []string{version},
		SubscribeHandler:   func(context.Context, *mcp.SubscribeRequest) error { asked.Add(1); return nil },
		UnsubscribeHandler: func(context.Context, *mcp.UnsubscribeRequest) error { return nil }})
	srv.AddResource(&mcp.Resource{URI: "todo://list", Name: "todos"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: "todo://list", Text: "none"}}}, nil
	})
	addTool(srv, "fine", answer("from fine"))
	return srv
}

// heard waits until a change of the resource is told.
func heard(t *testing.T, srv *mcp.Server, told *atomic.Int32) error {
	t.Helper()
	before := told.Load()
	return eventually(func() error {
		if err := srv.ResourceUpdated(t.Context(), &mcp.ResourceUpdatedNotificationParams{URI: "todo://list"}); err != nil {
			return err
		}
		if told.Load() == before {
			return errors.New("nobody was told")
		}
		return nil
	})
}

// A server that was started anew is asked again for what was watched, and no
// more for what isn't.
func TestWatchedAfterARestart(t *testing.T) {
	for _, version := range []string{legacyVersion, modernVersion} {
		var asked, told atomic.Int32
		srv := watchedServer(version, &asked)
		f := newFleet()
		f.servers["s"] = srv
		h := ready(t, Config{dial: f.dial, Changed: func(string) { told.Add(1) }}, named("s")...)
		if err := h.Subscribe(t.Context(), "s", "todo://list"); err != nil {
			t.Fatal(err)
		}
		for n := int32(1); n <= 3; n++ {
			if n > 1 {
				if err := h.Restart(t.Context(), "s"); err != nil {
					t.Fatal(err)
				}
			}
			if err := eventually(func() error {
				if asked.Load() != n {
					return fmt.Errorf("asked %d times", asked.Load())
				}
				return nil
			}); err != nil {
				t.Fatalf("%s: %v", version, err)
			}
			if err := heard(t, srv, &told); err != nil {
				t.Errorf("%s: %v", version, err)
			}
		}
		if err := h.Unsubscribe(t.Context(), "s", "todo://list"); err != nil {
			t.Fatal(err)
		}
		if err := h.Restart(t.Context(), "s"); err != nil {
			t.Fatal(err)
		}
		if text, err := callText(h, "s", "fine"); err != nil || text != "from fine" || asked.Load() != 3 {
			t.Errorf("%s: %q, %v, asked %d times", version, text, err, asked.Load())
		}
	}
}

// What is to be watched is known before the server has said yes, so that a
// session that comes meanwhile is asked for it, too; what was refused isn't,
// and is asked for anew; what was granted isn't asked for twice. (In the other
// era the SDK doesn't wait for an answer.)
func TestAskedToWatch(t *testing.T) {
	var asked atomic.Int32
	var known atomic.Value
	var h *Host
	refuse := errors.New("not now")
	srv := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ServerOptions{SupportedProtocolVersions: []string{legacyVersion},
		SubscribeHandler: func(context.Context, *mcp.SubscribeRequest) error {
			s, err := h.server("s")
			if err != nil {
				return err
			}
			known.Store(strings.Join(s.watches(), " "))
			if asked.Add(1) == 1 {
				return refuse
			}
			return nil
		},
		UnsubscribeHandler: func(context.Context, *mcp.UnsubscribeRequest) error { return nil }})
	srv.AddResource(&mcp.Resource{URI: "todo://list", Name: "todos"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{}, nil
	})
	f := newFleet()
	f.servers["s"] = srv
	h = ready(t, Config{dial: f.dial}, named("s")...)
	s, err := h.server("s")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Subscribe(t.Context(), "s", "todo://list"); err == nil || len(s.watches()) != 0 {
		t.Errorf("refused: %v, and watched is %q", err, s.watches())
	}
	for range 2 {
		if err := h.Subscribe(t.Context(), "s", "todo://list"); err != nil {
			t.Error(err)
		}
	}
	if asked.Load() != 2 || known.Load() != "todo://list" || strings.Join(s.watches(), " ") != "todo://list" {
		t.Errorf("asked %d times, then %q was to be watched, now %q is", asked.Load(), known.Load(), s.watches())
	}
}

// So is one that has forgotten its session.
func TestWatchedInAForgottenSession(t *testing.T) {
	var asked, told atomic.Int32
	var current atomic.Value
	start := func() *mcp.Server {
		srv := watchedServer(legacyVersion, &asked)
		current.Store(http.Handler(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil)))
		return srv
	}
	start()
	web := serveHTTP(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { current.Load().(http.Handler).ServeHTTP(w, r) }))
	h := ready(t, Config{Changed: func(string) { told.Add(1) }}, overHTTP("web", web.URL))
	if err := h.Subscribe(t.Context(), "web", "todo://list"); err != nil {
		t.Fatal(err)
	}
	next := start()
	if text, err := callText(h, "web", "fine"); err != nil || text != "from fine" {
		t.Fatalf("%q, %v", text, err)
	}
	if err := eventually(func() error {
		if asked.Load() != 2 {
			return fmt.Errorf("asked %d times", asked.Load())
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := heard(t, next, &told); err != nil {
		t.Error(err)
	}
}

// One that can't any more says so.
func TestWatchedNoMore(t *testing.T) {
	var asked atomic.Int32
	f := newFleet()
	f.servers["s"] = watchedServer(legacyVersion, &asked)
	h := ready(t, Config{dial: f.dial}, named("s")...)
	if err := h.Subscribe(t.Context(), "s", "todo://list"); err != nil {
		t.Fatal(err)
	}
	f.mu.Lock()
	f.servers["s"] = serverOf(legacyVersion, "fine")
	f.mu.Unlock()
	if err := h.Restart(t.Context(), "s"); err != nil {
		t.Fatal(err)
	}
	if err := eventually(func() error {
		if notes := strings.Join(state(t, h, "s").Notes, "\n"); !strings.Contains(notes, `changes of the resource "todo://list" aren't told any more`) {
			return fmt.Errorf("notes %q", notes)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}
