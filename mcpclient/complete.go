package mcpclient

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxCompletions is how many values a server may propose (2025-11-25,
// completion/complete), and maxCompletion the length of one, in characters.
const (
	maxCompletions = 100
	maxCompletion  = 500
)

// CompletePrompt asks a server what an argument of one of its prompts could
// be, given what has been typed and the arguments that are known. A server that
// doesn't complete gives nothing.
func (h *Host) CompletePrompt(ctx context.Context, server, prompt, arg, typed string, known map[string]string) ([]string, error) {
	return h.complete(ctx, server, &mcp.CompleteReference{Type: "ref/prompt", Name: prompt}, arg, typed, known)
}

// CompleteTemplate asks a server what a parameter of one of its resource
// templates could be.
func (h *Host) CompleteTemplate(ctx context.Context, server, template, arg, typed string, known map[string]string) ([]string, error) {
	return h.complete(ctx, server, &mcp.CompleteReference{Type: "ref/resource", URI: template}, arg, typed, known)
}

func (h *Host) complete(ctx context.Context, server string, ref *mcp.CompleteReference, arg, typed string, known map[string]string) ([]string, error) {
	s, err := h.server(server)
	if err != nil {
		return nil, err
	}
	return do(ctx, s, func(ctx context.Context, cs *session) ([]string, error) {
		if r := cs.InitializeResult(); r == nil || r.Capabilities == nil || r.Capabilities.Completions == nil {
			return nil, nil
		}
		p := &mcp.CompleteParams{Ref: ref, Argument: mcp.CompleteParamsArgument{Name: arg, Value: typed}}
		if len(known) > 0 {
			p.Context = &mcp.CompleteContext{Arguments: known}
		}
		res, err := timed(ctx, s.requestLimit(), func(ctx context.Context) (*mcp.CompleteResult, error) { return cs.Complete(ctx, p) })
		if err != nil {
			return nil, err
		}
		values := res.Completion.Values
		values = values[:min(len(values), maxCompletions)]
		for i, v := range values {
			values[i] = cut(v, maxCompletion)
		}
		return values, nil
	})
}
