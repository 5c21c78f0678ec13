package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

func textOf(r *mcp.CallToolResult) string {
	if r == nil || len(r.Content) == 0 {
		return ""
	}
	t, _ := r.Content[0].(*mcp.TextContent)
	return t.Text
}

func TestCallTool(t *testing.T) {
	var got *mcp.CallToolParamsRaw
	srv := serverWith()
	addTool(srv, "x", func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		got = req.Params
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "done"}}, StructuredContent: map[string]any{"ok": true}, IsError: true}, nil
	})
	for name, wantMeta := range map[string]any{policy.BuiltinServer: "token", "other": nil} {
		h := newHost(t, Config{}, map[string]*mcp.Server{name: srv})
		const args = `{"b":1.50,"a":"<x>"}`
		meta := map[string]any{policy.MetaApproval: "token"}
		res, err := h.CallTool(t.Context(), policy.Tool{Server: name, Name: "x"}, json.RawMessage(args), policy.Calling{Meta: meta})
		if err != nil {
			t.Fatal(err)
		}
		sent, _ := policy.HashArgs(json.RawMessage(args))
		came, err := policy.HashArgs(got.Arguments)
		if err != nil || sent != came {
			t.Errorf("%s: sent %s, came %s", name, args, got.Arguments)
		}
		if got.Meta[policy.MetaApproval] != wantMeta || len(meta) != 1 {
			t.Errorf("%s: meta %v", name, got.Meta)
		}
		if !res.IsError || textOf(res) != "done" || res.StructuredContent == nil {
			t.Errorf("%s: %+v", name, res)
		}
		if _, err := h.CallTool(t.Context(), policy.Tool{Server: name, Name: "x"}, nil, policy.Calling{}); err != nil || string(got.Arguments) != "{}" {
			t.Errorf("no arguments: %q, %v", got.Arguments, err)
		}
	}
}

func TestFaults(t *testing.T) {
	srv := serverWith("fine")
	addTool(srv, "panics", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { panic("boom") })
	addTool(srv, "fails", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, errors.New("no luck")
	})
	addTool(srv, "chatty", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, errors.New(strings.Repeat("blah ", 10_000))
	})
	addTool(srv, "big", answer(strings.Repeat("x", 300<<10)))
	addTool(srv, "odd", answer("odd"))
	addTool(srv, "asks", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"q": &mcp.ElicitParams{Message: "secret?", RequestedSchema: json.RawMessage(anyObject)}}}, nil
	})
	srv.AddReceivingMiddleware(oddKind)
	h := newHost(t, Config{MaxResult: 100 << 10}, map[string]*mcp.Server{"s": srv})
	for name, says := range map[string]string{
		"panics": "boom", "fails": "no luck", "big": "more than the 102400 bytes allowed", "asks": "asks for input", "missing": "missing", "chatty": "…", "odd": `unknown kind "surprise"`,
	} {
		res, err := h.CallTool(t.Context(), policy.Tool{Server: "s", Name: name}, nil, policy.Calling{})
		if err == nil || !strings.Contains(err.Error(), says) || len(err.Error()) > 1000 {
			t.Errorf("%s: %v, %v", name, textOf(res), err)
		}
		if res, err := h.CallTool(t.Context(), policy.Tool{Server: "s", Name: "fine"}, nil, policy.Calling{}); err != nil || textOf(res) != "from fine" {
			t.Fatalf("after %s: %v, %v", name, textOf(res), err)
		}
	}
}

// oddKind gives the results of the tool "odd" a kind that doesn't exist.
func oddKind(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		if p, ok := req.GetParams().(*mcp.CallToolParamsRaw); ok && p.Name == "odd" {
			odd := res.(*mcp.CallToolResult)
			return odd, json.Unmarshal([]byte(`{"content":[],"resultType":"surprise"}`), odd)
		}
		return res, err
	}
}

// narrow reaches a server in this process over a transport that takes messages
// of 64 KiB at most; the in-memory one takes 16 MiB, which takes seconds to fill.
func narrow(srv *mcp.Server) *dialer {
	return &dialer{kind: always("in-memory"), dial: func(ctx context.Context) (*link, error) {
		near, far := net.Pipe()
		session, err := srv.Connect(context.WithoutCancel(ctx), &mcp.IOTransport{Reader: far, Writer: far}, nil)
		if err != nil {
			return nil, err
		}
		return &link{transport: &mcp.IOTransport{Reader: near, Writer: near, MaxLineLength: 64 << 10}, close: session.Close}, nil
	}}
}

func TestOversizedMessageEndsOnlyItsSession(t *testing.T) {
	srv := serverWith("fine")
	addTool(srv, "huge", answer(strings.Repeat("x", 100<<10)))
	h := newHost(t, Config{}, map[string]*mcp.Server{"other": serverWith("fine")})
	if err := h.add(t.Context(), inProcess("s", narrow(srv), h.cfg)); err != nil {
		t.Fatal(err)
	}
	_, err := h.CallTool(t.Context(), policy.Tool{Server: "s", Name: "huge"}, nil, policy.Calling{})
	if err == nil || !strings.Contains(err.Error(), "allowed in one message") {
		t.Errorf("%v", err)
	}
	for _, name := range []string{"other", "s"} {
		if err := eventually(func() error {
			_, err := h.CallTool(t.Context(), policy.Tool{Server: name, Name: "fine"}, nil, policy.Calling{})
			return err
		}); err != nil {
			t.Errorf("%s afterwards: %v", name, err)
		}
	}
}

func eventually(f func() error) error {
	deadline := time.Now().Add(5 * time.Second)
	for {
		err := f()
		if err == nil || time.Now().After(deadline) {
			return err
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func TestCancelledCall(t *testing.T) {
	srv := serverWith()
	stopped := make(chan struct{})
	addTool(srv, "slow", func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		<-ctx.Done()
		close(stopped)
		return nil, ctx.Err()
	})
	h := newHost(t, Config{}, map[string]*mcp.Server{"s": srv})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := h.CallTool(ctx, policy.Tool{Server: "s", Name: "slow"}, nil, policy.Calling{})
	if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > 2*time.Second {
		t.Errorf("%v after %v", err, time.Since(start))
	}
	select {
	case <-stopped:
	case <-time.After(5 * time.Second):
		t.Error("the server wasn't told")
	}
}

func TestCloseEndsCalls(t *testing.T) {
	srv := serverWith()
	began := make(chan struct{})
	addTool(srv, "slow", func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		close(began)
		<-ctx.Done()
		return nil, ctx.Err()
	})
	h := New(Config{})
	if err := h.AddInMemory(t.Context(), "s", srv); err != nil {
		t.Fatal(err)
	}
	failed := make(chan error, 1)
	go func() {
		_, err := h.CallTool(context.Background(), policy.Tool{Server: "s", Name: "slow"}, nil, policy.Calling{})
		failed <- err
	}()
	<-began
	start := time.Now()
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("Close took %v", d)
	}
	select {
	case err := <-failed:
		if err == nil {
			t.Error("the call succeeded")
		}
	case <-time.After(5 * time.Second):
		t.Error("the call never ended")
	}
	if _, err := h.Catalogue(t.Context()); !errors.Is(err, errClosed) {
		t.Errorf("Catalogue: %v", err)
	}
	if err := h.AddInMemory(t.Context(), "late", serverWith()); !errors.Is(err, errClosed) {
		t.Errorf("AddInMemory: %v", err)
	}
}

func TestServerDisappears(t *testing.T) {
	srv := serverWith("fine")
	began := make(chan struct{}, 1)
	addTool(srv, "slow", func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		began <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	})
	h := newHost(t, Config{}, map[string]*mcp.Server{"s": srv})
	over := make(chan struct{})
	go func() {
		<-began
		sessions := slices.Collect(srv.Sessions())
		for {
			for _, ss := range sessions {
				go ss.Close() // it waits for the call, and for a subscription that came after it began
			}
			select {
			case <-over:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	_, err := h.CallTool(t.Context(), policy.Tool{Server: "s", Name: "slow"}, nil, policy.Calling{})
	close(over)
	if err == nil {
		t.Error("the call succeeded")
	}
	if err := eventually(func() error {
		_, err := h.CallTool(t.Context(), policy.Tool{Server: "s", Name: "fine"}, nil, policy.Calling{})
		return err
	}); err != nil {
		t.Errorf("it doesn't come back: %v", err)
	}
}

func TestChangedToolIsNotCalled(t *testing.T) {
	srv := serverWith("x", "gone")
	h := newHost(t, Config{}, map[string]*mcp.Server{policy.BuiltinServer: srv})
	before := catalogue(t, h)
	called := false
	srv.RemoveTools("gone")
	srv.AddTool(&mcp.Tool{Name: "x", Description: "another", InputSchema: json.RawMessage(anyObject)},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			called = true
			return nil, nil
		})
	if err := eventually(func() error {
		if c := catalogue(t, h); len(c.Offered) != 1 || c.Offered[0].Pin == before.Offered[1].Pin {
			return errors.New("not changed yet")
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, old := range before.Offered {
		if _, err := h.CallTool(t.Context(), old, nil, policy.Calling{}); !errors.Is(err, policy.ErrNotCalled) || !strings.Contains(err.Error(), "wasn't called") {
			t.Errorf("%s: %v", old.ID(), err)
		}
	}
	if called {
		t.Error("the changed tool was called")
	}
}

func TestResourcesAndPrompts(t *testing.T) {
	srv := serverWith()
	srv.AddResource(&mcp.Resource{URI: "todo://list", Name: "todos"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: "todo://list", Text: "none"}}}, nil
	})
	srv.AddResource(&mcp.Resource{URI: "big://", Name: "big"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: "big://", Text: strings.Repeat("x", 200<<10)}}}, nil
	})
	srv.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: "todo://{id}", Name: "todo"}, nil)
	srv.AddPrompt(&mcp.Prompt{Name: "plan"}, func(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: "plan " + r.Params.Arguments["day"]}}}}, nil
	})
	h := newHost(t, Config{MaxResult: 100 << 10}, map[string]*mcp.Server{"s": srv})
	ctx := t.Context()
	if rs, err := h.Resources(ctx, "s"); err != nil || len(rs) != 2 {
		t.Errorf("%v, %v", rs, err)
	}
	if ts, err := h.ResourceTemplates(ctx, "s"); err != nil || len(ts) != 1 {
		t.Errorf("%v, %v", ts, err)
	}
	if r, err := h.ReadResource(ctx, "s", "todo://list"); err != nil || r.Contents[0].Text != "none" {
		t.Errorf("%v, %v", r, err)
	}
	if _, err := h.ReadResource(ctx, "s", "big://"); err == nil || !strings.Contains(err.Error(), "more than the") {
		t.Errorf("big: %v", err)
	}
	if ps, err := h.Prompts(ctx, "s"); err != nil || len(ps) != 1 {
		t.Errorf("%v, %v", ps, err)
	}
	if p, err := h.GetPrompt(ctx, "s", "plan", map[string]string{"day": "Monday"}); err != nil || p.Messages[0].Content.(*mcp.TextContent).Text != "plan Monday" {
		t.Errorf("%v, %v", p, err)
	}
	if _, err := h.GetPrompt(ctx, "s", "no", nil); err == nil {
		t.Error("a prompt that isn't there")
	}
	if _, err := h.Prompts(ctx, "no"); err == nil {
		t.Error("a server that isn't there")
	}
}

// silent is a server that takes a connection and never says a word.
func silent() *dialer {
	return &dialer{kind: always("in-memory"), dial: func(context.Context) (*link, error) {
		near, far := mcp.NewInMemoryTransports()
		conn, err := far.Connect(context.Background())
		if err != nil {
			return nil, err
		}
		go func() {
			for {
				if _, err := conn.Read(context.Background()); err != nil {
					return
				}
			}
		}()
		return &link{transport: near, close: conn.Close}, nil
	}}
}

func TestSilentServer(t *testing.T) {
	cfg := Config{ConnectTimeout: 100 * time.Millisecond, ListTimeout: time.Second}
	h := newHost(t, cfg, map[string]*mcp.Server{policy.BuiltinServer: serverWith("file.read")})
	err := h.add(t.Context(), inProcess("mute", silent(), h.cfg))
	if err == nil || !strings.Contains(err.Error(), "100ms") {
		t.Errorf("%v", err)
	}
	c := catalogue(t, h)
	if len(c.Offered) != 1 || c.Servers[1].State != "failed" || !strings.Contains(c.Servers[1].LastError, "didn't answer") {
		t.Errorf("%+v", c)
	}
}

func TestSlowLists(t *testing.T) {
	var asleep atomic.Bool
	srv := serverWith("fine")
	srv.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if asleep.Load() && strings.HasSuffix(method, "/list") {
				<-ctx.Done()
				return nil, ctx.Err()
			}
			return next(ctx, method, req)
		}
	})
	asleep.Store(true)
	h := newHost(t, Config{ListTimeout: 50 * time.Millisecond}, map[string]*mcp.Server{"s": srv, policy.BuiltinServer: serverWith("file.read")})
	c := catalogue(t, h)
	if len(c.Offered) != 1 || !strings.Contains(c.Servers[1].LastError, "the server s didn't answer within 50ms") {
		t.Errorf("%+v", c)
	}
	if _, err := h.Prompts(t.Context(), "s"); err == nil || !strings.Contains(err.Error(), "50ms") {
		t.Errorf("%v", err)
	}
	if res, err := h.CallTool(t.Context(), policy.Tool{Server: "s", Name: "fine"}, nil, policy.Calling{}); err != nil || textOf(res) != "from fine" {
		t.Errorf("a call: %v", err)
	}
	asleep.Store(false)
	if c := catalogue(t, h); len(c.Held) != 1 || c.Servers[1].LastError != "" {
		t.Errorf("it doesn't come back: %+v", c)
	}
}
