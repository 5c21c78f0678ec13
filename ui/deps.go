// Package ui is the workbench on the screen. It knows values of session,
// policy and builtin/todo; everything else it reaches through the interfaces
// of this file, which ui/cli adapts to the app.
package ui

import (
	"context"
	"encoding/json"

	"vise/builtin/todo"
	"vise/policy"
	"vise/policy/scan"
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
	// Call calls one tool by hand, on the same road as a model's call.
	Call(ctx context.Context, tool string, args json.RawMessage) (Run, error)
	// Resume goes on with a past run as a new one.
	Resume(ctx context.Context, run string) (Run, error)
	// Open makes a past conversation the current one and returns its runs,
	// oldest first.
	Open(ctx context.Context, conversation string) ([]session.State, error)
	// Reset starts a new conversation; grants end.
	Reset(ctx context.Context) error
	// Compact makes a summary of the conversation's earlier requests, as a run.
	Compact(ctx context.Context) (Run, error)
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

// Shelf changes the collection of past runs, never a run.
type Shelf interface {
	// Delete deletes one run that is over; a tombstone stays.
	Delete(ctx context.Context, run string) error
	// Export writes a run's events to a new file and returns its path.
	Export(ctx context.Context, run string) (path string, err error)
	// SaveFiles writes the images, recordings and files that the run's results
	// brought to new files, and returns their paths.
	SaveFiles(ctx context.Context, run string) (paths []string, err error)
}

// SavedCase is a run that became a case of vise eval.
type SavedCase struct {
	ID   string
	File string // the dataset that it is in
	New  bool   // false: it was in it already
}

// Lessons keep what can be learned from a run that is over.
type Lessons interface {
	// Feedback keeps what the person says of a run's answer; mark is one of
	// session.FeedbackMarks.
	Feedback(ctx context.Context, run, mark, note string) error
	// SaveCase adds a run as a case to a dataset, secrets masked. An empty file
	// is the usual one, in the current folder.
	SaveCase(ctx context.Context, run, file string) (SavedCase, error)
}

// PathHint is a file or folder that an @ in a request could name.
type PathHint struct {
	Path   string // relative to its root; a folder ends in a slash
	Bytes  int64
	Folder bool
}

// Files completes what stands after an @.
type Files interface {
	// Paths are those whose path begins with the prefix, in the folder that it
	// names.
	Paths(ctx context.Context, prefix string, limit int) ([]PathHint, error)
	// Deeper are files, wherever they are, whose name or path has the letters of
	// the word in that order, the best first. It may take seconds, and ends soon
	// after ctx does.
	Deeper(ctx context.Context, word string, limit int) ([]PathHint, error)
}

// PromptHint is one prompt of a server, as /server:prompt.
type PromptHint struct {
	ID          string // server:prompt
	Description string // the server's own words
	Args        []PromptArg
}

// PromptArg is one argument of a prompt.
type PromptArg struct {
	Name     string
	About    string // the server's own words
	Required bool
}

// Prompts are the prompts of all servers.
type Prompts interface {
	Prompts(ctx context.Context) ([]PromptHint, error)
	// Expand is the text that a prompt stands for; the person sees it in the
	// composer before it is sent.
	Expand(ctx context.Context, id string, args map[string]string) (session.Foreign, error)
}

// Completer completes what a person writes for an argument of a prompt, or for
// a parameter of a resource template. No suggestion is no error. known are the
// other arguments as far as they are written.
type Completer interface {
	// Complete is for the argument arg of the prompt id (server:prompt).
	Complete(ctx context.Context, id, arg, value string, known map[string]string) ([]string, error)
	// CompleteURI is for the parameter arg of a template, whose URI is as
	// ResourceHint has it.
	CompleteURI(ctx context.Context, server, template, arg, value string, known map[string]string) ([]string, error)
}

// ResourceHint is one resource of a server that an @ in a request could name.
// All but Server and Bytes are the server's own words.
type ResourceHint struct {
	Server   string // configured name
	Name     string
	URI      string // of a template: with its {parameters}
	About    string
	MIME     string
	Bytes    int64 // 0 where the server doesn't say
	Template bool
}

// Resources are the resources of all servers. They stand in a request as
// @server:uri.
type Resources interface {
	// Resources are those whose server, name or URI has the query in it, whatever
	// the case; an empty query is had by all.
	Resources(ctx context.Context, query string, limit int) ([]ResourceHint, error)
	// Preview is the beginning of a resource as text; of one that isn't text it
	// says what it is.
	Preview(ctx context.Context, server, uri string) (session.Foreign, error)
}

// Questions are what servers ask the person, one at a time.
type Questions interface {
	// Asked is the one to be answered next. Approvals.Changed tells of changes.
	Asked() (policy.Question, bool)
	// Reply answers the question with that ID. One that doesn't wait any more is
	// left alone.
	Reply(id string, r policy.Reply)
}

// Servers changes how the configured MCP servers are. Errors are shown to the
// person.
type Servers interface {
	Restart(ctx context.Context, name string) error
	// Reload reads the files again and restarts only what changed.
	Reload(ctx context.Context) error
	// SetEnabled is kept.
	SetEnabled(ctx context.Context, name string, on bool) error
	// ApproveStart lets a project's server start exactly as it was shown: by its
	// Reached and Fingerprint. It fails where it is reached in another way now.
	ApproveStart(ctx context.Context, shown policy.ServerState) error
	// SignIn opens the browser for the person to sign in.
	SignIn(ctx context.Context, name string) error
	// Log is the end of what the server wrote to stderr.
	Log(ctx context.Context, name string) (session.Foreign, error)
}

// Reviews answers what a person has read of tools.
type Reviews interface {
	// Approve approves each tool by the Pin that it has in tools: it fails for
	// one that changed since it was shown, and then none is approved. With
	// FreeReads one that only reads may do so without asking.
	Approve(ctx context.Context, tools []policy.Tool) error
	// Block refuses a tool for good.
	Block(ctx context.Context, tool policy.Tool) error
	// Approved is the definition of a tool that was approved before this one.
	Approved(ctx context.Context, tool policy.Tool) (definition json.RawMessage, ok bool)
	// Findings are what should be looked at before a tool is approved, by its id.
	Findings(ctx context.Context, c policy.Catalogue) map[string][]scan.Finding
}

// ProjectFile is a project's AGENTS.md as it is read and judged: Tool is of
// policy.KindProject, with the file as its Server.
type ProjectFile struct {
	Tool     policy.Tool
	Why      string // why it isn't used, where that isn't for the person to say
	Findings []scan.Finding
	Before   json.RawMessage // the definition that was approved, where it is another one
}

// Instructions are the files AGENTS.md of the folders that are read. No model
// is given one that wasn't approved as it is.
type Instructions interface {
	Instructions(ctx context.Context) ([]ProjectFile, error)
	// ApproveInstructions approves the file by the pin that it was shown with.
	ApproveInstructions(ctx context.Context, shown policy.Tool) error
	BlockInstructions(ctx context.Context, shown policy.Tool) error
}

// Rules are the policy in force.
type Rules interface {
	// Rules are a line each, in words.
	Rules() []string
	// Test says how a call would be decided and why, a line each. Nothing is
	// called.
	Test(ctx context.Context, tool string, args json.RawMessage) ([]string, error)
	// Revoke takes back what the person allows always.
	Revoke(ctx context.Context, id string) error
	// Refused is a call that was denied, as it would be asked about. id is
	// RUN/CALL. The answer goes to Approvals.
	Refused(ctx context.Context, id string) (session.Approval, error)
}

// ModelChoice is one model that could be chosen.
type ModelChoice struct {
	Name          string // ollama/qwen3:8b, offline
	Bytes         int64
	Family        string
	Params        string // 8.2B
	ContextTokens int
	Loaded        bool
	Tools         bool // it says that it can use tools
	Thinking      bool
	Installed     bool
	About         string // why it is recommended, or why it is no good here
}

// Models are what /model and ctrl+l choose from.
type Models interface {
	// Models lists installed models and recommended ones that aren't. The note
	// says where the models come from, or why there are none: "Ollama isn't
	// running at http://127.0.0.1:11434 (from OLLAMA_HOST): …".
	Models(ctx context.Context) (list []ModelChoice, note string, err error)
	// Choose takes effect with the next run, and is remembered.
	Choose(ctx context.Context, name string) error
	// Pull installs a model; progress is told often: done and total bytes (0
	// while unknown) and what goes on. Cancelling ctx stops it; pulling again
	// goes on where it stopped.
	Pull(ctx context.Context, name string, progress func(what string, done, total int64)) error
	// Think is on, off or auto for the model of the next run; SetThink keeps it.
	Think() string
	SetThink(ctx context.Context, think string) error
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
	ModelUp   bool   // its server answered when it was last looked at
	News      string // what changed by itself since the last request, such as the model
	Servers   []policy.ServerState
	Due       int // todos due by the end of today
	Roots     []session.Root
	Notices   []string // things a person should know, such as tools held back
}

// Deps is everything the workbench needs. From Shelf on, what is nil isn't
// there, and the person is told so.
type Deps struct {
	Talk         Talk
	Approvals    Approvals
	History      History
	Tools        Tools
	Todos        Todos
	Status       Status
	Shelf        Shelf
	Files        Files
	Prompts      Prompts
	Rules        Rules
	Models       Models
	Completer    Completer
	Resources    Resources
	Questions    Questions
	Servers      Servers
	Instructions Instructions
	Reviews      Reviews
	Lessons      Lessons
}
