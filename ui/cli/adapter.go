package cli

import (
	"context"
	"encoding/json"
	"sync"

	"vise/builtin/todo"
	"vise/policy"
	"vise/session"
	"vise/session/app"
	"vise/ui"
)

// adapter is the app as the screen declares it.
type adapter struct {
	w    *app.Workbench
	life context.Context // of the workbench: runs end with it

	waitingChanged chan struct{}
	statusChanged  chan struct{}

	mu     sync.Mutex
	conv   string
	runs   []*app.Running // of the conversation, in this process
	others []session.Approval
	status ui.StatusLine
}

func adapt(ctx context.Context, w *app.Workbench) ui.Deps {
	a := &adapter{w: w, life: ctx, waitingChanged: make(chan struct{}, 1), statusChanged: make(chan struct{}, 1), conv: w.NewConversation()}
	a.status = ui.StatusLine{Model: w.Model(), Roots: w.Roots()}
	go a.watch(ctx)
	return ui.Deps{Talk: a, Approvals: a, History: a, Tools: a, Todos: a, Status: a}
}

// watch keeps what the screen reads at once up to date: what waits in other
// processes, the todos that are due, the model.
func (a *adapter) watch(ctx context.Context) {
	stored := a.w.Store().Watch(ctx)
	desk, app := a.w.Desk().Subscribe(), a.w.Subscribe()
	for {
		a.refresh(ctx)
		select {
		case <-ctx.Done():
			return
		case _, ok := <-stored:
			if !ok {
				return // the database is closed
			}
		case <-desk:
		case <-app:
		}
	}
}

func (a *adapter) refresh(ctx context.Context) {
	line := ui.StatusLine{Model: a.w.Model(), ModelDown: a.w.ModelDown(), Roots: a.w.Roots()}
	if cat, err := a.w.Catalogue(ctx); err == nil {
		line.Servers = cat.Servers
	} else {
		line.Notices = append(line.Notices, "the tools can't be listed: "+err.Error())
	}
	if ts, err := a.w.Todos(ctx); err == nil {
		line.Due = due(ts, a.w)
	} else if ctx.Err() == nil {
		line.Notices = append(line.Notices, "the todos can't be read: "+err.Error())
	}
	others := a.elsewhere(ctx)
	a.mu.Lock()
	a.others, a.status = others, line
	a.mu.Unlock()
	wake(a.waitingChanged)
	wake(a.statusChanged)
}

func due(ts []todo.Todo, w *app.Workbench) int {
	end, n := endOfDay(w.Now()), 0
	for _, t := range ts {
		if t.Status == todo.Open && t.DueAt != nil && t.DueAt.Before(end) {
			n++
		}
	}
	return n
}

// elsewhere are the calls that wait and aren't of this process's runs.
func (a *adapter) elsewhere(ctx context.Context) []session.Approval {
	open, err := a.w.Decisions(ctx)
	if err != nil {
		return nil // the same trouble shows as a notice already
	}
	var out []session.Approval
	for _, p := range open {
		if _, here := a.w.Live(p.Approval.Run); !here {
			out = append(out, p.Approval)
		}
	}
	return out
}

func wake(ch chan struct{}) {
	select {
	case ch <- struct{}{}:
	default:
	}
}

// running is one run as the screen declares it.
type running struct {
	*app.Running
	changed <-chan struct{}
}

func newRunning(r *app.Running) ui.Run {
	changed, _ := r.Timeline().Subscribe() // it ends with the timeline
	return running{Running: r, changed: changed}
}

func (r running) Since(seq int) []session.Event { return r.Timeline().Since(seq) }
func (r running) Changed() <-chan struct{}      { return r.changed }
func (r running) Draft() session.Draft          { return r.Timeline().Draft() }

// Err says that the run could not be recorded, and stopped for that.
func (r running) Err() error { return r.Timeline().Err() }

// Send starts a run in the current conversation.
func (a *adapter) Send(_ context.Context, text string) (ui.Run, error) {
	a.mu.Lock()
	conv, grants := a.conv, a.grantsLocked()
	a.mu.Unlock()
	r, err := a.w.Start(a.life, app.Request{Text: text, Entry: session.EntryWorkbench, Conversation: conv, Grants: grants})
	return a.took(r, err)
}

func (a *adapter) took(r *app.Running, err error) (ui.Run, error) {
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	a.runs = append(a.runs, r)
	a.mu.Unlock()
	return newRunning(r), nil
}

// grantsLocked are the standing yeses that were given in this conversation, in
// this process.
func (a *adapter) grantsLocked() []policy.Grant {
	var gs []policy.Grant
	for _, r := range a.runs {
		for _, c := range r.Timeline().State().Calls {
			if c.Answer != nil && c.Answer.Verdict == session.VerdictAllowTool && c.Request != nil {
				gs = append(gs, policy.Grant{ID: "grant-" + r.ID() + "/" + c.ID, Tool: c.Tool, Pin: c.Request.Pin})
			}
		}
	}
	return gs
}

// Resume goes on with a past run, in its own conversation.
func (a *adapter) Resume(ctx context.Context, run string) (ui.Run, error) {
	sum, err := a.w.Summary(ctx, run)
	if err != nil {
		return nil, err
	}
	r, err := a.w.Resume(a.life, run, session.EntryWorkbench)
	if err == nil {
		a.enter(sum.Conversation)
	}
	return a.took(r, err)
}

// Open makes a past conversation the current one.
func (a *adapter) Open(ctx context.Context, conversation string) ([]session.State, error) {
	states, err := a.w.Conversation(ctx, conversation)
	if err == nil {
		a.enter(conversation)
	}
	return states, err
}

// Reset starts a new conversation; grants end.
func (a *adapter) Reset(context.Context) error {
	a.enter(a.w.NewConversation())
	return nil
}

func (a *adapter) enter(conversation string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.conv != conversation {
		a.conv, a.runs = conversation, nil
	}
}

// Waiting are this process's calls first, then those that were left.
func (a *adapter) Waiting() []session.Approval {
	own := a.w.Desk().Waiting()
	a.mu.Lock()
	defer a.mu.Unlock()
	return append(own, a.others...)
}

func (a *adapter) Changed() <-chan struct{} { return a.waitingChanged }

// Answer answers a call, wherever it waits.
func (a *adapter) Answer(ctx context.Context, id string, ans session.Answer) error {
	ans.By, ans.At = "workbench", a.w.Now()
	for _, own := range a.w.Desk().Waiting() {
		if own.ID == id {
			return a.w.Desk().Answer(ctx, id, ans)
		}
	}
	_, err := a.w.Decide(a.life, id, ans)
	return err
}

// CheckEdit checks edited arguments as they will be checked when sent.
func (a *adapter) CheckEdit(_ context.Context, id string, args json.RawMessage) error {
	for _, w := range a.Waiting() {
		if w.ID == id {
			return session.CheckArgs(w.Tool, args)
		}
	}
	return session.ErrAnswered
}

func (a *adapter) Spent() (session.Spent, bool)  { return a.w.Desk().Spent() }
func (a *adapter) AnswerSpent(more session.More) { a.w.Desk().AnswerSpent(more) }

func (a *adapter) Runs(ctx context.Context, q session.RunQuery) ([]session.Summary, error) {
	return a.w.Runs(ctx, q)
}

func (a *adapter) Events(ctx context.Context, run string) ([]session.Event, error) {
	return a.w.Events(ctx, run)
}

func (a *adapter) Content(ctx context.Context, c session.Content) (session.Foreign, error) {
	return a.w.Content(ctx, c)
}

func (a *adapter) Prompt(ctx context.Context, run string, seq int) (session.ChatRequest, error) {
	return a.w.Prompt(ctx, run, seq)
}

func (a *adapter) Catalogue(ctx context.Context) (policy.Catalogue, error) { return a.w.Catalogue(ctx) }

func (a *adapter) SetOff(ctx context.Context, tool string, off bool) error {
	return a.w.SetOff(ctx, tool, off)
}

func (a *adapter) Todos(ctx context.Context) ([]todo.Todo, error) { return a.w.Todos(ctx) }

func (a *adapter) Status() ui.StatusLine {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.status
}

func (a *adapter) StatusChanged() <-chan struct{} { return a.statusChanged }
