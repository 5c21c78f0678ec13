package web

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	// A server keeps the sessions that nobody ended, which is what it is for.
	kept := goleak.IgnoreAnyFunction("github.com/modelcontextprotocol/go-sdk/mcp.(*streamableServerConn).Read")
	goleak.VerifyTestMain(m, kept, goleak.Cleanup(syscall.Exit))
}

// echoServer is a server with one tool, which says back what it was told.
func echoServer() *mcp.Server {
	srv := mcp.NewServer(&mcp.Implementation{Name: "echo", Version: "1"}, nil)
	type in struct {
		Text string `json:"text"`
	}
	mcp.AddTool(srv, &mcp.Tool{Name: "echo"}, func(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: a.Text}}}, nil, nil
	})
	return srv
}

func streamableHandler(opts *mcp.StreamableHTTPOptions) http.Handler {
	srv := echoServer()
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, opts)
}

func sseHandler() http.Handler {
	return mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return echoServer() }, nil)
}

// serve runs a server until the test is over.
func serve(t *testing.T, h http.Handler) *httptest.Server {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(func() {
		srv.CloseClientConnections()
		srv.Close()
	})
	return srv
}

// quick are short times for tests.
func quick() Times {
	return Times{Probe: 2 * time.Second, Stream: 300 * time.Millisecond, Login: 3 * time.Second, Answer: 2 * time.Second}
}

// testBase is a network of the test's own, closed with it.
func testBase(t *testing.T) http.RoundTripper {
	base := ownTransport()
	base.Proxy = nil
	t.Cleanup(base.CloseIdleConnections)
	return base
}

func dialer(t *testing.T, e Endpoint) *Dialer {
	t.Helper()
	return dialerWith(t, Config{}, e)
}

func dialerWith(t *testing.T, cfg Config, e Endpoint) *Dialer {
	t.Helper()
	if e.Name == "" {
		e.Name = "peer"
	}
	cfg.Version, cfg.Base = "1", testBase(t)
	if cfg.Times == (Times{}) {
		cfg.Times = quick()
	}
	d, err := New(cfg, e)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// connect makes a session; its context ends with Connect, as a host's does.
func connect(t *testing.T, d *Dialer) (*mcp.ClientSession, error) {
	t.Helper()
	return connectOpts(t, d, nil)
}

func connectOpts(t *testing.T, d *Dialer, opts *mcp.ClientSessionOptions) (*mcp.ClientSession, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	c := mcp.NewClient(&mcp.Implementation{Name: "vise", Version: "1"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	session, err := c.Connect(ctx, d.Transport(), opts)
	if err == nil {
		t.Cleanup(func() { _ = session.Close() })
	}
	return session, err
}

func mustConnect(t *testing.T, d *Dialer) *mcp.ClientSession {
	t.Helper()
	session, err := connect(t, d)
	if err != nil {
		t.Fatalf("connecting: %v", err)
	}
	return session
}

// legacy are the options of a session that begins with initialize.
func legacy() *mcp.ClientSessionOptions {
	return &mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"}
}

func echo(t *testing.T, session *mcp.ClientSession, text string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "echo", Arguments: map[string]any{"text": text}})
	if err != nil {
		return "", err
	}
	return res.Content[0].(*mcp.TextContent).Text, nil
}

func wantEcho(t *testing.T, session *mcp.ClientSession) {
	t.Helper()
	if got, err := echo(t, session, "hello"); err != nil || got != "hello" {
		t.Fatalf("echo: %q, %v", got, err)
	}
}

func TestTransports(t *testing.T) {
	for _, tt := range []struct {
		name    string
		handler http.Handler
		e       Endpoint
		opts    *mcp.ClientSessionOptions
		kind    string
	}{
		{"streamable", streamableHandler(nil), Endpoint{}, nil, "http"},
		{"streamable, older", streamableHandler(nil), Endpoint{}, legacy(), "http"},
		{"streamable without sessions", streamableHandler(&mcp.StreamableHTTPOptions{Stateless: true}), Endpoint{}, nil, "http"},
		{"streamable, JSON answers", streamableHandler(&mcp.StreamableHTTPOptions{JSONResponse: true}), Endpoint{}, legacy(), "http"},
		{"sse", sseHandler(), Endpoint{SSE: true}, nil, "sse"},
		{"found out: streamable", streamableHandler(nil), Endpoint{Auto: true}, nil, "http"},
		{"found out: streamable without sessions", streamableHandler(&mcp.StreamableHTTPOptions{Stateless: true}), Endpoint{Auto: true}, legacy(), "http"},
		{"found out: sse", sseHandler(), Endpoint{Auto: true}, nil, "sse"},
		{"found out: sse, 404", refusing(http.StatusNotFound, sseHandler()), Endpoint{Auto: true}, nil, "sse"},
		{"found out: sse, 405", refusing(http.StatusMethodNotAllowed, sseHandler()), Endpoint{Auto: true}, nil, "sse"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.e.URL = serve(t, tt.handler).URL
			d := dialer(t, tt.e)
			session, err := connectOpts(t, d, tt.opts)
			if err != nil {
				t.Fatal(err)
			}
			wantEcho(t, session)
			if d.Kind() != tt.kind {
				t.Errorf("kind is %q, want %q", d.Kind(), tt.kind)
			}
			if err := session.Close(); err != nil {
				t.Errorf("closing: %v", err)
			}
			again := mustConnect(t, d)
			wantEcho(t, again)
		})
	}
}

// refusing answers a POST without a session with a status.
func refusing(status int, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.Method == http.MethodPost && req.URL.RawQuery == "" {
			http.Error(w, "Cannot POST /", status)
			return
		}
		next.ServeHTTP(w, req)
	})
}

// An address where there is neither is reported as what it said to the first
// message.
func TestFoundNothing(t *testing.T) {
	d := dialer(t, Endpoint{URL: serve(t, http.NotFoundHandler()).URL, Auto: true})
	_, err := connect(t, d)
	var fault *Fault
	if !errors.As(err, &fault) || fault.Status != http.StatusNotFound {
		t.Fatalf("got %v", err)
	}
	if want := "there is no MCP server at this address"; !strings.Contains(Plain(err).Error(), want) {
		t.Errorf("%q doesn't say %q", Plain(err), want)
	}
	if d.Kind() != "http or sse" {
		t.Errorf("kind is %q: nothing was found out", d.Kind())
	}
}

// A server that was replaced by one of the other kind is found out anew.
func TestFoundOutAnew(t *testing.T) {
	var now atomic.Value
	now.Store(http.HandlerFunc(sseHandler().ServeHTTP))
	srv := serve(t, http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) { now.Load().(http.HandlerFunc)(w, req) }))
	d := dialer(t, Endpoint{URL: srv.URL, Auto: true})
	session := mustConnect(t, d)
	wantEcho(t, session)
	_ = session.Close() // the server goes, too
	now.Store(http.HandlerFunc(streamableHandler(nil).ServeHTTP))
	if _, err := connect(t, d); err == nil {
		t.Fatal("the old transport still works")
	}
	wantEcho(t, mustConnect(t, d))
	if d.Kind() != "http" {
		t.Errorf("kind is %s", d.Kind())
	}
	d.Close()
}
