package policy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// ErrNotCalled is wrapped by an error after which it is sure that nothing was
// sent to the server, so that nothing can have come of the call.
var ErrNotCalled = errors.New("it wasn't called")

// Refusal is wrapped by the error of a request that a server was reached with
// and answered with an error (JSON-RPC 2.0, section 5.1) in the place of a result.
// A tool that ran and failed gives a result all the same (isError).
type Refusal struct {
	Code    int64  // -32602, and what else JSON-RPC, MCP and the server have
	Message string // the server's own, up to 500 bytes: show it inert; may be empty
}

// Error is the code and the server's words.
func (r *Refusal) Error() string {
	if r.Message == "" {
		return fmt.Sprintf("error %d", r.Code)
	}
	return fmt.Sprintf("error %d: %s", r.Code, r.Message)
}

// Calling is what goes with one tools/call beside its arguments.
type Calling struct {
	Run, Call string
	// Meta goes into the request's _meta, to vise's own server only.
	Meta map[string]any
	// Progress is told what the server says of how far it is. It returns at
	// once and may be called from any goroutine; nil: nobody wants to know.
	Progress func(Progress)
	// Ask puts a question of the server to the person and waits for the reply,
	// one question at a time. nil: every question is declined.
	Ask func(ctx context.Context, q Question) (Reply, error)
	// Refused is told of a question that isn't put to the person, and why. nil:
	// nobody wants to know.
	Refused func(ctx context.Context, q Question, why string)
}

// Progress is how far a call is, in the server's words (MCP,
// notifications/progress). Total is 0 where the server doesn't say.
type Progress struct {
	Done    float64 `json:"done"`
	Total   float64 `json:"total,omitempty"`
	Message string  `json:"message,omitempty"`
}

// Kinds of a Question.
const (
	// QuestionForm and QuestionURL are MCP's two modes of elicitation.
	QuestionForm = "form"
	QuestionURL  = "url"
	// QuestionSignIn asks whether the browser may be opened to sign in to a
	// server (OAuth).
	QuestionSignIn = "sign-in"
	// QuestionPassages asks whether the model may read passages of a result that
	// speak to it. vise asks it, not the server.
	QuestionPassages = "passages"
)

// Passage is a part of a result that speaks to the assistant. Text is its own
// words; About, in vise's words, may quote them.
type Passage struct {
	About []string `json:"about"`
	Text  string   `json:"text"`
}

// Question is what a server asks the person. Message, Schema, URL, ID and the
// texts of Passages are the server's own.
type Question struct {
	ID      string          `json:"id"` // vise's, unique while it waits
	Kind    string          `json:"kind"`
	Server  string          `json:"server"` // configured name: who asks
	Tool    string          `json:"tool,omitempty"`
	Run     string          `json:"run,omitempty"`
	Call    string          `json:"call,omitempty"`
	Message string          `json:"message,omitempty"`
	Schema  json.RawMessage `json:"schema,omitempty"` // of a form: an object with flat properties
	URL     string          `json:"url,omitempty"`    // whole, never fetched by vise
	Host    string          `json:"host,omitempty"`   // of URL, in ASCII
	Warning string          `json:"warning,omitempty"`
	Number  int             `json:"number,omitempty"` // which question of this call it is, from 1
	// Passages are those that it is about, secrets masked.
	Passages []Passage `json:"passages,omitempty"`
}

// Actions of a Reply, as MCP has them: declining says no, and the server goes
// on without what it asked for, or doesn't; cancelling says nothing and ends
// the call.
const (
	ReplyAccept  = "accept"
	ReplyDecline = "decline"
	ReplyCancel  = "cancel"
)

// Reply is the person's answer to a Question.
type Reply struct {
	Action  string          `json:"action"`
	Content json.RawMessage `json:"content,omitempty"` // of a form that was accepted: an object
	Reason  string          `json:"reason,omitempty"`  // why it was answered without a person; not sent
	// Rest goes with declining a question about passages: all further ones of
	// this run are declined, too.
	Rest bool `json:"rest,omitempty"`
}
