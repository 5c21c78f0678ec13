package session

import (
	"encoding/json"
	"time"

	"vise/policy"
)

// Version is the "v" of the events that this program writes.
const Version = 1

// Type names an event. The names are part of vise's interface.
type Type string

const (
	TypeRunStarted        Type = "run_started"
	TypeToolsDiscovered   Type = "tools_discovered"
	TypeModelRequest      Type = "model_request"
	TypePlanCreated       Type = "plan_created"
	TypeModelMessage      Type = "model_message"
	TypePolicyDecision    Type = "policy_decision"
	TypeApprovalRequested Type = "approval_requested"
	TypeApprovalAnswered  Type = "approval_answered"
	TypeCallStarted       Type = "call_started"
	TypeToolCall          Type = "tool_call"
	TypeToolResult        Type = "tool_result"
	TypeEvidenceSelected  Type = "evidence_selected"
	TypeGateTriggered     Type = "gate_triggered"
	TypeAnswerCreated     Type = "answer_created"
	TypeCompacted         Type = "conversation_compacted"
	TypeRunFinished       Type = "run_finished"

	TypeServerChanged Type = "server_changed"
	TypePinChanged    Type = "pin_changed"
	TypePolicyChanged Type = "policy_changed"
	TypeMemoryWritten Type = "memory_written"
	TypeFeedbackGiven Type = "feedback_given"
	TypeRunHead       Type = "run_head"
	TypeRunDeleted    Type = "run_deleted"
)

// Workspace is the run id of the chain that holds what happens outside a run.
const Workspace = "workspace"

// Actor is who an event speaks for.
type Actor string

const (
	ActorUser   Actor = "user"
	ActorModel  Actor = "model"
	ActorPolicy Actor = "policy"
	ActorTool   Actor = "tool"
	ActorVise   Actor = "vise"
)

// Event is one entry of a run's timeline, or of the workspace chain.
type Event struct {
	V        int
	ID       string // evt_000007, from Seq
	Run      string
	Seq      int // 1, 2, …
	Time     time.Time
	Type     Type
	Actor    Actor
	Payload  Payload
	PrevHash string // Hash of the event before; empty for the first
	Hash     string // sha256:… over the event's bytes up to the hash field
}

// Payload is one of the payload structs below, or Unknown.
type Payload interface{ Type() Type }

// Unknown is the payload of an event type that this program doesn't know. It
// is kept, chained and shown raw.
type Unknown struct {
	Name Type
	Raw  json.RawMessage
}

// Budget bounds a run. Zero means no bound.
type Budget struct {
	Steps   int `json:"steps" yaml:"steps"`
	Calls   int `json:"calls" yaml:"calls"`
	Tokens  int `json:"tokens,omitempty" yaml:"tokens"`
	Seconds int `json:"seconds,omitempty" yaml:"seconds"` // a person's thinking time doesn't count
	// CostMicros is in millionths of the currency that the model's price is
	// given in; local models cost nothing.
	CostMicros int `json:"cost_micros,omitempty" yaml:"cost_micros"`
}

// Root is one folder that file tools may read.
type Root struct {
	Name string `json:"name"`
	Dir  string `json:"dir"` // absolute
}

// ModelInfo names the model of a run.
type ModelInfo struct {
	Name          string `json:"name"` // ollama/qwen3:8b, offline
	Digest        string `json:"digest,omitempty"`
	Offline       bool   `json:"offline,omitempty"` // no language model
	ContextTokens int    `json:"context_tokens,omitempty"`
	ContextWhy    string `json:"context_why,omitempty"` // why it is that many, in words
}

// Content is text of up to 8 KiB, or the hash of a blob that holds it.
type Content struct {
	Text Foreign `json:"text,omitzero"`
	Blob string  `json:"blob,omitempty"` // sha256:…
	Size int     `json:"size"`           // bytes
	Cut  int     `json:"cut,omitempty"`  // bytes of the original that were left out
}

// ToolCall is one call that a model asked for.
type ToolCall struct {
	ID   string          `json:"id"`   // call_…, unique in the run
	Name string          `json:"name"` // as the model wrote it: an alias
	Args json.RawMessage `json:"args"`
}

// OfferedTool is one tool that the model was offered.
type OfferedTool struct {
	Tool   string       `json:"tool"` // policy.Tool.ID
	Alias  string       `json:"alias"`
	Server string       `json:"server"`
	Pin    string       `json:"pin"`
	Level  policy.Level `json:"level"`
	Tokens int          `json:"tokens"` // estimated cost of its description
}

// HeldTool is one tool that the model was not offered, and why.
type HeldTool struct {
	Tool   string        `json:"tool"`
	Server string        `json:"server"`
	Status policy.Status `json:"status"`
	Reason string        `json:"reason"`
}

// Entry points of a run.
const (
	EntryWorkbench = "workbench"
	EntryRun       = "run"
	EntryCall      = "call"
	EntryEval      = "eval"
)

// RunStarted opens every run.
type RunStarted struct {
	User             string    `json:"user"`
	Task             string    `json:"task"`      // the person's words
	TaskType         string    `json:"task_type"` // chat, call, resume, compact
	Entry            string    `json:"entry"`
	Conversation     string    `json:"conversation"`
	Model            ModelInfo `json:"model"`
	Budget           Budget    `json:"budget"`
	Roots            []Root    `json:"roots"`
	Scopes           []string  `json:"scopes"`
	Timezone         string    `json:"timezone"` // IANA name
	PolicyHash       string    `json:"policy_hash"`
	InstructionsHash string    `json:"instructions_hash"`
	ProjectHash      string    `json:"project_hash,omitempty"`
	Resumes          string    `json:"resumes,omitempty"` // RUN or RUN/CALL
	Parent           string    `json:"parent,omitempty"`  // RUN@seq
	// Flags are those that the conversation has brought.
	Flags policy.Flags `json:"flags,omitzero"`
}

// MissingServer is a configured server whose tools can't be had now, and why.
// Reason may hold the server's own words.
type MissingServer struct {
	Server string             `json:"server"`
	State  policy.ServerPhase `json:"state"`
	Reason string             `json:"reason,omitempty"`
}

// ToolsDiscovered lists what the model is offered, what is held back, and the
// servers that have nothing to offer because they can't be used.
type ToolsDiscovered struct {
	Offered []OfferedTool   `json:"offered"`
	Held    []HeldTool      `json:"held,omitempty"`
	Missing []MissingServer `json:"missing,omitempty"`
}

// ModelRequest comes before every call of the model. Manifest is the JSON of
// a PromptManifest, whose hashes name blobs: from it the exact prompt can be
// rebuilt.
type ModelRequest struct {
	Step     int      `json:"step"` // 1, 2, …
	Manifest Content  `json:"manifest"`
	Messages int      `json:"messages"`
	Tokens   int      `json:"tokens"` // estimated
	Folded   []string `json:"folded,omitempty"`
	Last     bool     `json:"last,omitempty"` // the model was told to answer with what it has
}

// PlanCreated says what the model intends in this step.
type PlanCreated struct {
	Step    int      `json:"step"`
	Summary string   `json:"summary"`
	Calls   []string `json:"calls"` // call ids
	Tools   []string `json:"tools"` // tool ids as resolved, or the model's name where none was found
}

// Usage is what one model call cost.
type Usage struct {
	PromptTokens     int   `json:"prompt_tokens,omitempty"`
	OutputTokens     int   `json:"output_tokens,omitempty"`
	LoadMillis       int64 `json:"load_ms,omitempty"`
	PromptMillis     int64 `json:"prompt_ms,omitempty"`
	OutputMillis     int64 `json:"output_ms,omitempty"`
	FirstTokenMillis int64 `json:"first_token_ms,omitempty"`
	TotalMillis      int64 `json:"total_ms,omitempty"`
}

// ModelMessage is one whole reply of the model, or what there was of a failed
// one: then Failed says why, and none of its calls is run.
type ModelMessage struct {
	Step       int        `json:"step"`
	Text       Content    `json:"text"`
	Thinking   Content    `json:"thinking,omitzero"`
	Calls      []ToolCall `json:"calls,omitempty"`
	Usage      Usage      `json:"usage"`
	DoneReason string     `json:"done_reason,omitempty"`
	Failed     string     `json:"failed,omitempty"`
}

// PolicyDecision is policy's word on one call.
type PolicyDecision struct {
	Call     string          `json:"call"`
	Tool     string          `json:"tool"`
	Args     json.RawMessage `json:"args,omitempty"` // redacted
	Decision policy.Decision `json:"decision"`
}

// ApprovalRequested says what a person was shown.
type ApprovalRequested struct {
	Call     string          `json:"call"`
	Tool     string          `json:"tool"`
	Pin      string          `json:"pin"`
	Args     json.RawMessage `json:"args"` // redacted
	ArgsHash string          `json:"args_hash"`
	Filled   []string        `json:"filled,omitempty"` // arguments that vise filled in
	Effect   string          `json:"effect"`           // what the call will do, in words
	Decision policy.Decision `json:"decision"`
}

// Verdict is a person's answer to an approval.
type Verdict string

const (
	VerdictAllow      Verdict = "allow"              // this call, once
	VerdictAllowTool  Verdict = "allow_conversation" // this tool until the conversation ends
	VerdictEdit       Verdict = "edit"               // with other arguments: a new call, decided again
	VerdictDeny       Verdict = "deny"               // this call, and this tool for the rest of the run
	VerdictDenyStop   Verdict = "deny_stop"          // and end the run
	VerdictUnanswered Verdict = "unanswered"         // nobody could be asked, or the run was cancelled
)

// ApprovalAnswered closes an ApprovalRequested.
type ApprovalAnswered struct {
	Call    string          `json:"call"`
	Tool    string          `json:"tool"`
	Verdict Verdict         `json:"verdict"`
	By      string          `json:"by"`                 // workbench, command, vise
	Args    json.RawMessage `json:"args,omitempty"`     // edited arguments, redacted
	Note    string          `json:"note,omitempty"`     // the person's words to the model
	Waited  int64           `json:"waited_ms"`          // the person's thinking time
	NewCall string          `json:"new_call,omitempty"` // call id of the edited call
	Always  string          `json:"always,omitempty"`   // what the person allowed from now on, in words
}

// CallStarted is durable before the tool runs. One without a ToolCallClosed is
// a call of unknown outcome.
type CallStarted struct {
	Call     string          `json:"call"`
	Tool     string          `json:"tool"`
	Server   string          `json:"server"`
	Args     json.RawMessage `json:"args"` // redacted
	ArgsHash string          `json:"args_hash"`
	Approval string          `json:"approval,omitempty"` // what it runs under: "person", "grant ID", "rule NAME"
}

// ToolCallClosed is the payload of tool_call: how a started call ended.
type ToolCallClosed struct {
	Call      string `json:"call"`
	Tool      string `json:"tool"`
	OK        bool   `json:"ok"`
	Millis    int64  `json:"ms"`
	ErrorCode string `json:"error_code,omitempty"`
	// Fault tells what was never sent, such as a tool that changed meanwhile
	// ("not_called"), a broken transport ("transport"), an error of JSON-RPC that
	// the server answered with ("refused_by_server"; "transport" in records before
	// there was this word), a timeout ("timeout") or a cancelled call ("cancelled")
	// from an error that the tool reported itself ("tool").
	Fault string `json:"fault,omitempty"`
}

// ToolError is what a failed tool says of its failure.
type ToolError struct {
	Code    string  `json:"code"`
	Message Foreign `json:"message,omitzero"`
	Hint    Foreign `json:"hint,omitzero"`
}

// ToolResult is what the model is given of a call: also for one that was not
// run, with the reason as its error.
type ToolResult struct {
	Call      string          `json:"call"`
	Tool      string          `json:"tool"`
	OK        bool            `json:"ok"`
	Ran       bool            `json:"ran"` // false: refused, invalid, over budget
	Summary   Foreign         `json:"summary,omitzero"`
	Content   Content         `json:"content"`          // what the model sees, without the envelope
	Fields    json.RawMessage `json:"fields,omitempty"` // structured fields of a built-in tool's result, up to 8 KiB
	Evidence  []string        `json:"evidence,omitempty"`
	Objects   []string        `json:"objects,omitempty"`
	Error     *ToolError      `json:"error,omitempty"`
	Retryable bool            `json:"retryable,omitempty"`
	Redacted  int             `json:"redacted,omitempty"` // secrets replaced
	// Whole is the whole text, up to 1 MiB, where Content has only its
	// beginning; secrets masked, in lines that can be read on by number.
	Whole       *Content     `json:"whole,omitempty"`
	Attachments []Attachment `json:"attachments,omitempty"`
	// Quarantined are the passages that speak to the assistant. Where one was
	// kept from the model, all other fields have a mark of vise's in its place.
	Quarantined []Passage `json:"quarantined,omitempty"`
}

// What was decided about a passage.
const (
	PassageKept = "kept" // from the model
	PassageLet  = "let"  // through to the model
)

// Who decided about a passage.
const (
	PassageByPerson = "person"
	PassageByNobody = "nobody"    // could be asked
	PassageByCancel = "cancelled" // the person was asked, and cancelled instead
	PassageByEnd    = "ended"     // the person was asked, and the run ended: the terminal was closed, its time was over
)

// Passage is a part of a result that speaks to the assistant instead of
// telling something, or that hides something from the person.
type Passage struct {
	Hash    string   `json:"hash"`  // of its words, however they are spaced
	About   []string `json:"about"` // what it does, in words; may quote it
	Text    Content  `json:"text"`  // secrets masked
	Verdict string   `json:"verdict"`
	By      string   `json:"by"`
}

// Attachment is a part of a result that isn't text. The model is told its type
// and size; the person can save it.
type Attachment struct {
	Kind string  `json:"kind"` // image, audio, file
	MIME Foreign `json:"mime,omitzero"`
	Name Foreign `json:"name,omitzero"`  // its URI, where it has one
	Size int     `json:"size"`           // bytes
	Blob string  `json:"blob,omitempty"` // sha256:…; empty where it was too big to be kept
}

// EvidenceSelected is one source that an answer can cite.
type EvidenceSelected struct {
	Evidence   string  `json:"evidence"` // ev_001, unique in the conversation
	Call       string  `json:"call"`
	URI        string  `json:"uri"`
	Name       string  `json:"name"` // config/http.go:42
	Version    string  `json:"version,omitempty"`
	Excerpt    Foreign `json:"excerpt,omitzero"`
	Confidence float64 `json:"confidence"` // 0–1
	ACL        string  `json:"acl"`        // the root or server it may be read under
	// Untrusted says that it is another server's word, which nobody has checked.
	Untrusted bool `json:"untrusted,omitempty"`
}

// Gates.
const (
	GateInput     = "input"
	GateRetrieval = "retrieval"
	GateTool      = "tool"
	GateOutput    = "output"
	GateCost      = "cost"
)

// GateTriggered says that a gate stopped or changed something.
type GateTriggered struct {
	Gate   string `json:"gate"`
	Call   string `json:"call,omitempty"`
	Reason string `json:"reason"`
	Action string `json:"action"` // what it did, in words; "" where it only noted something
}

// Actions of gates that wait for the person. They are what is recorded: runs of
// before are told by them.
const (
	asksPassages = "you are asked"       // whether the model may read passages
	asksInput    = "the person is asked" // what a server asks for
)

// Words say why, and what was done.
func (g GateTriggered) Words() string {
	if g.Action == "" {
		return g.Reason
	}
	return g.Reason + ": " + g.Action
}

// Check is one test that an answer passed or failed.
type Check struct {
	Name   string `json:"name"`
	Passed bool   `json:"passed"`
	Detail string `json:"detail,omitempty"`
}

// AnswerCreated is the run's answer.
type AnswerCreated struct {
	Answer    Content  `json:"answer"`
	Citations []string `json:"citations,omitempty"` // evidence ids, in order of appearance
	Checks    []Check  `json:"checks,omitempty"`
}

// ConversationCompacted says that later prompts are told a summary in place
// of earlier turns. Nothing of these is deleted.
type ConversationCompacted struct {
	Runs     []string `json:"runs"`  // whose turns the summary stands for, oldest first
	Turns    int      `json:"turns"` // how many these are
	Kept     int      `json:"kept"`  // later turns that are told as they were
	Before   int      `json:"tokens_before"`
	After    int      `json:"tokens_after"`
	Next     int      `json:"tokens_next"`        // what the next request begins with: system text, tools, summary, kept turns
	By       string   `json:"by"`                 // model, or vise where no model could be asked
	Evidence []string `json:"evidence,omitempty"` // ids that the summary names; those of all turns stay citable
	Summary  Content  `json:"summary"`
}

// Status is how a run stands or ended.
type Status string

const (
	StatusRunning       Status = "running"
	StatusDone          Status = "done"
	StatusFailed        Status = "failed"
	StatusRefused       Status = "refused"
	StatusNeedsApproval Status = "needs_approval"
	StatusBudget        Status = "budget"
	StatusCancelled     Status = "cancelled"
	StatusInterrupted   Status = "interrupted" // no run_finished, and nobody owns it any more; never written
)

// FailureKind is why a run didn't end with an answer.
type FailureKind string

const (
	FailModel      FailureKind = "model"
	FailTool       FailureKind = "tool"
	FailPermission FailureKind = "permission"
	FailEvidence   FailureKind = "evidence"
	FailBudget     FailureKind = "budget"
	FailCancelled  FailureKind = "cancelled"
	FailInternal   FailureKind = "internal"
)

// RunFinished closes every run that wasn't killed.
type RunFinished struct {
	Status      Status      `json:"status"`
	FailureKind FailureKind `json:"failure_kind,omitempty"`
	Code        string      `json:"code,omitempty"`   // finer than the kind: model_unavailable, repeated_call, …
	Reason      string      `json:"reason,omitempty"` // in words: what, why
	Remedy      string      `json:"remedy,omitempty"` // what to do
	Steps       int         `json:"steps"`
	Calls       int         `json:"calls"`
	Tokens      int         `json:"tokens"`
	CostMicros  int         `json:"cost_micros"`
	Millis      int64       `json:"ms"`
}

func (RunStarted) Type() Type            { return TypeRunStarted }
func (ToolsDiscovered) Type() Type       { return TypeToolsDiscovered }
func (ModelRequest) Type() Type          { return TypeModelRequest }
func (PlanCreated) Type() Type           { return TypePlanCreated }
func (ModelMessage) Type() Type          { return TypeModelMessage }
func (PolicyDecision) Type() Type        { return TypePolicyDecision }
func (ApprovalRequested) Type() Type     { return TypeApprovalRequested }
func (ApprovalAnswered) Type() Type      { return TypeApprovalAnswered }
func (CallStarted) Type() Type           { return TypeCallStarted }
func (ToolCallClosed) Type() Type        { return TypeToolCall }
func (ToolResult) Type() Type            { return TypeToolResult }
func (EvidenceSelected) Type() Type      { return TypeEvidenceSelected }
func (GateTriggered) Type() Type         { return TypeGateTriggered }
func (AnswerCreated) Type() Type         { return TypeAnswerCreated }
func (ConversationCompacted) Type() Type { return TypeCompacted }
func (RunFinished) Type() Type           { return TypeRunFinished }
func (u Unknown) Type() Type             { return u.Name }
