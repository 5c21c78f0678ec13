package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"vise/policy"
	"vise/session"
	"vise/session/app"
	"vise/session/scripted"
)

// victim is a workbench whose servers are hostile. All that its model is told,
// all that is stored and all that is printed can be looked at.
type victim struct {
	*app.Workbench
	t     *testing.T
	dir   string
	model *scripted.Model

	secrets []string // what no screen may show, besides those that every story has
}

// entry is a server of mcp.json.
type entry map[string]any

func (h *hostile) entry() entry { return entry{"type": "http", "url": h.url} }

func program(args ...string) entry { return entry{"command": "hostile", "args": args} }

func newVictim(t *testing.T, servers map[string]entry, steps ...scripted.Step) *victim {
	t.Helper()
	v := &victim{t: t, dir: t.TempDir(), model: scripted.New(steps...)}
	v.open(servers, app.Parts{Model: v.model}, nil)
	return v
}

// victimOf is one whose models are those of a hostile Ollama at host.
func victimOf(t *testing.T, host string) *victim {
	t.Helper()
	v := &victim{t: t, dir: t.TempDir()}
	v.open(nil, app.Parts{LookEvery: 20 * time.Millisecond}, func(string) string { return host })
	return v
}

func (v *victim) open(servers map[string]entry, parts app.Parts, getenv func(string) string) {
	v.t.Helper()
	v.write("project/notes.txt", "nothing\n")
	v.write("conf/vise.yaml", "timezone: Europe/Moscow\nbudget: {steps: 20, calls: 20}\n")
	v.configure(servers)
	w, err := app.Open(v.t.Context(), app.Config{ConfigDir: v.at("conf"), DataDir: v.at("data"), WorkDir: v.at("project"), HomeDir: v.at("home"), User: "ann", Getenv: getenv}, parts)
	if err != nil {
		v.t.Fatal(err)
	}
	v.t.Cleanup(func() {
		if err := w.Close(); err != nil {
			v.t.Error(err)
		}
	})
	v.Workbench = w
}

func (v *victim) at(name string) string { return filepath.Join(v.dir, name) }

func (v *victim) write(name, text string) {
	v.t.Helper()
	if err := os.MkdirAll(filepath.Dir(v.at(name)), 0o755); err != nil {
		v.t.Fatal(err)
	}
	if err := os.WriteFile(v.at(name), []byte(text), 0o644); err != nil {
		v.t.Fatal(err)
	}
}

func (v *victim) configure(servers map[string]entry) {
	v.t.Helper()
	raw, err := json.Marshal(map[string]any{"mcpServers": servers})
	if err != nil {
		v.t.Fatal(err)
	}
	v.write("conf/mcp.json", string(raw))
	at := time.Now().Add(time.Duration(len(raw)) * time.Second) // two writes in one tick of the file system's clock are two
	if err := os.Chtimes(v.at("conf/mcp.json"), at, at); err != nil {
		v.t.Fatal(err)
	}
}

func (v *victim) catalogue() policy.Catalogue {
	v.t.Helper()
	left, err := v.Settle(v.t.Context(), 10*time.Second, "")
	if err != nil || len(left) > 0 {
		v.t.Fatalf("%+v still start, %v", left, err)
	}
	cat, err := v.Catalogue(v.t.Context())
	if err != nil {
		v.t.Fatal(err)
	}
	return cat
}

func (v *victim) tool(id string) policy.Tool {
	v.t.Helper()
	t, _, ok := app.FindTool(v.catalogue(), id)
	if !ok {
		v.t.Fatalf("there is no %s", id)
	}
	return t
}

// approve reads and approves tools, and lets them read without asking.
func (v *victim) approve(ids ...string) {
	v.t.Helper()
	var list []policy.Tool
	for _, id := range ids {
		t := v.tool(id)
		t.FreeReads = true
		list = append(list, t)
	}
	if err := v.ApproveTools(v.t.Context(), list); err != nil {
		v.t.Fatal(err)
	}
}

func (v *victim) start(text string) *app.Running {
	v.t.Helper()
	r, err := v.Start(v.t.Context(), app.Request{Text: text})
	if err != nil {
		v.t.Fatal(err)
	}
	return r
}

func (v *victim) end(r *app.Running) session.State {
	v.t.Helper()
	st, err := r.Result()
	if err != nil {
		v.t.Fatal(err)
	}
	return st
}

func (v *victim) run(text string) session.State {
	v.t.Helper()
	return v.end(v.start(text))
}

// until waits for something that happens elsewhere.
func (v *victim) until(what string, ok func() bool) {
	v.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !ok(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			v.t.Fatalf("%s: it doesn't come", what)
		}
	}
}

func (v *victim) waiting() session.Approval {
	v.t.Helper()
	v.until("a call that waits", func() bool { return len(v.Desk().Waiting()) > 0 })
	return v.Desk().Waiting()[0]
}

// told is all that the model was sent.
func (v *victim) told() string {
	var b strings.Builder
	for _, r := range v.model.Requests() {
		b.WriteString(r.System)
		for _, t := range r.Tools {
			fmt.Fprintf(&b, "\n%s %s %s", t.Alias, t.Description, t.Schema)
		}
		for _, m := range r.Messages {
			fmt.Fprintf(&b, "\n%s: %s %s %v", m.Role, m.Text, m.Words, m.Calls)
		}
	}
	return b.String()
}

// offered are the tools of the model's last request.
func (v *victim) offered() (ids []string) {
	rs := v.model.Requests()
	for _, t := range rs[len(rs)-1].Tools {
		ids = append(ids, t.ID)
	}
	return ids
}

// lastData is the last thing the model was told of a call.
func (v *victim) lastData() session.ChatMessage {
	v.t.Helper()
	rs := v.model.Requests()
	ms := rs[len(rs)-1].Messages
	i := len(ms) - 1
	for i >= 0 && ms[i].Role != session.RoleTool {
		i--
	}
	if i < 0 {
		v.t.Fatal("the model was told of no call")
	}
	return ms[i]
}

// stored are the bytes of every file in the data folder: the database with its
// free pages, and the logs of servers.
func (v *victim) stored() string {
	v.t.Helper()
	var b bytes.Buffer
	err := filepath.WalkDir(v.at("data"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		raw, err := os.ReadFile(path)
		b.Write(raw)
		return err
	})
	if err != nil {
		v.t.Fatal(err)
	}
	if !strings.Contains(b.String(), "run_started") {
		v.t.Fatal("what is stored isn't where it is looked for")
	}
	return b.String()
}

// prints runs a command as another process would, and gives all it wrote,
// which never steers a terminal: JSON for a pipe has no control characters.
func (v *victim) prints(args ...string) string {
	v.t.Helper()
	var out strings.Builder
	args = append([]string{"--config-dir", v.at("conf"), "--data-dir", v.at("data"), "--root", "project=" + v.at("project")}, args...)
	Main(v.t.Context(), args, Streams{In: strings.NewReader(""), Out: &out, Err: &out, Parts: app.Parts{Model: v.model}})
	bad := steering(out.String())
	if slices.Contains(args, "--json") {
		bad = ""
		if i := strings.IndexFunc(out.String(), func(r rune) bool { return r < 0x20 && r != '\n' }); i >= 0 {
			bad = fmt.Sprintf("a control character at byte %d", i)
		}
	}
	if bad != "" {
		v.t.Errorf("vise %s writes %s:\n%q", args[6:], bad, out.String())
	}
	return out.String()
}

// steering names what in a text would do something to a terminal or a reader.
func steering(text string) string {
	for i, r := range text {
		_, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\n', r == '\t':
		case r == utf8.RuneError && size == 1, r < 0x20, r >= 0x7f && r < 0xa0,
			r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x61c, r == 0xfeff, r >= 0xe0000 && r <= 0xe007f:
			return fmt.Sprintf("%U at byte %d", r, i)
		}
	}
	return ""
}

// never reports where a text holds one of the words.
func (v *victim) never(where, text string, words ...string) {
	v.t.Helper()
	for _, w := range words {
		if i := strings.Index(text, w); i >= 0 {
			v.t.Errorf("%s: %q is in it: %q", where, w, text[max(0, i-80):min(len(text), i+120)])
		}
	}
}

// has reports which of the words a text lacks.
func (v *victim) has(where, text string, words ...string) {
	v.t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			v.t.Errorf("%s: %q isn't in it:\n%.3000q", where, w, text)
		}
	}
}

func (v *victim) holds(where string, list []string, want string, yes bool) {
	v.t.Helper()
	if slices.Contains(list, want) != yes {
		v.t.Errorf("%s: %v; %s in it should be %v", where, list, want, yes)
	}
}

// runWith is a run with a model of its own.
func (v *victim) runWith(m *scripted.Model, text string) session.State {
	v.t.Helper()
	v.model = m
	r, err := v.Start(v.t.Context(), app.Request{Text: text, Model: m})
	if err != nil {
		v.t.Fatal(err)
	}
	return v.end(r)
}
