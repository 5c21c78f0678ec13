package policy

import (
	"encoding/json"
	"fmt"

	"github.com/gowebpki/jcs"
)

// pinned are the fields of a tool that reach the model or change what a call
// does. What else a definition holds (_meta, icons) doesn't change its pin.
var pinned = [...]string{"name", "title", "description", "inputSchema", "outputSchema", "annotations"}

// pinnedTexts are those of what a server says beside its tools (MCP, Prompt and
// ResourceTemplate; its instructions are put under that name).
var pinnedTexts = [...]string{"kind", "name", "title", "description", "arguments", "uriTemplate", "mimeType", "instructions", "annotations"}

// Pin is "sha256:" and the hex SHA-256 over the canonical JSON (RFC 8785) of
// those fields of an MCP tool object. Key order, white space and escapes don't
// matter; a field that is null is one that isn't there. A definition that two
// readers could read differently has no pin.
func Pin(definition json.RawMessage) (string, error) { return pinFields(definition, pinned[:]) }

// PinText is the pin of what is no tool: a prompt's or a template's definition,
// or {"kind":"instructions","instructions":"…"}. No tool has the same.
func PinText(definition json.RawMessage) (string, error) {
	return pinFields(definition, pinnedTexts[:])
}

func pinFields(definition json.RawMessage, pinned []string) (string, error) {
	plain, err := compact(definition)
	if err != nil {
		return "", fmt.Errorf("this definition has no pin: its parts %w", err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(plain, &all); err != nil {
		return "", fmt.Errorf("this definition has no pin: it can't be read: %w", err)
	}
	kept := make(map[string]json.RawMessage, len(pinned))
	for _, name := range pinned {
		if v, ok := all[name]; ok && string(v) != "null" {
			kept[name] = v
		}
	}
	text, err := json.Marshal(kept)
	if err != nil {
		return "", fmt.Errorf("this definition has no pin: %w", err)
	}
	canonical, err := jcs.Transform(text)
	if err != nil {
		return "", fmt.Errorf("this definition has no pin: it has no canonical form: %w", err)
	}
	return hashBytes(canonical), nil
}
