// Package policy decides what may run. It is pure: no I/O, no clock, no
// goroutines, so that a decision can be replayed from what was recorded.
package policy

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// BuiltinServer is the configured name of vise's own MCP server. No configured
// server may take it.
const BuiltinServer = "builtin"

// Keys of the _meta object that vise adds to a tools/call for its own server.
// They are never sent to an external server.
const (
	MetaApproval = "vise/approval" // the approval token
	MetaRun      = "vise/run"
	MetaCall     = "vise/call"
)

// ResultPath begins the path under which file.read reads on in what a tool gave
// earlier in the conversation: result:ev_003.
const ResultPath = "result:"

// Level is how much harm a tool can do, from 1 (reads here) to 4 (dangerous).
type Level uint8

const (
	ReadsHere    Level = 1 + iota // L1: local data in the allowed roots, pure functions
	ReadsOutside                  // L2: what an external server calls read-only
	Writes                        // L3: creates, changes, sends
	Dangerous                     // L4: deletes, pays, unknown
)

var levelWords = map[Level]string{ReadsHere: "reads here", ReadsOutside: "reads outside", Writes: "writes", Dangerous: "dangerous"}

// String is the level's code, such as "L3".
func (l Level) String() string { return fmt.Sprintf("L%d", uint8(l)) }

// Words is the level in plain words, such as "writes".
func (l Level) Words() string {
	if w, ok := levelWords[l]; ok {
		return w
	}
	return "dangerous"
}

// MarshalText writes the level's code.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads a level's code; anything else is an error.
func (l *Level) UnmarshalText(b []byte) error {
	for k := range levelWords {
		if k.String() == string(b) {
			*l = k
			return nil
		}
	}
	return fmt.Errorf("unknown risk level %q: use L1, L2, L3 or L4", b)
}

// Status says whether a tool's description has been reviewed.
type Status string

const (
	StatusApproved Status = "approved" // reviewed, and unchanged since; built-in tools always
	StatusNew      Status = "new"      // never reviewed
	StatusChanged  Status = "changed"  // differs from what was approved
	StatusBlocked  Status = "blocked"  // refused by the person
	StatusInvalid  Status = "invalid"  // can't be offered: bad name, bad schema
)

// Held says why what has that status is kept from the model; empty where it is
// approved.
func (s Status) Held() string {
	switch s {
	case StatusApproved:
		return ""
	case StatusNew:
		return "not reviewed yet"
	case StatusChanged:
		return "changed since it was approved"
	case StatusBlocked:
		return "blocked by you"
	case StatusInvalid:
		return "its name or text can't be used"
	}
	return "not approved"
}

// Tool is one tool of one server as policy sees it.
type Tool struct {
	Server     string          `json:"server"`     // configured name, or BuiltinServer
	Name       string          `json:"name"`       // MCP tool name
	Definition json.RawMessage `json:"definition"` // the MCP tool object: name, title, description, inputSchema, outputSchema, annotations
	Pin        string          `json:"pin"`        // sha256:… over the canonical definition
	Status     Status          `json:"status"`
	Off        bool            `json:"off,omitempty"` // approved but switched off for the model
	// Kind says what this is where it is no tool but something else that a
	// server says and that is reviewed like one; see KindPrompt. Empty: a tool.
	Kind string `json:"kind,omitempty"`
	// FreeReads: the person said, when they approved it, that it may read without
	// asking. It counts for reads only.
	FreeReads bool   `json:"free_reads,omitempty"`
	Level     Level  `json:"level"`
	Scope     string `json:"scope"` // what a run must hold to see it
	// Aside is a hash of what comes with the definition and neither reaches the
	// model nor changes a call: _meta and icons. Empty where there is none.
	Aside string `json:"-"`
	// Note is worth knowing and changes nothing.
	Note string `json:"note,omitempty"`
	// Timeout bounds one call where the server's configuration does; 0: as for
	// any tool.
	Timeout time.Duration `json:"-"`
}

// Kinds of what a server says beside its tools. It is pinned, reviewed and held
// back as a tool is; none of it can be called.
const (
	KindInstructions = "instructions" // its own words on how it is to be used; Name is "text"
	KindPrompt       = "prompt"       // a prompt's definition; Name is the prompt's
	KindTemplate     = "template"     // a resource template's; Name is its URI
	KindProject      = "project"      // a project's AGENTS.md; Server is its folder
)

// ID is the tool's name on the screen, in rules and in the trace:
// "file.search" for a built-in one, "server/name" for the others. What is no
// tool has its kind in it, as in "server/prompt:name", which no tool's name can
// be: a colon isn't allowed in one.
func (t Tool) ID() string {
	name := t.Name
	if t.Kind != "" {
		name = t.Kind + ":" + name
	}
	if t.Server == BuiltinServer {
		return name
	}
	return t.Server + "/" + name
}

// Described is the part of a tool's definition that people and models read.
type Described struct {
	Name        string          `json:"name"`
	Title       string          `json:"title,omitempty"`
	Description string          `json:"description,omitempty"`
	InputSchema json.RawMessage `json:"inputSchema,omitempty"`
}

// Described decodes the definition. A definition that can't be decoded gives
// the bare name.
func (t Tool) Described() Described {
	d := Described{Name: t.Name}
	_ = json.Unmarshal(t.Definition, &d) // a held-back tool may be malformed; its name is still shown
	return d
}

// Held is a tool that is kept from the model, and why.
type Held struct {
	Tool   Tool   `json:"tool"`
	Reason string `json:"reason"`
}

// ServerState is one configured server as the person sees it.
type ServerState struct {
	Name      string      `json:"name"`
	State     ServerPhase `json:"state"`
	Transport string      `json:"transport"`         // in-memory, stdio, http, sse
	Reached   string      `json:"reached,omitempty"` // the exact command line, or the URL; with all that goes with it, a line each, where NeedApproval
	Source    string      `json:"source,omitempty"`  // the file that names it, with its line
	Protocol  string      `json:"protocol,omitempty"`
	Title     string      `json:"title,omitempty"` // what it calls itself, with its version: its own words
	LastError string      `json:"last_error,omitempty"`
	Need      string      `json:"need,omitempty"` // what the person has to do first: NeedApproval, NeedSignIn
	// Fingerprint is what leave to start is bound to, where NeedApproval.
	Fingerprint string `json:"fingerprint,omitempty"`
	// Changed tells how it differs from the way that was last agreed to, where
	// NeedApproval: since when, then lines that begin with - and +.
	Changed  []string  `json:"changed,omitempty"`
	Try      string    `json:"try,omitempty"` // what to try
	Notes    []string  `json:"notes,omitempty"`
	Log      string    `json:"log,omitempty"`  // the file that has what it wrote to stderr
	Tail     []string  `json:"tail,omitempty"` // the last lines of it, inert
	Since    time.Time `json:"since,omitzero"` // when it became ready
	Restarts int       `json:"restarts,omitempty"`
	Next     time.Time `json:"-"` // when it is tried again by itself, as long as vise runs
	Offered  int       `json:"offered"`
	Held     int       `json:"held"`
}

// ServerPhase is where a server is in its life.
type ServerPhase string

const (
	ServerStarting ServerPhase = "starting"
	ServerReady    ServerPhase = "ready"
	ServerDegraded ServerPhase = "degraded" // it works, but something it has can't be used
	ServerFailed   ServerPhase = "failed"
	ServerStopped  ServerPhase = "stopped" // disabled, ended, or waiting for the person
)

// What a server needs of the person before it can start.
const (
	NeedApproval = "approval"
	NeedSignIn   = "sign-in"
)

// Catalogue is every tool of every server at one moment, in a stable order.
type Catalogue struct {
	Offered []Tool        `json:"offered"`
	Held    []Held        `json:"held"`
	Servers []ServerState `json:"servers"`
	// Texts are what the servers say beside their tools, as far as it was read;
	// each with its status. See KindPrompt.
	Texts []Tool `json:"texts,omitempty"`
}

// Find returns the offered tool with that ID; "builtin/x" also finds "x".
func (c Catalogue) Find(id string) (Tool, bool) {
	i := slices.IndexFunc(c.Offered, func(t Tool) bool { return t.ID() == id || t.Server+"/"+t.Name == id })
	if i < 0 {
		return Tool{}, false
	}
	return c.Offered[i], true
}
