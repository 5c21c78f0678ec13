package session

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"vise/policy"
)

type answered struct {
	answer Answer
	err    error
}

// askAll shows a person every call of the step that waits, at once.
func (r *run) askAll(ctx, askCtx context.Context, calls []*intended) error {
	var waiting []*intended
	for _, c := range calls {
		if c.problem == nil && c.dec.Outcome == policy.Approval {
			waiting = append(waiting, c)
		}
	}
	for i, c := range waiting {
		if err := r.askOne(ctx, askCtx, c, i+1, len(waiting)); err != nil {
			return err
		}
	}
	return nil
}

// askOne records what is asked and starts waiting for the answer.
func (r *run) askOne(ctx, askCtx context.Context, c *intended, index, of int) error {
	a := r.approval(c, index, of)
	if err := r.emit(ctx, ActorVise, ApprovalRequested{Call: c.id, Tool: c.toolID(), Pin: c.tool.Pin, Args: c.args, ArgsHash: c.hash,
		Filled: c.filled, Effect: a.Effect, Decision: c.dec}); err != nil {
		return err
	}
	ch := make(chan answered, 1)
	c.wait = ch
	if ans, ok := r.answeredBefore(c); ok {
		ch <- answered{answer: ans}
		return nil
	}
	r.asks.Go(func() {
		ans, err := r.Approver.Ask(askCtx, a)
		ch <- answered{ans, err}
	})
	return nil
}

// approval is a call as a person sees it.
func (r *run) approval(c *intended, index, of int) Approval {
	return Approval{ID: r.tl.Run() + "/" + c.id, Run: r.tl.Run(), Call: c.id, Conversation: r.task.Conversation, Task: r.turn.Words, Tool: c.tool,
		Args: c.args, ArgsHash: c.hash, Filled: c.filled, Effect: policy.Effect(c.tool, c.args), Timezone: r.task.Timezone, Sources: r.named(c.dec.Origins),
		Decision: c.dec, Index: index, Of: of, Asked: r.Clock.Now()}
}

// answeredBefore is the answer that the first call had before this run began.
// It holds for that tool as it then was, and for nothing else.
func (r *run) answeredBefore(c *intended) (Answer, bool) {
	first := r.task.First
	if first == nil || first.Answer == nil {
		return Answer{}, false
	}
	ans := *first.Answer
	first.Answer = nil
	return ans, c.toolID() == first.Tool && (first.Pin == "" || first.Pin == c.tool.Pin)
}

// named are the sources that provenance points to.
func (r *run) named(origins []policy.Origin) []Source {
	var out []Source
	for _, o := range origins {
		for _, s := range r.named(o.Parts) {
			if !slices.ContainsFunc(out, func(x Source) bool { return x.Evidence == s.Evidence }) {
				out = append(out, s)
			}
		}
		for _, id := range o.Evidence {
			if s, ok := r.sources[id]; ok && !slices.ContainsFunc(out, func(x Source) bool { return x.Evidence == id }) {
				out = append(out, s)
			}
		}
	}
	return out
}

// awaitAnswer waits for the person. again says that the call's way starts
// anew: it was edited or refused.
func (r *run) awaitAnswer(ctx, askCtx context.Context, c *intended) (again bool, err error) {
	from := r.Clock.Now()
	var got answered
	select {
	case got = <-c.wait:
	case <-ctx.Done():
		return false, ctx.Err()
	}
	waited := r.Clock.Now().Sub(from)
	r.waited += waited
	if got.err != nil {
		return false, r.unanswered(ctx, c, waited, got.err)
	}
	ans := got.answer
	rec := ApprovalAnswered{Call: c.id, Tool: c.toolID(), Verdict: ans.Verdict, By: ans.By, Note: ans.Note, Waited: waited.Milliseconds()}
	switch ans.Verdict {
	case VerdictAllow:
		c.under = "person"
		if ans.Always != nil {
			rec.Always = r.redacted(ans.Always.Words)
		}
		r.hold(ActorUser, rec)
		return false, nil
	case VerdictAllowTool:
		g := policy.Grant{ID: "grant-" + c.id, Tool: c.toolID(), Pin: c.tool.Pin}
		r.grants = append(r.grants, g)
		c.under = "person"
		r.hold(ActorUser, rec)
		return false, nil
	case VerdictEdit:
		return true, r.edited(ctx, askCtx, c, ans, rec)
	}
	return true, r.refused(ctx, c, ans, rec)
}

func (r *run) unanswered(ctx context.Context, c *intended, waited time.Duration, cause error) error {
	if !errors.Is(cause, ErrNobody) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return cause
	}
	reason := c.toolID() + " needs an approval, and nobody can be asked here: nothing was done"
	if err := r.emit(ctx, ActorVise, ApprovalAnswered{Call: c.id, Tool: c.toolID(), Verdict: VerdictUnanswered, By: "vise", Note: reason, Waited: waited.Milliseconds()}); err != nil {
		return err
	}
	return &stop{RunFinished{Status: StatusNeedsApproval, FailureKind: FailPermission, Code: "needs_approval", Reason: reason,
		Remedy: "it waits in the list: vise decisions; or ask in the workbench"}}
}

// edited makes the person's arguments a call of their own: checked, decided
// and, where policy says so, asked about again, so that what is approved is
// what was seen.
func (r *run) edited(ctx, askCtx context.Context, c *intended, ans Answer, rec ApprovalAnswered) error {
	r.nextCall++
	rec.Args, rec.NewCall = ans.Args, callID(r.nextCall)
	if err := r.emit(ctx, ActorUser, rec); err != nil {
		return err
	}
	before, filled := c.args, c.filled
	c.id, c.under, c.problem = rec.NewCall, "", nil
	r.setArgs(c, ans.Args)
	for _, name := range changedArgs(before, c.args) {
		if !slices.Contains(c.filled, name) {
			c.edited = append(c.edited, name)
		}
	}
	for _, name := range filled { // what vise filled in stays its own unless the person changed it
		if !slices.Contains(c.edited, name) && !slices.Contains(c.filled, name) {
			c.filled = append(c.filled, name)
		}
	}
	r.notes = append(r.notes, "The person changed the arguments of "+c.toolID()+" from "+r.redactedArgs(before)+" to "+r.redactedArgs(c.args)+".")
	if err := r.decideFirst(ctx, c); err != nil || c.problem != nil {
		return err
	}
	if c.dec.Outcome == policy.Approval {
		return r.askOne(ctx, askCtx, c, 1, 1)
	}
	return nil
}

// changedArgs are the names of the arguments that differ, or are new.
func changedArgs(before, after []byte) []string {
	var was, is map[string]json.RawMessage
	if json.Unmarshal(before, &was) != nil || json.Unmarshal(after, &is) != nil {
		return nil
	}
	var names []string
	for name, v := range is {
		if old, ok := was[name]; !ok || string(old) != string(v) {
			names = append(names, name)
		}
	}
	return sorted(names)
}

func (r *run) refused(ctx context.Context, c *intended, ans Answer, rec ApprovalAnswered) error {
	if rec.Verdict != VerdictDenyStop {
		rec.Verdict = VerdictDeny // what isn't known denies
	}
	if err := r.emit(ctx, ActorUser, rec); err != nil {
		return err
	}
	message := "the person refused this call: nothing was done"
	if ans.Note != "" {
		message += "; they say: " + ans.Note
	}
	c.fail("refused_by_person", message, "don't ask for it again in this run; tell the person that it was not done")
	if rec.Verdict == VerdictDeny {
		return nil
	}
	if err := r.result(ctx, c, *c.problem, false); err != nil {
		return err
	}
	return &stop{RunFinished{Status: StatusRefused, FailureKind: FailPermission, Code: "refused_by_person", Reason: "you refused " + c.toolID() + " and ended the run: nothing was done by it"}}
}
