package app

import (
	"context"
	"slices"

	"vise/session"
)

// results reads what tools gave earlier in a conversation, for file.read.
type results struct{ w *Workbench }

// Result is the whole text under an evidence id, as far as it was kept, in the
// conversation that the run belongs to.
func (r results) Result(ctx context.Context, run, evidence string) (string, bool, error) {
	if run == "" || evidence == "" {
		return "", false, nil
	}
	sum, err := r.w.db.Summary(ctx, run)
	if err != nil {
		return "", false, err
	}
	runs, err := r.w.db.Conversation(ctx, sum.Conversation)
	if err != nil {
		return "", false, err
	}
	for _, s := range slices.Backward(runs) {
		events, err := r.w.Events(ctx, s.Run)
		if err != nil {
			return "", false, err
		}
		if c, ok := resultUnder(events, evidence); ok {
			text, err := r.w.Content(ctx, c)
			return text.Raw(), err == nil, err
		}
	}
	return "", false, nil
}

// resultUnder finds the result that gave the evidence.
func resultUnder(events []session.Event, evidence string) (session.Content, bool) {
	call := ""
	for _, e := range events {
		switch p := e.Payload.(type) {
		case session.EvidenceSelected:
			if p.Evidence == evidence {
				call = p.Call
			}
		case session.ToolResult:
			if call != "" && p.Call == call {
				return p.WholeText(), true
			}
		}
	}
	return session.Content{}, false
}
