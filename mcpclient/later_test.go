package mcpclient

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient/config"
	"vise/policy"
)

// onNetwork is a configured server that is reached over the network.
func onNetwork(name string) config.Server {
	s := named(name)[0]
	s.Transport, s.URL, s.Command = config.HTTP, "http://"+name+".example/mcp", ""
	return s
}

// A server on the network that isn't there is tried again by itself, more and
// more seldom, and says when; a program isn't.
func TestTriedAgainLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFleet("web", "program")
		f.breakIt("web", errors.New("nobody listens"))
		f.breakIt("program", errors.New("not installed"))
		h := New(Config{dial: f.dial, Status: approve, Times: Times{Later: 5 * time.Second, MaxLater: 30 * time.Second}})
		defer func() { _ = h.Close() }()
		h.Configure([]config.Server{onNetwork("web"), named("program")[0]})
		synctest.Wait()
		for n, pause := range []time.Duration{5, 10, 20, 30, 30} {
			if dialled, _ := f.count("web"); dialled != n+1 {
				t.Fatalf("pause %d: tried %d times", n, dialled)
			}
			st := state(t, h, "web")
			if left := time.Until(st.Next); st.State != policy.ServerFailed || left != pause*time.Second || !strings.Contains(st.Try, "it is tried again by itself") {
				t.Fatalf("pause %d: the next try is in %v: %+v", n, left, st)
			}
			time.Sleep(pause*time.Second - time.Millisecond)
			synctest.Wait()
			if dialled, _ := f.count("web"); dialled != n+1 {
				t.Fatalf("pause %d: tried too early", n)
			}
			time.Sleep(time.Millisecond)
			synctest.Wait()
		}
		if dialled, _ := f.count("program"); dialled != 1 || !state(t, h, "program").Next.IsZero() {
			t.Errorf("a program was tried %d times", dialled)
		}
	})
}

// It is there as soon as it is up, without anybody asking, and the one who looks
// is told.
func TestComesUpLater(t *testing.T) {
	var up atomic.Bool
	srv := serverWith("fine")
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil)
	web := serveHTTP(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !up.Load() {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	times := short()
	times.Later, times.MaxLater = 2*time.Millisecond, 10*time.Millisecond
	changed := make(chan struct{}, 1)
	h := ready(t, Config{Times: times, Changed: func(string) {
		select {
		case changed <- struct{}{}:
		default:
		}
	}}, overHTTP("web", web.URL))
	if st := state(t, h, "web"); st.State != policy.ServerFailed {
		t.Fatalf("%+v", st)
	}
	up.Store(true)
	for late := time.After(20 * time.Second); state(t, h, "web").Offered != 1; {
		select {
		case <-changed:
		case <-late:
			t.Fatalf("%+v", state(t, h, "web"))
		}
	}
	st := state(t, h, "web")
	if text, err := callText(h, "web", "fine"); err != nil || text != "from fine" || st.State != policy.ServerReady || st.LastError != "" || !st.Next.IsZero() {
		t.Errorf("%q, %v, %+v", text, err, st)
	}
}

// One that went, and was given up after a few starts in a row, is tried later
// as well.
func TestBackAfterItWasGivenUp(t *testing.T) {
	f := newFleet("web")
	times := short()
	times.Later, times.MaxLater = 2*time.Millisecond, 10*time.Millisecond
	h := ready(t, Config{dial: f.dial, Times: times}, onNetwork("web"))
	f.breakIt("web", errors.New("nobody listens"))
	s, _ := h.server("web")
	session, _ := s.current()
	session.link.end()
	if err := eventually(func() error {
		if n, _ := f.count("web"); n < times.Tries+3 {
			return fmt.Errorf("tried %d times: %+v", n, state(t, h, "web"))
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	f.breakIt("web", nil)
	if err := eventually(func() error {
		if st := state(t, h, "web"); st.State != policy.ServerReady {
			return fmt.Errorf("%+v", st)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}
