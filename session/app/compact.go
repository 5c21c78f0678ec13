package app

import (
	"context"
	"errors"

	"vise/session"
)

// Compact makes a summary of the earlier requests of a conversation, as a run
// of its own; from then on the model is told the summary in their place. It
// fails with session.ErrNothingToCompact where there is little to shorten.
func (w *Workbench) Compact(ctx context.Context, conversation, entry string) (*Running, error) {
	p, err := w.conversation(ctx, conversation)
	if err != nil {
		return nil, err
	}
	for _, r := range p.runs {
		if r.state.Status == session.StatusRunning {
			return nil, errors.New("a run of this conversation still goes on: wait for it, or cancel it")
		}
	}
	model, err := w.modelFor(ctx, Request{})
	if err != nil {
		return nil, err
	}
	turns, runs := p.told()
	if _, err := session.Foldable(turns, model.Info().ContextTokens); err != nil {
		return nil, err
	}
	host, err := w.tools(ctx)
	if err != nil {
		return nil, err
	}
	c := session.Compaction{User: w.cfg.User, Entry: entry, Conversation: conversation, Turns: turns, Runs: runs, Evidence: p.evidence,
		Budget: w.file.Budget, Roots: w.roots, Scopes: allScopes, Timezone: w.zoneID}
	loop := w.loop(ctx, model, host)
	return w.launch(ctx, func(ctx context.Context, tl *session.Timeline) (session.State, error) {
		return loop.Compact(ctx, c, tl)
	})
}

// lastCompaction is the index of the last run that compacted the conversation,
// -1 for none.
func (p past) lastCompaction() int {
	for i := len(p.runs) - 1; i >= 0; i-- {
		if p.runs[i].state.Compacted != nil {
			return i
		}
	}
	return -1
}

// foldedBy are the runs that the summaries up to the one at that index stand
// for: a later one is made of the earlier, too.
func (p past) foldedBy(at int) map[string]bool {
	folded := map[string]bool{}
	for _, r := range p.runs[:at+1] {
		if c := r.state.Compacted; c != nil {
			for _, id := range c.Runs {
				folded[id] = true
			}
		}
	}
	return folded
}

// whatWas are the folded runs with all that they had resumed.
func (p past) whatWas(folded map[string]bool) []session.Turn {
	var out []session.Turn
	for _, r := range p.runs {
		if folded[r.sum.Run] && r.state.Started.TaskType != session.TaskCompact {
			out = append(out, p.whole(r))
		}
	}
	return out
}
