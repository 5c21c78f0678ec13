package session

import (
	"encoding/json"
	"time"
)

// Role of a message in a prompt.
type Role string

const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleTool      Role = "tool"
)

// ChatTool is one tool as a model is told of it.
type ChatTool struct {
	Alias       string          `json:"alias"` // the name the model uses
	ID          string          `json:"id"`    // policy.Tool.ID
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"schema"` // the tool's original JSON Schema
}

// Source is one thing that an observation can be cited for.
type Source struct {
	Evidence string  `json:"evidence"` // ev_001
	URI      string  `json:"uri"`
	Name     string  `json:"name"` // config/http.go:42
	Excerpt  Foreign `json:"excerpt,omitzero"`
}

// Observation is what came of one call, in the parts that prompt.go renders
// into the text of a tool message. Offline reads the parts.
type Observation struct {
	Call    string          `json:"call"`
	Tool    string          `json:"tool"` // policy.Tool.ID
	OK      bool            `json:"ok"`
	Ran     bool            `json:"ran"`
	Summary Foreign         `json:"summary,omitzero"`
	Sources []Source        `json:"sources,omitempty"`
	Fields  json.RawMessage `json:"fields,omitempty"` // other fields of the result: {"todos":[…]}, {"now":…}
	Text    Foreign         `json:"text,omitzero"`    // for results that have no such parts
	Error   *ToolError      `json:"error,omitempty"`
}

// ChatMessage is one message of a prompt.
type ChatMessage struct {
	Role  Role       `json:"role"`
	Text  string     `json:"text"`            // what is sent; for a tool message the rendered envelope
	Words string     `json:"words,omitempty"` // user messages: the person's words alone, without what vise adds
	Calls []ToolCall `json:"calls,omitempty"` // assistant messages
	// Tool messages:
	CallID string       `json:"call_id,omitempty"`
	Alias  string       `json:"alias,omitempty"`
	Result *Observation `json:"result,omitempty"`
}

// ChatRequest is everything that one call of a model is given. Encoded by
// PromptManifest and blobs it can be rebuilt to the byte.
type ChatRequest struct {
	System   string
	Tools    []ChatTool
	Messages []ChatMessage
	Options  ChatOptions
}

// ChatOptions are the parts of a request that are not text.
type ChatOptions struct {
	Now      time.Time         `json:"now"` // in the user's zone; also said in the last user message
	Timezone string            `json:"timezone"`
	Nonce    string            `json:"nonce"` // of the envelope
	Roots    []Root            `json:"roots,omitempty"`
	Last     bool              `json:"last,omitempty"`   // answer with what there is: no more calls
	Values   map[string]string `json:"values,omitempty"` // model options such as num_ctx
}

// PromptManifest names the blobs of one request.
type PromptManifest struct {
	System   string      `json:"system"`
	Tools    string      `json:"tools"`
	Messages []string    `json:"messages"`
	Options  ChatOptions `json:"options"`
}

// DeltaKind says what a piece of a streamed reply is.
type DeltaKind string

const (
	DeltaText     DeltaKind = "text"
	DeltaThinking DeltaKind = "thinking"
	DeltaLoading  DeltaKind = "loading" // the model is being loaded; Text is its name
)

// Delta is one piece of a streamed reply.
type Delta struct {
	Kind DeltaKind
	Text string
}

// Reply is a whole reply of a model.
type Reply struct {
	Text       string
	Thinking   string
	Calls      []ToolCall // IDs may be empty: the loop numbers them
	Usage      Usage
	DoneReason string
	// Notice is something the person should be told about how this reply came
	// about, such as "sent again without thinking".
	Notice string
}
