// Package fake is a workbench without an agent: runs follow a story that a
// test tells.
package fake

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"vise/builtin/todo"
	"vise/policy"
	"vise/session"
	"vise/ui"
)

// Workbench implements everything the screen needs.
type Workbench struct {
	// Story is told for every request, in its own goroutine; the run is over
	// when it returns.
	Story func(r *Run)
	// Line is the first line of the screen.
	Line ui.StatusLine
	// Full is why nothing can be recorded: runs end before they begin.
	Full error
	// Starting keeps calls by hand waiting until it is closed; nil: not at all.
	Starting chan struct{}
	// Now is the time of events; nil: the clock.
	Now func() time.Time

	mu      sync.Mutex
	runs    []*Run
	past    map[string][]session.State
	blobs   map[string]session.Foreign
	cat     policy.Catalogue
	todos   []todo.Todo
	waiting []*pending
	asked   []*question
	spent   *session.Spent
	more    chan session.More
	changed chan struct{}
	sends   []string
}

type pending struct {
	approval session.Approval
	answer   chan session.Answer
}

// New makes a workbench whose runs answer "Done." at once.
func New() *Workbench {
	return &Workbench{
		Story:   func(r *Run) { r.Answer("Done.") },
		Line:    ui.StatusLine{Model: session.ModelInfo{Name: "ollama/qwen3:8b", ContextTokens: 8192}, ModelUp: true, Roots: []session.Root{{Name: "work", Dir: "/home/ann/work"}}},
		past:    map[string][]session.State{},
		blobs:   map[string]session.Foreign{},
		more:    make(chan session.More, 1),
		changed: make(chan struct{}, 1),
	}
}

// Deps is the workbench as the screen takes it.
func (w *Workbench) Deps() ui.Deps {
	return ui.Deps{Talk: w, Approvals: w, History: w, Tools: w, Todos: w, Status: w, Questions: w}
}

func (w *Workbench) now() time.Time {
	if w.Now != nil {
		return w.Now()
	}
	return time.Now()
}

// Sent lists the requests that were sent, oldest first.
func (w *Workbench) Sent() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string(nil), w.sends...)
}

// Send starts a run that follows the story; it is cancelled when ctx ends.
func (w *Workbench) Send(ctx context.Context, text string) (ui.Run, error) {
	return w.start(ctx, text, "chat")
}

func (w *Workbench) start(ctx context.Context, text, kind string) (ui.Run, error) {
	w.mu.Lock()
	w.sends = append(w.sends, text)
	r := newRun(w, fmt.Sprintf("01KTESTRUN%02d", len(w.runs)+1))
	w.runs = append(w.runs, r)
	w.mu.Unlock()
	if w.Full != nil {
		r.Break(w.Full)
		r.end()
		return r, nil
	}
	r.Emit(session.RunStarted{User: "ann", Task: text, TaskType: kind, Entry: session.EntryWorkbench, Conversation: "c1",
		Model: w.Line.Model, Budget: session.Budget{Steps: 8, Calls: 6}, Timezone: "UTC"})
	stop := context.AfterFunc(ctx, r.Cancel)
	go func() {
		defer stop()
		w.Story(r)
		r.end()
	}()
	return r, nil
}

// Call starts a run too, once Starting is closed.
func (w *Workbench) Call(ctx context.Context, tool string, args json.RawMessage) (ui.Run, error) {
	if w.Starting != nil {
		select {
		case <-w.Starting:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return w.start(ctx, fmt.Sprintf("call %s %s", tool, args), "call")
}

// Resume starts a run too.
func (w *Workbench) Resume(ctx context.Context, run string) (ui.Run, error) {
	return w.Send(ctx, "resume "+run)
}

// Compact starts a run too.
func (w *Workbench) Compact(ctx context.Context) (ui.Run, error) {
	return w.start(ctx, "/compact", session.TaskCompact)
}

// Remember makes a past conversation.
func (w *Workbench) Remember(conversation string, states []session.State) {
	w.past[conversation] = states
}

// Keep puts text into a blob.
func (w *Workbench) Keep(hash string, text session.Foreign) { w.blobs[hash] = text }

// Open returns a remembered conversation.
func (w *Workbench) Open(_ context.Context, conversation string) ([]session.State, error) {
	s, ok := w.past[conversation]
	if !ok {
		return nil, errors.New("no such conversation")
	}
	return s, nil
}

// Reset does nothing: the next run begins a new conversation.
func (w *Workbench) Reset(context.Context) error { return nil }

// Runs lists the runs of this process, newest first.
func (w *Workbench) Runs(_ context.Context, q session.RunQuery) ([]session.Summary, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []session.Summary
	for i := len(w.runs) - 1; i >= 0; i-- {
		out = append(out, w.runs[i].summary())
	}
	return out, nil
}

// Events returns the events of a run of this process.
func (w *Workbench) Events(_ context.Context, run string) ([]session.Event, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range w.runs {
		if r.id == run {
			return r.Since(0), nil
		}
	}
	return nil, session.ErrNoRun
}

// Content returns a kept text.
func (w *Workbench) Content(_ context.Context, c session.Content) (session.Foreign, error) {
	if c.Blob == "" {
		return c.Text, nil
	}
	f, ok := w.blobs[c.Blob]
	if !ok {
		return session.Foreign{}, session.ErrNoBlob
	}
	return f, nil
}

// Prompt is a short prompt.
func (w *Workbench) Prompt(context.Context, string, int) (session.ChatRequest, error) {
	return session.ChatRequest{System: "You are vise.", Messages: []session.ChatMessage{{Role: session.RoleUser, Text: "hello"}}}, nil
}

// SetCatalogue sets the tools.
func (w *Workbench) SetCatalogue(c policy.Catalogue) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cat = c
}

// Catalogue returns what SetCatalogue set.
func (w *Workbench) Catalogue(context.Context) (policy.Catalogue, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.cat, nil
}

// SetOff does nothing.
func (w *Workbench) SetOff(context.Context, string, bool) error { return nil }

// SetTodos sets the todos.
func (w *Workbench) SetTodos(t []todo.Todo) { w.todos = t }

// Todos returns what SetTodos set.
func (w *Workbench) Todos(context.Context) ([]todo.Todo, error) { return w.todos, nil }

// Status is Line.
func (w *Workbench) Status() ui.StatusLine { return w.Line }

// StatusChanged never gets a value.
func (w *Workbench) StatusChanged() <-chan struct{} { return nil }
