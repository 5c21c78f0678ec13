package ollama

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"vise/session"
)

// maxTextCall is the longest text, in bytes, that is looked at as a call.
const maxTextCall = 64 << 10

// callInText recognises a call that the model printed instead of making it. The
// text must be nothing but the call, name an offered tool and fit its schema:
// JSON that is quoted in an answer is an answer.
func callInText(text string, tools []session.ChatTool) (session.ToolCall, string, bool) {
	if len(tools) == 0 || len(text) > maxTextCall {
		return session.ToolCall{}, "", false
	}
	name, args, ok := printedCall(unwrap(text))
	if !ok {
		return session.ToolCall{}, "", false
	}
	var found []session.ChatTool
	for _, t := range tools {
		if (t.Alias == name || t.ID == name) && fits(t.Schema, args) {
			found = append(found, t)
		}
	}
	if len(found) != 1 {
		return session.ToolCall{}, "", false
	}
	note := fmt.Sprintf("the model printed this call as text; it was read as a call of %s", plain(found[0].ID))
	return session.ToolCall{Name: found[0].Alias, Args: argsOf(args)}, note, true
}

// unwrap takes off what models put around a printed call.
func unwrap(text string) string {
	text = strings.TrimSpace(text)
	for _, w := range [][2]string{{"```json", "```"}, {"```tool_call", "```"}, {"```", "```"}, {"<tool_call>", "</tool_call>"}, {"[TOOL_CALLS]", ""}, {"<|python_tag|>", ""}} {
		if in, ok := strings.CutPrefix(text, w[0]); ok {
			if in, ok = strings.CutSuffix(in, w[1]); ok {
				text = strings.TrimSpace(in)
			}
		}
	}
	if in, ok := strings.CutPrefix(text, "["); ok {
		if in, ok = strings.CutSuffix(in, "]"); ok && isObject([]byte(in)) {
			text = in
		}
	}
	return text
}

// printedCall reads {"name":…,"arguments":…} in the spellings that models use.
func printedCall(text string) (name string, args json.RawMessage, ok bool) {
	if !isObject([]byte(text)) {
		return "", nil, false
	}
	type call struct {
		Name       string          `json:"name"`
		Tool       string          `json:"tool"`
		Arguments  json.RawMessage `json:"arguments"`
		Parameters json.RawMessage `json:"parameters"`
		Function   json.RawMessage `json:"function"`
	}
	var c call
	if json.Unmarshal([]byte(text), &c) != nil {
		return "", nil, false
	}
	var inner call
	if json.Unmarshal(c.Function, &inner) == nil && inner.Name != "" {
		c = inner
	} else if c.Name == "" {
		_ = json.Unmarshal(c.Function, &c.Name) // {"function":"name",…}; else it stays empty
	}
	if c.Name == "" {
		c.Name = c.Tool
	}
	args = c.Arguments
	if len(args) == 0 {
		args = c.Parameters
	}
	args = argsOf(args)
	return c.Name, args, c.Name != "" && isObject(args)
}

// fits checks arguments against a tool's original schema. A schema that can't
// be used fits nothing.
func fits(schema, args json.RawMessage) bool {
	var s jsonschema.Schema
	if json.Unmarshal(schema, &s) != nil {
		return false
	}
	r, err := s.Resolve(nil)
	if err != nil {
		return false
	}
	var v map[string]any
	return json.Unmarshal(args, &v) == nil && r.Validate(v) == nil
}
