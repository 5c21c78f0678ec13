// Package wire prepares what a server sends for the SDK, which decodes a whole
// message or nothing of it: one malformed tool would cost all tools of the
// list, and a form would lose the order of its fields. What is changed is
// marked in the message itself, so that it needs no second road around the SDK.
// A server that sends such marks by itself says the same of its own tools and
// forms, and no more.
package wire

import (
	"bytes"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// Mend prepares a message in place. What can't be made sense of stays as it
// is: the SDK has words for that.
func Mend(m jsonrpc.Message) {
	switch m := m.(type) {
	case *jsonrpc.Request:
		if m.Method == "elicitation/create" {
			m.Params = keepOrder(m.Params)
		}
	case *jsonrpc.Response:
		m.Result = mendResult(m.Result)
	}
}

// MendText is Mend for the text of a message, or of a batch.
func MendText(raw []byte) []byte {
	if !Concerns(raw) {
		return raw
	}
	if trimmed := bytes.TrimSpace(raw); len(trimmed) > 0 && trimmed[0] == '[' {
		return mendBatch(raw)
	}
	m, err := jsonrpc.DecodeMessage(raw)
	if err != nil {
		return raw
	}
	switch was := m.(type) {
	case *jsonrpc.Request:
		before := was.Params
		if Mend(m); bytes.Equal(was.Params, before) {
			return raw
		}
	case *jsonrpc.Response:
		before := was.Result
		if Mend(m); bytes.Equal(was.Result, before) {
			return raw
		}
	}
	out, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return raw
	}
	return out
}

func mendBatch(raw []byte) []byte {
	var all []json.RawMessage
	if json.Unmarshal(raw, &all) != nil {
		return raw
	}
	for i, one := range all {
		all[i] = MendText(one)
	}
	return encoded(all, raw)
}

// mendResult prepares what a response has: a list, or questions.
func mendResult(raw json.RawMessage) json.RawMessage {
	if !Concerns(raw) {
		return raw
	}
	var result map[string]json.RawMessage
	if json.Unmarshal(raw, &result) != nil {
		return raw
	}
	changed, page := false, false
	put := func(key string, next json.RawMessage) {
		if next != nil {
			result[key], changed = next, true
		}
	}
	for _, l := range lists {
		page = page || isList(result[l.key])
		put(l.key, l.mend(result[l.key]))
	}
	put(inputRequests, mendQuestions(result[inputRequests]))
	if page && mendPage(result) {
		changed = true
	}
	if !changed {
		return raw
	}
	return encoded(result, raw)
}

// Concerns is a quick look at whether there may be something to mend in the text
// of a message: results can be large, and most of them are of tools.
func Concerns(raw []byte) bool {
	for _, word := range []string{`"tools"`, `"prompts"`, `"resources"`, `"resourceTemplates"`, `"requestedSchema"`} {
		if bytes.Contains(raw, []byte(word)) {
			return true
		}
	}
	return false
}

// encoded is v as JSON, or what it was where it can't be written.
func encoded(v any, was []byte) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return was
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
