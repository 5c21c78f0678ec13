package builtin

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/builtin/todo"
	"vise/policy"
)

// Limits of a todo's texts, in characters.
const (
	maxTitle = 200
	maxKey   = 128
	maxID    = 64
)

type todoResult struct {
	common
	Todo    todoView `json:"todo"`
	Created *bool    `json:"created,omitempty"` // todo.create: false where the key had made it before
	Note    string   `json:"note,omitempty"`
}

func (s *Server) todoCreate() tool {
	additive := false
	return tool{
		name: "todo.create", title: "Create a todo", level: policy.Writes,
		hints:       mcp.ToolAnnotations{DestructiveHint: &additive},
		description: "Creates one todo; a person approves it first. Use it for \"remind me\" and \"add a todo\". Not to change one: todo.update. Returns the todo with its id.",
		input: `{"type":"object","properties":{` +
			`"title":{"type":"string","minLength":1,"maxLength":200,"description":"what to do, in the person's words"},` +
			`"due_at":{"type":"string","format":"date-time","maxLength":40,"description":"RFC 3339 with offset, e.g. 2026-05-10T09:00:00+08:00"},` +
			`"idempotency_key":{"type":"string","maxLength":128,"description":"leave out"}},` +
			`"required":["title"],"additionalProperties":false}`,
		fields: []string{"title", "due_at", "idempotency_key"},
		run:    s.runTodoCreate,
	}
}

func (s *Server) runTodoCreate(ctx context.Context, c call) (any, error) {
	d := todo.Draft{
		Title: c.args.required("title", maxTitle, `"buy milk"`),
		DueAt: s.dueAt(c.args),
		Key:   c.args.line("idempotency_key", maxKey),
	}
	if err := c.args.failed(); err != nil {
		return nil, err
	}
	if err := needApproval(c.proof); err != nil {
		return nil, todoFailure(err, "")
	}
	t, created, err := s.todos.CreateTodo(ctx, c.proof, d)
	if err != nil {
		return nil, todoFailure(err, "")
	}
	r := todoResult{Todo: s.view(t), Created: &created, Note: s.pastNote(t.DueAt)}
	verb := "created"
	if !created {
		verb = "was there already (same idempotency_key, same content)"
	}
	r.Summary = fmt.Sprintf("todo %s %s: %s, %s", t.ID, verb, t.Title, s.dueWords(t.DueAt))
	r.ObjectIDs = []string{t.ID}
	return r, nil
}
