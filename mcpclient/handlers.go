package mcpclient

import (
	"context"
	"fmt"
	"io"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// newClient is an MCP client that offers a server nothing: no roots, no
// sampling, no elicitation. It is told when lists change. Rounds of input are
// left to vise, so that none of them happens unseen.
func newClient(version string, changed func()) *mcp.Client {
	return mcp.NewClient(&mcp.Implementation{Name: "vise", Version: version}, &mcp.ClientOptions{
		Logger:                     slog.New(slog.NewTextHandler(io.Discard, nil)), // the terminal isn't its place
		Capabilities:               &mcp.ClientCapabilities{},
		MultiRoundTrip:             &mcp.MultiRoundTripOptions{Disabled: true},
		ToolListChangedHandler:     func(context.Context, *mcp.ToolListChangedRequest) { changed() },
		PromptListChangedHandler:   func(context.Context, *mcp.PromptListChangedRequest) { changed() },
		ResourceListChangedHandler: func(context.Context, *mcp.ResourceListChangedRequest) { changed() },
	})
}

// survivePanics keeps a panic in a server of this process from ending it.
func survivePanics(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
		defer func() {
			if v := recover(); v != nil {
				res, err = nil, fmt.Errorf("the server failed inside (panic: %.200v)", v)
			}
		}()
		return next(ctx, method, req)
	}
}
