package mcpclient

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient/web"
	"vise/policy"
)

// oneLogin is a token store that gives every server the same login, once there
// is one.
type oneLogin struct{ atomic.Pointer[web.Record] }

func (o *oneLogin) Load(string) (*web.Record, error)   { return o.Pointer.Load(), nil }
func (o *oneLogin) Save(_ string, r *web.Record) error { o.Store(r); return nil }
func (o *oneLogin) Delete(string) error                { o.Store(nil); return nil }
func (o *oneLogin) String() string                     { return "one login" }

// locked lets everybody call the free methods of h, and the others with the
// token "right" only. What it says to initialize, which a modern one doesn't
// know, is refusal, where that isn't "".
func locked(h http.Handler, refusal string, free ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // a client of a test
		var msg struct{ Method string }
		_ = json.Unmarshal(body, &msg)
		open := r.Method != http.MethodPost
		for _, f := range free {
			open = open || strings.HasPrefix(msg.Method, f)
		}
		switch {
		case refusal != "" && msg.Method == "initialize":
			w.Header().Set("Content-Type", "application/json")
			http.Error(w, refusal, http.StatusBadRequest)
			return
		case !open && r.Header.Get("Authorization") != "Bearer right":
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "who?", http.StatusUnauthorized)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		h.ServeHTTP(w, r)
	}
}

// A server that wants a login waits for the person, whatever it lets everybody
// do, and whatever it says to a handshake of the other era.
func TestServerThatWantsALogin(t *testing.T) {
	for name, c := range map[string]struct {
		version string
		free    []string
	}{
		"for all":                          {legacyVersion, nil},
		"for all but the handshake":        {legacyVersion, []string{"initialize", "notifications/"}},
		"for all, without a handshake":     {modernVersion, nil},
		"for its tools, without handshake": {modernVersion, []string{"server/discover"}},
	} {
		t.Run(name, func(t *testing.T) {
			inner := serverOf(c.version, "fine")
			handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return inner },
				&mcp.StreamableHTTPOptions{Stateless: c.version == modernVersion})
			refusal := ""
			if c.version == modernVersion {
				refusal = "what?"
			}
			srv := serveHTTP(t, locked(handler, refusal, c.free...))
			login := &oneLogin{}
			h := ready(t, Config{Tokens: login}, overHTTP("web", srv.URL))
			st := state(t, h, "web")
			if st.State != policy.ServerStopped || st.Need != policy.NeedSignIn || st.Offered != 0 ||
				!strings.Contains(st.LastError, "wants a login") || !strings.Contains(st.Try, "vise servers login web") {
				t.Errorf("%+v", st)
			}
			if missing := h.Wait(t.Context(), 0); len(missing) != 1 || missing[0].Need != policy.NeedSignIn {
				t.Errorf("missing: %+v", missing)
			}
			if err := h.Restart(t.Context(), "web"); !errors.Is(err, web.ErrLogin) {
				t.Errorf("restarted without a login: %v", err)
			}
			login.Store(&web.Record{Access: "right", Type: "Bearer"})
			if err := h.SignIn(t.Context(), "web"); err != nil {
				t.Fatal(err)
			}
			if st := state(t, h, "web"); st.State != policy.ServerReady || st.Need != "" || st.LastError != "" || st.Offered != 1 || st.Protocol != c.version {
				t.Errorf("with a login: %+v", st)
			}
			if text, err := callText(h, "web", "fine"); err != nil || text != "from fine" {
				t.Errorf("%q, %v", text, err)
			}
		})
	}
}

// The same, where the first question is only answered after it was given up.
func TestSlowServerThatWantsALogin(t *testing.T) {
	for name, refusal := range map[string]string{
		"in its own words": "what?",
		"as JSON-RPC":      `{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"what?"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			inner := serverOf(modernVersion, "fine")
			handler := locked(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return inner },
				&mcp.StreamableHTTPOptions{Stateless: true}), refusal)
			var asked atomic.Int32
			srv := serveHTTP(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if asked.Add(1) == 1 {
					_ = pauseFor(r.Context(), 200*time.Millisecond) // it is over with the request
				}
				handler(w, r)
			}))
			times := short()
			times.Discover = 50 * time.Millisecond
			h := ready(t, Config{Tokens: &oneLogin{}, Times: times}, overHTTP("web", srv.URL))
			if st := state(t, h, "web"); st.State != policy.ServerStopped || st.Need != policy.NeedSignIn {
				t.Errorf("%+v", st)
			}
		})
	}
}
