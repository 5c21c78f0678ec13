package session

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"vise/policy"
)

// ErrHangup is the cause of a cancellation that came because the terminal went
// away: a call that waits for a person goes on waiting in the list of
// decisions.
var ErrHangup = errors.New("the terminal was closed")

// DefaultBudget bounds a run where the configuration doesn't.
var DefaultBudget = Budget{Steps: 8, Calls: 6, Seconds: 1800}

// Config is what a loop is made of. All fields but
// Asker and Instructions are needed.
type Config struct {
	Model        Model
	Tools        ToolHost
	Resources    ResourceReader // nil: the person can name none
	Approver     Approver
	Asker        Asker // nil: every question of a server is declined
	Policy       Decider
	Redactor     Redactor
	Clock        Clock
	IDs          IDs
	Aliases      Aliases
	Sendable     Sendable      // nil: every tool can be sent
	Suspect      Suspect       // nil: results aren't looked through for what speaks to the assistant
	Instructions string        // of the person, into the system text
	Project      string        // of the project, as the person approved it: after those
	CallTimeout  time.Duration // of one tool call; zero: 2 minutes
	ResultBytes  int           // of one result that the model sees; zero: 16 KiB
}

// Task is one run to be.
type Task struct {
	Text         string
	User         string
	Entry        string
	Conversation string
	History      []Turn // earlier turns, oldest first
	Evidence     int    // evidence ids already given out in the conversation
	Grants       []policy.Grant
	Flags        policy.Flags // what the conversation has collected before
	Budget       Budget
	Roots        []Root
	Scopes       []string
	Timezone     string
	Sources      bool // an answer has to name its sources, also where the words don't ask for it
	// Resumed runs:
	Resumes string
	Parent  string
	Origin  string     // the first run of the chain: idempotency keys hang on it
	So      *Turn      // what the resumed run had come to
	First   *FirstCall // a call to begin with
	// Attached are the reads of what the person named with @: they come before
	// the model is asked, on the same road as its own calls. Resources of
	// servers follow them.
	Attached  []FirstCall
	Resources []ResourceRef
}

// FirstCall is a call that a run begins with, before any model is asked: one
// by hand, or one whose approval was answered after its run had ended.
type FirstCall struct {
	Tool   string // policy.Tool.ID
	Args   []byte
	Answer *Answer // already given; nil: policy decides as for any call
	Pin    string  // what Answer was given for: another pin is asked about anew; empty: any
	Only   bool    // the run ends with the call's result; no model is asked
	// Insist: it was refused before, and the person wants it all the same. See
	// policy.Call.Insisted.
	Insist bool
}

// Loop drives runs. One loop may drive several at once.
type Loop struct{ cfg Config }

// NewLoop makes a loop.
func NewLoop(cfg Config) *Loop {
	if cfg.CallTimeout == 0 {
		cfg.CallTimeout = defaultCallTimeout
	}
	if cfg.ResultBytes == 0 {
		cfg.ResultBytes = 16 << 10
	}
	return &Loop{cfg: cfg}
}

// run is one run that goes on.
type run struct {
	Config
	task     Task
	tl       *Timeline
	held     []fact // to be recorded with the next event
	nonce    string
	tools    toolset
	schemas  schemas
	turn     Turn
	step     int
	lastStep bool   // the model was told, or is to be told, to answer
	wrapUp   *Spent // the person let it have one last step, for this budget
	calls    int    // started
	limit    Budget
	started  time.Time
	waited   time.Duration
	grants   []policy.Grant
	evidence int // ids given out in the conversation
	texts    []policy.EvidenceText
	origins  tracing
	insisted string // id of the call that the person insists on
	sources  map[string]Source
	nextCall int
	byHand   map[string]bool // ids of the person's own calls
	repeat   repeats
	asks     *sync.WaitGroup
	notes    []string // vise's words for the next request
	// The last prompt's tokens, as the server counted them and as estimated.
	counted, estimated int
	toldLeftOut        bool // that earlier turns aren't sent any more
	corrected          bool // the model was told that its answer can't stand
	toolMasks          toolMasks
	// What the person decided about passages of results: by their hashes, true
	// where one was let through. keepRest: the rest is kept without asking.
	judged   map[string]bool
	keepRest bool
	kept     keptLines
}

// stop ends a run in an orderly way.
type stop struct{ RunFinished }

func (s *stop) Error() string { return s.Reason }

// Run drives one run to its end, on a timeline made for it. Whatever happens
// in the run is in the returned state; the error says that it could not be
// recorded, and that the run stopped for that.
func (l *Loop) Run(ctx context.Context, t Task, tl *Timeline) (State, error) {
	r := &run{Config: l.cfg, task: t, asks: &sync.WaitGroup{}, tl: tl, nonce: l.cfg.IDs.Nonce(), limit: t.Budget, started: l.cfg.Clock.Now(),
		grants: t.Grants, evidence: t.Evidence, sources: map[string]Source{}, schemas: schemas{}}
	r.Instructions, r.Project = r.redacted(r.Instructions), r.redacted(r.Project)
	defer tl.Close()
	err := r.guarded(ctx)
	if tl.Err() == nil {
		err = r.finish(ctx, err)
	}
	return tl.State(), err
}

// guarded turns a panic into a failed run: a fault of vise's own must not take
// the record of the run with it.
func (r *run) guarded(ctx context.Context) (err error) {
	defer func() {
		if p := recover(); p != nil {
			where := strings.SplitN(string(debug.Stack()), "\n", 12)
			err = &stop{RunFinished{Status: StatusFailed, FailureKind: FailInternal, Code: "panic",
				Reason: fmt.Sprintf("a fault in vise itself: %v", p), Remedy: "please report it with: " + strings.Join(where[len(where)-1:], " ")}}
		}
	}()
	if err := r.begin(ctx); err != nil {
		return err
	}
	if err := r.attach(ctx); err != nil {
		return err
	}
	if r.task.First != nil {
		if err := r.firstCall(ctx); err != nil {
			return err
		}
	}
	return r.loop(ctx)
}

func (r *run) begin(ctx context.Context) error {
	task, masked := r.Redactor.Redact(r.task.Text)
	r.turn.Words = task
	if r.task.So != nil {
		r.turn.Steps, r.turn.Judged, r.turn.Kept = r.task.So.Steps, r.task.So.Judged, r.task.So.Kept
	}
	kind := "chat"
	switch {
	case r.task.First != nil && r.task.First.Only:
		kind = TaskCall
	case r.task.Resumes != "":
		kind = "resume"
	}
	if r.task.Origin == "" {
		r.task.Origin = r.tl.Run()
	}
	err := r.emit(ctx, ActorUser, RunStarted{User: r.task.User, Task: task, TaskType: kind, Entry: r.task.Entry, Conversation: r.task.Conversation,
		Model: r.Model.Info(), Budget: r.limit, Roots: r.task.Roots, Scopes: r.scopes(), Timezone: r.task.Timezone,
		PolicyHash: r.Policy.Hash(), InstructionsHash: HashBytes([]byte(r.Instructions)), ProjectHash: r.projectHash(), Resumes: r.task.Resumes, Parent: r.task.Parent, Flags: r.task.Flags})
	if err != nil {
		return err
	}
	if masked > 0 {
		if err := r.gate(ctx, GateInput, "", "your message holds what looks like a secret", "it was masked before it was kept or sent to the model"); err != nil {
			return err
		}
	}
	if err := r.gateInput(ctx); err != nil {
		return err
	}
	for _, t := range append(r.task.History, r.turn) {
		r.remember(t)
	}
	return r.discover(ctx)
}

// discover takes the catalogue anew; the trace hears of it when it differs.
func (r *run) discover(ctx context.Context) error {
	cat, err := r.Tools.Catalogue(ctx)
	if err != nil {
		return err
	}
	ts := newToolset(cat, r.scopes(), r.Aliases)
	ts.withhold(r.Sendable, r.room())
	same := r.step > 0 && samePins(ts.catalogue, r.tools.catalogue)
	r.tools = ts
	if same {
		return nil
	}
	return r.emit(ctx, ActorVise, ts.discovered())
}

func samePins(a, b policy.Catalogue) bool {
	if len(a.Offered) != len(b.Offered) || len(a.Held) != len(b.Held) {
		return false
	}
	for i := range a.Offered {
		if a.Offered[i].ID() != b.Offered[i].ID() || a.Offered[i].Pin != b.Offered[i].Pin {
			return false
		}
	}
	return slices.EqualFunc(missing(a.Servers), missing(b.Servers), func(x, y MissingServer) bool { return x.Server == y.Server && x.State == y.State })
}

// loop asks the model and runs what it asks for, until it answers.
func (r *run) loop(ctx context.Context) error {
	for {
		if err := r.beforeStep(ctx); err != nil {
			return err
		}
		reply, err := r.ask(ctx)
		if err != nil {
			return err
		}
		if len(reply.Calls) == 0 {
			again, err := r.answer(ctx, reply)
			if err != nil || !again {
				return err
			}
			continue
		}
		if err := r.runCalls(ctx, reply); err != nil {
			return err
		}
		if err := r.discover(ctx); err != nil {
			return err
		}
	}
}

// emit records an event, and what was held before it.
func (r *run) emit(ctx context.Context, a Actor, p Payload, blobs ...Blob) error {
	r.hold(a, p, blobs...)
	return r.flush(ctx)
}

// hold leaves an event to be recorded together with the next that is emitted.
// It is for what the next one follows at once: before a tool runs, a person is
// asked or anything else is written, flush. Nothing reads it in the timeline's
// state until then.
func (r *run) hold(a Actor, p Payload, blobs ...Blob) {
	r.held = append(r.held, fact{actor: a, payload: p, blobs: blobs, at: r.tl.clock.Now()})
}

// flush records what is held.
func (r *run) flush(ctx context.Context) error {
	held := r.held
	r.held = nil
	return r.tl.emit(ctx, held...)
}

func (r *run) gate(ctx context.Context, gate, call, reason, action string) error {
	r.holdGate(gate, call, reason, action)
	return r.flush(ctx)
}

func (r *run) holdGate(gate, call, reason, action string) {
	r.hold(ActorVise, GateTriggered{Gate: gate, Call: call, Reason: reason, Action: action})
}

// remember takes the sources of an earlier turn for provenance, and what the
// person decided about its passages.
func (r *run) remember(t Turn) {
	for hash, let := range t.Judged {
		r.noteJudged(hash, let)
	}
	r.kept = laidOver(r.kept, t.Kept)
	for _, s := range t.Steps {
		for _, res := range s.Results {
			r.rememberSources(res.Result.Sources)
		}
	}
}

func (r *run) rememberSources(ss []Source) {
	for _, s := range ss {
		r.sources[s.Evidence] = s
		r.texts = append(r.texts, policy.EvidenceText{ID: s.Evidence, Name: s.Name, Text: s.Excerpt.Raw()})
	}
}

// words are all that the person said in the conversation, the latest first.
func (r *run) words() []string {
	ws := []string{r.turn.Words}
	for i := len(r.task.History) - 1; i >= 0; i-- {
		ws = append(ws, r.task.History[i].Words)
	}
	return ws
}
