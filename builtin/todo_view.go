package builtin

import (
	"errors"
	"fmt"
	"time"

	"vise/builtin/todo"
)

// todoView is a todo as tools and resources show it: without bookkeeping.
type todoView struct {
	ID        string      `json:"id"`
	Title     string      `json:"title"`
	Status    todo.Status `json:"status"`
	DueAt     *time.Time  `json:"due_at,omitempty"`
	CreatedAt time.Time   `json:"created_at"`
	DoneAt    *time.Time  `json:"done_at,omitempty"`
	Version   int         `json:"version"`
	Overdue   bool        `json:"overdue,omitempty"`
	CanUndo   bool        `json:"can_undo,omitempty"`
}

func (s *Server) view(t todo.Todo) todoView {
	return todoView{
		ID: t.ID, Title: t.Title, Status: t.Status, DueAt: t.DueAt, CreatedAt: t.CreatedAt, DoneAt: t.DoneAt,
		Version: t.Version, Overdue: s.overdue(t), CanUndo: t.Prior != nil,
	}
}

func (s *Server) overdue(t todo.Todo) bool {
	return t.Status == todo.Open && t.DueAt != nil && t.DueAt.Before(s.now())
}

// dueWords is a due time as people say it, in their own zone.
func (s *Server) dueWords(at *time.Time) string {
	if at == nil {
		return "no due date"
	}
	return "due " + at.In(s.zone).Format("Mon 2 Jan 2006 15:04") + " (" + s.zoneName() + ")"
}

// dueAt reads a due time; missing or empty is nil.
func (s *Server) dueAt(a *args) *time.Time {
	text := a.line("due_at", 40)
	if text == "" {
		return nil
	}
	at, err := time.Parse(time.RFC3339, text)
	example := s.now().In(s.zone).AddDate(0, 0, 1).Format(time.RFC3339)
	if err != nil {
		a.fail(invalid("write date, time and offset, for example "+example+"; time.now tells today's date", "due_at %q isn't an RFC 3339 time with an offset", text))
		return nil
	}
	if y := at.Year(); y < 2000 || y > 2200 {
		a.fail(invalid("write a year from 2000 to 2200, for example "+example, "due_at %q is in the year %d", text, y))
		return nil
	}
	return &at
}

// pastNote says that a due time has gone by; "" where it hasn't.
func (s *Server) pastNote(at *time.Time) string {
	if at == nil || !at.Before(s.now()) {
		return ""
	}
	return fmt.Sprintf("due_at is in the past: now is %s. If that was not meant, change it with todo.update.", s.now().In(s.zone).Format(time.RFC3339))
}

// needApproval refuses a write that no approval came with, before anything is
// touched; whether the token is good is for the storage to say.
func needApproval(p todo.Proof) error {
	if p.Token == "" {
		return todo.ErrNoApproval
	}
	return nil
}

// todoFailure says what a storage's error means for the caller.
func todoFailure(err error, id string) error {
	switch {
	case errors.Is(err, todo.ErrNoApproval):
		return &failure{Code: "approval_required", Message: "nothing was written: " + todo.ErrNoApproval.Error(), Hint: "a person has to approve exactly these arguments first"}
	case errors.Is(err, todo.ErrKeyConflict):
		return &failure{Code: "idempotency_conflict", Message: "nothing was written: this idempotency_key already made a todo with other content", Hint: "use a new key for a new todo, or todo.update to change the one that is there"}
	case errors.Is(err, todo.ErrNotFound):
		return &failure{Code: codeNotFound, Message: fmt.Sprintf("there is no todo %q", id), Hint: "todo.list with status all shows the ids"}
	case errors.Is(err, todo.ErrNothingToUndo):
		return &failure{Code: "nothing_to_undo", Message: fmt.Sprintf("todo %q has no earlier version", id), Hint: "set what should be different instead: status, title or due_at"}
	}
	return err
}
