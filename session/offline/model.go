// Package offline is a session.Model without a language model: a grammar that
// understands everyday requests for the built-in tools in English, Russian
// and Chinese, and answers from what the tools returned.
package offline

import (
	"context"
	"strings"
	"sync"

	"vise/session"
)

// Name is the model's name as it is chosen and shown.
const Name = "offline"

// Model understands requests by a grammar. It keeps nothing between calls:
// everything is worked out from the request's messages.
type Model struct {
	grammar func() *grammar
}

// New makes the model. The grammar is read at its first use, so that New
// costs nothing.
func New() *Model {
	return &Model{grammar: sync.OnceValue(func() *grammar {
		return newGrammar(lexicon, social, refusals, searchRules, readRules, todoRules, listRules)
	})}
}

// Info names the model.
func (*Model) Info() session.ModelInfo {
	return session.ModelInfo{Name: Name, Offline: true}
}

// Chat makes the next call that the latest request needs, or answers it. The
// only error is ctx's.
func (m *Model) Chat(ctx context.Context, req session.ChatRequest, onDelta func(session.Delta)) (session.Reply, error) {
	if err := ctx.Err(); err != nil {
		return session.Reply{}, err
	}
	call, answer := m.reply(req)
	if err := ctx.Err(); err != nil {
		return session.Reply{}, err
	}
	if call != nil {
		return session.Reply{Calls: []session.ToolCall{*call}, DoneReason: "stop"}, nil
	}
	if err := stream(ctx, answer, onDelta); err != nil {
		return session.Reply{}, err
	}
	return session.Reply{Text: answer, DoneReason: "stop"}, nil
}

// stream hands text over in a few pieces that end between words.
func stream(ctx context.Context, text string, onDelta func(session.Delta)) error {
	const pieces = 8
	size := max(24, len(text)/pieces)
	for text != "" {
		if err := ctx.Err(); err != nil {
			return err
		}
		piece := text
		if len(text) > size {
			if i := strings.IndexAny(text[size:], " \n"); i >= 0 {
				piece = text[:size+i+1]
			}
		}
		text = text[len(piece):]
		if onDelta != nil {
			onDelta(session.Delta{Kind: session.DeltaText, Text: piece})
		}
	}
	return ctx.Err()
}

// reply is the next call, or the answer.
func (m *Model) reply(req session.ChatRequest) (*session.ToolCall, string) {
	g := m.grammar()
	turns := split(req.Messages)
	if len(turns) == 0 {
		return nil, say(english, "empty")
	}
	mem := g.remember(turns[:len(turns)-1], req.Options)
	last := turns[len(turns)-1]
	t := &turn{plan: g.understand(last.words, mem, req.Options), done: last.done, tools: aliases(req.Tools), now: clockOf(req.Options), zone: req.Options.Timezone, roots: req.Options.Roots, last: req.Options.Last}
	answer := t.run()
	if t.want != nil {
		return t.want, ""
	}
	if answer == "" {
		answer = t.say("unknown", t.say("can")) // an empty reply would be a failure
	}
	return nil, answer
}

func aliases(tools []session.ChatTool) map[string]string {
	out := make(map[string]string, len(tools))
	for _, t := range tools {
		out[t.ID] = t.Alias
	}
	return out
}
