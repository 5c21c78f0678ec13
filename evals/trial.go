package evals

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"vise/policy"
	"vise/session"
	"vise/session/app"
)

// Trial is one run of one case with all that it is judged by. Scoring it needs
// nothing else.
type Trial struct {
	Case   Case     `json:"case"`
	Hash   string   `json:"hash"` // of the case
	N      int      `json:"n"`    // 1, 2, …: of how often it was repeated
	Runs   []RunLog `json:"runs"`
	Todos  []Todo   `json:"todos"`           // at the end
	Before []string `json:"before"`          // ids of the todos that the setup made
	Files  []string `json:"files,omitempty"` // that aren't as they were
	Shown  []string `json:"shown,omitempty"` // answers as the terminal gets them
	Infra  string   `json:"infra,omitempty"` // why nothing was measured
	Millis int64    `json:"ms"`              // that it really took
	Grades []Grade  `json:"grades,omitempty"`
	Facts  Facts    `json:"facts,omitzero"`
}

// RunLog is one run: its events as they were stored, and the contents that
// they name by hash.
type RunLog struct {
	Events []json.RawMessage `json:"events"`
	Blobs  map[string]string `json:"blobs,omitempty"`
}

// Decoded are the events of the run.
func (r RunLog) Decoded() ([]session.Event, error) {
	out := make([]session.Event, 0, len(r.Events))
	for _, raw := range r.Events {
		e, err := session.Codec{}.Decode(raw)
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}

// Blob is a content that the events name by its hash; session.ErrNoBlob where
// it wasn't kept.
func (r RunLog) Blob(hash string) ([]byte, error) {
	b, ok := r.Blobs[hash]
	if !ok {
		return nil, session.ErrNoBlob
	}
	return []byte(b), nil
}

// Todo is a todo at the end of a case.
type Todo struct {
	ID     string     `json:"id"`
	Title  string     `json:"title"`
	Status string     `json:"status"`
	DueAt  *time.Time `json:"due_at,omitempty"`
}

// trial is a case that is being run.
type trial struct {
	opts  Options
	c     Case
	n     int
	place place
	w     *app.Workbench
	ids   []string // of the setup's todos
	conv  string
	last  *app.Running
	gives []policy.Grant
	// servers change a tool of a server of the case.
	servers map[string]func(ToolSetup)
	out     *Trial
}

// limits of one trial.
const (
	trialLimit     = time.Minute
	realTrialLimit = 10 * time.Minute
	// hangTimeout bounds the calls of cases in which a server never answers.
	// In others no call waits for anything.
	hangTimeout = time.Second
)

// run runs a case once, in a folder that is removed afterwards. What keeps it
// from being measured is in Infra.
func (o Options) run(ctx context.Context, c Case, n int, dir string) Trial {
	from := time.Now()
	out := Trial{Case: c, Hash: c.Hash(), N: n, Runs: []RunLog{}, Todos: []Todo{}, Before: []string{}}
	t := &trial{opts: o, c: c, n: n, out: &out}
	limit := trialLimit
	if o.asks(c) {
		limit = realTrialLimit
	}
	tctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("it took longer than %s", limit))
	defer cancel()
	if err := t.whole(tctx, dir); err != nil {
		if cause := context.Cause(tctx); cause != nil && ctx.Err() == nil {
			err = cause
		}
		out.Infra = err.Error()
	}
	out.Millis = time.Since(from).Milliseconds()
	Score(&out)
	return out
}

func (t *trial) whole(ctx context.Context, dir string) (err error) {
	dir, err = os.MkdirTemp(dir, "case-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if t.place, err = newPlace(dir, t.c.Setup); err != nil {
		return fmt.Errorf("the setup: %w", err)
	}
	before, err := fingerprints(t.place.project(), t.place.outside())
	if err != nil {
		return err
	}
	if err := t.open(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.w.Close()) }()
	if err := t.turns(ctx); err != nil {
		return err
	}
	if err := t.end(ctx); err != nil {
		return err
	}
	after, err := fingerprints(t.place.project(), t.place.outside())
	t.out.Files = changed(before, after)
	return err
}

// open opens the workbench and makes what the setup says.
func (t *trial) open(ctx context.Context) error {
	clock, err := clockOf(t.c.Setup, t.opts.real(t.c), t.recorded())
	if err != nil {
		return err
	}
	servers, change := localServers(t.c.Setup.Servers, t.place.expand)
	t.servers = change
	parts := app.Parts{Clock: clock, IDs: &countedIDs{seed: t.seed()}, Servers: servers}
	if t.c.Setup.hangs() {
		parts.CallTimeout = hangTimeout
	}
	cfg := t.place.app(t.c.Setup, t.opts.model(t.c))
	cfg.Getenv = t.opts.Getenv
	if err := t.recordings(&cfg); err != nil {
		return err
	}
	if t.c.Model.Scripted() {
		parts.Model = &scriptModel{trial: t}
	}
	if t.w, err = app.Open(ctx, cfg, parts); err != nil {
		return fmt.Errorf("opening the workbench: %w", err)
	}
	if err = t.prepare(ctx); err != nil {
		return errors.Join(fmt.Errorf("the setup: %w", err), t.w.Close())
	}
	if m, ok := parts.Model.(*scriptModel); ok {
		m.Model = script(t.c.Model.Script, t.place, t.ids)
	}
	t.conv = t.w.NewConversation()
	return nil
}

func (t *trial) turns(ctx context.Context) error {
	stop := attend(ctx, t.w, t.c.Approve, t.fill)
	defer stop()
	for i, turn := range t.c.Input {
		r, err := t.begin(ctx, turn)
		if err != nil {
			return fmt.Errorf("turn %d: %w", i+1, err)
		}
		if r == nil {
			continue // an answer that starts no run
		}
		t.last = r
		st, err := r.Result()
		if err != nil {
			return fmt.Errorf("turn %d: %w", i+1, err)
		}
		t.grants(st)
		if err := t.record(ctx, r); err != nil {
			return fmt.Errorf("turn %d: %w", i+1, err)
		}
		if f := st.Finished; f != nil && !t.c.Model.Scripted() && infra(f.Code) {
			return t.unmeasured(*f)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// infra says whether a run ended for a reason that says nothing of the model.
func infra(code string) bool {
	return slices.Contains([]session.ModelErrorKind{session.ModelUnavailable, session.ModelNotFound, session.ModelNoTools, session.ModelBusy, session.ModelServer}, session.ModelErrorKind(code))
}

func (t *trial) fill(text string) string { return fill(text, t.place, t.ids, "") }

func (t *trial) begin(ctx context.Context, turn Turn) (*app.Running, error) {
	switch {
	case turn.Resume:
		if t.last == nil {
			return nil, errors.New("there is no run to go on with")
		}
		return t.w.Resume(ctx, t.last.ID(), session.EntryEval)
	case turn.Decide != "":
		open, err := t.w.Decisions(ctx)
		if err != nil {
			return nil, err
		}
		if len(open) == 0 {
			return nil, nil // graders find that nothing was asked
		}
		return t.w.Decide(ctx, open[0].Approval.ID, session.Answer{Verdict: turn.Decide, By: "eval", At: t.w.Now()})
	}
	return t.w.Start(ctx, app.Request{Text: t.fill(turn.Say), Entry: session.EntryEval, Conversation: t.conv, Scopes: t.c.Setup.Scopes, Grants: t.gives})
}

// grants keeps what the person allowed for the rest of the conversation.
func (t *trial) grants(st session.State) {
	for _, c := range st.Calls {
		if c.Answer != nil && c.Answer.Verdict == session.VerdictAllowTool && c.Request != nil {
			t.gives = append(t.gives, policy.Grant{ID: "grant-" + st.Run + "/" + c.ID, Tool: c.Tool, Pin: c.Request.Pin})
		}
	}
}

// end takes what there is when all is over.
func (t *trial) end(ctx context.Context) error {
	todos, err := t.w.Todos(ctx)
	if err != nil {
		return err
	}
	for _, td := range todos {
		t.out.Todos = append(t.out.Todos, Todo{ID: td.ID, Title: td.Title, Status: string(td.Status), DueAt: td.DueAt})
	}
	return nil
}
