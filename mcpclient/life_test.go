package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient/config"
	"vise/policy"
)

// end ends the sessions of a server from its side.
func end(srv *mcp.Server) {
	for ss := range srv.Sessions() {
		_ = ss.Close()
	}
}

func TestServerThatEndsIsStartedAgain(t *testing.T) {
	f := newFleet("s")
	h := ready(t, Config{dial: f.dial}, named("s")...)
	for n := 1; n <= 2; n++ {
		end(f.servers["s"])
		if err := eventually(func() error {
			if st := state(t, h, "s"); st.State != policy.ServerReady || st.Restarts != n {
				return fmt.Errorf("%+v", st)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := callText(h, "s", "fine"); err != nil || text != "from fine" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestServerThatKeepsFailingIsGivenUp(t *testing.T) {
	f := newFleet("s", "other")
	h := ready(t, Config{dial: f.dial}, named("s", "other")...)
	f.breakIt("s", errors.New("the disk is full"))
	end(f.servers["s"])
	if err := eventually(func() error {
		if st := state(t, h, "s"); st.State != policy.ServerFailed || !strings.Contains(st.LastError, "times in a row") {
			return fmt.Errorf("%+v", st)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	st := state(t, h, "s")
	if !strings.Contains(st.LastError, "the disk is full") || !strings.Contains(st.Try, "restart") || st.Offered != 0 {
		t.Errorf("%+v", st)
	}
	tried, _ := f.count("s")
	if tried != 1+short().Tries {
		t.Errorf("%d starts", tried)
	}
	if offered, _ := ids(catalogue(t, h)); offered != "other/fine" {
		t.Errorf("offered %q", offered)
	}
	if err := h.Restart(t.Context(), "s"); err == nil || !strings.Contains(err.Error(), "the disk is full") {
		t.Errorf("Restart: %v", err)
	}
	f.breakIt("s", nil)
	if err := h.Restart(t.Context(), "s"); err != nil {
		t.Errorf("Restart: %v", err)
	}
	if offered, _ := ids(catalogue(t, h)); offered != "s/fine other/fine" {
		t.Errorf("offered %q", offered)
	}
}

// A server that never was ready isn't tried again and again, but by a call.
func TestServerThatNeverStarted(t *testing.T) {
	f := newFleet("s")
	f.breakIt("s", errors.New("no luck"))
	h := ready(t, Config{dial: f.dial}, named("s")...)
	if n, _ := f.count("s"); n != 1 || state(t, h, "s").State != policy.ServerFailed {
		t.Errorf("%d starts, %+v", n, state(t, h, "s"))
	}
	f.breakIt("s", nil)
	if text, err := callText(h, "s", "fine"); err != nil || text != "from fine" {
		t.Errorf("%q, %v", text, err)
	}
}

// clock is a time that tests move.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

// deaf makes a server answer no request of that method while it is set.
func deaf(srv *mcp.Server, method string) *atomic.Bool {
	var on atomic.Bool
	srv.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, m string, req mcp.Request) (mcp.Result, error) {
			for m == method && on.Load() {
				if err := pauseFor(ctx, time.Millisecond); err != nil {
					return nil, err
				}
			}
			return next(ctx, m, req)
		}
	})
	return &on
}

func TestSessionIsTriedAfterAPause(t *testing.T) {
	for version, method := range map[string]string{legacyVersion: "ping", modernVersion: "server/discover"} {
		t.Run(version, func(t *testing.T) {
			srv := serverOf(version, "fine")
			asleep := deaf(srv, method)
			f := newFleet()
			f.servers["s"] = srv
			c := &clock{t: time.Now()}
			h := ready(t, Config{dial: f.dial, Now: c.now}, named("s")...)
			if st := state(t, h, "s"); st.Protocol != version {
				t.Fatalf("%+v", st)
			}
			for _, step := range []struct {
				pause   time.Duration
				asleep  bool
				dialled int
			}{{time.Second, true, 1}, {2 * time.Minute, false, 1}, {2 * time.Minute, true, 2}} {
				asleep.Store(step.asleep)
				c.advance(step.pause)
				done := make(chan error, 1)
				go func() {
					_, err := callText(h, "s", "fine")
					done <- err
				}()
				if step.dialled == 2 { // it wakes up once it has been given up
					_ = eventually(func() error {
						if n, _ := f.count("s"); n != 2 {
							return errors.New("not yet")
						}
						return nil
					})
					asleep.Store(false)
				}
				if err := <-done; err != nil {
					t.Errorf("%+v: %v", step, err)
				}
				if n, _ := f.count("s"); n != step.dialled {
					t.Errorf("%+v: %d sessions", step, n)
				}
			}
		})
	}
}

// A server that works, but can't be asked whether it is there, isn't started
// anew after every pause.
func TestServerThatDoesNotKnowPing(t *testing.T) {
	srv := serverOf(legacyVersion, "fine")
	deaf(srv, "ping").Store(true)
	f := newFleet()
	f.servers["s"] = srv
	c := &clock{t: time.Now()}
	times := short()
	times.Ping = 10 * time.Millisecond
	h := ready(t, Config{dial: f.dial, Now: c.now, Times: times}, named("s")...)
	for range 5 {
		c.advance(2 * time.Minute)
		if _, err := callText(h, "s", "fine"); err != nil {
			t.Error(err)
		}
	}
	if n, _ := f.count("s"); n != 3 {
		t.Errorf("%d sessions", n)
	}
}

// The SDK's cache is passed by: what is read is what the server has now, and
// what it remembers of a session is bounded.
func TestNothingIsCached(t *testing.T) {
	reads := 0
	srv := serverOf(modernVersion)
	srv.AddResource(&mcp.Resource{URI: "a://b", Name: "a"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		reads++
		r := &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: "a://b", Text: fmt.Sprint(reads)}}}
		r.TTLMs = 1 << 40
		return r, nil
	})
	f := newFleet()
	f.servers["s"] = srv
	h := ready(t, Config{dial: f.dial}, named("s")...)
	for n := 1; n <= 2; n++ {
		r, err := h.ReadResource(t.Context(), "s", "a://b")
		if err != nil || r.Contents[0].Text != fmt.Sprint(n) {
			t.Errorf("%+v, %v", r, err)
		}
	}
	s, _ := h.server("s")
	s.session.hooks.pages.Store(maxCached + 1)
	if rs, err := h.Resources(t.Context(), "s"); err != nil || len(rs) != 1 {
		t.Errorf("%v, %v", rs, err)
	}
	if n, _ := f.count("s"); n != 2 {
		t.Errorf("%d sessions", n)
	}
}

// overHTTP is a configured server at an address.
func overHTTP(name, url string) config.Server {
	return config.Server{Name: name, Transport: config.HTTP, URL: url, Source: config.Source{File: "mcp.json", Line: 9}}
}

// serveHTTP serves until the test is over.
func serveHTTP(t *testing.T, h http.Handler) *httptest.Server {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(func() {
		srv.CloseClientConnections()
		srv.Close()
	})
	return srv
}

// A session that an HTTP server has forgotten is made anew, and the request,
// which nobody acted on, is sent again: once.
func TestForgottenSession(t *testing.T) {
	var calls, sessions atomic.Int32
	make1 := func() http.Handler {
		srv := serverOf(legacyVersion)
		addTool(srv, "count", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			calls.Add(1)
			return answer("counted")(nil, nil)
		})
		sessions.Add(1)
		return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil)
	}
	var current atomic.Value
	current.Store(make1())
	srv := serveHTTP(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { current.Load().(http.Handler).ServeHTTP(w, r) }))
	h := ready(t, Config{}, overHTTP("web", srv.URL))
	for n := 1; n <= 3; n++ {
		if text, err := callText(h, "web", "count"); err != nil || text != "counted" || int(calls.Load()) != n {
			t.Fatalf("call %d: %q, %v, %d calls", n, text, err, calls.Load())
		}
		current.Store(make1()) // it was restarted
	}
	if st := state(t, h, "web"); st.State != policy.ServerReady || st.Restarts != 2 || st.Transport != "http" {
		t.Errorf("%+v", st)
	}
}

// A call that may have run is never repeated.
func TestDeathInACall(t *testing.T) {
	t.Parallel()
	h := ready(t, Config{}, program("mortal", "server", "", ""))
	if err := h.AddInMemory(t.Context(), "other", serverWith("fine")); err != nil {
		t.Fatal(err)
	}
	_, err := callText(h, "mortal", "die")
	if err == nil || !strings.Contains(err.Error(), "exited with code 7") || !strings.Contains(err.Error(), "isn't known") {
		t.Errorf("%v", err)
	}
	if text, err := callText(h, "other", "fine"); err != nil || text != "from fine" {
		t.Errorf("other: %q, %v", text, err)
	}
	if text, err := callText(h, "mortal", "fine"); err != nil || text != "from fine" {
		t.Errorf("it doesn't come back: %q, %v", text, err)
	}
}

func TestChangedIsToldSeldom(t *testing.T) {
	srv := serverWith("fine")
	f := newFleet()
	f.servers["s"] = srv
	var told atomic.Int32
	h := ready(t, Config{dial: f.dial, Changed: func(string) { told.Add(1) }}, named("s")...)
	start := time.Now()
	for i := range 300 {
		addTool(srv, fmt.Sprint("t", i%3), answer(""))
	}
	_ = catalogue(t, h)
	if most := int32(time.Since(start)/progressEvery) + 5; told.Load() > most || told.Load() == 0 {
		t.Errorf("told %d times in %v", told.Load(), time.Since(start))
	}
}
