package mcpclient

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

// serverOf is a server that speaks one revision only.
func serverOf(version string, names ...string) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ServerOptions{SupportedProtocolVersions: []string{version}})
	for _, n := range names {
		addTool(s, n, answer("from "+n))
	}
	return s
}

func TestRevisions(t *testing.T) {
	f := newFleet()
	var names []string
	for _, v := range mcp.SupportedProtocolVersions() {
		f.servers[v] = serverOf(v, "fine")
		names = append(names, v)
	}
	h := ready(t, Config{dial: f.dial}, named(names...)...)
	for _, v := range names {
		text, err := callText(h, v, "fine")
		if st := state(t, h, v); st.Protocol != v || st.State != policy.ServerReady || err != nil || text != "from fine" {
			t.Errorf("%s: %+v, %q, %v", v, st, text, err)
		}
	}
}

// A server that leaves server/discover unanswered is asked in the older way,
// and next time at once.
func TestSilentDiscover(t *testing.T) {
	srv := serverOf(legacyVersion, "fine")
	deaf(srv, "server/discover").Store(true)
	f := newFleet()
	f.servers["s"] = srv
	times := short()
	times.Discover = 50 * time.Millisecond
	h := ready(t, Config{dial: f.dial, Times: times}, named("s")...)
	if st := state(t, h, "s"); st.State != policy.ServerReady || st.Protocol != legacyVersion {
		t.Fatalf("%+v", st)
	}
	if n, _ := f.count("s"); n != 1 {
		t.Errorf("%d connections", n)
	}
	start := time.Now()
	if err := h.Restart(t.Context(), "s"); err != nil || time.Since(start) > 40*time.Millisecond {
		t.Logf("again after %v, %v", time.Since(start), err) // the machine may be slow
	}
	if s, _ := h.server("s"); s.era != eraLegacy {
		t.Errorf("it isn't remembered: %v", s.era)
	}
}

// A server of the new era that is only slow refuses initialize; it is asked
// once more, with all the time there is.
func TestSlowDiscover(t *testing.T) {
	srv := serverOf(modernVersion, "fine")
	var asked atomic.Int32
	srv.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			switch method {
			case "server/discover":
				asked.Add(1)
				time.Sleep(100 * time.Millisecond)
			case "initialize":
				return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "no"}
			}
			return next(ctx, method, req)
		}
	})
	f := newFleet()
	f.servers["s"] = srv
	times := short()
	times.Discover = 20 * time.Millisecond
	h := ready(t, Config{dial: f.dial, Times: times}, named("s")...)
	if st := state(t, h, "s"); st.State != policy.ServerReady || st.Protocol != modernVersion || asked.Load() != 2 {
		t.Errorf("asked %d times: %+v", asked.Load(), st)
	}
}

func TestUnknownRevision(t *testing.T) {
	srv := serverWith("fine")
	srv.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			switch method {
			case "server/discover":
				return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "no"}
			case "initialize":
				return &mcp.InitializeResult{ProtocolVersion: "2099-01-01", Capabilities: &mcp.ServerCapabilities{}, ServerInfo: &mcp.Implementation{Name: "x"}}, nil
			}
			return next(ctx, method, req)
		}
	})
	f := newFleet()
	f.servers["s"] = srv
	h := ready(t, Config{dial: f.dial}, named("s")...)
	if st := state(t, h, "s"); st.State != policy.ServerFailed || !strings.Contains(st.LastError, "2099-01-01") {
		t.Errorf("%+v", st)
	}
}

// An HTTP server of before 2026-07-28 that leaves server/discover unanswered,
// and refuses what comes without a session, is asked in the older way.
func TestSilentOverHTTP(t *testing.T) {
	inner := serverOf(legacyVersion, "fine")
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return inner }, nil)
	srv := serveHTTP(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // a client of a test
		switch {
		case strings.Contains(string(body), "server/discover"):
			<-r.Context().Done()
			return
		case r.Header.Get("Mcp-Session-Id") == "" && !strings.Contains(string(body), `"initialize"`):
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","error":{"code":-32000,"message":"Invalid or missing session ID"},"id":null}`)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		handler.ServeHTTP(w, r)
	}))
	times := short()
	times.Discover = 50 * time.Millisecond
	h := ready(t, Config{Times: times}, overHTTP("web", srv.URL))
	if st := state(t, h, "web"); st.State != policy.ServerReady || st.Protocol != legacyVersion {
		t.Errorf("%+v", st)
	}
	if text, err := callText(h, "web", "fine"); err != nil || text != "from fine" {
		t.Errorf("%q, %v", text, err)
	}
}
