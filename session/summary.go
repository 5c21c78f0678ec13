package session

import "time"

// Summary is what lists of runs show of one run. It is kept beside the run's
// events and is always that of its last one.
type Summary struct {
	Run          string      `json:"run"`
	Conversation string      `json:"conversation"`
	Task         string      `json:"task"` // redacted
	Entry        string      `json:"entry"`
	Model        string      `json:"model"`
	Status       Status      `json:"status"`
	FailureKind  FailureKind `json:"failure_kind,omitempty"`
	Code         string      `json:"code,omitempty"`
	Reason       string      `json:"reason,omitempty"`
	Started      time.Time   `json:"started"`
	Updated      time.Time   `json:"updated"`
	Millis       int64       `json:"ms,omitempty"` // how long a finished run took; older records are without it
	Steps        int         `json:"steps"`
	Calls        int         `json:"calls"`
	Approvals    int         `json:"approvals"`
	Tools        []string    `json:"tools,omitempty"`   // tool ids called, each once
	Waiting      string      `json:"waiting,omitempty"` // call id that waits for a person
	Unknown      string      `json:"unknown,omitempty"` // call id that was started and not closed
	Resumes      string      `json:"resumes,omitempty"`
	Parent       string      `json:"parent,omitempty"`
	LastSeq      int         `json:"last_seq"`
	LastHash     string      `json:"last_hash"`
}

// Took is how long the run took, as its end tells it; of one without an end,
// from its first event to its last one.
func (s Summary) Took() time.Duration {
	if s.Millis > 0 {
		return time.Duration(s.Millis) * time.Millisecond
	}
	return s.Updated.Sub(s.Started)
}

// RunQuery filters runs. Zero fields don't filter.
type RunQuery struct {
	Text         string // every word must be in the task, case folded
	Status       Status
	Tool         string    // a tool id that was called
	From, To     time.Time // started in [From, To)
	Conversation string
	Limit        int // 0: 200
}
