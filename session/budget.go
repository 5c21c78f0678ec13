package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"vise/policy"
)

var errSeconds = errors.New("the run's time is spent")

// beforeStep opens the next step, unless a budget is at its end.
func (r *run) beforeStep(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if r.wrapUp != nil && r.lastStep {
		return r.overBudget(*r.wrapUp)
	}
	for r.wrapUp == nil {
		spent, ok := r.spent()
		if !ok {
			break
		}
		if err := r.askMore(ctx, spent); err != nil {
			return err
		}
	}
	if r.wrapUp != nil {
		r.lastStep = true
	}
	r.step++
	if r.limit.Steps > 0 && r.step >= r.limit.Steps {
		r.lastStep = true
	}
	return nil
}

// spent is the budget that is used up, if one is.
func (r *run) spent() (Spent, bool) {
	tokens := r.tl.State().Tokens
	for _, s := range []Spent{
		{What: "steps", Used: r.step, Limit: r.limit.Steps},
		{What: "tokens", Used: tokens, Limit: r.limit.Tokens},
		{What: "seconds", Used: int(r.active() / time.Second), Limit: r.limit.Seconds},
	} {
		if s.Limit > 0 && s.Used >= s.Limit {
			s.Run, s.Budget = r.tl.Run(), r.task.Budget
			return s, true
		}
	}
	return Spent{}, false
}

// askMore asks the person about a spent budget and does as told.
func (r *run) askMore(ctx context.Context, s Spent) error {
	if err := r.flush(ctx); err != nil {
		return err
	}
	from := r.Clock.Now()
	more, err := r.Approver.AskMore(ctx, s)
	r.waited += r.Clock.Now().Sub(from)
	if err != nil {
		return err
	}
	reason := fmt.Sprintf("%d of %d %s used", s.Used, s.Limit, s.What)
	switch more {
	case MoreGoOn:
		r.extend(s.What)
		r.lastStep = false
		return r.gate(ctx, GateCost, "", reason, "you let it go on with as many again")
	case MoreWrapUp:
		r.wrapUp, r.lastStep = &s, false // the next step is the last
		return r.gate(ctx, GateCost, "", reason, "it was told to answer with what it has")
	}
	if err := r.gate(ctx, GateCost, "", reason, "the run was ended"); err != nil {
		return err
	}
	return r.overBudget(s)
}

func (r *run) extend(what string) {
	switch what {
	case "steps":
		r.limit.Steps += r.task.Budget.Steps
	case "calls":
		r.limit.Calls += r.task.Budget.Calls
	case "tokens":
		r.limit.Tokens += r.task.Budget.Tokens
	case "seconds":
		r.limit.Seconds += r.task.Budget.Seconds
	}
}

func (r *run) overBudget(s Spent) error {
	return &stop{RunFinished{Status: StatusBudget, FailureKind: FailBudget, Code: s.What,
		Reason: fmt.Sprintf("%d of %d %s used, and no answer yet", s.Used, s.Limit, s.What),
		Remedy: "ask again, or raise budget." + s.What + " in vise.yaml"}}
}

// reserve holds the calls of a step against the budget before anyone is asked
// about them: nobody should approve what can't be run.
func (r *run) reserve(ctx context.Context, calls []*intended) error {
	n := r.calls
	for _, c := range calls {
		if c.problem != nil || c.dec.Outcome == policy.Deny {
			continue
		}
		if r.limit.Calls > 0 && n >= r.limit.Calls && !r.lastStep && r.wrapUp == nil {
			if err := r.askMore(ctx, Spent{Run: r.tl.Run(), What: "calls", Used: n, Limit: r.limit.Calls, Budget: r.task.Budget}); err != nil {
				return err
			}
		}
		if r.limit.Calls > 0 && n >= r.limit.Calls {
			c.fail("budget", fmt.Sprintf("all %d calls of this run are used", r.limit.Calls), "answer with what you have")
			continue
		}
		n++
	}
	return nil
}

// withinSeconds bounds ctx by what is left of the run's time.
func (r *run) withinSeconds(ctx context.Context) (context.Context, context.CancelFunc) {
	if r.limit.Seconds == 0 {
		return ctx, func() {}
	}
	left := time.Duration(r.limit.Seconds)*time.Second - r.active()
	return context.WithTimeoutCause(ctx, max(left, time.Second), errSeconds)
}
