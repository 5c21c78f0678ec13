package mcpclient

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

// bomb is an output schema that takes 2^n steps to check.
func bomb(n int) string {
	var defs []string
	for i := range n {
		next := fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i+1)
		defs = append(defs, fmt.Sprintf(`"d%d":{"allOf":[%s,%s]}`, i, next, next))
	}
	defs = append(defs, fmt.Sprintf(`"d%d":{}`, n))
	return `{"type":"object","$ref":"#/$defs/d0","$defs":{` + strings.Join(defs, ",") + `}}`
}

func TestOutputSchema(t *testing.T) {
	var fetched atomic.Int32
	web := serveHTTP(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fetched.Add(1)
		_, _ = w.Write([]byte(`{"type":"string"}`))
	}))
	const size = `{"type":"object","properties":{"size":{"type":"integer"}},"required":["size"]}`
	for name, c := range map[string]struct {
		schema, result string
		isError        bool
		wrong          string
	}{
		"fits":         {size, `{"size":3}`, false, ""},
		"wrong type":   {size, `{"size":"three"}`, false, "size"},
		"missing":      {size, `{}`, false, "size"},
		"nothing":      {size, ``, false, "it has no structuredContent"},
		"failed":       {size, ``, true, ""},
		"no promise":   {``, `{"size":"three"}`, false, ""},
		"far away":     {`{"type":"object","$ref":"` + web.URL + `"}`, `{"size":3}`, false, ""},
		"takes long":   {bomb(18), `{}`, false, ""},
		"other draft":  {`{"type":"object","$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"type":"string"}}}`, `{"a":"x"}`, false, ""},
		"not a schema": {`{"type":"object","properties":7}`, `{"a":"x"}`, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			srv := serverWith("x")
			srv.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
				return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
					switch method {
					case "tools/list":
						tl := tool("x")
						if c.schema != "" {
							tl.OutputSchema = json.RawMessage(c.schema)
						}
						return &mcp.ListToolsResult{Tools: []*mcp.Tool{tl}}, nil
					case "tools/call":
						res := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "as text"}}, IsError: c.isError}
						if c.result != "" {
							res.StructuredContent = json.RawMessage(c.result)
						}
						return res, nil
					}
					return next(ctx, method, req)
				}
			})
			times := short()
			times.Check = 50 * time.Millisecond
			h := newHost(t, Config{Status: approve, Times: times}, map[string]*mcp.Server{"s": srv})
			cat := catalogue(t, h)
			if len(cat.Offered) != 1 {
				t.Fatalf("%+v", cat.Held)
			}
			for range 2 {
				res, err := h.CallTool(t.Context(), cat.Offered[0], nil, policy.Calling{})
				if err != nil {
					t.Fatal(err)
				}
				if c.wrong == "" {
					if res.IsError != c.isError || textOf(res) != "as text" {
						t.Errorf("%v, %q", res.IsError, textOf(res))
					}
					continue
				}
				if !res.IsError || !strings.HasPrefix(textOf(res), "the server's result isn't what it promised: ") || !strings.Contains(textOf(res), c.wrong) || len(res.Content) != 2 {
					t.Errorf("%v, %q", res.IsError, textOf(res))
				}
			}
			if name == "takes long" && !strings.Contains(strings.Join(state(t, h, "s").Notes, " "), "takes too long") {
				t.Errorf("notes %q", state(t, h, "s").Notes)
			}
		})
	}
	if fetched.Load() != 0 {
		t.Error("a schema was fetched")
	}
}

// What the SDK takes out of a list is held back and shown, too.
func TestHeaderAnnotations(t *testing.T) {
	bad := tool("bad")
	bad.InputSchema = json.RawMessage(`{"type":"object","properties":{"a":{"type":"object","x-mcp-header":"A"}}}`)
	h := newHost(t, Config{Status: approve}, map[string]*mcp.Server{"s": withTools(listOnce(tool("ok"), bad))})
	cat := catalogue(t, h)
	offered, held := ids(cat)
	if offered != "s/ok" || !strings.Contains(held, "s/bad: its schema marks parameters as HTTP headers") || cat.Servers[0].State != policy.ServerDegraded {
		t.Errorf("offered %q, held %q, %+v", offered, held, cat.Servers)
	}
}

// How long a list is kept isn't left to the server.
func TestListsAreKept(t *testing.T) {
	for _, c := range []struct {
		ttl   int
		tells bool
		after time.Duration
		lists int32
	}{
		{0, false, 4 * time.Second, 1}, {0, false, 6 * time.Second, 2}, {600_000, false, 9 * time.Minute, 1}, {600_000, false, 11 * time.Minute, 2},
		{1 << 40, false, 59 * time.Minute, 1}, {1 << 40, false, 61 * time.Minute, 2}, {0, true, 59 * time.Minute, 1}, {-5, false, 6 * time.Second, 2},
	} {
		var lists atomic.Int32
		srv := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ServerOptions{Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{ListChanged: c.tells}}})
		srv.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
			return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
				if method != "tools/list" {
					return next(ctx, method, req)
				}
				lists.Add(1)
				r := &mcp.ListToolsResult{Tools: []*mcp.Tool{tool("x")}}
				r.TTLMs = c.ttl
				return r, nil
			}
		})
		clk := &clock{t: time.Now()}
		h := newHost(t, Config{Now: clk.now}, map[string]*mcp.Server{"s": srv})
		catalogue(t, h)
		clk.advance(c.after)
		catalogue(t, h)
		if lists.Load() != c.lists {
			t.Errorf("%+v: read %d times", c, lists.Load())
		}
	}
}
