package session

import (
	"encoding/json"
	"time"

	"vise/policy"
)

// State is a run as its events tell it: the same for a live run, a replay and
// an eval. Apply is the only thing that changes it.
type State struct {
	Run        string
	Started    RunStarted
	StartedAt  time.Time
	UpdatedAt  time.Time
	Seq        int
	Status     Status
	Finished   *RunFinished // nil while it runs
	Offered    []OfferedTool
	Held       []HeldTool
	Step       int // the model call now going on, or the last one
	Tokens     int
	Context    int   // tokens of the last request, as counted by the server, else estimated
	WaitMillis int64 // a person's thinking time so far
	Items      []Item
	Calls      []CallState // in the order they were asked for
	Evidence   []EvidenceSelected
	Flags      policy.Flags
	FlagsBy    FlagsBy  // the events that set them
	Refused    []string // tool ids that the person refused
	Answer     *AnswerCreated
	Compacted  *ConversationCompacted // nil but for a run that compacted its conversation
}

// FlagsBy says which event set each flag of a run.
type FlagsBy struct{ PrivateRead, UntrustedSeen, CanSend FlagCause }

// FlagCause is the event that set a flag: a tool's result, or the start of the
// run where the conversation had brought it (then Tool is empty). Seq is 0
// while it isn't set.
type FlagCause struct {
	Seq  int
	Tool string // policy.Tool.ID
}

// ItemKind says what one item of the conversation is.
type ItemKind string

const (
	ItemUser   ItemKind = "user"   // the person's words
	ItemModel  ItemKind = "model"  // a reply of the model, whole or failed
	ItemCall   ItemKind = "call"   // a call: see Calls[Call]
	ItemGate   ItemKind = "gate"   // a gate did something worth telling
	ItemNotice ItemKind = "notice" // how the run ended, where that isn't an answer
)

// Item is one thing in the conversation, in order.
type Item struct {
	Kind     ItemKind
	Seq      int     // of the event that made it
	Words    string  // user, gate, notice: vise's or the person's own words
	Text     Content // model
	Thinking Content // model
	Failed   string  // model: why the reply isn't whole
	Final    bool    // model: this reply is the run's answer
	Call     int     // call: index into State.Calls
	Asks     string  // gate: the id of the call that the person is asked about, while they are
}

// Phase of a call.
type Phase string

const (
	PhaseIntended Phase = "intended"
	PhaseWaiting  Phase = "waiting" // for a person
	PhaseRunning  Phase = "running"
	PhaseDone     Phase = "done"    // closed, and the tool said ok
	PhaseFailed   Phase = "failed"  // closed with an error
	PhaseNotRun   Phase = "not_run" // refused, invalid, denied, over budget
	PhaseUnknown  Phase = "unknown" // started, and the run ended without closing it
)

// CallState is one call of a run.
type CallState struct {
	ID       string
	Step     int
	Tool     string // policy.Tool.ID, or the model's name where none was found
	Args     json.RawMessage
	Phase    Phase
	Decision *policy.Decision
	Request  *ApprovalRequested
	Answer   *ApprovalAnswered
	Result   *ToolResult
	Millis   int64
}
