package session

// The payloads of the workspace chain: what happens outside a run and refers to
// runs.

// ServerChanged says that a server came, went or changed.
type ServerChanged struct {
	Server string `json:"server"`
	State  string `json:"state"`
	Detail string `json:"detail,omitempty"`
}

// PinChanged says that a person approved, blocked or switched a tool.
type PinChanged struct {
	Tool string `json:"tool"`
	From string `json:"from,omitempty"` // pin
	To   string `json:"to,omitempty"`
	What string `json:"what"` // approved, blocked, enabled, disabled, drifted
}

// PolicyChanged says that the rules differ from the last run's, or that a
// person allowed something always, or took that back.
type PolicyChanged struct {
	From string   `json:"from,omitempty"` // policy hash
	To   string   `json:"to,omitempty"`
	What []string `json:"what,omitempty"` // a line each: "+ {tool: …}"
	// Standing is the id of what was allowed always, or taken back.
	Standing string `json:"standing,omitempty"`
}

// MemoryWritten says that something was remembered or forgotten.
type MemoryWritten struct {
	Key  string `json:"key"`
	What string `json:"what"` // added, changed, forgotten
	Run  string `json:"run,omitempty"`
}

// What a person can say of an answer.
const (
	MarkUseful      = "useful"
	MarkUseless     = "useless"
	MarkWrongSource = "wrong-source"
	MarkMissing     = "missing"
)

// FeedbackMarks are all that a person can say of an answer.
func FeedbackMarks() []string {
	return []string{MarkUseful, MarkUseless, MarkWrongSource, MarkMissing}
}

// MaxFeedback bounds what a person writes about an answer, in bytes.
const MaxFeedback = 4 << 10

// FeedbackGiven is a person's mark on a run.
type FeedbackGiven struct {
	Run  string `json:"run"`
	Mark string `json:"mark"` // one of FeedbackMarks
	Note string `json:"note,omitempty"`
}

// RunHead anchors the last event of a run.
type RunHead struct {
	Run  string `json:"run"`
	Seq  int    `json:"seq"`
	Hash string `json:"hash"`
}

// RunDeleted is the tombstone of a deleted run.
type RunDeleted struct {
	Run    string `json:"run"`
	Seq    int    `json:"seq"` // its last event
	Hash   string `json:"hash"`
	Reason string `json:"reason"`
}

func (ServerChanged) Type() Type { return TypeServerChanged }
func (PinChanged) Type() Type    { return TypePinChanged }
func (PolicyChanged) Type() Type { return TypePolicyChanged }
func (MemoryWritten) Type() Type { return TypeMemoryWritten }
func (FeedbackGiven) Type() Type { return TypeFeedbackGiven }
func (RunHead) Type() Type       { return TypeRunHead }
func (RunDeleted) Type() Type    { return TypeRunDeleted }
