package web

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// What isn't an answer of MCP becomes words, and fails one call alone.
func TestFaults(t *testing.T) {
	const key = "sk-0123456789"
	for name, tt := range map[string]struct {
		status      int
		media, body string
		want        []string
	}{
		"401":       {401, "text/plain", "bad key " + key, []string{"doesn't let vise in", "401", `"bad key [secret]"`}},
		"403":       {403, "application/json", `{"error":"no"}`, []string{"refuses", "403"}},
		"404":       {404, "text/html", "<html><head><title>Not\x1b[31m here</title>", []string{"no MCP server", `"Not[31m here"`}},
		"405":       {405, "", "", []string{"sse", "405"}},
		"429":       {429, "", "slow down", []string{"fewer requests"}},
		"500":       {500, "", "oh", []string{"the server failed (500 Internal Server Error)"}},
		"502 HTML":  {502, "text/html", "<html><TITLE>502 Bad Gateway</TITLE><h1>nginx", []string{"can't be reached through what stands before it", `(it says "502 Bad Gateway")`}},
		"200 HTML":  {200, "text/html; charset=utf-8", "<title>Sign in</title>", []string{"a web page came back", "Sign in"}},
		"418":       {418, "", strings.Repeat("long ", 100), []string{"the server answered 418", "…"}},
		"404 HTML2": {404, "text/html", "<h1>nothing</h1>", []string{"no MCP server at this address (404 Not Found)"}},
	} {
		t.Run(name, func(t *testing.T) {
			h := twist(streamableHandler(&mcp.StreamableHTTPOptions{Stateless: true}), "tools/call", 1, func(w http.ResponseWriter, _ *http.Request, _ string) {
				w.Header().Set("Content-Type", tt.media)
				w.WriteHeader(tt.status)
				_, _ = io.WriteString(w, tt.body)
			})
			d := dialer(t, Endpoint{URL: serve(t, h).URL, Headers: map[string]string{"Authorization": "Bearer " + key}})
			session := mustConnect(t, d)
			_, err := echo(t, session, "x")
			var fault *Fault
			if !errors.As(err, &fault) || fault.Status != tt.status || Stale(err) {
				t.Fatalf("got %v", err)
			}
			for _, want := range tt.want {
				if !strings.Contains(fault.Error(), want) {
					t.Errorf("%q doesn't say %q", fault, want)
				}
			}
			if strings.Contains(err.Error(), key) || len(fault.Excerpt) > 210 || strings.ContainsAny(fault.Excerpt, "\x1b\n") {
				t.Errorf("excerpt %q", fault.Excerpt)
			}
			wantEcho(t, session)
		})
	}
}

// An error of JSON-RPC stays one, whatever the status.
func TestProtocolError(t *testing.T) {
	h := twist(streamableHandler(nil), "tools/call", 1, func(w http.ResponseWriter, _ *http.Request, id string) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no such method"}}`, id)
	})
	session, err := connectOpts(t, dialer(t, Endpoint{URL: serve(t, h).URL}), legacy())
	if err != nil {
		t.Fatal(err)
	}
	_, err = echo(t, session, "x")
	if err == nil || Stale(err) || !strings.Contains(err.Error(), "no such method") {
		t.Errorf("got %v", err)
	}
	wantEcho(t, session)
}

// A server that was started anew knows no old session, and says so in one of
// several ways; a new session is made with the same dialer.
func TestStaleSession(t *testing.T) {
	for name, forget := range map[string]func(w http.ResponseWriter){
		"404":           func(w http.ResponseWriter) { http.Error(w, "session not found", http.StatusNotFound) },
		"404, JSON-RPC": func(w http.ResponseWriter) { rpcFault(w, 404, -32001, "Session not found") },
		"400, JSON-RPC": func(w http.ResponseWriter) { rpcFault(w, 400, -32000, "Bad Request: No valid session ID provided") },
		"as the SDK":    nil,
	} {
		t.Run(name, func(t *testing.T) {
			var now atomic.Value
			now.Store(streamableHandler(nil))
			var forgotten atomic.Bool
			srv := serve(t, http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
				if forgotten.Load() && forget != nil && req.Header.Get("Mcp-Session-Id") != "" {
					forget(w)
					return
				}
				now.Load().(http.Handler).ServeHTTP(w, req)
			}))
			d := dialer(t, Endpoint{URL: srv.URL})
			session, err := connectOpts(t, d, legacy())
			if err != nil {
				t.Fatal(err)
			}
			wantEcho(t, session)
			forgotten.Store(true)
			now.Store(streamableHandler(nil)) // the same one, started anew
			if _, err = echo(t, session, "x"); !Stale(err) {
				t.Fatalf("got %v", err)
			}
			_ = session.Close() // it is gone
			forgotten.Store(false)
			again, err := connectOpts(t, d, legacy())
			if err != nil {
				t.Fatal(err)
			}
			wantEcho(t, again)
		})
	}
}

func rpcFault(w http.ResponseWriter, status, code int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","error":{"code":%d,"message":%q},"id":null}`, code, message)
}

// What the network does has words; an address, which may hold a key, isn't in
// them.
func TestNetworkWords(t *testing.T) {
	const closed = "127.0.0.1:1"
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	t.Cleanup(secure.Close)
	clear := serve(t, http.NotFoundHandler())
	for url, want := range map[string]string{
		"http://" + closed + "/mcp?key=hidden":                            "nothing listens at " + closed,
		secure.URL + "/?key=hidden":                                       "certificate that isn't valid",
		strings.Replace(clear.URL, "http:", "https:", 1) + "/?key=hidden": "doesn't speak TLS",
		"http://host-that-is-not-there.invalid:" + "1/mcp?key=hidden":     "can't be found",
	} {
		_, err := connect(t, dialer(t, Endpoint{URL: url}))
		if err == nil || !strings.Contains(Plain(err).Error(), want) || strings.Contains(Plain(err).Error(), "hidden") {
			t.Errorf("%s: got %v", url, Plain(err))
		}
	}
}

func TestPlain(t *testing.T) {
	fault := &Fault{Status: 500}
	records := tls.RecordHeaderError{Msg: "first record does not look like a TLS handshake"}
	for _, tt := range []struct{ err, want error }{
		{nil, nil},
		{io.EOF, io.EOF},
		{fmt.Errorf("calling: %w", &url.Error{Op: "Post", URL: "http://x/?key=1", Err: fault}), fault},
		{&url.Error{Op: "Post", URL: "http://x/?key=1", Err: context.Canceled}, context.Canceled},
		{plain("h", context.Canceled), context.Canceled},
	} {
		if got := Plain(tt.err); got != tt.want {
			t.Errorf("%v: got %v", tt.err, got)
		}
	}
	if got := plain("h", records); !errors.As(got, new(tls.RecordHeaderError)) {
		t.Errorf("%v lost its cause", got)
	}
}
