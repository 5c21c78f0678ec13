package mcpclient

import (
	"context"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A server without resources or prompts says that it doesn't know the method.
func TestListsThatAServerDoesNotHave(t *testing.T) {
	srv := serverWith("x")
	srv.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			switch method {
			case "resources/list", "resources/templates/list", "prompts/list":
				return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "Method not found"}
			}
			return next(ctx, method, req)
		}
	})
	h := newHost(t, Config{}, map[string]*mcp.Server{"s": srv})
	if rs, err := h.Resources(t.Context(), "s"); err != nil || len(rs) != 0 {
		t.Errorf("resources: %v, %v", rs, err)
	}
	if rs, err := h.ResourceTemplates(t.Context(), "s"); err != nil || len(rs) != 0 {
		t.Errorf("templates: %v, %v", rs, err)
	}
	if ps, err := h.Prompts(t.Context(), "s"); err != nil || len(ps) != 0 {
		t.Errorf("prompts: %v, %v", ps, err)
	}
}
