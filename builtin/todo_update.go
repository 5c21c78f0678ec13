package builtin

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/builtin/todo"
	"vise/policy"
)

func (s *Server) todoUpdate() tool {
	overwrites := true
	return tool{
		name: "todo.update", title: "Change a todo", level: policy.Writes,
		hints:       mcp.ToolAnnotations{DestructiveHint: &overwrites},
		description: "Changes one todo: done, reopen, cancel, new title or due time, undo; a person approves it first. Use it with an id from todo.list. Not for new ones: todo.create. Returns the todo.",
		input: `{"type":"object","properties":{` +
			`"id":{"type":"string","minLength":1,"maxLength":64,"description":"td_…"},` +
			`"status":{"enum":["done","open","cancelled"]},` +
			`"title":{"type":"string","minLength":1,"maxLength":200},` +
			`"due_at":{"type":"string","format":"date-time","maxLength":40,"description":"RFC 3339 with offset; \"\" removes it"},` +
			`"undo":{"type":"boolean","description":"undo the last change; alone"}},` +
			`"required":["id"],"additionalProperties":false}`,
		fields: []string{"id", "status", "title", "due_at", "undo"},
		run:    s.runTodoUpdate,
	}
}

func (s *Server) runTodoUpdate(ctx context.Context, c call) (any, error) {
	id := c.args.required("id", maxID, `"td_…", as todo.list shows it`)
	change := s.change(c.args)
	if err := c.args.failed(); err != nil {
		return nil, err
	}
	if err := needApproval(c.proof); err != nil {
		return nil, todoFailure(err, id)
	}
	t, err := s.todos.UpdateTodo(ctx, c.proof, id, change)
	if err != nil {
		return nil, todoFailure(err, id)
	}
	r := todoResult{Todo: s.view(t)}
	if change.DueAt != nil {
		r.Note = s.pastNote(t.DueAt)
	}
	r.Summary = fmt.Sprintf("todo %s changed: %s, %s, %s", t.ID, t.Title, t.Status, s.dueWords(t.DueAt))
	r.ObjectIDs = []string{t.ID}
	return r, nil
}

// change reads what is to be different; nothing at all is an error.
func (s *Server) change(a *args) todo.Change {
	var c todo.Change
	if a.has("status") {
		status := todo.Status(a.enum("status", "", string(todo.Done), string(todo.Open), string(todo.Cancelled)))
		c.Status = &status
	}
	if a.has("title") {
		title := a.required("title", maxTitle, `"buy milk"`)
		c.Title = &title
	}
	if a.has("due_at") {
		c.DueAt = s.dueAt(a)
		c.ClearDue = c.DueAt == nil
	}
	c.Undo = a.flag("undo")
	changes := c.Status != nil || c.Title != nil || a.has("due_at")
	switch {
	case c.Undo && changes:
		a.fail(invalid("send id and undo, or id and the changes", "undo can't be combined with status, title or due_at"))
	case !c.Undo && !changes:
		a.fail(invalid("send at least one of status, title, due_at, undo", "nothing to change"))
	}
	return c
}
