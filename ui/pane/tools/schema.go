package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// node is as much of a JSON Schema as is told in words.
type node struct {
	Type        json.RawMessage `json:"type"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Enum        []any           `json:"enum"`
	Const       any             `json:"const"`
	Default     any             `json:"default"`
	Format      string          `json:"format"`
	Pattern     string          `json:"pattern"`
	Minimum     json.Number     `json:"minimum"`
	Maximum     json.Number     `json:"maximum"`
	MinLength   *int            `json:"minLength"`
	MaxLength   *int            `json:"maxLength"`
	Required    []string        `json:"required"`
	Properties  json.RawMessage `json:"properties"`
	Items       json.RawMessage `json:"items"`
	Additional  json.RawMessage `json:"additionalProperties"`
}

// maxLevels bounds how deep objects in objects are told; the raw JSON has the
// rest.
const maxLevels = 4

// Schema tells an input schema in lines: "query  text, required", with the
// description below; others says that it takes arguments beside those. The
// lines are not inert. What can't be read as a schema is given as it is.
func Schema(raw json.RawMessage) (lines []string, others bool) {
	if len(raw) == 0 {
		return nil, true
	}
	var n node
	if json.Unmarshal(raw, &n) != nil {
		return []string{string(raw)}, true
	}
	return properties(n, 0), string(n.Additional) != "false"
}

func properties(n node, level int) []string {
	var out []string
	for _, p := range fields(n.Properties) {
		var child node
		pad := strings.Repeat("  ", level)
		if json.Unmarshal(p.raw, &child) != nil {
			out = append(out, pad+p.name+"  "+string(p.raw))
			continue
		}
		out = append(out, pad+p.name+"  "+facts(child, slices.Contains(n.Required, p.name)))
		for _, said := range []string{child.Title, child.Description} {
			if said == "" {
				continue
			}
			for line := range strings.SplitSeq(said, "\n") {
				out = append(out, pad+"    "+line)
			}
		}
		if level+1 < maxLevels {
			out = append(out, properties(child, level+1)...)
			var items node
			if len(child.Items) > 0 && json.Unmarshal(child.Items, &items) == nil {
				out = append(out, properties(items, level+1)...)
			}
		}
	}
	return out
}

// field is one property; a JSON object has an order only while it is read.
type field struct {
	name string
	raw  json.RawMessage
}

func fields(raw json.RawMessage) []field {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	var out []field
	for dec.More() {
		name, err := dec.Token()
		var value json.RawMessage
		if err != nil || dec.Decode(&value) != nil {
			break
		}
		out = append(out, field{fmt.Sprint(name), value})
	}
	return out
}

// facts is what a value may be: "whole number, 1 to 50, default 20".
func facts(n node, required bool) string {
	out := []string{kind(n)}
	if required {
		out = append(out, "required")
	}
	if n.Format != "" {
		out = append(out, n.Format)
	}
	out = append(out, span("", n.Minimum.String(), n.Maximum.String())...)
	out = append(out, span("characters: ", count(n.MinLength), count(n.MaxLength))...)
	if n.Pattern != "" {
		out = append(out, "like "+n.Pattern)
	}
	if len(n.Enum) > 0 {
		words := make([]string, len(n.Enum))
		for i, v := range n.Enum {
			words[i] = fmt.Sprint(v)
		}
		out = append(out, "one of "+strings.Join(words, "|"))
	}
	if n.Const != nil {
		out = append(out, fmt.Sprint("always ", n.Const))
	}
	if n.Default != nil {
		out = append(out, fmt.Sprint("default ", n.Default))
	}
	return strings.Join(out, ", ")
}

func count(n *int) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}

func span(what, low, high string) []string {
	switch {
	case low != "" && high != "":
		return []string{what + low + " to " + high}
	case low != "":
		return []string{what + "at least " + low}
	case high != "":
		return []string{what + "at most " + high}
	}
	return nil
}

// kinds are plain words for the types of JSON Schema.
var kinds = map[string]string{"string": "text", "integer": "whole number", "number": "number", "boolean": "yes or no", "array": "list", "object": "group", "null": "nothing"}

func kind(n node) string {
	var one string
	var many []string
	if json.Unmarshal(n.Type, &one) == nil && one != "" {
		many = []string{one}
	} else if json.Unmarshal(n.Type, &many) != nil {
		return "any value"
	}
	for i, t := range many {
		if w, ok := kinds[t]; ok {
			many[i] = w
		}
	}
	var items node
	if len(n.Items) > 0 && json.Unmarshal(n.Items, &items) == nil {
		return strings.Join(many, " or ") + " of " + kind(items)
	}
	return strings.Join(many, " or ")
}
