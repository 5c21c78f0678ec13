package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

// wireResult is what the SDK keeps to itself of a result.
type wireResult struct {
	ResultType string `json:"resultType"`
}

// checkResult refuses results that are too big, and kinds that aren't known
// (2026-07-28: an unknown resultType is invalid).
func (s *server) checkResult(res json.Marshaler) error {
	head, size := weigh(res)
	raw, err := head.MarshalJSON()
	if err != nil {
		return &fault{text: fmt.Sprintf("the server %s sent a result that can't be read: %s", s.name, plainError(err)), err: err}
	}
	if size += len(raw); size > s.cfg.MaxResult {
		return &fault{text: fmt.Sprintf("the server %s sent a result of %s, more than the %s allowed: ask for less", s.name, mebibytes(size), mebibytes(s.cfg.MaxResult))}
	}
	var w wireResult
	if err := json.Unmarshal(raw, &w); err != nil {
		return &fault{text: fmt.Sprintf("the server %s sent a result that can't be read: %s", s.name, plainError(err)), err: err}
	}
	switch w.ResultType {
	case "", "complete", "input_required":
		return nil
	}
	return &fault{text: fmt.Sprintf("the server %s sent a result of the unknown kind %.40q", s.name, w.ResultType)}
}

// weigh splits what is large off the result of a tool, which is the kind that
// is often large: marshalling it once more only to see its kind would cost as
// much as reading it did.
func weigh(res json.Marshaler) (head json.Marshaler, size int) {
	r, ok := res.(*mcp.CallToolResult)
	if !ok {
		return res, 0
	}
	for _, c := range r.Content {
		switch c := c.(type) {
		case *mcp.TextContent:
			size += len(c.Text)
		case *mcp.ImageContent:
			size += len(c.Data)
		case *mcp.AudioContent:
			size += len(c.Data)
		case *mcp.EmbeddedResource:
			if c.Resource != nil {
				size += len(c.Resource.Text) + len(c.Resource.Blob)
			}
		}
	}
	if r.StructuredContent != nil {
		raw, err := json.Marshal(r.StructuredContent)
		if err != nil {
			return res, 0
		}
		size += len(raw)
	}
	light := *r
	light.Content, light.StructuredContent = nil, nil
	return &light, size
}

// kept is the result, or one that says that it isn't what the tool's output
// schema promises. Everything that came stays in it.
func (s *server) kept(ctx context.Context, l *listing, tool policy.Tool, res *mcp.CallToolResult) *mcp.CallToolResult {
	if l == nil || res.IsError || !l.promises[tool.Name] {
		return res
	}
	why := "it has no structuredContent"
	if res.StructuredContent != nil {
		err := s.promises.check(ctx, tool.Name, l, res.StructuredContent, s.cfg.Times.Check)
		if errors.Is(err, errSlowSchema) {
			s.noteRefused(err.Error())
			return res
		}
		if err == nil {
			return res
		}
		why = plainError(err)
	}
	text := &mcp.TextContent{Text: "the server's result isn't what it promised: " + why}
	res.IsError, res.Content = true, append([]mcp.Content{text}, res.Content...)
	return res
}

// promises are the output schemas of one server's tools, ready for checking.
type promises struct {
	mu    sync.Mutex
	of    *listing // the list they belong to
	ready map[string]*jsonschema.Resolved
	slow  bool // checking took too long once: a schema can be made to take for ever
}

// check says why value isn't what the schema promises. A schema that can't be
// used for checking promises nothing; one that refers to an address is such a
// one, since nothing is ever fetched.
func (p *promises) check(ctx context.Context, tool string, l *listing, value any, limit time.Duration) error {
	p.mu.Lock()
	if p.of != l {
		p.of, p.ready = l, map[string]*jsonschema.Resolved{}
	}
	resolved, known := p.ready[tool]
	slow := p.slow
	p.mu.Unlock()
	if slow || known && resolved == nil {
		return nil
	}
	over := make(chan error, 1)
	go func() {
		if !known {
			resolved = resolve(l.definition(tool))
			p.mu.Lock()
			if p.of == l {
				p.ready[tool] = resolved
			}
			p.mu.Unlock()
		}
		if resolved == nil {
			over <- nil
			return
		}
		over <- resolved.Validate(value)
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case err := <-over:
		return err
	case <-ctx.Done():
		return nil
	case <-timer.C:
		p.mu.Lock()
		p.slow = true
		p.mu.Unlock()
		return errSlowSchema
	}
}

var errSlowSchema = errors.New("checking a result against its output schema takes too long: results of this server aren't checked any more")

// resolve makes the output schema of a tool's definition ready, or returns nil.
func resolve(definition json.RawMessage) *jsonschema.Resolved {
	var d struct {
		OutputSchema *jsonschema.Schema `json:"outputSchema"`
	}
	if err := json.Unmarshal(definition, &d); err != nil || d.OutputSchema == nil {
		return nil
	}
	r, err := d.OutputSchema.Resolve(nil)
	if err != nil {
		return nil
	}
	return r
}

func (l *listing) definition(tool string) json.RawMessage {
	for _, t := range l.tools {
		if t.Name == tool {
			return t.Definition
		}
	}
	return nil
}
