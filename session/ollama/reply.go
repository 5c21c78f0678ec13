package ollama

import (
	"fmt"
	"strings"
	"time"

	"vise/session"
)

// repeats is how many equal pieces in a row mean that the model was caught in
// a loop. The server gives up after 30 equal tokens, without an error.
const repeats = 25

// assembly puts a reply together from its parts.
type assembly struct {
	began    time.Time
	first    time.Duration // until the first part; 0 before
	text     strings.Builder
	thinking strings.Builder
	calls    []session.ToolCall
	last     part // the one that said done
	done     bool
	remote   string // host that answered in the server's place

	piece string // the last text, to notice loops
	run   int
}

func (a *assembly) add(p part, onDelta func(session.Delta)) {
	if a.first == 0 {
		a.first = time.Since(a.began)
	}
	m := p.Message
	a.thinking.WriteString(m.Thinking)
	a.text.WriteString(m.Content)
	for _, c := range p.calls {
		a.calls = append(a.calls, c.toolCall())
	}
	if p.RemoteHost != "" {
		a.remote = p.RemoteHost
	}
	a.noticeLoop(m.Thinking + m.Content)
	if p.Done {
		a.last, a.done = p, true
	}
	if onDelta == nil {
		return
	}
	if m.Thinking != "" {
		onDelta(session.Delta{Kind: session.DeltaThinking, Text: m.Thinking})
	}
	if m.Content != "" {
		onDelta(session.Delta{Kind: session.DeltaText, Text: m.Content})
	}
}

func (a *assembly) noticeLoop(piece string) {
	if piece == "" {
		return
	}
	if piece = strings.TrimSpace(piece); a.run > 0 && piece == a.piece {
		a.run++
	} else {
		a.piece, a.run = piece, 1
	}
}

func (a *assembly) looped() bool { return a.run >= repeats }

// reply is what there is, whole or not.
func (a *assembly) reply() session.Reply {
	r := session.Reply{
		Text: a.text.String(), Thinking: a.thinking.String(), Calls: a.calls,
		DoneReason: a.last.DoneReason, Usage: a.usage(),
	}
	if a.remote != "" {
		r.Notice = fmt.Sprintf("answered by %s: the prompt left this machine", plain(a.remote))
	}
	return r
}

func (a *assembly) usage() session.Usage {
	m := a.last.Metrics
	total := m.TotalDuration
	if total == 0 {
		total = time.Since(a.began)
	}
	return session.Usage{
		PromptTokens: m.PromptEvalCount, OutputTokens: m.EvalCount,
		LoadMillis: m.LoadDuration.Milliseconds(), PromptMillis: m.PromptEvalDuration.Milliseconds(),
		OutputMillis: m.EvalDuration.Milliseconds(), FirstTokenMillis: a.first.Milliseconds(),
		TotalMillis: total.Milliseconds(),
	}
}

// empty reports a reply with nothing to show and nothing to do.
func (a *assembly) empty() bool {
	return strings.TrimSpace(a.text.String()) == "" && len(a.calls) == 0
}

// joinNotes joins what isn't empty.
func joinNotes(notes ...string) string {
	var some []string
	for _, n := range notes {
		if n != "" {
			some = append(some, n)
		}
	}
	return strings.Join(some, "; ")
}
