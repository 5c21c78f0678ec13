package builtin_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/builtin"
)

func TestToolsAreSmallAndStrict(t *testing.T) {
	w := newWorld(t, nil)
	res, err := w.client.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Tools) != 6 {
		t.Fatalf("%d tools, want 6", len(res.Tools))
	}
	total := 0
	for _, tool := range res.Tools {
		b, err := json.Marshal(map[string]any{"name": tool.Name, "description": tool.Description, "inputSchema": tool.InputSchema})
		if err != nil {
			t.Fatal(err)
		}
		total += len(b)
		if schema := tool.InputSchema.(map[string]any); schema["additionalProperties"] != false {
			t.Errorf("%s takes any property", tool.Name)
		}
		for _, words := range []string{"Use it", "ot "} { // when to use it, when not
			if !strings.Contains(tool.Description, words) {
				t.Errorf("%s doesn't say %q: %s", tool.Name, words, tool.Description)
			}
		}
	}
	t.Logf("the model reads %d bytes of tools", total)
	if total > 4096 {
		t.Errorf("tools take %d bytes, more than 4096", total)
	}
}

func TestHintsAreHonest(t *testing.T) {
	w := newWorld(t, nil)
	res, err := w.client.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range res.Tools {
		h := tool.Annotations
		writes := tool.Name == "todo.create" || tool.Name == "todo.update"
		if h.ReadOnlyHint == writes || *h.OpenWorldHint {
			t.Errorf("%s: %+v", tool.Name, h)
		}
		if writes && *h.DestructiveHint != (tool.Name == "todo.update") {
			t.Errorf("%s: destructive %v", tool.Name, *h.DestructiveHint)
		}
	}
}

func TestResultsFitTheOutputSchema(t *testing.T) {
	w := newWorld(t, map[string]string{"a.txt": "needle\n"})
	res, err := w.client.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := json.Marshal(res.Tools[0].OutputSchema)
	var schema jsonschema.Schema
	if err := json.Unmarshal(b, &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	for tool, args := range map[string]string{
		"file.search": `{"query":"needle"}`, "file.read": `{"path":"none"}`, "todo.list": `{}`, "todo.create": `{"title":"x"}`, "time.now": `{}`,
	} {
		res, err := w.client.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(args)})
		if err != nil {
			t.Fatal(err)
		}
		if err := resolved.Validate(res.StructuredContent); err != nil {
			t.Errorf("%s: %v", tool, err)
		}
	}
}

func TestArgumentErrorsHelp(t *testing.T) {
	w := newWorld(t, nil)
	for _, c := range []struct{ tool, args, says string }{
		{"file.search", `{}`, "query is required"},
		{"file.search", `{"quary":"x"}`, "did you mean query"},
		{"file.search", `{"query":"x","max_results":51}`, "from 1 to 50"},
		{"file.search", `{"query":"x","max_results":1.5}`, "whole number"},
		{"file.search", `{"query":"x","max_results":"5"}`, "not a string"},
		{"file.search", `{"query":"x","glob":"[a"}`, "malformed"},
		{"file.search", `{"query":"x","glob":"` + strings.Repeat("{a,b,}", 30) + `"}`, "in braces"},
		{"file.search", `{"query":"x","cursor":"abc"}`, "next_cursor as it was given"},
		{"file.search", `{"query":["x"]}`, "must be a string, not a list"},
		{"file.search", `{"query":"` + strings.Repeat("x", 201) + `"}`, "at most 200"},
		{"file.search", `{"query":"a\nb"}`, "control character"},
		{"file.read", `{"path":""}`, "path is required"},
		{"file.read", `{"path":"a\u0000b"}`, "NUL"},
		{"file.read", `{"path":"a","start_line":0}`, "from 1 to"},
		{"todo.list", `{"status":"closed"}`, "open, done, cancelled, all"},
		{"todo.list", `{"due":"tomorrow"}`, "any, today, overdue, week, none"},
		{"todo.create", `{"title":"  "}`, "title is required"},
		{"todo.create", `{"title":"x","due_at":"tomorrow"}`, "2026-05-10T12:00:00+08:00"},
		{"todo.create", `{"title":"x","due_at":"2026-05-10T09:00:00"}`, "RFC 3339"},
		{"todo.create", `{"title":"x","due_at":"0026-05-10T09:00:00Z"}`, "from 2000 to 2200"},
		{"todo.update", `{"id":"td_1"}`, "nothing to change"},
		{"todo.update", `{"id":"td_1","undo":true,"status":"done"}`, "can't be combined"},
		{"todo.update", `{"status":"done"}`, "id is required"},
		{"time.now", `{"timezone":null}`, "not null"},
		{"time.now", `{"timezone":"a","timezone":"b"}`, "twice"},
	} {
		r := w.refused(c.tool, c.args, "invalid_arguments")
		if text := r.Error.Message + " " + r.Error.Hint; !strings.Contains(text, c.says) {
			t.Errorf("%s %s: %q doesn't say %q", c.tool, c.args, text, c.says)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	dir := t.TempDir()
	todos := newMemory(nil)
	for name, cfg := range map[string]builtin.Config{
		"no storage":    {Roots: []builtin.Root{{Dir: dir}}},
		"missing root":  {Todos: todos, Roots: []builtin.Root{{Dir: dir + "/none"}}},
		"two names":     {Todos: todos, Roots: []builtin.Root{{Name: "a", Dir: dir}, {Name: "a", Dir: "/"}}},
		"own data":      {Todos: todos, Roots: []builtin.Root{{Dir: dir}}, Protected: []string{dir}},
		"system folder": {Todos: todos, Roots: []builtin.Root{{Dir: "/proc"}}},
	} {
		if s, err := builtin.New(cfg); err == nil {
			s.Close()
			t.Errorf("%s: no error", name)
		}
	}
}

func TestClosedServerRefusesFiles(t *testing.T) {
	w := newWorld(t, map[string]string{"a.txt": "x"})
	w.server.Close()
	w.refused("file.read", `{"path":"a.txt"}`, "unavailable")
	w.ok("time.now", `{}`)
}
