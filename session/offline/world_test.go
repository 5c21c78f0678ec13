package offline

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"vise/session"
)

// world is a small stand-in for the loop and its tools.
type world struct {
	t      *testing.T
	m      *Model
	now    time.Time
	msgs   []session.ChatMessage
	tools  []session.ChatTool
	todos  []todoItem
	files  map[string]string
	deny   bool                                // writes are refused
	edit   func(tool string, args *writeArgs)  // a person's edit in the approval
	fail   map[string]*session.ToolError       // errors by tool
	hits   func(query string) []session.Source // what a search finds
	cursor string                              // of the next search
	note   string                              // of vise, after the next result
	steps  int                                 // of a run; the last must make no call
	calls  []string                            // of the latest turn: tool and arguments
	ids    int
}

type writeArgs struct {
	ID     string     `json:"id"`
	Title  string     `json:"title"`
	DueAt  *time.Time `json:"due_at"`
	Status string     `json:"status"`
	Undo   bool       `json:"undo"`
	Due    string     `json:"due"`
	Text   string     `json:"text"`
	Query  string     `json:"query"`
	Root   string     `json:"root"`
	Path   string     `json:"path"`
	Start  int        `json:"start_line"`
	Zone   string     `json:"timezone"`
}

func newWorld(t *testing.T) *world {
	now, err := time.Parse(time.RFC3339, "2026-11-30T09:12:00+03:00")
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, m: shared(), now: now, tools: builtins(), files: map[string]string{"main.go": "package main\n\nfunc main() {}\n"}}
	w.hits = func(string) []session.Source {
		return []session.Source{
			{Evidence: "ev_001", Name: "config/http.go:42", Excerpt: session.Untrusted("\tretryTimeout = 5 * time.Second")},
			{Evidence: "ev_002", Name: "docs/retry.md:7", Excerpt: session.Untrusted("The retry timeout is five seconds.")},
		}
	}
	return w
}

func (w *world) add(title, due string) {
	w.ids++
	item := todoItem{ID: fmt.Sprintf("td_%d", w.ids), Title: title, Status: "open"}
	if due != "" {
		d, err := time.Parse(time.RFC3339, due)
		if err != nil {
			w.t.Fatal(err)
		}
		item.DueAt = &d
	}
	w.todos = append(w.todos, item)
}

// says gives the model a person's words, runs its calls, and returns the answer.
func (w *world) says(words string) string {
	w.t.Helper()
	w.calls = nil
	w.msgs = append(w.msgs, session.ChatMessage{Role: session.RoleUser, Words: words})
	if w.steps == 0 {
		w.steps = 8
	}
	for step := range w.steps {
		req := session.ChatRequest{Tools: w.tools, Messages: w.msgs, Options: session.ChatOptions{Now: w.now, Timezone: "Europe/Moscow", Roots: []session.Root{{Name: "project", Dir: "/home/me/project"}}, Last: step == w.steps-1}}
		if req.Options.Last {
			w.note = "This is the last step: call no more tools, answer with what you have and say what is missing."
		}
		if w.note != "" {
			req.Messages = append(req.Messages[:len(req.Messages):len(req.Messages)], session.ChatMessage{Role: session.RoleUser, Text: "(vise: " + w.note + ")"})
			w.note = ""
		}
		r, err := w.m.Chat(context.Background(), req, nil)
		if err != nil {
			w.t.Fatal(err)
		}
		if len(r.Calls) == 0 {
			w.msgs = append(w.msgs, session.ChatMessage{Role: session.RoleAssistant, Text: r.Text})
			return r.Text
		}
		if len(r.Calls) != 1 {
			w.t.Fatalf("%q: %d calls in one reply", words, len(r.Calls))
		}
		c := r.Calls[0]
		c.ID = fmt.Sprintf("call_%03d", len(w.msgs))
		tool := strings.ReplaceAll(c.Name, "_", ".")
		w.calls = append(w.calls, tool+" "+string(c.Args))
		o := w.run(tool, c.Args)
		o.Tool = tool
		w.msgs = append(w.msgs, session.ChatMessage{Role: session.RoleAssistant, Calls: []session.ToolCall{c}}, session.ChatMessage{Role: session.RoleTool, CallID: c.ID, Alias: c.Name, Result: o})
	}
	w.t.Fatalf("%q: no end of calls: %q", words, w.calls)
	return ""
}

func (w *world) run(tool string, raw json.RawMessage) *session.Observation {
	var a writeArgs
	if err := json.Unmarshal(raw, &a); err != nil {
		w.t.Fatal(err)
	}
	if e := w.fail[tool]; e != nil {
		return &session.Observation{Ran: true, Error: e}
	}
	if (tool == toolCreate || tool == toolUpdate) && w.deny {
		return &session.Observation{Error: &session.ToolError{Code: "refused_by_person", Message: session.Untrusted("the person refused this call: nothing was done")}}
	}
	if w.edit != nil {
		w.edit(tool, &a)
		w.note = "The person changed the arguments of " + tool + " from " + string(raw) + " to others."
	}
	o := &session.Observation{OK: true, Ran: true}
	var fields any
	switch tool {
	case toolSearch:
		if a.Root != "" {
			return &session.Observation{Ran: true, Error: &session.ToolError{Code: "unknown_root", Message: session.Untrusted("no such root")}}
		}
		o.Sources = w.hits(a.Query)
		if w.cursor != "" {
			fields, w.cursor = map[string]any{"next_cursor": w.cursor}, ""
		}
	case toolRead:
		body, ok := w.files[a.Path]
		if !ok {
			return &session.Observation{Ran: true, Error: &session.ToolError{Code: "not_found", Message: session.Untrusted("no such file: " + a.Path), Hint: session.Untrusted("search for it")}}
		}
		o.Sources = []session.Source{{Evidence: "ev_009", Name: a.Path}}
		next := 0
		if a.Start == 0 && strings.Count(body, "\n") > 20 {
			next = 21
		}
		fields = map[string]any{"text": body, "next_start_line": next}
	case toolList:
		fields = map[string]any{"todos": w.listed(a)}
	case toolCreate:
		w.ids++
		item := todoItem{ID: fmt.Sprintf("td_%d", w.ids), Title: a.Title, DueAt: a.DueAt, Status: "open"}
		w.todos = append(w.todos, item)
		fields = map[string]any{"todo": item}
	case toolUpdate:
		fields = map[string]any{"todo": w.change(a)}
	case toolTime:
		loc, err := time.LoadLocation(a.Zone)
		if err != nil {
			w.t.Fatal(err)
		}
		if a.Zone == "" {
			loc = w.now.Location()
		}
		fields = map[string]any{"now": w.now.In(loc).Format(time.RFC3339), "timezone": a.Zone, "weekday": w.now.In(loc).Weekday().String()}
	}
	if fields != nil {
		b, err := json.Marshal(fields)
		if err != nil {
			w.t.Fatal(err)
		}
		o.Fields = b
	}
	return o
}

func (w *world) listed(a writeArgs) []todoItem {
	var out []todoItem
	for _, x := range w.todos {
		open := x.Status == "open" || a.Status == "all" || a.Status == x.Status
		due := a.Due == "" || a.Due == "any" && x.DueAt != nil || a.Due == "today" && x.DueAt != nil && sameDay(*x.DueAt, w.now) ||
			a.Due == "week" && x.DueAt != nil && x.DueAt.Before(w.now.AddDate(0, 0, 7)) || a.Due == "overdue" && x.DueAt != nil && x.DueAt.Before(w.now) || a.Due == "none" && x.DueAt == nil
		if open && due && strings.Contains(fold(x.Title), fold(a.Text)) {
			out = append(out, x)
		}
	}
	return out
}

func (w *world) change(a writeArgs) *todoItem {
	for i := range w.todos {
		x := &w.todos[i]
		if x.ID != a.ID {
			continue
		}
		if a.Undo {
			x.Status = "open"
		}
		if a.Status != "" {
			x.Status = a.Status
		}
		if a.Title != "" {
			x.Title = a.Title
		}
		if a.DueAt != nil {
			x.DueAt = a.DueAt
		}
		return x
	}
	w.t.Fatalf("no todo %q", a.ID)
	return nil
}

// expect fails unless the latest turn made exactly these calls; each want is a
// tool with pieces of its arguments.
func (w *world) expect(want ...string) {
	w.t.Helper()
	if len(want) != len(w.calls) {
		w.t.Fatalf("calls %q, want %q", w.calls, want)
	}
	for i, c := range want {
		for _, piece := range strings.Split(c, " … ") {
			if !strings.Contains(w.calls[i], piece) {
				w.t.Errorf("call %q, want %q in it", w.calls[i], piece)
			}
		}
	}
}

func has(t *testing.T, answer string, pieces ...string) {
	t.Helper()
	for _, p := range pieces {
		if !strings.Contains(answer, p) {
			t.Errorf("answer %q, want %q in it", answer, p)
		}
	}
}
