package builtin_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/builtin"
	"vise/builtin/todo"
	"vise/policy"
)

// noon is the fixed clock of the tests: a Saturday.
var noon = time.Date(2026, 5, 9, 12, 0, 0, 0, time.FixedZone("", 8*3600))

// world is a server and a client that speak MCP with each other.
type world struct {
	t      testing.TB
	dir    string // the root "proj"
	todos  *memory
	server *builtin.Server
	client *mcp.ClientSession
	calls  int
}

type option func(*builtin.Config)

func newWorld(t testing.TB, files map[string]string, options ...option) *world {
	t.Helper()
	w := &world{t: t, dir: filepath.Join(t.TempDir(), "proj")}
	w.files(w.dir, files)
	w.todos = newMemory(func() time.Time { return noon })
	zone, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		t.Fatal(err)
	}
	cfg := builtin.Config{
		Roots: []builtin.Root{{Name: "proj", Dir: w.dir}}, Todos: w.todos,
		Now: func() time.Time { return noon }, Zone: zone,
	}
	for _, o := range options {
		o(&cfg)
	}
	if w.server, err = builtin.New(cfg); err != nil {
		t.Fatal(err)
	}
	w.connect()
	return w
}

func (w *world) connect() {
	w.t.Helper()
	ctx := context.Background()
	here, there := mcp.NewInMemoryTransports()
	ss, err := w.server.Connect(ctx, there, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	w.client, err = mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, here, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() {
		w.client.Close()
		ss.Wait()
		w.server.Close()
	})
}

// files writes files below dir. A name with a slash at its end is a folder; a
// content "-> x" is a symbolic link to x.
func (w *world) files(dir string, files map[string]string) {
	w.t.Helper()
	check := func(err error) {
		w.t.Helper()
		if err != nil {
			w.t.Fatal(err)
		}
	}
	check(os.MkdirAll(dir, 0o755))
	for name, content := range files {
		path := filepath.Join(dir, name)
		check(os.MkdirAll(filepath.Dir(path), 0o755))
		switch target, link := strings.CutPrefix(content, "-> "); {
		case strings.HasSuffix(name, "/"):
			check(os.MkdirAll(path, 0o755))
		case link:
			check(os.Symlink(target, path))
		default:
			check(os.WriteFile(path, []byte(content), 0o644))
		}
	}
}

// result is a tool's answer as its caller reads it.
type result struct {
	OK     bool `json:"ok"`
	Result struct {
		Summary   string   `json:"summary"`
		ObjectIDs []string `json:"object_ids"`
		Sources   []struct{ URI, Name, Version, Excerpt string }

		Match      string         `json:"match"`
		Truncated  bool           `json:"truncated"`
		NextCursor string         `json:"next_cursor"`
		Scanned    int            `json:"files_scanned"`
		Skipped    map[string]int `json:"skipped"`

		Path       string                        `json:"path"`
		Text       string                        `json:"text"`
		StartLine  int                           `json:"start_line"`
		EndLine    int                           `json:"end_line"`
		TotalLines int                           `json:"total_lines"`
		NextStart  int                           `json:"next_start_line"`
		Entries    []struct{ Name, Type string } `json:"entries"`
		Withheld   int                           `json:"withheld"`

		Todo    todoJSON   `json:"todo"`
		Todos   []todoJSON `json:"todos"`
		Total   int        `json:"total"`
		Created bool       `json:"created"`

		Now      string `json:"now"`
		Timezone string `json:"timezone"`
		Weekday  string `json:"weekday"`
		Offset   string `json:"utc_offset"`

		Note string `json:"note"`
		Hint string `json:"hint"`
	} `json:"result"`
	EvidenceIDs []string `json:"evidence_ids"`
	Error       *struct{ Code, Message, Hint string }
	Retryable   bool
	Policy      struct {
		Level    string `json:"risk_level"`
		Approval bool   `json:"approval_required"`
	}
}

type todoJSON struct {
	ID, Title, Status string
	DueAt             string `json:"due_at"`
	Overdue           bool
	CanUndo           bool `json:"can_undo"`
}

// call calls a tool, with args as JSON text.
func (w *world) call(tool, args string) result {
	w.t.Helper()
	return w.callMeta(context.Background(), tool, args, nil)
}

// approved calls a tool with an approval for exactly this call.
func (w *world) approved(tool, args string) result {
	w.t.Helper()
	return w.callMeta(context.Background(), tool, args, w.approval(tool, args))
}

func (w *world) approval(tool, args string) mcp.Meta {
	w.t.Helper()
	hash, err := policy.HashArgs(json.RawMessage(args))
	if err != nil {
		w.t.Fatal(err)
	}
	w.calls++
	token := w.todos.mint(todo.Proof{Tool: tool, ArgsHash: hash, Run: "run_1", Call: "call_1"})
	return mcp.Meta{policy.MetaApproval: token, policy.MetaRun: "run_1", policy.MetaCall: "call_1"}
}

func (w *world) callMeta(ctx context.Context, tool, args string, meta mcp.Meta) result {
	w.t.Helper()
	res, err := w.client.CallTool(ctx, &mcp.CallToolParams{Meta: meta, Name: tool, Arguments: json.RawMessage(args)})
	if err != nil {
		w.t.Fatalf("%s %s: %v", tool, args, err)
	}
	structured, err := json.Marshal(res.StructuredContent)
	if err != nil {
		w.t.Fatal(err)
	}
	text := res.Content[0].(*mcp.TextContent).Text
	var fromText any
	if err := json.Unmarshal([]byte(text), &fromText); err != nil {
		w.t.Fatalf("text content isn't JSON: %v", err)
	}
	if again, _ := json.Marshal(fromText); string(again) != string(structured) {
		w.t.Errorf("text and structured content differ:\n%s\n%s", again, structured)
	}
	var r result
	if err := json.Unmarshal(structured, &r); err != nil {
		w.t.Fatal(err)
	}
	if r.OK == res.IsError || r.OK != (r.Error == nil) {
		w.t.Errorf("%s: ok %v, isError %v, error %v", tool, r.OK, res.IsError, r.Error)
	}
	return r
}

// ok is call, and fails the test when the tool does.
func (w *world) ok(tool, args string) result {
	w.t.Helper()
	r := w.call(tool, args)
	if !r.OK {
		w.t.Fatalf("%s %s: %+v", tool, args, *r.Error)
	}
	return r
}

// refused calls a tool that must fail with this code.
func (w *world) refused(tool, args, code string) result {
	w.t.Helper()
	r := w.call(tool, args)
	if r.OK || r.Error.Code != code {
		w.t.Fatalf("%s %s: want %s, got %+v %s", tool, args, code, r.Error, r.Result.Summary)
	}
	if r.Error.Message == "" || r.Error.Hint == "" {
		w.t.Errorf("%s %s: %+v lacks a message or hint", tool, args, r.Error)
	}
	return r
}

// names are the sources' names of a search.
func (r result) names() string {
	var names []string
	for _, s := range r.Result.Sources {
		names = append(names, s.Name)
	}
	return strings.Join(names, " ")
}
