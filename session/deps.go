package session

import (
	"context"
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

// Model answers a chat.
type Model interface {
	// Info names the model without asking it: it must return at once.
	Info() ModelInfo
	// Chat sends req, hands each piece of the reply to onDelta as it comes
	// (from one goroutine, never after Chat has returned) and returns the whole
	// reply. It returns a *ModelError for every reply that isn't whole: cut
	// off, empty, refused, unreachable; its Partial holds what had come. It
	// returns ctx's error within 100 ms of a cancellation.
	Chat(ctx context.Context, req ChatRequest, onDelta func(Delta)) (Reply, error)
}

// ToolHost reaches the tools of all servers.
type ToolHost interface {
	// Catalogue lists what is offered and what is held back, now.
	Catalogue(ctx context.Context) (policy.Catalogue, error)
	// CallTool calls one tool with exactly these arguments. An error is a
	// transport or protocol fault, and wraps a policy.Refusal where the server
	// gave one; a failure of the tool itself is a result with IsError. It calls
	// nothing of with after it has returned.
	CallTool(ctx context.Context, tool policy.Tool, args json.RawMessage, with policy.Calling) (*mcp.CallToolResult, error)
}

// Record is one event as it is stored: bytes that are never rewritten, and
// what the store needs to keep them in order.
type Record struct {
	Run      string
	Seq      int
	PrevHash string
	Hash     string
	Bytes    []byte // the event's JSON, on one line
}

// Blob is content kept under its own hash.
type Blob struct {
	Hash  string // sha256:…
	Bytes []byte
}

// Entry is one event with what goes with it: the blobs it names, and the run's
// summary as it then stands.
type Entry struct {
	Record  Record
	Blobs   []Blob
	Summary Summary
	// Anchor makes the record that goes into the workspace chain with this one,
	// of that chain's last seq and hash (0 and "" at its beginning). It must not
	// use the log. Nil: nothing goes there.
	Anchor func(lastSeq int, lastHash string) (Record, error)
}

// EventLog keeps the events of runs.
type EventLog interface {
	// Append stores the events durably, in this order and all of them or none.
	// It fails with ErrConflict when a Seq or PrevHash isn't next, and with
	// ErrNotOwner when this process lost the run.
	Append(ctx context.Context, es ...Entry) error
	// Since returns the run's records with a greater seq, in order. A run that
	// doesn't exist is ErrNoRun.
	Since(ctx context.Context, run string, seq int) ([]Record, error)
	// Blob returns the bytes under hash, or ErrNoBlob.
	Blob(ctx context.Context, hash string) ([]byte, error)
}

// Approval is one call that waits for a person, as that person sees it.
type Approval struct {
	ID           string          `json:"id"` // RUN/CALL
	Run          string          `json:"run"`
	Call         string          `json:"call"`
	Conversation string          `json:"conversation"`
	Task         string          `json:"task"`
	Tool         policy.Tool     `json:"tool"`
	Args         json.RawMessage `json:"args"` // the exact bytes that will be sent; redacted in a stored copy
	ArgsHash     string          `json:"args_hash"`
	Redacted     bool            `json:"redacted,omitempty"` // Args differ from what would be sent: it can be denied, not approved
	Filled       []string        `json:"filled,omitempty"`   // arguments that vise filled in
	Effect       string          `json:"effect"`
	Timezone     string          `json:"timezone"`
	Sources      []Source        `json:"sources,omitempty"` // the evidence that provenance names
	Decision     policy.Decision `json:"decision"`
	Index        int             `json:"index"` // 1 of Of in this step
	Of           int             `json:"of"`
	Asked        time.Time       `json:"asked"`
}

// Answer is a person's answer to an approval.
type Answer struct {
	Verdict Verdict         `json:"verdict"`
	Args    json.RawMessage `json:"args,omitempty"` // for VerdictEdit
	Note    string          `json:"note,omitempty"`
	By      string          `json:"by"`
	At      time.Time       `json:"at"`
	// Always goes with VerdictAllow: calls like this one are allowed from now on.
	Always *policy.Standing `json:"always,omitempty"`
}

// Spent is a budget at its end.
type Spent struct {
	Run    string
	What   string // steps, calls, tokens, seconds
	Used   int
	Limit  int
	Budget Budget // what one more helping is
}

// More is a person's answer to a spent budget.
type More string

const (
	MoreGoOn   More = "go_on"   // with as many again
	MoreWrapUp More = "wrap_up" // one last step: answer with what there is
	MoreStop   More = "stop"
)

// Approver asks a person, and mints the tokens that writes run under.
type Approver interface {
	// Attended reports whether a person can be asked now.
	Attended() bool
	// Ask waits for an answer. ErrNobody when nobody can be asked: the question
	// then stays in the list of decisions. ctx's error on a cancellation.
	Ask(ctx context.Context, a Approval) (Answer, error)
	// AskMore asks what to do about a spent budget; MoreStop when nobody can
	// be asked.
	AskMore(ctx context.Context, s Spent) (More, error)
	// Mint makes a single-use token for exactly that call.
	Mint(ctx context.Context, g TokenGrant) (token string, err error)
}

// Refusals keeps calls that policy denied and that a person can allow all the
// same. An Approver that is one, too, is told of them.
type Refusals interface {
	// Refused keeps a with its context in the list of decisions, where nobody
	// is there to be told.
	Refused(ctx context.Context, a Approval) error
}

// Narrower is a Decider that can take scopes away from a run while it goes on.
type Narrower interface {
	// Scopes are those of have that the run has now.
	Scopes(have []string) []string
}

// Asker puts the questions of servers to a person.
type Asker interface {
	// Question waits for the reply. Where nobody can be asked it declines at
	// once and gives the reason.
	Question(ctx context.Context, q policy.Question) (policy.Reply, error)
}

// TokenGrant is what an approval token is bound to.
type TokenGrant struct {
	Tool     string `json:"tool"` // policy.Tool.ID
	Pin      string `json:"pin"`
	ArgsHash string `json:"args_hash"`
	Run      string `json:"run"`
	Call     string `json:"call"`
	Under    string `json:"under"` // "person", "grant ID", "rule NAME", "command"
}

// Clock tells the time and waits.
type Clock interface {
	Now() time.Time
}

// IDs makes ids and nonces.
type IDs interface {
	RunID() string // a ULID
	Nonce() string // at least 96 random bits, [a-z0-9]
}

// Decider is the policy of a run.
type Decider interface {
	// Decide is pure, and never allows what it can't work out.
	Decide(c policy.Call) policy.Decision
	// Hash names the rules in force.
	Hash() string
}

// Redactor replaces secrets.
type Redactor interface {
	// Redact returns text with every secret replaced by a mark such as
	// [secret:github-token#1], and how many it replaced.
	Redact(text string) (string, int)
}

// Pending is an approval in the list of decisions.
type Pending struct {
	Approval Approval `json:"approval"`
	Answer   *Answer  `json:"answer,omitempty"` // nil: still waiting
	// Ended says that the run is over, so that an answer starts a new run.
	Ended bool `json:"ended,omitempty"`
}
