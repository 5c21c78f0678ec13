package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient/wire"
	"vise/policy"
)

// Resources lists the resources of one server, at most 1,000.
func (h *Host) Resources(ctx context.Context, server string) ([]*mcp.Resource, error) {
	return listOf(ctx, h, server, "resources", func(ctx context.Context, cs *mcp.ClientSession, cursor string) (page[mcp.Resource], error) {
		r, err := whole(ctx, func(ctx context.Context) (*mcp.ListResourcesResult, error) {
			return cs.ListResources(ctx, &mcp.ListResourcesParams{Cursor: cursor})
		})
		if err != nil {
			return page[mcp.Resource]{}, err
		}
		return page[mcp.Resource]{r.Resources, r.NextCursor, r.Meta}, nil
	}, readable("resource", func(r *mcp.Resource) (string, mcp.Meta) { return r.URI, r.Meta }))
}

// ResourceTemplates lists the resource templates of one server, at most 1,000.
func (h *Host) ResourceTemplates(ctx context.Context, server string) ([]*mcp.ResourceTemplate, error) {
	return h.templates(ctx, server, readable("resource template", func(t *mcp.ResourceTemplate) (string, mcp.Meta) { return t.URITemplate, t.Meta }))
}

func (h *Host) templates(ctx context.Context, server string, keep kept[mcp.ResourceTemplate]) ([]*mcp.ResourceTemplate, error) {
	return listOf(ctx, h, server, "resource templates", func(ctx context.Context, cs *mcp.ClientSession, cursor string) (page[mcp.ResourceTemplate], error) {
		r, err := whole(ctx, func(ctx context.Context) (*mcp.ListResourceTemplatesResult, error) {
			return cs.ListResourceTemplates(ctx, &mcp.ListResourceTemplatesParams{Cursor: cursor})
		})
		if err != nil {
			return page[mcp.ResourceTemplate]{}, err
		}
		return page[mcp.ResourceTemplate]{r.ResourceTemplates, r.NextCursor, r.Meta}, nil
	}, keep)
}

// Prompts lists the prompts of one server, at most 1,000.
func (h *Host) Prompts(ctx context.Context, server string) ([]*mcp.Prompt, error) {
	return h.prompts(ctx, server, readable("prompt", func(p *mcp.Prompt) (string, mcp.Meta) { return p.Name, p.Meta }))
}

func (h *Host) prompts(ctx context.Context, server string, keep kept[mcp.Prompt]) ([]*mcp.Prompt, error) {
	return listOf(ctx, h, server, "prompts", func(ctx context.Context, cs *mcp.ClientSession, cursor string) (page[mcp.Prompt], error) {
		r, err := whole(ctx, func(ctx context.Context) (*mcp.ListPromptsResult, error) {
			return cs.ListPrompts(ctx, &mcp.ListPromptsParams{Cursor: cursor})
		})
		if err != nil {
			return page[mcp.Prompt]{}, err
		}
		return page[mcp.Prompt]{r.Prompts, r.NextCursor, r.Meta}, nil
	}, keep)
}

// ReadResource reads one resource of one server. It is never done by itself
// for a link that a server sent. What the server asks for meanwhile goes to
// Config.Ask.
func (h *Host) ReadResource(ctx context.Context, server, uri string) (*mcp.ReadResourceResult, error) {
	return ask(ctx, h, server, "reading "+cut(uri, 200), func(ctx context.Context, cs *session, answers mcp.InputResponseMap, state string) (*mcp.ReadResourceResult, error) {
		return whole(ctx, func(ctx context.Context) (*mcp.ReadResourceResult, error) {
			return cs.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri, InputResponses: answers, RequestState: state})
		})
	})
}

// GetPrompt fills one prompt of one server. What the server asks for meanwhile
// goes to Config.Ask.
func (h *Host) GetPrompt(ctx context.Context, server, name string, args map[string]string) (*mcp.GetPromptResult, error) {
	return ask(ctx, h, server, "the prompt "+cut(name, 200), func(ctx context.Context, cs *session, answers mcp.InputResponseMap, state string) (*mcp.GetPromptResult, error) {
		return cs.GetPrompt(ctx, &mcp.GetPromptParams{Name: name, Arguments: args, InputResponses: answers, RequestState: state})
	})
}

// kept says which entries of a list are kept; nil: all.
type kept[T any] func(*server, *T) bool

// readable keeps those that could be read, and notes the others with the
// server.
func readable[T any](what string, of func(*T) (name string, meta mcp.Meta)) kept[T] {
	return func(s *server, item *T) bool {
		name, meta := of(item)
		why := wire.Unreadable(meta)
		if why != "" {
			s.note(fmt.Sprintf("the %s %.80q is left out: %s", what, name, unread(why)))
		}
		return why == ""
	}
}

// listOf reads one list of one server; one that has no such list has an empty
// one. What of it isn't whole is noted with the server.
func listOf[T any](ctx context.Context, h *Host, server, what string, read func(context.Context, *mcp.ClientSession, string) (page[T], error), keep kept[T]) ([]*T, error) {
	s, err := h.server(server)
	if err != nil {
		return nil, err
	}
	return do(ctx, s, func(ctx context.Context, cs *session) ([]*T, error) {
		items, note, err := pages(ctx, s.requestLimit(), func(ctx context.Context, cursor string) (page[T], error) {
			return read(ctx, cs.ClientSession, cursor)
		})
		if note != "" {
			s.note("its " + what + ": " + note)
		}
		if known := new(jsonrpc.Error); errors.As(err, &known) && known.Code == jsonrpc.CodeMethodNotFound {
			return nil, nil // it has none, whatever it says of its capabilities
		}
		if keep != nil {
			items = slices.DeleteFunc(items, func(item *T) bool { return !keep(s, item) })
		}
		return items, err
	})
}

// ask makes one request of one server, answers what it asks meanwhile, and
// checks what came back. The time of each round is bounded.
func ask[R roundResult](ctx context.Context, h *Host, server, what string, request func(context.Context, *session, mcp.InputResponseMap, string) (R, error)) (R, error) {
	var none R
	s, err := h.server(server)
	if err != nil {
		return none, err
	}
	c := s.enter(what, policy.Calling{Ask: h.cfg.Ask})
	defer s.leave(c)
	return rounds(ctx, c, func(ctx context.Context, cs *session, answers mcp.InputResponseMap, state string) (R, error) {
		within, cancel := patient(ctx, s.requestLimit(), &c.thinking)
		defer cancel()
		res, err := request(within, cs, answers, state)
		if err != nil && within.Err() != nil && ctx.Err() == nil {
			err = slow(s.requestLimit())
		}
		return res, err
	})
}

// timed bounds f in time.
func timed[R any](ctx context.Context, limit time.Duration, f func(context.Context) (R, error)) (R, error) {
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	res, err := f(within)
	if err != nil && within.Err() != nil && ctx.Err() == nil {
		err = slow(limit)
	}
	return res, err
}
