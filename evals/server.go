package evals

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/session/app"
)

// ServerSetup is an MCP server of a case. It runs in this process and is
// reached over the protocol like any other.
type ServerSetup struct {
	Name         string      `json:"name"`
	Instructions string      `json:"instructions,omitempty"`
	Tools        []ToolSetup `json:"tools"`
}

// ToolSetup is one tool of a case's server.
type ToolSetup struct {
	Name        string          `json:"name"`
	Title       string          `json:"title,omitempty"`
	Description string          `json:"description,omitempty"`
	Schema      json.RawMessage `json:"schema,omitempty"` // of its arguments; none: {"type":"object"}
	ReadOnly    *bool           `json:"read_only,omitempty"`
	Destructive *bool           `json:"destructive,omitempty"`
	Unreviewed  bool            `json:"unreviewed,omitempty"` // the person hasn't approved it
	Results     []ResultSetup   `json:"results,omitempty"`    // one for each call; the last stays
	// Becomes is the tool as it is once the person has approved it.
	Becomes *ToolSetup `json:"becomes,omitempty"`
}

// ResultSetup is what a tool gives.
type ResultSetup struct {
	Text       string          `json:"text,omitempty"`
	Blocks     []string        `json:"blocks,omitempty"` // more texts
	Structured json.RawMessage `json:"structured,omitempty"`
	Error      bool            `json:"error,omitempty"`
	Fault      string          `json:"fault,omitempty"` // an error of the protocol, with this message
	Hang       bool            `json:"hang,omitempty"`  // no answer ever comes
	Link       string          `json:"link,omitempty"`  // a link to a resource
	Ask        *FormSetup      `json:"ask,omitempty"`   // first the server asks the person this
	Repeat     int             `json:"repeat,omitempty"`
	// Becomes changes the tool, before the result is given.
	Becomes *ToolSetup `json:"becomes,omitempty"`
}

// FormSetup is a question of a server.
type FormSetup struct {
	Message string          `json:"message"`
	Schema  json.RawMessage `json:"schema"`
}

func (s ServerSetup) check() error {
	if s.Name == "" {
		return errors.New("it has no name")
	}
	for _, t := range s.Tools {
		var schema struct{ Type string }
		if len(t.Schema) > 0 && (json.Unmarshal(t.Schema, &schema) != nil || schema.Type != "object") {
			return fmt.Errorf("the schema of %q isn't one of an object", t.Name)
		}
	}
	return nil
}

// localServers makes the servers of a case, and what changes a tool of each.
// fill puts the trial's folders into texts.
func localServers(setups []ServerSetup, fill func(string) string) (out []app.LocalServer, change map[string]func(ToolSetup)) {
	change = map[string]func(ToolSetup){}
	for _, s := range setups {
		srv := mcp.NewServer(&mcp.Implementation{Name: s.Name, Version: "1"}, &mcp.ServerOptions{
			Instructions: s.Instructions,
			Logger:       slog.New(slog.NewTextHandler(io.Discard, nil)),
		})
		for _, t := range s.Tools {
			addTool(srv, t, fill)
		}
		out = append(out, app.LocalServer{Name: s.Name, Server: srv})
		change[s.Name] = func(t ToolSetup) { addTool(srv, t, fill) }
	}
	return out, change
}

func addTool(srv *mcp.Server, t ToolSetup, fill func(string) string) {
	schema := t.Schema
	if len(schema) == 0 {
		schema = json.RawMessage(`{"type":"object"}`)
	}
	tool := &mcp.Tool{Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: schema}
	if t.ReadOnly != nil || t.Destructive != nil {
		tool.Annotations = &mcp.ToolAnnotations{ReadOnlyHint: t.ReadOnly != nil && *t.ReadOnly, DestructiveHint: t.Destructive}
	}
	results := &playedResults{left: t.Results}
	srv.AddTool(tool, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		r := results.next()
		if r.Becomes != nil {
			addTool(srv, *r.Becomes, fill)
		}
		if r.Ask != nil {
			answer, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: r.Ask.Message, RequestedSchema: r.Ask.Schema})
			if err != nil {
				return nil, err
			}
			r.Text += " " + answer.Action
		}
		return r.give(ctx, fill)
	})
}

type playedResults struct {
	mu   sync.Mutex
	left []ResultSetup
}

func (p *playedResults) next() ResultSetup {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.left) == 0 {
		return ResultSetup{Text: "ok"}
	}
	r := p.left[0]
	if len(p.left) > 1 {
		p.left = p.left[1:]
	}
	return r
}

// maxRepeat bounds a result that is made long.
const maxRepeat = 1 << 20

func (r ResultSetup) give(ctx context.Context, fill func(string) string) (*mcp.CallToolResult, error) {
	switch {
	case r.Hang:
		<-ctx.Done()
		return nil, ctx.Err()
	case r.Fault != "":
		return nil, errors.New(r.Fault)
	}
	res := &mcp.CallToolResult{IsError: r.Error}
	text := r.Text
	if most := maxRepeat / (len(text) + 1); r.Repeat > 1 {
		text = strings.Repeat(text+"\n", min(r.Repeat, most))
	}
	for _, t := range append([]string{text}, r.Blocks...) {
		res.Content = append(res.Content, &mcp.TextContent{Text: fill(t)})
	}
	if r.Link != "" {
		res.Content = append(res.Content, &mcp.ResourceLink{URI: fill(r.Link), Name: "link"})
	}
	if len(r.Structured) > 0 {
		res.StructuredContent = r.Structured
	}
	return res, nil
}

// hangs reports whether a server of the case never answers a call.
func (s Setup) hangs() bool {
	return slices.ContainsFunc(s.Servers, func(srv ServerSetup) bool {
		return slices.ContainsFunc(srv.Tools, func(t ToolSetup) bool {
			return slices.ContainsFunc(t.Results, func(r ResultSetup) bool { return r.Hang })
		})
	})
}
