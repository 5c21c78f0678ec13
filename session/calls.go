package session

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"vise/policy"
)

// maxCallsInReply bounds what one reply can ask for.
const maxCallsInReply = 16

func callID(n int) string { return fmt.Sprintf("call_%03d", n) }

// intended is one call on its way from a reply to a result.
type intended struct {
	id      string
	asked   string // the id that the model's call has: an edited call gets one of its own
	name    string // as the model wrote it
	tool    policy.Tool
	sent    []byte // the arguments as the model wrote them
	args    []byte // compact: the exact bytes that will be sent
	hash    string
	filled  []string
	edited  []string // arguments that the person changed
	dec     policy.Decision
	problem *Observation // why it can't be run
	wait    <-chan answered
	under   string // what it runs under, for the token and the trace
	uri     string // of a resource that the person named: the call reads it
}

func (c *intended) toolID() string {
	if c.tool.Name == "" {
		return c.name
	}
	return c.tool.ID()
}

// runCalls takes the calls of one reply through policy, approval and tools, in
// their order.
func (r *run) runCalls(ctx context.Context, reply Reply) error {
	calls := r.intend(reply.Calls)
	r.turn.Steps = append(r.turn.Steps, TurnStep{Text: r.redacted(reply.Text), Calls: r.masked(reply.Calls)})
	r.holdPlan(reply, calls)
	for _, c := range calls {
		if err := r.decideFirst(ctx, c); err != nil {
			return err
		}
	}
	if err := r.reserve(ctx, calls); err != nil {
		return err
	}
	askCtx, cancel := context.WithCancelCause(ctx)
	defer r.asks.Wait()
	// An answer that isn't needed any more is withdrawn. Where ctx is over that is
	// for its reason: it may be heard here before it is there.
	defer func() { cancel(context.Cause(ctx)) }()
	if err := r.askAll(ctx, askCtx, calls); err != nil {
		return err
	}
	for _, c := range calls {
		if err := r.runCall(ctx, askCtx, c); err != nil {
			return err
		}
	}
	return r.checkRepeats(ctx)
}

// intend resolves, fills and checks the calls. What is wrong with one is its
// problem; policy is asked only about the rest.
func (r *run) intend(calls []ToolCall) []*intended {
	out := make([]*intended, 0, len(calls))
	writes := 0
	for i, tc := range calls {
		c := r.resolve(tc)
		out = append(out, c)
		switch {
		case i >= maxCallsInReply:
			c.fail("too_many_calls", fmt.Sprintf("only %d calls are taken from one reply", maxCallsInReply), "ask for the rest in the next step")
		case c.problem == nil && c.tool.Level >= policy.Writes:
			if writes++; writes > 1 {
				c.fail("one_write_a_step", "one write a step: another call of this step writes too", "ask for it again in the next step")
			}
		}
	}
	return out
}

func (c *intended) fail(code, message, hint string) {
	o := own(c.id, c.toolID(), code, message, hint)
	c.problem = &o
}

func (r *run) resolve(tc ToolCall) *intended {
	c := &intended{id: tc.ID, asked: tc.ID, name: tc.Name, sent: tc.Args}
	tool, ok := r.tools.resolve(tc.Name)
	if !ok || r.tools.withholds(tool.ID()) && !r.byHand[tc.ID] {
		c.name = r.redacted(tc.Name) // the model made it up
		o := unknownTool(c, r.tools.names())
		c.problem = &o
		return c
	}
	c.tool = tool
	r.setArgs(c, tc.Args)
	return c
}

// setArgs makes the exact bytes that will be sent, and checks them.
func (r *run) setArgs(c *intended, raw []byte) {
	args, err := policy.CompactArgs(raw)
	if err != nil {
		c.fail("invalid_arguments", "the arguments can't be read: "+err.Error(), "send one JSON object, each key once")
		return
	}
	if _, n := hasMark(args); n > 0 {
		c.fail("masked_secret", "an argument holds a mark that stands for a secret ([secret:…]): the real value is never given to a model", "leave it out: only the person can fill it in")
		return
	}
	c.args, c.filled = r.fill(c.tool, args)
	if c.hash, err = policy.HashArgs(c.args); err != nil {
		c.fail("invalid_arguments", err.Error(), "")
		return
	}
	if problem := r.schemas.check(c.tool, c.args); problem != "" {
		c.fail("invalid_arguments", problem, "correct the arguments and call again")
	}
}

func (r *run) holdPlan(reply Reply, calls []*intended) {
	p := PlanCreated{Step: r.step}
	for _, c := range calls {
		p.Calls = append(p.Calls, c.id)
		p.Tools = append(p.Tools, c.toolID())
	}
	p.Summary = strings.Join(p.Tools, ", then ")
	if line, _, _ := strings.Cut(strings.TrimSpace(reply.Text), "\n"); line != "" && len(line) <= 200 {
		p.Summary = r.redacted(line)
	}
	r.hold(ActorModel, p)
}

// decideFirst asks policy about one call, for all calls of the step before any
// of them runs.
func (r *run) decideFirst(ctx context.Context, c *intended) error {
	if c.tool.Name == "" { // not a tool: policy says so, too
		c.dec = policy.Decision{Outcome: policy.Deny, Rule: "default: unknown tool", Reason: "there is no such tool", Level: policy.Dangerous}
		r.hold(ActorPolicy, PolicyDecision{Call: c.id, Tool: c.toolID(), Decision: c.dec})
		return nil
	}
	if c.problem != nil {
		return nil
	}
	c.dec = r.decide(c)
	r.hold(ActorPolicy, PolicyDecision{Call: c.id, Tool: c.toolID(), Args: c.args, Decision: c.dec})
	return r.keepRefusal(ctx, c)
}

func (r *run) decide(c *intended) policy.Decision {
	st := r.tl.State()
	origins := r.trace(c)
	for i, o := range origins {
		if slices.Contains(c.edited, o.Argument) { // theirs, though they said it nowhere: there is nothing to quote
			origins[i] = policy.Origin{Argument: o.Argument, Source: policy.FromUser}
		}
	}
	writes := 0
	for _, cs := range st.Calls {
		if cs.Result != nil && cs.Result.Ran && st.levelOf(cs.Tool).Level >= policy.Writes {
			writes++
		}
	}
	return r.Policy.Decide(policy.Call{Tool: c.tool, Args: c.args, Origins: origins, Scopes: r.task.Scopes, Flags: bothFlags(st.Flags, r.task.Flags), Calls: r.calls,
		Writes: writes, Attended: r.Approver.Attended(), Refused: st.Refused, Grants: r.grants, Insisted: c.id == r.insisted})
}

// runCall runs one call, or says why it isn't run.
func (r *run) runCall(ctx, askCtx context.Context, c *intended) error {
	for {
		if c.problem != nil {
			r.gateProblem(c)
			r.noteNotRun(c, c.problem.Error.Code)
			return r.result(ctx, c, *c.problem, false)
		}
		if c.dec.Outcome == policy.Deny {
			r.noteNotRun(c, "denied")
			return r.result(ctx, c, denied(c, r.tools.names()), false)
		}
		if c.dec.Outcome == policy.Approval && c.under == "" {
			again, err := r.awaitAnswer(ctx, askCtx, c)
			if err != nil {
				return err
			}
			if again {
				continue
			}
		}
		stricter, err := r.decideAgain(ctx, askCtx, c)
		if err != nil {
			return err
		}
		if !stricter {
			break
		}
	}
	return r.execute(ctx, c)
}

// decideAgain decides once more just before the call: what ran in between may
// have changed what policy says. A stricter word starts the call's way anew.
func (r *run) decideAgain(ctx, askCtx context.Context, c *intended) (bool, error) {
	now := r.decide(c)
	if !now.Outcome.Stricter(c.dec.Outcome) {
		if c.under == "" {
			c.under = "rule " + now.Rule
			if now.Grant != "" {
				c.under = "grant " + now.Grant
			}
		}
		return false, nil
	}
	c.dec, c.under = now, ""
	r.hold(ActorPolicy, PolicyDecision{Call: c.id, Tool: c.toolID(), Args: c.args, Decision: now})
	if now.Outcome == policy.Approval {
		return true, r.askOne(ctx, askCtx, c, 1, 1)
	}
	return true, nil
}

func (r *run) gateProblem(c *intended) {
	e := c.problem.Error
	r.holdGate(GateTool, c.id, c.toolID()+": "+e.Message.Raw(), "not run; the model was told ("+e.Code+")")
}

// storable makes calls fit to be kept: arguments that aren't JSON become a
// JSON string of what they were.
func storable(calls []ToolCall) []ToolCall {
	out := make([]ToolCall, len(calls))
	for i, c := range calls {
		switch {
		case len(c.Args) == 0:
			c.Args = json.RawMessage("{}")
		case !json.Valid(c.Args):
			c.Args, _ = marshal(string(c.Args)) // a string always encodes
		}
		out[i] = c
	}
	return out
}

// masked are calls as later prompts repeat them: storable, without secrets.
func (r *run) masked(calls []ToolCall) []ToolCall {
	out := storable(calls)
	for i := range out {
		out[i].Name = r.redacted(out[i].Name)
		out[i].Args, _ = RedactJSON(out[i].Args, r.Redactor)
	}
	return out
}

func (r *run) redactedArgs(args []byte) string {
	red, _ := RedactJSON(args, r.Redactor)
	return string(red)
}

func (r *run) redacted(s string) string {
	s, _ = r.Redactor.Redact(s)
	return s
}
