package session

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"vise/policy"
)

// tracing knows the texts that arguments may have come from. Each is read
// once, when a call comes after it.
type tracing struct {
	tracer *policy.Tracer
	read   int // of run.texts
}

// trace says where the call's arguments came from.
func (r *run) trace(c *intended) []policy.Origin {
	t := &r.origins
	if t.tracer == nil {
		t.tracer = policy.NewTracer()
		for _, w := range slices.Backward(r.words()) {
			t.tracer.Say(w)
		}
	}
	for ; t.read < len(r.texts); t.read++ {
		t.tracer.Add(r.texts[t.read])
	}
	origins := t.tracer.Trace(c.args, c.filled)
	if r.byHand[c.id] && r.task.Resumes == "" {
		return ownWords(c.args, origins)
	}
	return origins
}

// ownWords are the origins of a call that the person wrote.
func ownWords(args json.RawMessage, origins []policy.Origin) []policy.Origin {
	var values map[string]json.RawMessage
	_ = json.Unmarshal(args, &values) // compact arguments are an object
	for i, o := range origins {
		if o.Source != policy.FromVise {
			origins[i] = policy.Origin{Argument: o.Argument, Source: policy.FromUser, Quote: cutText(string(values[o.Argument]), quoteBytes)}
		}
	}
	return origins
}

// quoteBytes is how much of a value of their own a person is shown as theirs.
const quoteBytes = 100

// scopes are the rights of the run as they are now.
func (r *run) scopes() []string {
	if n, ok := r.Policy.(Narrower); ok {
		return n.Scopes(r.task.Scopes)
	}
	return r.task.Scopes
}

// keepRefusal leaves a denied call in the list of decisions where nobody is
// there to be told of it.
func (r *run) keepRefusal(ctx context.Context, c *intended) error {
	if c.dec.Outcome != policy.Deny || !c.dec.CanInsist || r.Approver.Attended() {
		return nil
	}
	keeper, ok := r.Approver.(Refusals)
	if !ok {
		return nil
	}
	if err := r.flush(ctx); err != nil {
		return err
	}
	return keeper.Refused(ctx, r.approval(c, 1, 1))
}

// denied is what the model is told of a call that policy denies. Of a tool
// that isn't there for this run it learns no more than of one that doesn't
// exist.
func denied(c *intended, names []string) Observation {
	if hidden(c.dec.Rule) {
		return unknownTool(c, names)
	}
	return own(c.id, c.toolID(), "denied", "this tool isn't available to you for this: "+c.dec.Reason, "don't call it again in this run; say so if it was needed")
}

func unknownTool(c *intended, names []string) Observation {
	return own(c.id, c.name, "unknown_tool", "there is no tool with that name", "the tools are: "+strings.Join(names, ", "))
}

// hidden reports a rule that takes a tool away as a whole: see policy.Decide.
func hidden(rule string) bool {
	return rule == "scope" || rule == "unknown tool" || strings.HasPrefix(rule, "tool ")
}
