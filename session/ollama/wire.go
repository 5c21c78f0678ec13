package ollama

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/ollama/ollama/api"

	"vise/session"
)

// wire puts a request into Ollama's form. Its notes name the tools that could
// not be sent.
func (m *Model) wire(req session.ChatRequest) (*api.ChatRequest, []string) {
	stream, no := true, false
	w := &api.ChatRequest{
		Model: m.cfg.Model, Stream: &stream, Options: m.options(req.Options.Values),
		// A prompt that doesn't fit is an error to show, not one to cut in silence.
		Truncate: &no, Shift: &no,
	}
	if m.cfg.KeepAlive != nil {
		w.KeepAlive = &api.Duration{Duration: *m.cfg.KeepAlive}
	}
	if m.cfg.Think != nil && !(*m.cfg.Think && m.noThink.Load()) {
		w.Think = &api.ThinkValue{Value: *m.cfg.Think}
	}
	if req.System != "" {
		w.Messages = append(w.Messages, api.Message{Role: "system", Content: req.System})
	}
	for _, msg := range req.Messages {
		w.Messages = append(w.Messages, message(msg))
	}
	var notes []string
	for _, t := range req.Tools {
		low, err := lower(t.Schema)
		if err != nil {
			notes = append(notes, fmt.Sprintf("%s was left out: %v", plain(t.ID), err))
			continue
		}
		w.Tools = append(w.Tools, api.Tool{Type: "function", Function: api.ToolFunction{
			Name: t.Alias, Description: joinWords(t.Description, low.note), Parameters: low.params,
		}})
	}
	return w, notes
}

func message(m session.ChatMessage) api.Message {
	out := api.Message{Role: string(m.Role), Content: m.Text, ToolName: m.Alias, ToolCallID: m.CallID}
	for i, c := range m.Calls {
		out.ToolCalls = append(out.ToolCalls, api.ToolCall{ID: c.ID, Function: api.ToolCallFunction{
			Index: i, Name: c.Name, Arguments: arguments(c.Args),
		}})
	}
	return out
}

// arguments keeps the order of the fields and the text of numbers. What isn't
// an object is sent as none.
func arguments(raw json.RawMessage) api.ToolCallFunctionArguments {
	args := api.NewToolCallFunctionArguments()
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return args
	}
	for dec.More() {
		key, err := dec.Token()
		name, ok := key.(string)
		var value json.RawMessage
		if err != nil || !ok || dec.Decode(&value) != nil {
			return args
		}
		args.Set(name, value)
	}
	return args
}

// options are the model's own: num_ctx always, and what the request names.
func (m *Model) options(values map[string]string) map[string]any {
	opts := map[string]any{"num_ctx": m.numCtx()}
	for name, text := range values {
		if name == "num_ctx" {
			var n int
			if json.Unmarshal([]byte(text), &n) == nil && n > 0 {
				opts[name] = n
			}
			continue
		}
		var v any
		dec := json.NewDecoder(bytes.NewReader([]byte(text)))
		dec.UseNumber()
		if dec.Decode(&v) != nil {
			v = text
		}
		opts[name] = v
	}
	return opts
}
