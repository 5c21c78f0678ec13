package builtin

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/builtin/todo"
	"vise/policy"
)

// tool is one tool: what the model reads of it and what it does.
type tool struct {
	name        string
	title       string
	description string
	input       string // JSON Schema; the model reads all of it at every step, so it is short
	fields      []string
	level       policy.Level
	hints       mcp.ToolAnnotations
	run         func(ctx context.Context, c call) (any, error)
}

// call is one call of a tool.
type call struct {
	args  *args
	proof todo.Proof // its Token is empty where no approval came with the call
}

// outputSchema is shared by all tools; it isn't sent to the model.
const outputSchema = `{"type":"object","required":["ok","result","evidence_ids","error","retryable","policy"],"properties":{` +
	`"ok":{"type":"boolean"},` +
	`"result":{"type":["object","null"],"required":["summary","object_ids"],"properties":{"summary":{"type":"string"},"object_ids":{"type":"array","items":{"type":"string"}}}},` +
	`"evidence_ids":{"type":"array","items":{"type":"string"}},` +
	`"error":{"type":["object","null"],"required":["code","message","hint"],"properties":{"code":{"type":"string"},"message":{"type":"string"},"hint":{"type":"string"}}},` +
	`"retryable":{"type":"boolean"},` +
	`"policy":{"type":"object","required":["risk_level","approval_required"]}}}`

func (s *Server) addTool(t tool) {
	hints := t.hints
	closed := false
	hints.OpenWorldHint = &closed
	s.AddTool(&mcp.Tool{
		Name: t.name, Title: t.title, Description: t.description,
		InputSchema: json.RawMessage(t.input), OutputSchema: json.RawMessage(outputSchema),
		Annotations: &hints,
	}, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		result, err := t.call(ctx, req.Params)
		if err != nil {
			return failed(t.level, asFailure(ctx, err)), nil
		}
		return succeeded(t.level, result), nil
	})
}

func (t tool) call(ctx context.Context, p *mcp.CallToolParamsRaw) (any, error) {
	hash, err := policy.HashArgs(p.Arguments)
	if err != nil {
		return nil, &failure{Code: codeInvalid, Message: err.Error(), Hint: "send one JSON object with these fields: " + list(t.fields)}
	}
	a, err := parseArgs(p.Arguments, t.fields)
	if err != nil {
		return nil, err
	}
	text := func(key string) string {
		v, _ := p.Meta[key].(string) // anything else is no proof
		return v
	}
	return t.run(ctx, call{args: a, proof: todo.Proof{
		Token: text(policy.MetaApproval), Tool: t.name, ArgsHash: hash,
		Run: text(policy.MetaRun), Call: text(policy.MetaCall),
	}})
}

// asFailure makes what a tool returned into what its caller is told.
func asFailure(ctx context.Context, err error) *failure {
	var f *failure
	switch {
	case errors.As(err, &f):
		return f
	case ctx.Err() != nil:
		return &failure{Code: "cancelled", Message: "the call was cancelled before it finished", Hint: "call again if it is still wanted", retryable: true}
	}
	return &failure{Code: "unavailable", Message: err.Error(), Hint: "try once more; if it happens again, tell the person", retryable: true}
}

func readOnly() mcp.ToolAnnotations {
	return mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true}
}
