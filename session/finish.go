package session

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"
)

// answer closes a run that came to one. again says that it can't stand as it
// is and that the model is asked once more.
func (r *run) answer(ctx context.Context, reply Reply) (again bool, err error) {
	c := r.checkAnswer(reply)
	if again, err := r.correct(ctx, c); again || err != nil {
		return again, err
	}
	if err := r.tellFailed(ctx, c); err != nil {
		return false, err
	}
	content, blobs := r.content(c.text, 0)
	r.hold(ActorModel, AnswerCreated{Answer: content, Citations: c.cited, Checks: c.checks}, blobs...)
	return false, &stop{r.endOf(c)}
}

// endOf is the end of a run that came to that answer. One that claims what
// wasn't done, or that names no source that exists where it should, is no
// success, though it is kept and shown. What else is marked in an answer is
// left to the person. The offline model says only what it is given.
func (r *run) endOf(c checked) RunFinished {
	switch {
	case r.Model.Info().Offline:
	case len(c.claims) > 0:
		return RunFinished{Status: StatusFailed, FailureKind: FailEvidence, Code: "false_claim", Reason: "the answer says that something was done, and no call did it",
			Remedy: "see in the trace what was done, then ask again"}
	case c.invented():
		return RunFinished{Status: StatusFailed, FailureKind: FailEvidence, Code: "no_source", Reason: "the answer cites only what doesn't exist", Remedy: "don't rely on it; ask again, or name the file that it should read with @"}
	case c.unsourced:
		return RunFinished{Status: StatusFailed, FailureKind: FailEvidence, Code: "no_source", Reason: "you asked for sources, and the answer names none", Remedy: "don't rely on it; ask again, or name the file that it should read with @"}
	}
	return RunFinished{Status: StatusDone}
}

// citations are the evidence ids in a text, each once, in order.
func citations(text string) []string {
	var ids []string
	for _, m := range regexp.MustCompile(`\[(ev_\d{3,})\]`).FindAllStringSubmatch(text, 200) {
		if !slices.Contains(ids, m[1]) {
			ids = append(ids, m[1])
		}
	}
	return ids
}

// finish writes the end of the run, for whatever reason it came.
func (r *run) finish(ctx context.Context, err error) error {
	ctx = withoutCancelKeepCause(ctx)
	if len(r.tl.State().Waiting()) > 0 { // an answer may be among what is held
		if err := r.flush(ctx); err != nil {
			return err
		}
	}
	f := r.ending(ctx, err)
	for _, c := range r.tl.State().Waiting() {
		r.hold(ActorVise, ApprovalAnswered{Call: c.ID, Tool: c.Tool, Verdict: VerdictUnanswered, By: "vise", Note: f.Reason})
	}
	st := r.tl.State()
	f.Steps, f.Calls, f.Tokens = r.step, r.calls, st.Tokens
	f.Millis = r.Clock.Now().Sub(r.started).Milliseconds()
	return r.emit(ctx, ActorVise, f)
}

func (r *run) ending(ctx context.Context, err error) RunFinished {
	var s *stop
	var me *ModelError
	cause := context.Cause(ctx)
	switch {
	case errors.As(err, &s):
		return s.RunFinished
	case errors.Is(cause, ErrHangup) && len(r.tl.State().Waiting()) > 0:
		return RunFinished{Status: StatusNeedsApproval, FailureKind: FailPermission, Code: "hangup", Reason: "the terminal was closed while a call waited for you: nothing ran",
			Remedy: "see: vise decisions"}
	case errors.Is(cause, errSeconds):
		return RunFinished{Status: StatusBudget, FailureKind: FailBudget, Code: "seconds", Reason: fmt.Sprintf("the run's time of %d s is spent", r.limit.Seconds),
			Remedy: "ask again, or raise budget.seconds in vise.yaml"}
	case errors.Is(err, context.DeadlineExceeded) && errors.Is(cause, context.DeadlineExceeded):
		return RunFinished{Status: StatusCancelled, FailureKind: FailCancelled, Code: "timeout", Reason: "the time that was set for this run is over", Remedy: "set a longer --timeout"}
	case cause != nil:
		return RunFinished{Status: StatusCancelled, FailureKind: FailCancelled, Code: "cancelled", Reason: "cancelled"}
	case errors.As(err, &me):
		return RunFinished{Status: StatusFailed, FailureKind: FailModel, Code: string(me.Kind), Reason: me.What, Remedy: me.Remedy} // the cause stands with the failed reply
	case err == nil:
		err = errors.New("the run ended without an end")
	}
	return RunFinished{Status: StatusFailed, FailureKind: FailInternal, Code: "internal", Reason: err.Error()}
}

// withoutCancelKeepCause lets the end of a cancelled run be written, and still
// tells why it was cancelled.
func withoutCancelKeepCause(ctx context.Context) context.Context {
	if ctx.Err() == nil {
		return ctx
	}
	c, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	cancel(context.Cause(ctx))
	return c
}

// projectHash names the project's instructions that a model is given.
func (r *run) projectHash() string {
	if r.Project == "" {
		return ""
	}
	return HashBytes([]byte(r.Project))
}

// content keeps text inline up to 8 KiB, else as a blob. It must be redacted
// already. cut is what was left out of it before.
func (r *run) content(text string, cut int) (Content, []Blob) {
	c := Content{Size: len(text), Cut: cut}
	if len(text) <= inlineBytes {
		c.Text = Untrusted(text)
		return c, nil
	}
	b := Blob{Hash: HashBytes([]byte(text)), Bytes: []byte(text)}
	c.Blob = b.Hash
	return c, []Blob{b}
}

// inlineBytes is how much text an event holds itself.
const inlineBytes = 8 << 10

// active is the time that counts against a budget.
func (r *run) active() time.Duration { return r.Clock.Now().Sub(r.started) - r.waited }
