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

// ErrNoRefusal means that there is no refused call that the person could allow.
var ErrNoRefusal = errors.New("this call can't be answered from here")

// Refusal is a call that policy denied, as it would be asked about: from the
// list of decisions, else from the events of its run. id is RUN/CALL.
func (w *Workbench) Refusal(ctx context.Context, id string) (session.Approval, error) {
	p, err := w.db.Approval(ctx, id)
	switch {
	case err == nil && p.Answer != nil:
		return p.Approval, session.ErrAnswered
	case err == nil:
		return p.Approval, nil
	case !errors.Is(err, store.ErrNoDecision):
		return session.Approval{}, err
	}
	run, call, _ := strings.Cut(id, "/")
	events, err := w.Events(ctx, run)
	if err != nil {
		return session.Approval{}, err
	}
	st := applied(events)
	i := slices.IndexFunc(st.Calls, func(c session.CallState) bool { return c.ID == call })
	if i < 0 || st.Calls[i].Decision == nil || st.Calls[i].Decision.Outcome != policy.Deny {
		return session.Approval{}, fmt.Errorf("%w: the run has no such call that was refused", ErrNoRefusal)
	}
	return w.refusal(ctx, st, st.Calls[i])
}

// refusal makes the question of what its run has recorded of a call.
func (w *Workbench) refusal(ctx context.Context, st session.State, c session.CallState) (session.Approval, error) {
	if !c.Decision.CanInsist {
		return session.Approval{}, fmt.Errorf("%w: %s. %s", ErrNoRefusal, c.Decision.Reason, c.Decision.Remedy)
	}
	cat, err := w.Catalogue(ctx)
	if err != nil {
		return session.Approval{}, err
	}
	tool, reason, ok := FindTool(cat, c.Tool)
	if !ok || reason != "" {
		return session.Approval{}, fmt.Errorf("%w: %s isn't there now: %s", ErrNoRefusal, c.Tool, reason)
	}
	for _, o := range st.Offered {
		if o.Tool == c.Tool && o.Pin != tool.Pin {
			return session.Approval{}, fmt.Errorf("%w: %s has changed since", ErrNoRefusal, c.Tool)
		}
	}
	hash, err := policy.HashArgs(c.Args)
	if err != nil {
		return session.Approval{}, err
	}
	a := session.Approval{ID: st.Run + "/" + c.ID, Run: st.Run, Call: c.ID, Conversation: st.Started.Conversation, Task: st.Started.Task, Tool: tool, Args: c.Args,
		ArgsHash: hash, Effect: policy.Effect(tool, c.Args), Timezone: st.Started.Timezone, Decision: *c.Decision, Index: 1, Of: 1, Asked: w.Now()}
	a.Redacted = session.HasMark(c.Args)
	for _, e := range st.Evidence {
		if slices.ContainsFunc(c.Decision.Origins, func(o policy.Origin) bool { return namesEvidence(o, e.Evidence) }) {
			a.Sources = append(a.Sources, session.Source{Evidence: e.Evidence, URI: e.URI, Name: e.Name, Excerpt: e.Excerpt})
		}
	}
	return a, nil
}

func namesEvidence(o policy.Origin, id string) bool {
	return slices.Contains(o.Evidence, id) || slices.ContainsFunc(o.Parts, func(p policy.Origin) bool { return namesEvidence(p, id) })
}

// decision is a call that waits, or that was refused and is now asked about.
func (w *Workbench) decision(ctx context.Context, id string) (session.Pending, error) {
	p, err := w.db.Approval(ctx, id)
	if !errors.Is(err, store.ErrNoDecision) {
		return p, err
	}
	a, rerr := w.Refusal(ctx, id)
	if rerr != nil {
		if errors.Is(rerr, session.ErrNoRun) {
			return p, err
		}
		return p, rerr
	}
	if err := w.db.PutApproval(ctx, a); err != nil { // so that the first answer counts
		return p, err
	}
	return w.db.Approval(ctx, id)
}
