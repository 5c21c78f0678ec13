package cli

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// fixture is a real MCP server over stdio, as stories configure it. What it
// does comes from its arguments: the words of its tool, or how it fails.
func fixture() int {
	words := "Greets someone by name."
	if len(os.Args) > 1 {
		words = os.Args[1]
	}
	switch words {
	case "fail":
		fmt.Fprintln(os.Stderr, "fixture: no configuration found")
		return 3
	case "hang":
		time.Sleep(time.Minute)
		return 1
	}
	if file := os.Getenv("FIXTURE_WORDS"); file != "" {
		if b, err := os.ReadFile(file); err == nil {
			words = string(b)
		}
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "fixture", Version: "1.2.3"}, nil)
	type args struct {
		Name string `json:"name" jsonschema:"who is greeted"`
	}
	mcp.AddTool(s, &mcp.Tool{Name: "greet", Description: words, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
		func(_ context.Context, _ *mcp.CallToolRequest, in args) (*mcp.CallToolResult, any, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "hello " + in.Name}}}, nil, nil
		})
	mcp.AddTool(s, &mcp.Tool{Name: "leave", Description: "Says goodbye."},
		func(context.Context, *mcp.CallToolRequest, args) (*mcp.CallToolResult, any, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "bye"}}}, nil, nil
		})
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}
