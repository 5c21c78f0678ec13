package session

import (
	"context"

	"vise/policy"
)

// attach reads what the person named with @.
func (r *run) attach(ctx context.Context) error {
	if len(r.task.Attached) > 0 {
		var reply Reply
		for _, f := range r.task.Attached {
			reply.Calls = append(reply.Calls, r.byPerson(f))
		}
		if err := r.runCalls(ctx, reply); err != nil {
			return err
		}
	}
	return r.readResources(ctx)
}

// byPerson makes a call of one that the person asked for.
func (r *run) byPerson(f FirstCall) ToolCall {
	r.nextCall++
	if r.byHand == nil {
		r.byHand = map[string]bool{}
	}
	r.byHand[callID(r.nextCall)] = true
	name := f.Tool
	if a, ok := r.tools.aliases[f.Tool]; ok {
		name = a
	}
	return ToolCall{ID: callID(r.nextCall), Name: name, Args: f.Args}
}

// firstCall runs the call that a run begins with.
func (r *run) firstCall(ctx context.Context) error {
	r.step = 1
	call := r.byPerson(*r.task.First)
	if r.task.First.Insist {
		r.insisted = call.ID
	}
	if err := r.runCalls(ctx, Reply{Calls: []ToolCall{call}}); err != nil {
		return err
	}
	if !r.task.First.Only {
		return nil
	}
	return r.endOfCall(ctx)
}

// endOfCall closes a run that was one call by hand.
func (r *run) endOfCall(ctx context.Context) error {
	st := r.tl.State()
	last := st.Calls[len(st.Calls)-1]
	if res := last.Result; res != nil && !res.OK {
		f := RunFinished{Status: StatusFailed, FailureKind: FailTool, Code: res.Error.Code, Reason: last.Tool + ": " + res.Error.Message.Raw(), Remedy: res.Error.Hint.Raw()}
		if last.Decision != nil && last.Decision.Outcome == policy.Deny {
			f.Status, f.FailureKind, f.Reason, f.Remedy = StatusRefused, FailPermission, last.Decision.Reason, last.Decision.Remedy
		}
		if res.Error.Code == "refused_by_person" {
			f.Status, f.FailureKind, f.Remedy = StatusRefused, FailPermission, ""
		}
		return &stop{f}
	}
	return &stop{RunFinished{Status: StatusDone}}
}
