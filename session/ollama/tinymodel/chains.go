// Package tinymodel writes a model of under 3 MB that a real Ollama loads and
// that always says the same: each of its tokens names its one successor. The
// last token of the prompt, put there by the chat template, picks the chain of
// tokens that is said. It serves tests against a real server.
package tinymodel

import "fmt"

// Chain is what is said after its start token.
type Chain struct {
	Start  string   // a control token such as "<|start_chat|>"
	Pieces []string // one token each; no piece may appear twice in a model
	Loop   bool     // begins again after the last piece, without end
}

// The start tokens of Chains.
const (
	StartChat   = "<|start_chat|>"
	StartSearch = "<|start_search|>"
	StartTodo   = "<|start_todo|>"
	StartLoop   = "<|start_loop|>"
	AfterTool   = "<|after_tool|>"
)

// Chains are those of the models that Models lists.
func Chains() []Chain {
	return []Chain{
		{Start: StartChat, Pieces: []string{"Good", " morning", " from", " a", " model", " that", " knows", " one", " sentence", "."}},
		{Start: StartSearch, Pieces: []string{"<tool_call>\n{\"name\": \"file_search\", ", "\"arguments\": {\"query\": \"timeout\",", " \"max_results\": 5}}\n</tool_call>"}},
		{Start: StartTodo, Pieces: []string{"<tool_call>\n{\"name\": \"todo_create\", ", "\"arguments\": {\"title\": \"Water the plants\",",
			" \"due_at\": \"2027-03-01T09:00:00+01:00\", \"idempotency_key\": \"plants-1\"}}", "\n</tool_call>"}},
		{Start: AfterTool, Pieces: []string{"Finished", ":", " that is", " what the tool", " said."}},
		{Start: StartLoop, Pieces: []string{" tick", " tock"}, Loop: true},
	}
}

// Spec is one model made of the file: the same weights behind another template.
type Spec struct {
	Name     string
	Template string
	Tools    bool // the template has a place for tools
}

// Models are the models that Install makes.
func Models() []Spec {
	return []Spec{
		{"tiny-chat", template(StartChat), true},
		{"tiny-search", template(StartSearch), true},
		{"tiny-todo", template(StartTodo), true},
		{"tiny-loop", template(StartLoop), true},
		{"tiny-plain", "{{ range .Messages }}<{{ .Role }}>{{ .Content }}\n{{ end }}" + StartChat, false},
	}
}

// template ends in start after a user's message and in AfterTool after a tool's.
func template(start string) string {
	return fmt.Sprintf(`{{- if .Tools }}tools:{{ range .Tools }}{{ . }}{{ end }}
tool calls look like <tool_call>{"name": "x", "arguments": {}}</tool_call>{{ end }}
{{- range .Messages }}<{{ .Role }}>{{ .Content }}{{ if .ToolCalls }}{{ range .ToolCalls }}<tool_call>{"name": "{{ .Function.Name }}", "arguments": {{ .Function.Arguments }}}</tool_call>{{ end }}{{ end }}
{{ end }}{{ $last := "" }}{{ range .Messages }}{{ $last = .Role }}{{ end }}{{ if eq $last "tool" }}%s{{ else }}%s{{ end }}`, AfterTool, start)
}
