// Package todo has the todo type and the storage that todo tools need.
package todo

import (
	"context"
	"errors"
	"time"
)

// Status of a todo.
type Status string

const (
	Open      Status = "open"
	Done      Status = "done"
	Cancelled Status = "cancelled"
)

// Todo is one thing to do.
type Todo struct {
	ID        string     `json:"id"` // td_…, unique in the database
	Title     string     `json:"title"`
	DueAt     *time.Time `json:"due_at,omitempty"` // with the offset it was given in
	Status    Status     `json:"status"`
	CreatedAt time.Time  `json:"created_at"`
	UpdatedAt time.Time  `json:"updated_at"`
	DoneAt    *time.Time `json:"done_at,omitempty"`
	Run       string     `json:"run,omitempty"`   // the run that created it, if one did
	Key       string     `json:"key,omitempty"`   // idempotency key
	Version   int        `json:"version"`         // 1, 2, …: grows with every change
	Prior     *Todo      `json:"prior,omitempty"` // the version before, for undo; its own Prior is nil
}

// Proof is what a writing call shows: the approval it runs under and the call
// that the approval must be for.
type Proof struct {
	Token    string // from the call's _meta
	Tool     string // policy tool ID: todo.create, todo.update
	ArgsHash string // sha256:… of the exact arguments
	Run      string
	Call     string
}

// Draft is a todo to be created.
type Draft struct {
	Title string
	DueAt *time.Time
	Key   string // idempotency key; empty means none
}

// Change is what an update does; nil fields stay as they are.
type Change struct {
	Status   *Status
	Title    *string
	DueAt    *time.Time
	ClearDue bool
	Undo     bool // go back to Prior; alone
}

var (
	// ErrNotFound means that no todo has that id.
	ErrNotFound = errors.New("no such todo")
	// ErrNoApproval means that the proof's token is missing, spent, expired or
	// for another call.
	ErrNoApproval = errors.New("no valid approval for this call")
	// ErrKeyConflict means that the idempotency key was used for other content.
	ErrKeyConflict = errors.New("idempotency key already used for another todo")
	// ErrNothingToUndo means that the todo has no earlier version.
	ErrNothingToUndo = errors.New("nothing to undo")
)

// Storage keeps todos. Every write consumes the proof's token in the
// transaction that writes, so an approval is good for one write.
type Storage interface {
	// Todos returns all todos, oldest first.
	Todos(ctx context.Context) ([]Todo, error)
	// CreateTodo stores d. The same key with the same content returns the todo
	// that is there, with created false; with other content ErrKeyConflict.
	CreateTodo(ctx context.Context, p Proof, d Draft) (t Todo, created bool, err error)
	// UpdateTodo changes one todo and keeps the version before in Prior.
	UpdateTodo(ctx context.Context, p Proof, id string, c Change) (Todo, error)
}
