// Package ui is the workbench on the screen. It knows values of session,
// policy and builtin/todo; everything else it reaches through the interfaces
// of this file, which ui/cli adapts to the app.
package ui

import (
	"context"
	"encoding/json"

	"vise/builtin/todo"
	"vise/policy"
	"vise/session"
)

// Run is one run that goes on or has ended in this process.
type Run interface {
	ID() string
	// Since returns the events after seq that this process has seen.
	Since(seq int) []session.Event
	// Changed gets a value after new events or a new draft; one value may
	// stand for many. It is closed when the run is over.
	Changed() <-chan struct{}
	// Draft is the reply that is being streamed, already redacted; empty
	// between replies. It may be overwritten at any time.
	Draft() session.Draft
	// Cancel ends the run; run_finished tells when it is over.
	Cancel()
}

// Talk starts runs in the current conversation. Errors are shown to the person.
type Talk interface {
	Send(ctx context.Context, text string) (Run, error)
	// Resume goes on with a past run as a new one.
	Resume(ctx context.Context, run string) (Run, error)
	// Open makes a past conversation the current one and returns its runs,
	// oldest first.
	Open(ctx context.Context, conversation string) ([]session.State, error)
	// Reset starts a new conversation; grants end.
	Reset(ctx context.Context) error
}

// Approvals are the calls that wait for a person: those of this process's runs
// first, then those that other processes or ended runs left.
type Approvals interface {
	Waiting() []session.Approval
	// Changed gets a value when Waiting or Questions may have changed.
	Changed() <-chan struct{}
	// Answer answers one. session.ErrAnswered when another was first.
	Answer(ctx context.Context, id string, a session.Answer) error
	// CheckEdit says what is wrong with edited arguments, nil when nothing is.
	CheckEdit(ctx context.Context, id string, args json.RawMessage) error
	// Spent is the budget question that waits, if one does.
	Spent() (session.Spent, bool)
	AnswerSpent(more session.More)
}

// History reads past runs. It never changes them.
type History interface {
	Runs(ctx context.Context, q session.RunQuery) ([]session.Summary, error)
	Events(ctx context.Context, run string) ([]session.Event, error)
	// Content returns the whole text of c, from its blob where it has one.
	Content(ctx context.Context, c session.Content) (session.Foreign, error)
	// Prompt rebuilds what the model saw at the model_request with that seq.
	Prompt(ctx context.Context, run string, seq int) (session.ChatRequest, error)
}

// Tools lists tools, and switches them on and off for the model.
type Tools interface {
	Catalogue(ctx context.Context) (policy.Catalogue, error)
	SetOff(ctx context.Context, tool string, off bool) error
}

// Todos reads the todos. Writing goes through calls.
type Todos interface {
	Todos(ctx context.Context) ([]todo.Todo, error)
}

// Status is what the top line shows. It returns at once.
type Status interface {
	Status() StatusLine
	// StatusChanged gets a value when Status may have changed.
	StatusChanged() <-chan struct{}
}

// StatusLine is the state of things outside the run.
type StatusLine struct {
	Model     session.ModelInfo
	ModelDown string // why the model can't be used; empty when it can, or isn't known yet
	Servers   []policy.ServerState
	Due       int // todos due by the end of today
	Roots     []session.Root
	Notices   []string // things a person should know, such as tools held back
}

// Deps is everything the workbench needs.
type Deps struct {
	Talk      Talk
	Approvals Approvals
	History   History
	Tools     Tools
	Todos     Todos
	Status    Status
}
