package policy

import "encoding/json"

// Outcome is what a decision comes to.
type Outcome string

const (
	Allow    Outcome = "allow"
	Approval Outcome = "approval" // a person has to say yes
	Deny     Outcome = "deny"
)

// Stricter reports whether o allows less than p.
func (o Outcome) Stricter(p Outcome) bool { return rank(o) > rank(p) }

func rank(o Outcome) int {
	switch o {
	case Allow:
		return 0
	case Approval:
		return 1
	}
	return 2 // what is not known denies
}

// Source says where the value of an argument came from.
type Source string

const (
	FromUser            Source = "user"             // the user's words, as they are
	FromUserDerived     Source = "user_derived"     // worked out by the model from the user's words
	FromEvidence        Source = "evidence"         // a tool result, as it is
	FromEvidenceDerived Source = "evidence_derived" // partly a tool result
	FromModel           Source = "model"            // the model alone
	FromVise            Source = "vise"             // filled in by vise itself
)

// Origin is where one argument's value came from.
type Origin struct {
	Argument string   `json:"argument"` // top-level argument name
	Source   Source   `json:"source"`
	Evidence []string `json:"evidence,omitempty"` // evidence ids, for FromEvidence and FromEvidenceDerived
	Quote    string   `json:"quote,omitempty"`    // the words it was found in, at most 120 characters
	// Path is where a part of a list or an object stands: "items[0].url".
	Path string `json:"path,omitempty"`
	// Parts are the strings and numbers in a list or an object.
	Parts []Origin `json:"parts,omitempty"`
	// Untraced says that there was too much of it to be looked at.
	Untraced bool `json:"untraced,omitempty"`
}

// Flags are what a run has collected. With all three, calls that send need a
// person whatever the rules say.
type Flags struct {
	PrivateRead   bool `json:"private_read,omitempty"`
	UntrustedSeen bool `json:"untrusted_seen,omitempty"`
	CanSend       bool `json:"can_send,omitempty"`
}

// Grant is a person's standing yes for one tool: until the conversation ends,
// or kept.
type Grant struct {
	ID   string `json:"id"`
	Tool string `json:"tool"` // Tool.ID
	Pin  string `json:"pin"`
	// When is a condition on the call; empty: any arguments.
	When  string `json:"when,omitempty"`
	Words string `json:"words,omitempty"` // When for a person
	// Standing: it is kept until it is taken back.
	Standing bool `json:"standing,omitempty"`
	// Over: it was given against a rule of the person's own that denies, and
	// answers for that, too.
	Over bool `json:"over,omitempty"`
}

// Call is everything a decision may depend on.
type Call struct {
	Tool     Tool
	Args     json.RawMessage // compact, see CompactArgs
	Origins  []Origin
	Scopes   []string // the run's scopes, such as "files:read"
	Flags    Flags
	Calls    int      // calls of this run so far
	Writes   int      // of them, those of level L3 and up
	Attended bool     // a person can be asked
	Refused  []string // tool IDs the person refused in this run
	Grants   []Grant
	// Insisted: the person asks for exactly this call after it was refused. What
	// their own rules or the defaults deny is then asked about.
	Insisted bool
}

// Decision is the outcome and all that a person or the trace needs to
// understand it.
type Decision struct {
	Outcome Outcome  `json:"outcome"`
	Rule    string   `json:"rule"`             // the rule that decided, such as "default: writes" or "policy.rules[2]"
	Reason  string   `json:"reason"`           // in words: "writes need approval (default rule)"
	Remedy  string   `json:"remedy,omitempty"` // what a person could change
	Level   Level    `json:"level"`
	Origins []Origin `json:"provenance,omitempty"`
	Flags   Flags    `json:"flags"`
	Grant   string   `json:"grant,omitempty"` // id of the grant that allowed it
	// CanInsist: it is denied, and the person can allow it all the same.
	CanInsist bool `json:"can_insist,omitempty"`
}
