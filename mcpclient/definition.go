package mcpclient

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient/wire"
	"vise/policy"
)

// maxDefinition bounds one tool's definition, in bytes.
const maxDefinition = 256 << 10

// define makes policy's view of a tool. A tool that can't be offered comes
// back as invalid, with the reason.
func (s *server) define(t *mcp.Tool) (policy.Tool, string) {
	tool := policy.Tool{Server: s.name, Name: t.Name, Status: policy.StatusInvalid, Level: policy.Dangerous, Scope: "server:" + s.name}
	if why := wire.Unreadable(t.Meta); why != "" {
		return tool, unread(why)
	}
	if !policy.ValidName(t.Name) {
		return tool, "its name isn't made of 1 to 128 of A–Z a–z 0–9 _ . / -"
	}
	definition, err := encodeTool(t)
	if err != nil {
		return tool, "its definition can't be read"
	}
	if len(definition) > maxDefinition {
		return tool, fmt.Sprintf("its definition is %d bytes, more than the %d allowed", len(definition), maxDefinition)
	}
	tool.Definition, tool.Aside = definition, asideHash(aside(t.Meta, t.Icons))
	if schema, ok := t.InputSchema.(map[string]any); !ok || schema["type"] != "object" {
		return tool, "its input schema isn't one of an object"
	}
	if tool.Pin, err = policy.Pin(definition); err != nil {
		return tool, err.Error()
	}
	tool.Level, tool.Scope = policy.Classify(s.name, definition)
	tool.Status = policy.StatusNew
	if s.name == policy.BuiltinServer {
		tool.Status = policy.StatusApproved
	}
	return tool, ""
}

// unread says that something is left out that couldn't be decoded.
func unread(why string) string { return "its definition can't be read: " + cut(why, 200) }

// encodeTool writes every field that was read, in one form: the SDK's own
// depends on its version and on the environment.
func encodeTool(t *mcp.Tool) (json.RawMessage, error) {
	m := map[string]any{"name": t.Name, "inputSchema": t.InputSchema}
	for key, text := range map[string]string{"title": t.Title, "description": t.Description} {
		if text != "" {
			m[key] = text
		}
	}
	if t.OutputSchema != nil {
		m["outputSchema"] = t.OutputSchema
	}
	if a := t.Annotations; a != nil {
		m["annotations"] = encodeAnnotations(a)
	}
	return encode(m)
}

func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// asideHash names what is aside; empty where nothing is.
func asideHash(raw []byte) string {
	if raw == nil {
		return ""
	}
	sum := sha256.Sum256(raw)
	return "sha256:" + hex.EncodeToString(sum[:])
}

func encodeAnnotations(a *mcp.ToolAnnotations) map[string]any {
	m := map[string]any{"readOnlyHint": a.ReadOnlyHint, "idempotentHint": a.IdempotentHint}
	if a.Title != "" {
		m["title"] = a.Title
	}
	if a.DestructiveHint != nil {
		m["destructiveHint"] = *a.DestructiveHint
	}
	if a.OpenWorldHint != nil {
		m["openWorldHint"] = *a.OpenWorldHint
	}
	return m
}
