package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"vise/policy"
	"vise/session"
	"vise/store"
)

// allScopes are the rights of a run that nobody narrowed.
var allScopes = []string{"files:read", "todo:read", "todo:write", "time:read"}

// Request is one run to be started.
type Request struct {
	Text         string
	Entry        string // session.EntryWorkbench, …
	Conversation string // empty: a new one
	Grants       []policy.Grant
	Scopes       []string       // nil: all
	Budget       session.Budget // zero: as configured
	Resumes      string         // RUN or RUN/CALL
	First        *session.FirstCall
	Model        session.Model // nil: the chosen one
	// claim takes what the run goes on with, when all else is ready for it.
	claim func(ctx context.Context) error
}

// Running is a run of this process, going on or over.
type Running struct {
	tl     *session.Timeline
	cancel context.CancelCauseFunc
	done   chan struct{}
	state  session.State
	err    error
}

// ID is the run's id.
func (r *Running) ID() string { return r.tl.Run() }

// Timeline has the run's events.
func (r *Running) Timeline() *session.Timeline { return r.tl }

// Cancel ends the run.
func (r *Running) Cancel() { r.cancel(context.Canceled) }

// Hangup ends the run because the terminal went away.
func (r *Running) Hangup() { r.cancel(session.ErrHangup) }

// Done is closed when the run is over and recorded.
func (r *Running) Done() <-chan struct{} { return r.done }

// Result waits for the end. The error says that the run couldn't be recorded.
func (r *Running) Result() (session.State, error) {
	<-r.done
	return r.state, r.err
}

// Start starts a run. It goes on in the background until it ends or is
// cancelled; ctx bounds it, too.
func (w *Workbench) Start(ctx context.Context, req Request) (*Running, error) {
	if strings.TrimSpace(req.Text) == "" && req.First == nil {
		return nil, errors.New("there is nothing to do: say what you want")
	}
	if len(req.Text) > maxTask {
		return nil, fmt.Errorf("the request is %d bytes long; at most %d are taken: put the rest into a file and name it", len(req.Text), maxTask)
	}
	w.warm()
	model, err := w.modelFor(ctx, req)
	if err != nil {
		return nil, err
	}
	host, err := w.tools(ctx)
	if err != nil {
		return nil, err
	}
	w.Refresh(ctx)
	if err := w.TakePolicy(ctx); err != nil {
		return nil, err
	}
	task, err := w.task(ctx, req)
	if err != nil {
		return nil, err
	}
	if req.claim != nil {
		if err := req.claim(ctx); err != nil {
			return nil, err
		}
	}
	var tools session.ToolHost = host
	if req.First == nil || !req.First.Only { // a call by hand has waited for what it needs
		tools = &patient{Host: host, w: w}
	}
	loop := w.loop(ctx, model, tools)
	return w.launch(ctx, func(ctx context.Context, tl *session.Timeline) (session.State, error) { return loop.Run(ctx, task, tl) })
}

// launch starts a run on a timeline made for it.
func (w *Workbench) launch(ctx context.Context, run func(context.Context, *session.Timeline) (session.State, error)) (*Running, error) {
	id := w.parts.IDs.RunID()
	lease, err := w.db.Begin(ctx, id)
	if err != nil {
		return nil, err
	}
	rctx, cancel := context.WithCancelCause(ctx)
	r := &Running{tl: session.NewTimeline(id, lease, w.redact, w.parts.Clock), cancel: cancel, done: make(chan struct{})}
	w.mu.Lock()
	w.live[id] = r
	w.mu.Unlock()
	w.closing.Add(1)
	go w.drive(rctx, r, lease, run)
	return r, nil
}

// maxTask bounds what a person sends in one request, in bytes.
const maxTask = 1 << 20

func (w *Workbench) modelFor(ctx context.Context, req Request) (session.Model, error) {
	switch {
	case req.Model != nil:
		return req.Model, nil
	case w.parts.Model != nil:
		return w.parts.Model, nil
	}
	return w.models.current(ctx)
}

func (w *Workbench) drive(ctx context.Context, r *Running, lease *store.Lease, run func(context.Context, *session.Timeline) (session.State, error)) {
	defer w.closing.Done()
	defer close(r.done)
	defer r.cancel(nil)
	r.state, r.err = run(ctx, r.tl)
	after := context.WithoutCancel(ctx)
	_ = w.db.EndApprovals(after, r.ID()) // they stay answerable, only not marked as of an ended run
	_ = lease.Release(after)             // it ends with this process in any case
	if f := r.state.Finished; f != nil {
		w.models.outcome(r.state.Started.Model.Name, f.Code, f.Reason)
	}
	w.mu.Lock()
	delete(w.live, r.ID())
	w.mu.Unlock()
	w.wake()
}

// Live returns the run of this process with that id, while it goes on.
func (w *Workbench) Live(id string) (*Running, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	r, ok := w.live[id]
	return r, ok
}

// Hangup tells every run that the terminal went away.
func (w *Workbench) Hangup() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range w.live {
		r.Hangup()
	}
}

// within are those scopes that --scope leaves.
func (w *Workbench) within(scopes []string) []string {
	if w.cfg.Scopes == nil {
		return scopes
	}
	return policy.Within(w.cfg.Scopes, scopes)
}

func (w *Workbench) task(ctx context.Context, req Request) (session.Task, error) {
	t := session.Task{Text: req.Text, User: w.cfg.User, Entry: req.Entry, Conversation: req.Conversation, Grants: req.Grants, Budget: req.Budget,
		Roots: w.roots, Scopes: req.Scopes, Timezone: w.zoneID, Resumes: req.Resumes, First: req.First}
	if t.Budget == (session.Budget{}) {
		t.Budget = w.file.Budget
	}
	if t.Scopes == nil {
		t.Scopes = append(slices.Clone(allScopes), w.serverScopes()...)
	}
	t.Scopes = w.within(w.rules().policy.Scopes(t.Scopes))
	if t.Conversation == "" {
		t.Conversation = w.parts.IDs.RunID()
	}
	past, err := w.conversation(ctx, req.Conversation)
	if err != nil {
		return t, err
	}
	t.Evidence, t.Flags = past.evidence, past.flags()
	words, n, err := w.attachments(req.Text, w.serverNames())
	if err != nil {
		return t, err
	}
	t.Text, t.Attached, t.Resources = words, n.reads, n.resources
	if req.Resumes != "" {
		t.Attached, t.Resources = nil, nil // it was read then
		return t, past.resume(&t)
	}
	t.History = past.turns()
	return t, nil
}
