package session

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

// talkback is what a server says while one of its tools is called.
type talkback struct {
	run   *run
	call  *intended
	meta  map[string]any
	done  chan callEnd
	asked chan asking
	over  chan struct{} // closed when nobody listens any more
	moved chan struct{} // gets a value with each step of progress
	count int
}

type callEnd struct {
	res *mcp.CallToolResult
	err error
}

type asking struct {
	ctx     context.Context
	q       policy.Question
	refused string // why it isn't put to the person; empty: it is
	reply   chan policy.Reply
}

func newTalkback(r *run, c *intended, meta map[string]any) *talkback {
	return &talkback{run: r, call: c, meta: meta, done: make(chan callEnd, 1), asked: make(chan asking), over: make(chan struct{}), moved: make(chan struct{}, 1)}
}

func (t *talkback) calling() policy.Calling {
	return policy.Calling{Run: t.run.tl.Run(), Call: t.call.id, Meta: t.meta, Progress: t.progress, Ask: t.ask, Refused: t.refused}
}

// progress is not an event: it may be overwritten at any time.
func (t *talkback) progress(p policy.Progress) {
	text, _ := t.run.Redactor.Redact(cutText(oneLine(p.Message), progressBytes))
	t.run.tl.setProgress(CallProgress{Call: t.call.id, Done: p.Done, Total: p.Total, Message: Untrusted(text)})
	select {
	case t.moved <- struct{}{}:
	default:
	}
}

// progressBytes bounds what a server says with one step of progress.
const progressBytes = 500

// ask hands a question to the loop. It is called from the host's goroutines.
func (t *talkback) ask(ctx context.Context, q policy.Question) (policy.Reply, error) {
	return t.put(asking{ctx: ctx, q: q, reply: make(chan policy.Reply, 1)})
}

// refused has the trace tell of a question that isn't put to the person.
func (t *talkback) refused(ctx context.Context, q policy.Question, why string) {
	_, _ = t.put(asking{ctx: ctx, q: q, refused: why, reply: make(chan policy.Reply, 1)}) // nothing is answered
}

func (t *talkback) put(a asking) (policy.Reply, error) {
	ctx := a.ctx
	select {
	case t.asked <- a:
	case <-t.over:
		return policy.Reply{Action: policy.ReplyCancel}, nil
	case <-ctx.Done():
		return policy.Reply{}, ctx.Err()
	}
	select {
	case r := <-a.reply:
		return r, nil
	case <-ctx.Done():
		return policy.Reply{}, ctx.Err()
	}
}

// maxLimits is how many times its time limit a call may take that goes on
// telling how far it is.
const maxLimits = 15

// listen answers questions until the call is over. It ends a call that says
// nothing for the time of limit; a person's thinking doesn't count.
func (t *talkback) listen(ctx context.Context, limit time.Duration, end func()) (callEnd, error) {
	defer close(t.over)
	var broken error
	timer := time.NewTimer(limit)
	defer timer.Stop()
	longest := time.Now().Add(maxLimits * limit)
	for {
		select {
		case e := <-t.done:
			return e, broken
		case <-timer.C:
			end()
		case <-t.moved:
			if timer.Stop() {
				timer.Reset(min(limit, time.Until(longest)))
			}
		case a := <-t.asked:
			running, from := timer.Stop(), time.Now()
			reply, err := t.answer(ctx, a)
			if err != nil && broken == nil {
				broken = err
			}
			a.reply <- reply
			if running {
				longest = longest.Add(time.Since(from))
				timer.Reset(limit)
			}
		}
	}
}

// answer puts one question to the person. The trace has the question before
// anyone is asked, and what came of it.
func (t *talkback) answer(ctx context.Context, a asking) (policy.Reply, error) {
	q := a.q
	if a.refused != "" {
		return policy.Reply{}, t.run.gate(ctx, GateInput, t.call.id, questionWords(q), "not put to the person: "+cutText(oneLine(a.refused), progressBytes))
	}
	t.count++
	q.Number, q.Run, q.Call, q.Tool = t.count, t.run.tl.Run(), t.call.id, t.call.toolID()
	if q.ID == "" {
		q.ID = fmt.Sprintf("%s/%s/%d", q.Run, q.Call, q.Number)
	}
	if err := t.run.gate(ctx, GateInput, q.Call, questionWords(q), asksInput); err != nil {
		return policy.Reply{Action: policy.ReplyCancel}, err
	}
	reply := policy.Reply{Action: policy.ReplyDecline, Reason: "nobody can be asked"}
	if t.run.Asker != nil {
		from := t.run.Clock.Now()
		r, err := t.run.Asker.Question(a.ctx, q)
		t.run.waited += t.run.Clock.Now().Sub(from)
		if err != nil {
			r = policy.Reply{Action: policy.ReplyCancel, Reason: "the call was ended"}
		}
		reply = r
	}
	return reply, t.run.gate(ctx, GateInput, q.Call, questionWords(q), replyWords(q, reply))
}

func questionWords(q policy.Question) string {
	what := "asks for input"
	if q.Kind == policy.QuestionURL {
		what = "asks to open " + q.URL
	}
	return cutText(fmt.Sprintf("the server %s %s (“%s”)", q.Server, what, oneLine(q.Message)), progressBytes)
}

// oneLine is what a server says as one line that doesn't end its quotation, so
// that in a sentence of vise's own it can't pass for the next one.
func oneLine(words string) string {
	return strings.NewReplacer("“", "'", "”", "'").Replace(strings.Join(strings.Fields(words), " "))
}

func replyWords(q policy.Question, r policy.Reply) string {
	words := map[string]string{policy.ReplyAccept: "accepted: the form was sent", policy.ReplyDecline: "declined", policy.ReplyCancel: "cancelled"}[r.Action]
	if q.Kind == policy.QuestionURL && r.Action == policy.ReplyAccept {
		words = "accepted: the address was opened"
	}
	if r.Reason != "" {
		words += " (" + r.Reason + ")"
	}
	return words
}
