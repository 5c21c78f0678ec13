package ollama

import (
	"bytes"
	"encoding/json"

	"vise/session"
)

// rawCall is a tool call with its arguments as the model wrote them. Ollama's
// own type decodes them and loses the text of numbers.
type rawCall struct {
	ID       string `json:"id"`
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
}

func rawCalls(line []byte) []rawCall {
	var l struct {
		Message struct {
			ToolCalls []rawCall `json:"tool_calls"`
		} `json:"message"`
	}
	if json.Unmarshal(line, &l) != nil {
		return nil
	}
	return l.Message.ToolCalls
}

// toolCall is the call for the loop, which checks the arguments.
func (c rawCall) toolCall() session.ToolCall {
	return session.ToolCall{ID: c.ID, Name: c.Function.Name, Args: argsOf(c.Function.Arguments)}
}

// argsOf returns arguments as compact JSON. Some servers send the object as a
// string that holds it; a missing object means no arguments.
func argsOf(raw json.RawMessage) json.RawMessage {
	var s string
	if json.Unmarshal(raw, &s) == nil && isObject([]byte(s)) {
		raw = json.RawMessage(s)
	}
	if len(raw) == 0 || string(raw) == "null" {
		return json.RawMessage("{}")
	}
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return raw
	}
	return b.Bytes()
}

func isObject(b []byte) bool {
	b = bytes.TrimSpace(b)
	return len(b) > 0 && b[0] == '{' && json.Valid(b)
}

// readableCalls returns a line whose arguments are all objects: a string or a
// list in their place would make Ollama's own type refuse the whole line. What
// was really written is read from the original.
func readableCalls(line []byte) []byte {
	odd := false
	for _, c := range rawCalls(line) {
		odd = odd || !isObject(c.Function.Arguments)
	}
	var top, msg map[string]json.RawMessage
	if !odd || json.Unmarshal(line, &top) != nil || json.Unmarshal(top["message"], &msg) != nil {
		return line
	}
	calls := rawCalls(line)
	for i := range calls {
		calls[i].Function.Arguments = json.RawMessage("{}")
	}
	var err error
	if msg["tool_calls"], err = json.Marshal(calls); err != nil {
		return line
	}
	if top["message"], err = json.Marshal(msg); err != nil {
		return line
	}
	out, err := json.Marshal(top)
	if err != nil {
		return line
	}
	return out
}
