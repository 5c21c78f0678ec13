package scan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// leaf is one string of a definition.
type leaf struct {
	where string // JSON pointer
	text  string
	key   bool // the member's name
}

// unshown are the members of a tool object that never reach the model.
func unshown(name string) bool { return name == "_meta" || name == "icons" }

// leavesOf gives every string and every member's name, in order. Members that
// come twice are both given. After an error the leaves up to it are returned.
func leavesOf(definition []byte) ([]leaf, error) {
	d := json.NewDecoder(bytes.NewReader(definition))
	d.UseNumber()
	w := walker{dec: d}
	if err := w.value(""); err != nil {
		return w.leaves, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return w.leaves, errors.New("it can't be read as JSON: something follows its end")
	}
	return w.leaves, nil
}

type walker struct {
	dec    *json.Decoder
	leaves []leaf
	depth  int
}

func (w *walker) value(at string) error {
	tok, err := w.dec.Token()
	if err != nil {
		return fmt.Errorf("it can't be read as JSON after byte %d", w.dec.InputOffset())
	}
	switch v := tok.(type) {
	case string:
		w.leaves = append(w.leaves, leaf{where: at, text: v})
	case json.Delim:
		if w.depth++; w.depth > MaxDepth {
			return fmt.Errorf("more than %d levels deep: not looked at further", MaxDepth)
		}
		return w.members(at, v)
	}
	return nil
}

// members reads what an object or an array holds, and its end.
func (w *walker) members(at string, open json.Delim) error {
	for i := 0; w.dec.More(); i++ {
		child := at + "/" + strconv.Itoa(i)
		if open == '{' {
			tok, err := w.dec.Token()
			if err != nil {
				return fmt.Errorf("it can't be read as JSON after byte %d", w.dec.InputOffset())
			}
			name := tok.(string) // the decoder gives nothing else here
			if w.depth == 1 && unshown(name) {
				var skipped json.RawMessage
				if err := w.dec.Decode(&skipped); err != nil {
					return fmt.Errorf("it can't be read as JSON after byte %d", w.dec.InputOffset())
				}
				continue
			}
			child = at + "/" + pointerEscape(name)
			w.leaves = append(w.leaves, leaf{where: child, text: name, key: true})
		}
		if err := w.value(child); err != nil {
			return err
		}
	}
	w.depth--
	if _, err := w.dec.Token(); err != nil {
		return fmt.Errorf("it can't be read as JSON after byte %d", w.dec.InputOffset())
	}
	return nil
}

func pointerEscape(name string) string {
	if !strings.ContainsAny(name, "~/") {
		return name
	}
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// dull are the words that schemas are made of: by far the most strings in a
// definition, and nothing to find in them.
func dull(text string) bool {
	switch text {
	case "", "name", "title", "description", "inputSchema", "outputSchema", "annotations", "type", "properties", "required", "enum", "default", "items",
		"object", "string", "number", "integer", "boolean", "array", "null", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems",
		"additionalProperties", "format", "anyOf", "oneOf", "allOf", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint":
		return true
	}
	return false
}
