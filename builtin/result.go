package builtin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

// envelope is the one shape of every result.
type envelope struct {
	OK          bool       `json:"ok"`
	Result      any        `json:"result"`
	EvidenceIDs []string   `json:"evidence_ids"` // filled in by the caller, who numbers the sources
	Error       *failure   `json:"error"`
	Retryable   bool       `json:"retryable"`
	Policy      policyNote `json:"policy"`
}

type policyNote struct {
	Level    policy.Level `json:"risk_level"`
	Approval bool         `json:"approval_required"`
}

// common is what every tool's result has.
type common struct {
	Summary   string   `json:"summary"`
	ObjectIDs []string `json:"object_ids"`
	Sources   []source `json:"sources,omitempty"`
}

// source is a passage that an answer may cite.
type source struct {
	URI     string `json:"uri"`     // file:///absolute/path#L42
	Name    string `json:"name"`    // config/http.go:42
	Version string `json:"version"` // changes when the file does
	Excerpt string `json:"excerpt"`
}

// Error codes that more than one tool uses.
const (
	codeInvalid  = "invalid_arguments"
	codeNotFound = "not_found"
)

// failure is an error that helps: what was wrong, and what would be right.
type failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint"`

	retryable bool // the same call may work later
}

func (f *failure) Error() string { return f.Code + ": " + f.Message }

func invalid(hint, format string, a ...any) *failure {
	return &failure{Code: codeInvalid, Message: fmt.Sprintf(format, a...), Hint: hint}
}

func succeeded(level policy.Level, result any) *mcp.CallToolResult {
	return toolResult(envelope{OK: true, Result: result, Policy: note(level)})
}

func failed(level policy.Level, f *failure) *mcp.CallToolResult {
	return toolResult(envelope{Error: f, Retryable: f.retryable, Policy: note(level)})
}

func note(level policy.Level) policyNote {
	return policyNote{Level: level, Approval: level >= policy.Writes}
}

// toolResult has the JSON twice: as structured content, and as text for
// callers that know only text.
func toolResult(e envelope) *mcp.CallToolResult {
	e.EvidenceIDs = []string{}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // the model reads it as it is
	if err := enc.Encode(e); err != nil {
		return failed(e.Policy.Level, &failure{Code: "unavailable", Message: "the result can't be written as JSON: " + err.Error(), Hint: "tell the person"})
	}
	text := bytes.TrimRight(b.Bytes(), "\n")
	return &mcp.CallToolResult{
		IsError:           !e.OK,
		StructuredContent: json.RawMessage(text),
		Content:           []mcp.Content{&mcp.TextContent{Text: string(text)}},
	}
}

// list joins words for a sentence.
func list(words []string) string { return strings.Join(words, ", ") }

// count is "1 hit", "3 hits".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
