package session

import (
	"context"
	"errors"
	"strings"
	"time"
)

// ask sends the prompt of this step and returns a whole reply. One that can't
// be read is asked for once more, with the tools named.
func (r *run) ask(ctx context.Context) (Reply, error) {
	reply, err := r.askOnce(ctx)
	var me *ModelError
	if errors.As(err, &me) && me.Kind == ModelUnreadable {
		var names []string
		for _, t := range r.tools.chatTools() {
			names = append(names, t.Alias)
		}
		r.notes = append(r.notes, "Your last reply could not be read. Answer in words, or call exactly one of these tools: "+strings.Join(names, ", ")+".")
		reply, err = r.askOnce(ctx)
	}
	r.notes = nil
	if err != nil {
		return Reply{}, err
	}
	if len(reply.Calls) == 0 && strings.TrimSpace(reply.Text) == "" {
		return Reply{}, &ModelError{Kind: ModelEmpty, What: "the model sent an empty reply", Remedy: "try again, or choose another model"}
	}
	return reply, nil
}

func (r *run) askOnce(ctx context.Context) (Reply, error) {
	req, folded := r.fit(r.promptInput())
	if err := r.tellLeftOut(ctx, folded); err != nil {
		return Reply{}, err
	}
	if problem, remedy := r.tooLarge(req); problem != "" {
		if err := r.gate(ctx, GateCost, "", problem, remedy); err != nil {
			return Reply{}, err
		}
	}
	if err := r.emitRequest(ctx, req, folded); err != nil {
		return Reply{}, err
	}
	mctx, cancel := r.withinSeconds(ctx)
	defer cancel()
	d := &drafter{r: r, step: r.step}
	reply, err := r.Model.Chat(mctx, req, d.add)
	d.flush()
	if err != nil {
		return Reply{}, r.failedReply(ctx, mctx, d, err)
	}
	for i := range reply.Calls {
		r.nextCall++
		reply.Calls[i].ID = callID(r.nextCall)
	}
	if reply.Usage.PromptTokens > 0 {
		r.counted, r.estimated = reply.Usage.PromptTokens, promptTokens(req)
	}
	return reply, r.emitMessage(ctx, reply, "")
}

// promptInput is what the prompt of this step is made of. The time is that of
// the request, so that what was sent before stays as it was, and the server's
// cache of it holds.
func (r *run) promptInput() promptInput {
	return promptInput{Instructions: r.Instructions, Project: r.Project, Tools: r.chatTools(), History: r.task.History, Turn: r.turn, Notes: r.notes,
		Options: ChatOptions{Now: r.started, Timezone: r.task.Timezone, Nonce: r.nonce, Roots: r.task.Roots, Last: r.lastStep}}
}

func (r *run) emitRequest(ctx context.Context, req ChatRequest, folded []string) error {
	m, blobs, err := manifest(req)
	if err != nil {
		return err
	}
	raw, err := marshal(m)
	if err != nil {
		return err
	}
	c, more := r.content(string(raw), 0)
	return r.emit(ctx, ActorVise, ModelRequest{Step: r.step, Manifest: c, Messages: len(req.Messages), Tokens: r.tokens(req), Folded: folded, Last: r.lastStep}, append(blobs, more...)...)
}

// failedReply records what there was of a reply that isn't whole. None of its
// calls is run.
func (r *run) failedReply(ctx, mctx context.Context, d *drafter, err error) error {
	if cause := context.Cause(mctx); errors.Is(cause, errSeconds) && ctx.Err() == nil {
		err = &stop{RunFinished{Status: StatusBudget, FailureKind: FailBudget, Code: "seconds", Reason: "the run's time was spent while the model was writing",
			Remedy: "ask again, or raise budget.seconds in vise.yaml"}}
	}
	partial := Reply{Text: d.text.String(), Thinking: d.thinking.String()}
	var me *ModelError
	if errors.As(err, &me) && len(me.Partial.Text) >= len(partial.Text) {
		partial = me.Partial
	}
	partial.Calls = nil
	why := err.Error()
	if ctx.Err() != nil {
		why = "cancelled"
	}
	if emitErr := r.emitMessage(ctx, partial, why); emitErr != nil {
		return emitErr
	}
	return err
}

// emitMessage records a reply. One that asks for calls is held until it is
// known what becomes of them.
func (r *run) emitMessage(ctx context.Context, reply Reply, failed string) error {
	text, _ := r.Redactor.Redact(reply.Text)
	thinking, _ := r.Redactor.Redact(reply.Thinking)
	tc, blobs := r.content(text, 0)
	hc, more := r.content(thinking, 0)
	r.hold(ActorModel, ModelMessage{Step: r.step, Text: tc, Thinking: hc, Calls: storable(reply.Calls), Usage: reply.Usage,
		DoneReason: reply.DoneReason, Failed: failed}, append(blobs, more...)...)
	if reply.Notice != "" {
		r.holdGate(GateOutput, "", reply.Notice, "")
	}
	if len(reply.Calls) > 0 { // the plan follows at once
		return nil
	}
	return r.flush(ctx)
}

// draftEvery is how often a streamed reply is published, at the most.
const draftEvery = 33 * time.Millisecond

// drafter collects the pieces of a reply and publishes them, redacted, a few
// times a second.
type drafter struct {
	r              *run
	step           int
	text, thinking strings.Builder
	loading        string
	last           time.Time
	dirty          bool
}

func (d *drafter) add(x Delta) {
	switch x.Kind {
	case DeltaText:
		d.text.WriteString(x.Text)
		d.loading = ""
	case DeltaThinking:
		d.thinking.WriteString(x.Text)
		d.loading = ""
	case DeltaLoading:
		d.loading = x.Text
	}
	d.dirty = true
	if now := d.r.Clock.Now(); now.Sub(d.last) >= draftEvery {
		d.last = now
		d.flush()
	}
}

func (d *drafter) flush() {
	if !d.dirty {
		return
	}
	d.dirty = false
	text, _ := d.r.Redactor.Redact(d.text.String())
	thinking, _ := d.r.Redactor.Redact(d.thinking.String())
	d.r.tl.setDraft(Draft{Step: d.step, Text: Untrusted(text), Thinking: Untrusted(thinking), Loading: d.loading})
}
