package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"vise/policy"
	"vise/session"
	"vise/store"
)

// past is a conversation so far.
type past struct {
	runs     []pastRun
	evidence int
}

type pastRun struct {
	sum     session.Summary
	turn    session.Turn
	state   session.State
	summary string // of earlier runs, where this one compacted them
}

// conversation reads the runs of a conversation, oldest first.
func (w *Workbench) conversation(ctx context.Context, id string) (past, error) {
	var p past
	if id == "" {
		return p, nil
	}
	sums, err := w.db.Conversation(ctx, id)
	if err != nil {
		return p, err
	}
	for _, sum := range sums {
		r, err := w.pastRun(ctx, sum)
		if err != nil {
			return p, err
		}
		p.evidence = max(p.evidence, lastEvidence(r.state))
		p.runs = append(p.runs, r)
	}
	return p, nil
}

func (w *Workbench) pastRun(ctx context.Context, sum session.Summary) (pastRun, error) {
	r := pastRun{sum: sum}
	events, err := w.Events(ctx, sum.Run)
	if err != nil {
		return r, err
	}
	fetch := func(c session.Content) (string, error) {
		f, err := w.Content(ctx, c)
		return f.Raw(), err
	}
	if r.turn, err = session.TurnOf(events, fetch); err != nil {
		return r, err
	}
	r.state = Replay(sum, events)
	if c := r.state.Compacted; c != nil {
		r.summary, err = fetch(c.Summary)
	}
	return r, err
}

// lastEvidence is the highest number that an evidence id of the run has.
func lastEvidence(st session.State) int {
	high := 0
	for _, e := range st.Evidence {
		var n int
		if _, err := fmt.Sscanf(e.Evidence, "ev_%d", &n); err == nil {
			high = max(high, n)
		}
	}
	return high
}

// flags are what the conversation has collected: its turns stand in the prompt.
func (p past) flags() policy.Flags {
	var f policy.Flags
	for _, r := range p.runs {
		g := r.state.Flags
		f = policy.Flags{PrivateRead: f.PrivateRead || g.PrivateRead, UntrustedSeen: f.UntrustedSeen || g.UntrustedSeen, CanSend: f.CanSend || g.CanSend}
	}
	return f
}

// turns are the requests and what came of them, but for those of skipped runs;
// a run that was resumed is told as one with those that resumed it.
func (p past) turns(skip ...string) []session.Turn {
	turns, _ := p.told(skip...)
	return turns
}

// told are the turns as prompts tell them, and the run that each is of. The
// last summary stands for all that it was made of.
func (p past) told(skip ...string) (turns []session.Turn, runs []string) {
	hidden := map[string]bool{}
	for _, id := range skip {
		hidden[id] = true
	}
	for _, r := range p.runs {
		run, _, _ := strings.Cut(r.sum.Resumes, "/")
		hidden[run] = true
	}
	if at := p.lastCompaction(); at >= 0 {
		folded := p.foldedBy(at)
		turns, runs = []session.Turn{session.FoldedTurn(p.runs[at].summary, p.whatWas(folded))}, []string{p.runs[at].sum.Run}
		for id := range folded {
			hidden[id] = true
		}
	}
	for _, r := range p.runs {
		if !hidden[r.sum.Run] && r.state.Started.TaskType != session.TaskCompact {
			turns, runs = append(turns, p.whole(r)), append(runs, r.sum.Run)
		}
	}
	return turns, runs
}

// whole is a run's turn with all that it resumed before it.
func (p past) whole(r pastRun) session.Turn {
	from, _, _ := strings.Cut(r.sum.Resumes, "/")
	for _, earlier := range p.runs {
		if from != "" && earlier.sum.Run == from {
			return p.whole(earlier).Then(r.turn)
		}
	}
	return r.turn
}

// resume fills a task from the run that it goes on with.
func (p past) resume(t *session.Task) error {
	id, _, _ := strings.Cut(t.Resumes, "/")
	for i, r := range p.runs {
		if r.sum.Run != id {
			continue
		}
		if r.state.Started.TaskType == session.TaskCompact {
			return fmt.Errorf("%w: it was a /compact; send it again instead", ErrNotResumable)
		}
		if r.state.Started.TaskType == session.TaskCall { // its words weren't said to a model, and aren't now
			if t.First == nil {
				return fmt.Errorf("%w: it was one call by hand; make it again instead", ErrNotResumable)
			}
			first := *t.First
			first.Only, t.First = true, &first
		}
		so := p.whole(r)
		t.Text, t.So, t.Origin = so.Words, &so, p.origin(r)
		t.Parent = fmt.Sprintf("%s@%d", r.sum.Run, r.sum.LastSeq)
		t.Scopes = policy.Within(r.state.Started.Scopes, t.Scopes) // what goes on has no more rights than it had
		before := past{runs: p.runs[:i]}
		from, _, _ := strings.Cut(r.sum.Resumes, "/")
		t.History = before.turns(from) // what it resumed is told in so
		return nil
	}
	return fmt.Errorf("run %s is not in this conversation", id)
}

// origin is the first run of a chain of resumed ones.
func (p past) origin(r pastRun) string {
	from, _, _ := strings.Cut(r.sum.Resumes, "/")
	for _, earlier := range p.runs {
		if from != "" && earlier.sum.Run == from {
			return p.origin(earlier)
		}
	}
	return r.sum.Run
}

// Replay is the state that a run's events come to; a run that nobody owns and
// that never finished is told as interrupted.
func Replay(sum session.Summary, events []session.Event) session.State {
	st := applied(events)
	if sum.Status == session.StatusInterrupted {
		st.Interrupt()
	}
	return st
}

// applied is what events come to.
func applied(events []session.Event) (st session.State) {
	for _, e := range events {
		st.Apply(e)
	}
	return st
}

// ErrNotResumable means that there is nothing left to do in a run.
var ErrNotResumable = errors.New("this run can't be resumed")

// Resume goes on with a past run as a new one.
func (w *Workbench) Resume(ctx context.Context, run, entry string) (*Running, error) {
	sum, err := w.db.Summary(ctx, run)
	if err != nil {
		return nil, err
	}
	switch {
	case sum.FailureKind == session.FailEvidence:
		return nil, fmt.Errorf("%w: run %s ended with an answer, though not one to rely on; ask again in its conversation instead", ErrNotResumable, sum.Run)
	case sum.Status == session.StatusDone:
		return nil, fmt.Errorf("%w: run %s ended with an answer; go on with its conversation instead", ErrNotResumable, sum.Run)
	case sum.Status == session.StatusRunning:
		return nil, fmt.Errorf("%w: run %s still goes on in another vise", ErrNotResumable, sum.Run)
	}
	if err := w.notResumed(ctx, sum); err != nil {
		return nil, err
	}
	req := Request{Text: sum.Task, Entry: entry, Conversation: sum.Conversation, Resumes: sum.Run,
		claim: func(ctx context.Context) error { return w.takeBack(ctx, sum.Run) }}
	if err := w.beginDenied(ctx, &req); err != nil {
		return nil, err
	}
	return w.Start(ctx, req)
}

// beginDenied has the run begin with the call that was denied after the run it
// goes on with had ended: the model is told, and doesn't ask again.
func (w *Workbench) beginDenied(ctx context.Context, req *Request) error {
	events, err := w.Events(ctx, req.Resumes)
	if err != nil {
		return err
	}
	st := applied(events)
	if st.Started.TaskType == session.TaskCall {
		return nil
	}
	for _, c := range st.Calls {
		if c.Answer != nil && c.Answer.Verdict != session.VerdictUnanswered {
			continue // the run itself was told
		}
		p, err := w.db.Approval(ctx, st.Run+"/"+c.ID)
		switch {
		case errors.Is(err, store.ErrNoDecision):
		case err != nil:
			return err
		case p.Answer != nil && (p.Answer.Verdict == session.VerdictDeny || p.Answer.Verdict == session.VerdictDenyStop):
			req.Resumes = p.Approval.ID
			req.First = answeredCall(p.Approval, *p.Answer)
			return nil
		}
	}
	return nil
}

// notResumed makes sure that a run is gone on with only once: what it still
// had to do may have been done.
func (w *Workbench) notResumed(ctx context.Context, sum session.Summary) error {
	later, err := w.db.Conversation(ctx, sum.Conversation)
	if err != nil {
		return err
	}
	for _, l := range later {
		if from, _, _ := strings.Cut(l.Resumes, "/"); from == sum.Run {
			return fmt.Errorf("%w: run %s went on as %s (%s); see or resume that one", ErrNotResumable, sum.Run, l.Run, l.Status)
		}
	}
	return nil
}

// takeBack withdraws the questions of a run that is resumed: it will ask them
// anew where it needs to, and nobody may answer both.
func (w *Workbench) takeBack(ctx context.Context, run string) error {
	open, err := w.Decisions(ctx)
	if err != nil {
		return err
	}
	for _, p := range open {
		if p.Approval.Run != run {
			continue
		}
		err := w.desk.Answer(ctx, p.Approval.ID, session.Answer{Verdict: session.VerdictUnanswered, By: "vise", Note: "the run was resumed", At: w.Now()})
		if err != nil {
			return fmt.Errorf("run %s: %w", run, err)
		}
	}
	return nil
}
