package mcpclient

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient/config"
	"vise/policy"
)

const anyObject = `{"type":"object"}`

// answer is a tool handler that says text.
func answer(text string) mcp.ToolHandler {
	return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
	}
}

func serverWith(names ...string) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	for _, name := range names {
		addTool(s, name, answer("from "+name))
	}
	return s
}

func addTool(s *mcp.Server, name string, h mcp.ToolHandler) {
	s.AddTool(&mcp.Tool{Name: name, Description: "<" + name + ">", InputSchema: json.RawMessage(anyObject),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, h)
}

func newHost(t *testing.T, cfg Config, servers map[string]*mcp.Server) *Host {
	t.Helper()
	h := New(cfg)
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	for name, s := range servers {
		if err := h.AddInMemory(t.Context(), name, s); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// inProcess is a server that the catalogue waits for.
func inProcess(name string, d *dialer, cfg Config) *server {
	s := newServer(config.Server{Name: name}, cfg)
	s.dialer, s.eager = d, true
	return s
}

func catalogue(t *testing.T, h *Host) policy.Catalogue {
	t.Helper()
	c, err := h.Catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func ids(c policy.Catalogue) (offered, held string) {
	var a, b []string
	for _, t := range c.Offered {
		a = append(a, t.ID())
	}
	for _, h := range c.Held {
		b = append(b, h.Tool.ID()+": "+h.Reason)
	}
	return strings.Join(a, " "), strings.Join(b, "; ")
}

func TestCatalogue(t *testing.T) {
	h := newHost(t, Config{}, map[string]*mcp.Server{"ext": serverWith("search")})
	if err := h.AddInMemory(t.Context(), policy.BuiltinServer, serverWith("file.read", "todo.create")); err != nil {
		t.Fatal(err)
	}
	c := catalogue(t, h)
	offered, held := ids(c)
	if offered != "file.read todo.create" || held != "ext/search: not reviewed yet" {
		t.Fatalf("offered %q, held %q", offered, held)
	}
	create := c.Offered[1]
	if create.Status != policy.StatusApproved || create.Level != policy.Writes || create.Scope != "todo:write" || !strings.HasPrefix(create.Pin, "sha256:") {
		t.Errorf("%+v", create)
	}
	want := `{"annotations":{"idempotentHint":false,"readOnlyHint":true},"description":"<todo.create>","inputSchema":{"type":"object"},"name":"todo.create"}`
	if string(create.Definition) != want {
		t.Errorf("definition %s", create.Definition)
	}
	ext := c.Held[0].Tool
	if ext.Level != policy.ReadsOutside || ext.Scope != "server:ext" || ext.Status != policy.StatusNew {
		t.Errorf("%+v", ext)
	}
	if len(c.Servers) != 2 || c.Servers[0].Name != policy.BuiltinServer || c.Servers[0].Offered != 2 || c.Servers[1].Held != 1 ||
		c.Servers[0].State != "ready" || c.Servers[0].Transport != "in-memory" || c.Servers[0].Protocol == "" {
		t.Errorf("%+v", c.Servers)
	}
}

func TestStatusAndOff(t *testing.T) {
	status := map[string]policy.Status{"a": policy.StatusApproved, "b": policy.StatusChanged, "c": policy.StatusBlocked, "d": "odd"}
	h := newHost(t, Config{Status: func(t policy.Tool) policy.Status { return status[t.Name] }},
		map[string]*mcp.Server{"x": serverWith("a", "b", "c", "d")})
	offered, held := ids(catalogue(t, h))
	if offered != "x/a" || held != "x/b: changed since it was approved; x/c: blocked by you; x/d: not approved" {
		t.Errorf("offered %q, held %q", offered, held)
	}
	h.SetOff("x/a", true)
	if offered, held := ids(catalogue(t, h)); offered != "" || !strings.Contains(held, "x/a: switched off") {
		t.Errorf("offered %q, held %q", offered, held)
	}
	h.SetOff("x/a", false)
	if offered, _ := ids(catalogue(t, h)); offered != "x/a" {
		t.Errorf("offered %q", offered)
	}
}

// withTools makes a server answer tools/list as it likes.
func withTools(list func(cursor string) *mcp.ListToolsResult) *mcp.Server {
	s := serverWith("x")
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if method != "tools/list" {
				return next(ctx, method, req)
			}
			return list(req.GetParams().(*mcp.ListToolsParams).Cursor), nil
		}
	})
	return s
}

func tool(name string) *mcp.Tool {
	return &mcp.Tool{Name: name, InputSchema: json.RawMessage(anyObject)}
}

func TestHostileLists(t *testing.T) {
	big := tool("big")
	big.Description = strings.Repeat("x", maxDefinition)
	deep := tool("deep")
	deep.InputSchema = json.RawMessage(`{"type":"object","a":` + strings.Repeat(`{"a":`, 100) + `1` + strings.Repeat(`}`, 101))
	array := tool("array")
	array.InputSchema = json.RawMessage(`{"type":"array"}`)
	for name, c := range map[string]struct {
		list          func(cursor string) *mcp.ListToolsResult
		offered       int
		held, problem string
	}{
		"odd names": {listOnce(tool("ok"), tool(""), tool("a b"), tool("\x1b[2J"), tool("имя"), tool(strings.Repeat("n", 129))), 1, "its name", ""},
		"same name": {listOnce(tool("ok"), tool("twice"), tool("twice")), 1, "2 tools of this name", ""},
		"too big":   {listOnce(tool("ok"), big), 1, "more than", ""},
		"too deep":  {listOnce(tool("ok"), deep), 1, "deeper", ""},
		"no object": {listOnce(tool("ok"), array), 1, "input schema", ""},
		"a circle":  {func(string) *mcp.ListToolsResult { return &mcp.ListToolsResult{NextCursor: "again"} }, 0, "", "circle"},
		"no end":    {func(c string) *mcp.ListToolsResult { return &mcp.ListToolsResult{NextCursor: c + "x"} }, 0, "", "64 pages"},
		"many":      {listMany(1500), 1000, "", "more than 1000"},
		"many, paged": {func(c string) *mcp.ListToolsResult {
			r := listMany(90)(c)
			r.NextCursor = c + "x"
			rename(r.Tools, c)
			return r
		}, 1000, "", "more than 1000"},
	} {
		t.Run(name, func(t *testing.T) {
			approve := func(policy.Tool) policy.Status { return policy.StatusApproved }
			h := newHost(t, Config{Status: approve}, map[string]*mcp.Server{"s": withTools(c.list)})
			cat := catalogue(t, h)
			_, held := ids(cat)
			if len(cat.Offered) != c.offered || !strings.Contains(held, c.held) || !strings.Contains(cat.Servers[0].LastError, c.problem) {
				t.Errorf("%d offered, held %.200q, error %q", len(cat.Offered), held, cat.Servers[0].LastError)
			}
			for _, x := range cat.Held {
				if x.Tool.Status != policy.StatusInvalid || x.Tool.Level != policy.Dangerous {
					t.Errorf("%+v", x)
				}
			}
		})
	}
}

func TestLargeLists(t *testing.T) {
	type item struct{ Text string }
	large := &item{strings.Repeat("x", 1<<20)}
	for name, c := range map[string]struct {
		next string
		n    int
		note string
	}{"too many bytes": {"more", 15, "larger than 16.0 MiB"}, "a long cursor": {strings.Repeat("c", maxCursor+1), 1, "can't be followed"}} {
		n := 0
		items, note, err := pages(t.Context(), time.Minute, func(context.Context, string) (page[item], error) {
			n++
			next := c.next
			if len(next) < maxCursor {
				next += fmt.Sprint(n)
			}
			return page[item]{items: []*item{large, nil}, next: next}, nil
		})
		if err != nil || len(items) != c.n || !strings.Contains(note, c.note) {
			t.Errorf("%s: %d items, %q, %v", name, len(items), note, err)
		}
	}
}

func listOnce(tools ...*mcp.Tool) func(string) *mcp.ListToolsResult {
	return func(string) *mcp.ListToolsResult { return &mcp.ListToolsResult{Tools: tools} }
}

func listMany(n int) func(string) *mcp.ListToolsResult {
	return func(string) *mcp.ListToolsResult {
		r := &mcp.ListToolsResult{}
		for i := range n {
			r.Tools = append(r.Tools, tool(fmt.Sprintf("t%d", i)))
		}
		return r
	}
}

func rename(tools []*mcp.Tool, suffix string) {
	for _, t := range tools {
		t.Name += suffix
	}
}

func TestListChanged(t *testing.T) {
	srv := serverWith("a")
	var mu sync.Mutex
	told := 0
	h := newHost(t, Config{Status: func(policy.Tool) policy.Status { return policy.StatusApproved },
		Changed: func(string) { mu.Lock(); told++; mu.Unlock() }}, map[string]*mcp.Server{"s": srv})
	before := catalogue(t, h)
	addTool(srv, "b", answer("b"))
	deadline := time.Now().Add(5 * time.Second)
	for {
		if offered, _ := ids(catalogue(t, h)); offered == "s/a s/b" {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the new tool never came")
		}
		time.Sleep(5 * time.Millisecond)
	}
	mu.Lock()
	defer mu.Unlock()
	if told == 0 {
		t.Error("nobody was told")
	}
	if after := catalogue(t, h); after.Offered[0].Pin != before.Offered[0].Pin {
		t.Error("a pin changed")
	}
}

func TestCatalogueIsCached(t *testing.T) {
	lists := 0
	srv := withTools(func(string) *mcp.ListToolsResult { lists++; return &mcp.ListToolsResult{Tools: []*mcp.Tool{tool("a")}} })
	h := newHost(t, Config{}, map[string]*mcp.Server{"s": srv})
	for range 3 {
		catalogue(t, h)
	}
	if lists != 1 {
		t.Errorf("listed %d times", lists)
	}
}

func TestNames(t *testing.T) {
	h := newHost(t, Config{}, map[string]*mcp.Server{"s": serverWith()})
	for _, bad := range []string{"s", "", "a b", "\x1b"} {
		if err := h.AddInMemory(t.Context(), bad, serverWith()); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
	if _, err := h.CallTool(t.Context(), policy.Tool{Server: "no", Name: "x"}, nil, policy.Calling{}); err == nil || !strings.Contains(err.Error(), `"no"`) {
		t.Errorf("%v", err)
	}
}
