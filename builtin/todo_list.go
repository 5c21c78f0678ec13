package builtin

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"vise/builtin/todo"
	"vise/policy"
)

// maxTodos is how many todos one answer has.
const maxTodos = 50

type todosResult struct {
	common
	Todos     []todoView `json:"todos"`
	Total     int        `json:"total"` // that fit the filters
	Truncated bool       `json:"truncated"`
	Hint      string     `json:"hint,omitempty"`
}

func (s *Server) todoList() tool {
	return tool{
		name: "todo.list", title: "List todos", level: policy.ReadsHere, hints: readOnly(),
		description: "Lists todos, soonest due first. Use it for \"what do I have to do\" and to find an id. Not for files: file.search. Returns up to 50.",
		input: `{"type":"object","properties":{` +
			`"status":{"enum":["open","done","cancelled","all"],"default":"open"},` +
			`"due":{"enum":["any","today","overdue","week","none"],"default":"any","description":"week: the next 7 days; none: without a due time"},` +
			`"text":{"type":"string","maxLength":100,"description":"words in the title"}},` +
			`"additionalProperties":false}`,
		fields: []string{"status", "due", "text"},
		run:    s.runTodoList,
	}
}

// todoFilter is what todo.list shows.
type todoFilter struct {
	status string
	due    string
	words  []string // folded; all of them are in the title
}

func (s *Server) runTodoList(ctx context.Context, c call) (any, error) {
	f := todoFilter{
		status: c.args.enum("status", "open", "open", "done", "cancelled", "all"),
		due:    c.args.enum("due", "any", "any", "today", "overdue", "week", "none"),
		words:  strings.Fields(fold(c.args.line("text", 100))),
	}
	if err := c.args.failed(); err != nil {
		return nil, err
	}
	todos, err := s.findTodos(ctx, f)
	if err != nil {
		return nil, err
	}
	r := todosResult{Todos: []todoView{}, Total: len(todos), Truncated: len(todos) > maxTodos}
	r.ObjectIDs = []string{}
	for _, t := range todos[:min(len(todos), maxTodos)] {
		r.Todos = append(r.Todos, s.view(t))
		r.ObjectIDs = append(r.ObjectIDs, t.ID)
	}
	r.Summary = s.listSummary(f, todos)
	if r.Truncated {
		r.Hint = "narrow it with text, status or due to see the others"
	}
	return r, nil
}

func (s *Server) listSummary(f todoFilter, todos []todo.Todo) string {
	what := f.status + " "
	if f.status == "all" {
		what = ""
	}
	late := 0
	for _, t := range todos {
		if s.overdue(t) {
			late++
		}
	}
	sum := count(len(todos), what+"todo", what+"todos")
	if f.due != "any" {
		sum += " (due: " + f.due + ")"
	}
	if late > 0 {
		sum += fmt.Sprintf(", %d overdue", late)
	}
	return sum
}

// findTodos returns the todos that fit, soonest due first, then those without
// a due time, oldest first.
func (s *Server) findTodos(ctx context.Context, f todoFilter) ([]todo.Todo, error) {
	all, err := s.todos.Todos(ctx)
	if err != nil {
		return nil, fmt.Errorf("the todos can't be read: %w", err)
	}
	found := slices.DeleteFunc(slices.Clone(all), func(t todo.Todo) bool { return !s.fits(f, t) })
	slices.SortStableFunc(found, func(a, b todo.Todo) int {
		switch {
		case a.DueAt == nil && b.DueAt == nil:
			return 0
		case a.DueAt == nil:
			return 1
		case b.DueAt == nil:
			return -1
		}
		return a.DueAt.Compare(*b.DueAt)
	})
	return found, nil
}

func (s *Server) fits(f todoFilter, t todo.Todo) bool {
	if f.status != "all" && string(t.Status) != f.status {
		return false
	}
	if !s.fitsDue(f.due, t) {
		return false
	}
	title := fold(t.Title)
	for _, w := range f.words {
		if !strings.Contains(title, w) {
			return false
		}
	}
	return true
}

func (s *Server) fitsDue(due string, t todo.Todo) bool {
	if due == "any" {
		return true
	}
	if due == "none" || t.DueAt == nil {
		return (due == "none") == (t.DueAt == nil)
	}
	now := s.now().In(s.zone)
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, s.zone)
	switch due {
	case "overdue":
		return s.overdue(t)
	case "today":
		return !t.DueAt.Before(today) && t.DueAt.Before(today.AddDate(0, 0, 1))
	}
	return !t.DueAt.Before(today) && t.DueAt.Before(today.AddDate(0, 0, 7)) // week
}
