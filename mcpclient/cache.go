package mcpclient

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The SDK keeps the lists and resources of a session of 2026-07-28 for as long
// as the server says, and even longer: what is too old is only left out when it
// is asked for again. So it gets empty ones to keep, and the full ones go round
// it.

// seen takes a full result round the SDK.
type seen struct{ full mcp.Result }

type seenKey struct{}

// whole makes a request that lists or reads, and returns what the server sent.
func whole[R mcp.Result](ctx context.Context, request func(context.Context) (R, error)) (R, error) {
	var s seen
	res, err := request(context.WithValue(ctx, seenKey{}, &s))
	if full, ok := s.full.(R); ok && err == nil {
		return full, nil
	}
	return res, err
}

// maxCached is how many pages of lists a session may have: the SDK remembers
// their cursors as long as it lasts. After that it is made anew.
const maxCached = 2000

// uncached gives res to the one who waits in whole, and returns what is left
// for the SDK. That needs the tools whose parameters are to be sent as HTTP
// headers.
func (h *hooks) uncached(ctx context.Context, res mcp.Result) mcp.Result {
	s, _ := ctx.Value(seenKey{}).(*seen)
	if s == nil {
		return res
	}
	s.full = res
	switch r := res.(type) {
	case *mcp.ListToolsResult:
		h.pages.Add(1)
		return &mcp.ListToolsResult{NextCursor: r.NextCursor, Tools: withHeaders(r.Tools)}
	case *mcp.ListPromptsResult:
		h.pages.Add(1)
		return &mcp.ListPromptsResult{}
	case *mcp.ListResourcesResult:
		h.pages.Add(1)
		return &mcp.ListResourcesResult{}
	case *mcp.ListResourceTemplatesResult:
		h.pages.Add(1)
		return &mcp.ListResourceTemplatesResult{}
	case *mcp.ReadResourceResult:
		h.pages.Add(1)
		return &mcp.ReadResourceResult{}
	}
	return res
}

// withHeaders are the tools whose schemas mark parameters as headers, as far as
// tools of that size can be offered at all.
func withHeaders(tools []*mcp.Tool) (some []*mcp.Tool) {
	for _, t := range tools {
		if t == nil {
			continue
		}
		raw, err := json.Marshal(t.InputSchema)
		if err == nil && len(raw) <= maxDefinition && strings.Contains(string(raw), `"x-mcp-header"`) {
			some = append(some, t)
		}
	}
	return some
}
