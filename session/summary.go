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

// RunQuery filters runs. Zero fields don't filter.
type RunQuery struct {
	Text         string // every word must be in the task, case folded
	Status       Status
	Tool         string    // a tool id that was called
	From, To     time.Time // started in [From, To)
	Conversation string
	Limit        int // 0: 200
}
