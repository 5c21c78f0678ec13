package session

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

// ResourceReader reads resources of servers (MCP, resources/read).
type ResourceReader interface {
	ReadResource(ctx context.Context, server, uri string) (*mcp.ReadResourceResult, error)
}

// ResourceRef is a resource of a server that the person named.
type ResourceRef struct{ Server, URI string }

// resourcesRead is the name under which the trace has the reading of a
// resource: MCP's own, which no model can ask for.
const resourcesRead = "resources/read"

// readResources reads the resources that the person named, as calls of theirs:
// in the trace, in the envelope and in later prompts they are like any other.
func (r *run) readResources(ctx context.Context) error {
	if len(r.task.Resources) == 0 {
		return nil
	}
	var calls []*intended
	var asked []ToolCall
	for _, ref := range r.task.Resources {
		c, err := r.resourceCall(ref)
		if err != nil {
			return err
		}
		calls, asked = append(calls, c), append(asked, ToolCall{ID: c.id, Name: c.name, Args: c.args})
	}
	r.turn.Steps = append(r.turn.Steps, TurnStep{Calls: r.masked(asked)})
	r.holdPlan(Reply{}, calls)
	for _, c := range calls {
		if err := r.readResource(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) resourceCall(ref ResourceRef) (*intended, error) {
	r.nextCall++
	args, err := marshal(map[string]string{"uri": ref.URI})
	if err != nil {
		return nil, err
	}
	tool := policy.Tool{Server: ref.Server, Name: resourcesRead, Status: policy.StatusApproved, Level: policy.ReadsOutside, Scope: policy.ResourceScope(ref.Server, ref.URI)}
	if ref.Server == policy.BuiltinServer {
		tool.Level = policy.ReadsHere
	}
	id := callID(r.nextCall)
	return &intended{id: id, asked: id, name: aliasOf(tool.ID()), tool: tool, sent: args, args: args, hash: HashBytes(args), under: "person", uri: ref.URI}, nil
}

// readResource reads one. The person's own word allows it, within the rights
// of the run.
func (r *run) readResource(ctx context.Context, c *intended) error {
	c.dec = policy.Decision{Outcome: policy.Allow, Rule: "named by you", Reason: "you named it with @", Level: c.tool.Level}
	if !slices.Contains(r.scopes(), c.tool.Scope) {
		c.dec.Outcome, c.dec.Rule, c.dec.Reason = policy.Deny, "scope", "it is outside this run's scopes (needs "+c.tool.Scope+")"
	}
	r.hold(ActorPolicy, PolicyDecision{Call: c.id, Tool: c.toolID(), Args: c.args, Decision: c.dec})
	if c.dec.Outcome == policy.Deny {
		return r.result(ctx, c, denied(c, r.tools.names()), false)
	}
	return r.perform(ctx, c, func() (*mcp.CallToolResult, error, error) {
		res, err := r.fetchResource(ctx, c)
		return res, err, nil
	})
}

func (r *run) fetchResource(ctx context.Context, c *intended) (*mcp.CallToolResult, error) {
	if r.Resources == nil {
		return nil, errors.New("resources can't be read here")
	}
	limit, cancel := context.WithTimeoutCause(ctx, r.CallTimeout, errCallTimeout)
	defer cancel()
	res, err := r.Resources.ReadResource(limit, c.tool.Server, c.uri)
	switch {
	case err != nil && ctx.Err() == nil && limit.Err() != nil:
		return nil, errCallTimeout
	case err != nil:
		return nil, err
	case res == nil || len(res.Contents) == 0:
		return nil, fmt.Errorf("there is nothing under %s", c.uri)
	}
	out := &mcp.CallToolResult{}
	for _, part := range res.Contents {
		out.Content = append(out.Content, &mcp.EmbeddedResource{Resource: part})
	}
	return out, nil
}
