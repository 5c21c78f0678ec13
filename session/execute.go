package session

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

// execute calls the tool. call_started is durable before it runs; tool_call
// closes it whatever happens.
func (r *run) execute(ctx context.Context, c *intended) error {
	meta, err := r.meta(ctx, c)
	if err != nil {
		return err
	}
	return r.perform(ctx, c, func() (*mcp.CallToolResult, error, error) { return r.callTool(ctx, c, meta) })
}

// perform records a call around what it does; what closes it is recorded
// together. The second error of do says that something couldn't be recorded.
func (r *run) perform(ctx context.Context, c *intended, do func() (*mcp.CallToolResult, error, error)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := r.emit(ctx, ActorVise, CallStarted{Call: c.id, Tool: c.toolID(), Server: c.tool.Server, Args: c.args, ArgsHash: c.hash, Approval: c.under}); err != nil {
		return err
	}
	r.calls++
	from := r.Clock.Now()
	res, callErr, err := do()
	if err != nil {
		return err
	}
	sent := true
	closed := ToolCallClosed{Call: c.id, Tool: c.toolID(), Millis: r.Clock.Now().Sub(from).Milliseconds()}
	obs, extra := r.observe(c, res)
	if callErr != nil {
		closed.Fault = faultOf(ctx, callErr)
		obs, extra = faultObservation(c, closed.Fault, callErr), resultExtra{}
		sent = obs.Ran
	} else if !obs.OK {
		closed.Fault = "tool"
	}
	if c.uri != "" && len(obs.Sources) == 1 {
		obs.Sources[0].URI, obs.Sources[0].Name = c.uri, c.tool.Server+":"+c.uri
	}
	closed.OK = obs.OK
	if obs.Error != nil {
		closed.ErrorCode = obs.Error.Code
	}
	r.hold(ActorTool, closed)
	if err := r.quarantine(ctx, c, &obs, &extra); err != nil {
		return err
	}
	r.fitResult(c, &obs, &extra)
	r.holdEvidence(c, &obs, extra)
	r.tellCut(&obs, &extra)
	if err := r.resultWith(ctx, c, obs, sent, extra); err != nil {
		return err
	}
	r.repeat.note(c.toolID(), c.hash)
	return ctx.Err()
}

// meta is what vise tells its own server of a call. A write gets a token that
// is good for exactly this call.
func (r *run) meta(ctx context.Context, c *intended) (map[string]any, error) {
	if c.tool.Server != policy.BuiltinServer {
		return nil, nil
	}
	m := map[string]any{policy.MetaRun: r.tl.Run(), policy.MetaCall: c.id}
	if c.tool.Level < policy.Writes {
		return m, nil
	}
	if err := r.flush(ctx); err != nil {
		return nil, err
	}
	token, err := r.Approver.Mint(context.WithoutCancel(ctx), TokenGrant{Tool: c.toolID(), Pin: c.tool.Pin, ArgsHash: c.hash, Run: r.tl.Run(), Call: c.id, Under: c.under})
	if err != nil {
		return nil, fmt.Errorf("recording the approval of %s: %w", c.toolID(), err)
	}
	m[policy.MetaApproval] = token
	return m, nil
}

// callTool calls the tool. What its server asks meanwhile is answered in the
// loop's own goroutine, one question at a time, and recorded. The second error
// says that something couldn't be recorded.
func (r *run) callTool(ctx context.Context, c *intended, meta map[string]any) (*mcp.CallToolResult, error, error) {
	if c.tool.Server == policy.BuiltinServer && c.tool.Level >= policy.Writes {
		// A local write takes milliseconds: letting it end tells the outcome.
		ctx = context.WithoutCancel(ctx)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t := newTalkback(r, c, meta)
	go func() {
		res, err := r.Tools.CallTool(ctx, c.tool, json.RawMessage(c.args), t.calling())
		t.done <- callEnd{res, err}
	}()
	limit := r.CallTimeout
	if c.tool.Timeout > 0 {
		limit = c.tool.Timeout
	}
	end, broken := t.listen(ctx, limit, func() { cancel(errCallTimeout) })
	if end.err != nil && errors.Is(context.Cause(ctx), errCallTimeout) {
		return nil, errCallTimeout, broken
	}
	return end.res, end.err, broken
}

var errCallTimeout = errors.New("no answer in time")

func faultOf(ctx context.Context, err error) string {
	switch {
	case errors.Is(err, errCallTimeout):
		return "timeout"
	case errors.Is(err, policy.ErrNotCalled):
		return "not_called"
	case ctx.Err() != nil:
		return "cancelled"
	case refusal(err) != nil:
		return "refused_by_server"
	}
	return "transport"
}

func faultObservation(c *intended, fault string, err error) Observation {
	o := own(c.id, c.toolID(), fault, "", "")
	o.Ran = fault != "not_called"
	switch fault {
	case "timeout":
		o.Error.Message = Untrusted("the tool gave no answer in time: whether it took effect is not known")
	case "cancelled":
		o.Error.Message = Untrusted("the call was cancelled while it ran: whether it took effect is not known")
	case "refused_by_server":
		what := "the call"
		if c.uri != "" {
			what = "to give it"
		}
		o.Error.Message = Untrusted(fmt.Sprintf("the server %s refused %s with %s", c.tool.Server, what, refusal(err)))
	default:
		o.Error.Message = Untrusted(transportWords(c.tool.Server, err))
	}
	return o
}

// refusal is the error that a server answered with, nil where it gave none.
func refusal(err error) *policy.Refusal {
	var r *policy.Refusal
	errors.As(err, &r)
	return r
}

// transportWords says of a call that came to no result which server it went to,
// once: most errors say it themselves.
func transportWords(server string, err error) string {
	words, who := err.Error(), "the server "+server
	if strings.HasPrefix(words, who+" ") {
		return words
	}
	return who + " gave no result: " + words
}

// idempotencyKey is the argument that vise fills in for its own writing tools
// when the model leaves it out.
const idempotencyKey = "idempotency_key"

// fill adds what vise fills in itself. The key hangs on the first run of a
// chain of resumed ones and on the arguments, so that a write whose outcome
// wasn't known isn't done twice.
func (r *run) fill(t policy.Tool, args []byte) ([]byte, []string) {
	if t.Server != policy.BuiltinServer || !r.schemas.has(t, idempotencyKey) {
		return args, nil
	}
	var m map[string]json.RawMessage
	if json.Unmarshal(args, &m) != nil || m[idempotencyKey] != nil {
		return args, nil
	}
	sum := sha256.Sum256([]byte(r.task.Origin + "\x00" + t.ID() + "\x00" + string(args)))
	member := `"` + idempotencyKey + `":"vise-` + hex.EncodeToString(sum[:10]) + `"}`
	if len(m) > 0 {
		member = "," + member
	}
	return append(args[:len(args)-1:len(args)-1], member...), []string{idempotencyKey}
}

// repeats notices a model that does the same again and again.
type repeats struct {
	last  string
	times int
}

func (p *repeats) note(tool, hash string) {
	key := tool + " " + hash
	if key != p.last {
		p.last, p.times = key, 0
	}
	p.times++
}

// noteNotRun counts a call that can't ever run as it is. One that was only
// held back in its step is asked for again as it was told.
func (r *run) noteNotRun(c *intended, code string) {
	switch code {
	case "unknown_tool", "invalid_arguments", "masked_secret", "denied":
		r.repeat.note(c.toolID(), HashBytes(c.sent))
	}
}

// maxRepeats is how many times in a row the same call may be made.
const maxRepeats = 3

func (r *run) checkRepeats(ctx context.Context) error {
	if r.repeat.times < maxRepeats {
		return nil
	}
	if err := r.gate(ctx, GateTool, "", fmt.Sprintf("the same call with the same arguments, %d times in a row", r.repeat.times), "the run was ended"); err != nil {
		return err
	}
	return &stop{RunFinished{Status: StatusFailed, FailureKind: FailModel, Code: "repeated_call",
		Reason: fmt.Sprintf("the model asked for the same call with the same arguments %d times in a row", r.repeat.times), Remedy: "say it in other words, or choose another model"}}
}

// defaultCallTimeout bounds one tool call without a word of progress.
const defaultCallTimeout = 2 * time.Minute
