package cli

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"sync"
	"time"

	"vise/builtin/todo"
	"vise/session"
	"vise/session/app"
	"vise/ui"
)

// adapter is the app as the screen declares it. The app is opened while the
// first frame is drawn: what needs it waits for it.
type adapter struct {
	plan  app.Plan
	life  context.Context // of the workbench: runs end with it
	ready chan struct{}   // closed when w is set, or opening failed
	w     *app.Workbench

	waitingChanged chan struct{}
	statusChanged  chan struct{}
	settled        bool     // of watch alone
	toolNews       []string // of watch alone

	mu     sync.Mutex
	conv   string
	runs   []*app.Running // of the conversation, in this process
	others []session.Approval
	status ui.StatusLine
	extra  []string // notices of what happened once
	asked  string   // the latest request
}

func newAdapter(ctx context.Context, plan app.Plan) *adapter {
	return &adapter{plan: plan, life: ctx, ready: make(chan struct{}), waitingChanged: make(chan struct{}, 1), statusChanged: make(chan struct{}, 1),
		status: ui.StatusLine{Roots: plan.Roots(), Model: plan.Model()}}
}

func (a *adapter) deps() ui.Deps {
	return ui.Deps{Talk: a, Approvals: a, History: a, Tools: a, Todos: a, Status: a, Shelf: a, Files: a, Prompts: a, Rules: a, Models: chooser{a},
		Completer: a, Resources: a, Questions: a, Servers: a, Reviews: a, Instructions: a, Lessons: a}
}

// open opens the app.
func (a *adapter) open(ctx context.Context, parts app.Parts) error {
	defer close(a.ready)
	w, err := a.plan.Open(ctx, parts)
	if err != nil {
		return err
	}
	w.Desk().Attend(true)
	a.w, a.conv = w, w.NewConversation()
	go a.watch(ctx)
	return nil
}

// app waits for the app.
func (a *adapter) app(ctx context.Context) (*app.Workbench, error) {
	select {
	case <-a.ready:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if a.w == nil {
		return nil, errors.New("vise could not open its database")
	}
	return a.w, nil
}

// peek is the app if it is there already.
func (a *adapter) peek() *app.Workbench {
	select {
	case <-a.ready:
		return a.w
	default:
		return nil
	}
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

// refresh works out what the screen reads, the cheap parts first, and tells
// the screen of what differs.
func (a *adapter) refresh(ctx context.Context) {
	a.mu.Lock()
	line := a.status
	a.mu.Unlock()
	line.Roots = a.w.Roots()
	own := []string{}
	if ts, err := a.w.Todos(ctx); err == nil {
		line.Due = due(ts, a.w)
	} else if ctx.Err() == nil {
		own = append(own, "the todos can't be read: "+err.Error())
	}
	if news := a.w.PolicyNews(ctx); news != "" {
		own = append(own, news)
	}
	line.Notices = append(own[:len(own):len(own)], a.toolNews...) // as they were: the servers aren't asked yet
	a.publish(line, a.elsewhere(ctx))
	a.afterFirstFrame(ctx)
	if cat, err := a.w.Catalogue(ctx); err == nil {
		line.Servers = cat.Servers
		a.toolNews = a.serverNotices(cat)
	} else if ctx.Err() == nil {
		a.toolNews = []string{"the tools can't be listed: " + err.Error()}
	}
	line.Notices = append(own[:len(own):len(own)], a.toolNews...)
	a.publish(line, nil)
}

// settle is how long the servers are left alone at the start, so that
// connecting them doesn't hold up the first frame. What needs a tool before
// that connects them itself.
const settle = 150 * time.Millisecond

func (a *adapter) afterFirstFrame(ctx context.Context) {
	if a.settled {
		return
	}
	a.settled = true
	select {
	case <-time.After(settle):
	case <-ctx.Done():
	}
	go a.w.WatchModel(ctx)
}

// publish takes a new status, and the calls that wait elsewhere unless nil.
func (a *adapter) publish(line ui.StatusLine, others []session.Approval) {
	a.mu.Lock()
	setModel(&line, a.w) // as it is now: another one may have been chosen meanwhile
	same := reflect.DeepEqual(a.status, line)
	a.status = line
	if others != nil {
		a.others = others
	}
	a.mu.Unlock()
	if !same {
		wake(a.statusChanged)
	}
	wake(a.waitingChanged)
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
	out := []session.Approval{}
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
func (a *adapter) Send(ctx context.Context, text string) (ui.Run, error) {
	w, err := a.app(ctx)
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	conv, grants := a.conv, a.grantsLocked()
	a.mu.Unlock()
	r, err := w.Start(a.life, app.Request{Text: text, Entry: session.EntryWorkbench, Conversation: conv, Grants: grants})
	if err == nil {
		go a.offer(w, text)
	}
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

// Resume goes on with a past run, in its own conversation.
func (a *adapter) Resume(ctx context.Context, run string) (ui.Run, error) {
	w, err := a.app(ctx)
	if err != nil {
		return nil, err
	}
	sum, err := w.Summary(ctx, run)
	if err != nil {
		return nil, err
	}
	r, err := w.Resume(a.life, run, session.EntryWorkbench)
	if err == nil {
		a.enter(sum.Conversation)
	}
	return a.took(r, err)
}

// Compact makes a summary of the current conversation.
func (a *adapter) Compact(ctx context.Context) (ui.Run, error) {
	w, err := a.app(ctx)
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	conv := a.conv
	a.mu.Unlock()
	return a.took(w.Compact(a.life, conv, session.EntryWorkbench))
}

// Call calls one tool by hand, in the current conversation.
func (a *adapter) Call(ctx context.Context, tool string, args json.RawMessage) (ui.Run, error) {
	w, err := a.app(ctx)
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	conv, grants := a.conv, a.grantsLocked()
	a.mu.Unlock()
	life, giveUp := context.WithCancel(a.life)
	stop := context.AfterFunc(ctx, giveUp) // only until there is a run: that has its own Cancel
	r, err := w.Call(life, app.Request{Entry: session.EntryWorkbench, Conversation: conv, Grants: grants}, tool, args, nil)
	stop()
	if err != nil {
		giveUp()
	}
	return a.took(r, err)
}

// lastConversation stands for the newest one, which isn't known before the
// database is open.
const lastConversation = "last"

// Open makes a past conversation the current one.
func (a *adapter) Open(ctx context.Context, conversation string) ([]session.State, error) {
	w, err := a.app(ctx)
	if err != nil {
		return nil, err
	}
	if conversation == lastConversation {
		if conversation, err = newest(ctx, w); err != nil {
			return nil, err
		}
	}
	states, err := w.Conversation(ctx, conversation)
	if err == nil {
		a.enter(conversation)
	}
	return states, err
}

// Reset starts a new conversation; grants end.
func (a *adapter) Reset(ctx context.Context) error {
	w, err := a.app(ctx)
	if err != nil {
		return err
	}
	a.enter(w.NewConversation())
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
	w := a.peek()
	if w == nil {
		return nil
	}
	own := w.Desk().Waiting()
	a.mu.Lock()
	defer a.mu.Unlock()
	return append(own, a.others...)
}

func (a *adapter) Changed() <-chan struct{} { return a.waitingChanged }

// Answer answers a call, wherever it waits.
func (a *adapter) Answer(ctx context.Context, id string, ans session.Answer) error {
	w, err := a.app(ctx)
	if err != nil {
		return err
	}
	ans.By, ans.At = "workbench", w.Now()
	for _, own := range w.Desk().Waiting() {
		if own.ID == id {
			return w.Desk().Answer(ctx, id, ans)
		}
	}
	_, err = w.Decide(a.life, id, ans)
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

// Spent is the budget question that waits.
func (a *adapter) Spent() (session.Spent, bool) {
	w := a.peek()
	if w == nil {
		return session.Spent{}, false
	}
	return w.Desk().Spent()
}

// AnswerSpent answers it.
func (a *adapter) AnswerSpent(more session.More) {
	if w := a.peek(); w != nil {
		w.Desk().AnswerSpent(more)
	}
}

func (a *adapter) Status() ui.StatusLine {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.status
}

func (a *adapter) StatusChanged() <-chan struct{} { return a.statusChanged }
