package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"vise/policy"
	"vise/session"
)

// Decisions are the calls that wait for an answer, oldest first.
func (w *Workbench) Decisions(ctx context.Context) ([]session.Pending, error) {
	all, err := w.db.Pending(ctx)
	if err != nil {
		return nil, err
	}
	var open []session.Pending
	for _, p := range all {
		if p.Answer == nil {
			open = append(open, p)
		}
	}
	return open, nil
}

// Decide answers a waiting call. One whose run still goes on gets its answer
// there, and no run is returned. One whose run has ended is denied for good,
// or goes on in a new run that begins with exactly that call.
func (w *Workbench) Decide(ctx context.Context, id string, ans session.Answer) (*Running, error) {
	p, err := w.decision(ctx, id)
	if err != nil {
		return nil, err
	}
	refused := p.Approval.Decision.Outcome == policy.Deny
	if p.Answer != nil {
		return nil, session.ErrAnswered
	}
	ended, err := w.ended(ctx, p)
	if err != nil {
		return nil, err
	}
	allow := ans.Verdict == session.VerdictAllow || ans.Verdict == session.VerdictAllowTool
	if refused && !ended {
		return nil, fmt.Errorf("the run %s still goes on, and was told that the call is refused: answer when it has ended", p.Approval.Run)
	}
	if p.Approval.Redacted && allow {
		if _, here := w.Live(p.Approval.Run); !here {
			return nil, errors.New("an argument of this call held a secret, which is not kept: it can be denied from here, but allowed only where it was asked")
		}
	}
	if ans.Args, err = checkedEdit(p, ans, ended); err != nil {
		return nil, err
	}
	answer := func(ctx context.Context) error { return w.desk.Answer(ctx, id, ans) }
	if !ended || !allow {
		return nil, answer(ctx)
	}
	first := answeredCall(p.Approval, ans)
	first.Insist = refused
	return w.Start(ctx, Request{Text: p.Approval.Task, Entry: session.EntryRun, Conversation: p.Approval.Conversation, Resumes: id, claim: answer, First: first})
}

// answeredCall is the call that a run begins with, as it was asked about, with
// the answer that it has.
func answeredCall(a session.Approval, ans session.Answer) *session.FirstCall {
	return &session.FirstCall{Tool: a.Tool.ID(), Args: a.Args, Answer: &ans, Pin: a.Tool.Pin}
}

func checkedEdit(p session.Pending, ans session.Answer, ended bool) ([]byte, error) {
	if ans.Verdict == session.VerdictEdit && ended {
		return nil, errors.New("the run of this call has ended: it can be allowed or denied as it is; to change it, resume the run with: vise resume " + p.Approval.Run)
	}
	return ans.Args, nil
}

// ended reports whether nobody waits for the answer any more.
func (w *Workbench) ended(ctx context.Context, p session.Pending) (bool, error) {
	if p.Ended {
		return true, nil
	}
	sum, err := w.db.Summary(ctx, p.Approval.Run)
	if err != nil {
		return false, err
	}
	return sum.Status != session.StatusRunning, nil
}

// Call runs one tool by hand, on the same road as a model's call: schema,
// policy, approval, trace. Of req the entry, the conversation and the grants
// count. own is the person's answer, where it was given already.
func (w *Workbench) Call(ctx context.Context, req Request, tool string, args []byte, own *session.Answer) (*Running, error) {
	t, err := w.callable(ctx, tool)
	if err != nil {
		return nil, err
	}
	req.Text, req.Scopes = "call "+t.ID(), slices.Clone(allScopes)
	if !slices.Contains(req.Scopes, t.Scope) {
		req.Scopes = append(req.Scopes, t.Scope) // of all servers, its own only
	}
	req.First = &session.FirstCall{Tool: t.ID(), Args: args, Only: true, Answer: own}
	return w.Start(ctx, req)
}

// callable finds a tool that may be called. It waits for its server, where
// that still starts, and for no other.
func (w *Workbench) callable(ctx context.Context, tool string) (policy.Tool, error) {
	if strings.Contains(tool, "/") {
		if _, err := w.Settle(ctx, StartLimit, tool); err != nil {
			return policy.Tool{}, err
		}
	}
	cat, err := w.Catalogue(ctx)
	if err != nil {
		return policy.Tool{}, err
	}
	t, reason, ok := FindTool(cat, tool)
	switch {
	case ok && reason == "":
		return t, nil
	case ok:
		return t, fmt.Errorf("%s is held back: %s. /tools, or vise tools show %s, has it", t.ID(), reason, t.ID())
	}
	for _, s := range cat.Servers {
		if strings.HasPrefix(tool, s.Name+"/") && s.State != policy.ServerReady {
			return t, fmt.Errorf("the server %s can't be used (%s): %s", s.Name, s.State, cmp.Or(s.LastError, s.Try, "see vise servers"))
		}
	}
	var names []string
	for _, o := range cat.Offered {
		names = append(names, o.ID())
	}
	return t, notThere("there is no tool %q; there are %s", tool, strings.Join(names, ", "))
}
