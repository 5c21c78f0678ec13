package tools

import (
	"encoding/json"
	"slices"
)

// Keys of a definition and of a schema that are told in words. What has others
// is shown as JSON too, so that nothing is approved unread.
var (
	toldOfTool   = []string{"name", "title", "description", "inputSchema", "outputSchema", "annotations"}
	toldOfHints  = []string{"title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}
	toldOfSchema = []string{"$schema", "type", "title", "description", "enum", "const", "default", "format", "pattern", "minimum", "maximum", "minLength", "maxLength", "required", "properties", "items", "additionalProperties"}
)

// told reports that the words about a tool leave nothing out.
func told(def json.RawMessage) bool {
	var d map[string]json.RawMessage
	if json.Unmarshal(def, &d) != nil {
		return false
	}
	for k, v := range d {
		switch {
		case !slices.Contains(toldOfTool, k):
			return false
		case (k == "inputSchema" || k == "outputSchema") && !toldSchema(v, 0, true):
			return false
		case k == "annotations" && !only(v, toldOfHints):
			return false
		}
	}
	return true
}

func only(raw json.RawMessage, known []string) bool {
	var m map[string]json.RawMessage
	if json.Unmarshal(raw, &m) != nil {
		return false
	}
	for k := range m {
		if !slices.Contains(known, k) {
			return false
		}
	}
	return true
}

// toldSchema reports a schema that Schema tells whole.
func toldSchema(raw json.RawMessage, level int, root bool) bool {
	var m map[string]json.RawMessage
	if level > maxLevels || !only(raw, toldOfSchema) || json.Unmarshal(raw, &m) != nil {
		return false
	}
	if root && (m["description"] != nil || m["title"] != nil || m["default"] != nil || m["enum"] != nil || m["const"] != nil) {
		return false // Schema begins with the properties
	}
	if !isBool(m["additionalProperties"]) || level == maxLevels && (m["properties"] != nil || m["items"] != nil) {
		return false
	}
	var props map[string]json.RawMessage
	if m["properties"] != nil && json.Unmarshal(m["properties"], &props) != nil {
		return false
	}
	for _, p := range props {
		if !toldSchema(p, level+1, false) {
			return false
		}
	}
	return m["items"] == nil || itemsTold(m["items"], level)
}

// itemsTold reports items of which only what Schema says of them is there:
// their type and their properties.
func itemsTold(raw json.RawMessage, level int) bool {
	return only(raw, []string{"type", "properties", "required", "additionalProperties"}) && toldSchema(raw, level, false)
}

func isBool(raw json.RawMessage) bool {
	var b bool
	return raw == nil || json.Unmarshal(raw, &b) == nil
}
