package wire

import "encoding/json"

// inputRequests is the member of a result that has its questions (2026-07-28).
const inputRequests = "inputRequests"

// inOrder is the one key of an object that holds a schema's text as it came.
// The SDK decodes objects into maps, which have no order; fields of a form are
// to be asked for in that of the server.
const inOrder = "vise/schema"

// keepOrder wraps the schema of a question.
func keepOrder(params json.RawMessage) json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(params, &members) != nil || !isObject(members["requestedSchema"]) {
		return params
	}
	members["requestedSchema"] = encoded(map[string]string{inOrder: string(members["requestedSchema"])}, members["requestedSchema"])
	return encoded(members, params)
}

// mendQuestions wraps the schemas of a result's questions; nil where there is
// none.
func mendQuestions(raw json.RawMessage) json.RawMessage {
	var questions map[string]map[string]json.RawMessage
	if len(raw) == 0 || json.Unmarshal(raw, &questions) != nil {
		return nil
	}
	changed := false
	for _, q := range questions {
		if params, ok := q["params"]; ok {
			q["params"], changed = keepOrder(params), true
		}
	}
	if !changed {
		return nil
	}
	return encoded(questions, raw)
}

// Schema is the text of a form's schema, as the server sent it where that is
// known.
func Schema(requested any) (json.RawMessage, error) {
	if m, ok := requested.(map[string]any); ok && len(m) == 1 {
		if text, ok := m[inOrder].(string); ok {
			return json.RawMessage(text), nil
		}
	}
	return json.Marshal(requested)
}
