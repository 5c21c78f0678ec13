package mcpclient

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Resources lists the resources of one server, at most 1,000.
func (h *Host) Resources(ctx context.Context, server string) ([]*mcp.Resource, error) {
	return listOf(ctx, h, server, func(ctx context.Context, cs *mcp.ClientSession, cursor string) ([]*mcp.Resource, string, error) {
		r, err := cs.ListResources(ctx, &mcp.ListResourcesParams{Cursor: cursor})
		if err != nil {
			return nil, "", err
		}
		return r.Resources, r.NextCursor, nil
	})
}

// ResourceTemplates lists the resource templates of one server, at most 1,000.
func (h *Host) ResourceTemplates(ctx context.Context, server string) ([]*mcp.ResourceTemplate, error) {
	return listOf(ctx, h, server, func(ctx context.Context, cs *mcp.ClientSession, cursor string) ([]*mcp.ResourceTemplate, string, error) {
		r, err := cs.ListResourceTemplates(ctx, &mcp.ListResourceTemplatesParams{Cursor: cursor})
		if err != nil {
			return nil, "", err
		}
		return r.ResourceTemplates, r.NextCursor, nil
	})
}

// Prompts lists the prompts of one server, at most 1,000.
func (h *Host) Prompts(ctx context.Context, server string) ([]*mcp.Prompt, error) {
	return listOf(ctx, h, server, func(ctx context.Context, cs *mcp.ClientSession, cursor string) ([]*mcp.Prompt, string, error) {
		r, err := cs.ListPrompts(ctx, &mcp.ListPromptsParams{Cursor: cursor})
		if err != nil {
			return nil, "", err
		}
		return r.Prompts, r.NextCursor, nil
	})
}

// ReadResource reads one resource of one server. It is never done by itself
// for a link that a server sent.
func (h *Host) ReadResource(ctx context.Context, server, uri string) (*mcp.ReadResourceResult, error) {
	return ask(ctx, h, server, func(ctx context.Context, cs *mcp.ClientSession) (*mcp.ReadResourceResult, error) {
		return cs.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
	})
}

// GetPrompt fills one prompt of one server.
func (h *Host) GetPrompt(ctx context.Context, server, name string, args map[string]string) (*mcp.GetPromptResult, error) {
	return ask(ctx, h, server, func(ctx context.Context, cs *mcp.ClientSession) (*mcp.GetPromptResult, error) {
		return cs.GetPrompt(ctx, &mcp.GetPromptParams{Name: name, Arguments: args})
	})
}

// listOf reads one list of one server.
func listOf[T any](ctx context.Context, h *Host, server string, page func(context.Context, *mcp.ClientSession, string) ([]*T, string, error)) ([]*T, error) {
	s, err := h.server(server)
	if err != nil {
		return nil, err
	}
	cs, err := s.connect(ctx)
	if err != nil {
		return nil, err
	}
	ctx, stop := s.request(ctx)
	defer stop()
	items, _, err := pages(ctx, h.cfg.ListTimeout, func(ctx context.Context, cursor string) ([]*T, string, error) {
		return page(ctx, cs, cursor)
	})
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return items, nil
}

// ask makes one request of one server and checks what came back.
func ask[R json.Marshaler](ctx context.Context, h *Host, server string, request func(context.Context, *mcp.ClientSession) (R, error)) (R, error) {
	var none R
	s, err := h.server(server)
	if err != nil {
		return none, err
	}
	cs, err := s.connect(ctx)
	if err != nil {
		return none, err
	}
	ctx, stop := s.request(ctx)
	defer stop()
	within, cancel := context.WithTimeout(ctx, h.cfg.ListTimeout)
	defer cancel()
	res, err := request(within, cs)
	if err != nil && within.Err() != nil && ctx.Err() == nil {
		err = slow(h.cfg.ListTimeout)
	}
	if err != nil {
		return none, s.fault(ctx, err)
	}
	if err := s.checkResult(res); err != nil {
		return none, err
	}
	return res, nil
}
