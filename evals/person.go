package evals

import (
	"context"
	"encoding/json"
	"slices"

	"vise/policy"
	"vise/session"
	"vise/session/app"
)

// person sits at the desk of a workbench and answers as a case says.
type person struct {
	w    *app.Workbench
	says Approve
	fill func(string) string
	left []AnswerSetup
}

// attend begins to answer, until stop is called. Where the case has nobody, it
// does nothing.
func attend(ctx context.Context, w *app.Workbench, says Approve, fill func(string) string) (stop func()) {
	if says.IsZero() {
		return func() {}
	}
	p := &person{w: w, says: says, fill: fill, left: slices.Clone(says.Answers)}
	ctx, cancel := context.WithCancel(ctx)
	changed := w.Desk().Subscribe()
	w.Desk().Attend(true)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-changed:
				p.answer(ctx)
			case <-ctx.Done():
				return
			}
		}
	}()
	return func() {
		w.Desk().Attend(false)
		cancel()
		<-done
	}
}

// answer answers all that waits now.
func (p *person) answer(ctx context.Context) {
	for _, a := range p.w.Desk().Waiting() {
		ans := p.verdict(a.Tool.ID())
		ans.By, ans.At = "eval", p.w.Now()
		if err := p.w.Desk().Answer(ctx, a.ID, ans); err != nil {
			continue // it was answered already, or isn't asked any more
		}
	}
	if _, ok := p.w.Desk().Spent(); ok {
		more := p.says.More
		if more == "" {
			more = session.MoreStop
		}
		p.w.Desk().AnswerSpent(more)
	}
	if q, ok := p.w.Desk().Asked(); ok {
		p.w.Desk().Reply(q.ID, policy.Reply{Action: policy.ReplyDecline, Reason: "cases answer no questions of servers"})
	}
}

// verdict takes the next answer that is for this tool.
func (p *person) verdict(tool string) session.Answer {
	i := slices.IndexFunc(p.left, func(a AnswerSetup) bool { return a.Tool == "" || a.Tool == tool })
	if i >= 0 {
		a := p.left[i]
		p.left = slices.Delete(p.left, i, i+1)
		return session.Answer{Verdict: a.Verdict, Args: json.RawMessage(p.fill(string(a.Args))), Note: a.Note}
	}
	if p.says.Rest != "" {
		return session.Answer{Verdict: p.says.Rest}
	}
	return session.Answer{Verdict: session.VerdictDeny}
}
