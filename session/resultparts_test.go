package session

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
	"vise/session/redact"
)

// A secret is found wherever a result has it, and though it is split.
func TestSecretsOfResults(t *testing.T) {
	const key = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
	text := func(s string) mcp.Content { return &mcp.TextContent{Text: s} }
	embedded := func(c mcp.ResourceContents) mcp.Content { return &mcp.EmbeddedResource{Resource: &c} }
	for name, res := range map[string]*mcp.CallToolResult{
		"text":                        {Content: []mcp.Content{text("key " + key)}},
		"two blocks":                  {Content: []mcp.Content{text("key " + key[:11]), text(key[11:])}},
		"three blocks":                {Content: []mcp.Content{text(key[:11]), text(key[11:22]), text(key[22:])}},
		"block and resource":          {Content: []mcp.Content{text("key " + key[:11]), embedded(mcp.ResourceContents{URI: "a://b", Text: key[11:]})}},
		"resource of bytes":           {Content: []mcp.Content{embedded(mcp.ResourceContents{URI: "a://b", MIMEType: "application/json", Blob: []byte(key)})}},
		"binary":                      {Content: []mcp.Content{&mcp.ImageContent{MIMEType: "image/png", Data: []byte("\x89PNG\xff " + key)}}},
		"name of a resource":          {Content: []mcp.Content{embedded(mcp.ResourceContents{URI: "a://" + key, Text: "x"})}},
		"link":                        {Content: []mcp.Content{&mcp.ResourceLink{URI: "https://a.example/?k=" + key, Title: key, Description: key}}},
		"structured value":            {StructuredContent: map[string]any{"a": map[string]any{"b": []any{1, key}}}},
		"structured name":             {StructuredContent: map[string]any{"a": map[string]any{key: 1}}},
		"split over values":           {StructuredContent: map[string]any{"a": "x", "b": key[:11], "c": key[11:]}},
		"split over text and values":  {Content: []mcp.Content{text("it begins " + key[:11])}, StructuredContent: map[string]any{"rest": key[11:]}},
		"split over names":            {StructuredContent: json.RawMessage(`{"` + key[:11] + `":1,"` + key[11:] + `":2}`)},
		"error":                       {IsError: true, Content: []mcp.Content{text("bad key " + key[:11]), text(key[11:])}},
		"error with structured":       {IsError: true, StructuredContent: map[string]any{"why": key}},
		"text that repeats structure": {Content: []mcp.Content{text(`{"k":"` + key + `"}`)}, StructuredContent: map[string]any{"k": key}},
		"by its name":                 {StructuredContent: map[string]any{"api_key": "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}},
	} {
		t.Run(name, func(t *testing.T) {
			g := looking(t, func(context.Context, policy.Calling) (*mcp.CallToolResult, error) { return res, nil })
			g.redact = redact.New(redact.Config{})
			g.run(t.Context(), "look outside")
			for _, half := range []string{key, key[4:11], key[11:22], key[22:]} {
				g.holdsNoSecret(t, half)
			}
		})
	}
}

// Arguments that are named like secrets are masked in the record, and sent as
// they are.
func TestNamedSecretsInArguments(t *testing.T) {
	const value = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6"
	g := newRig(t, call("out_look", `{"api_key":"`+value+`","nested":{"password":"Tr0ub4dor&3"},"tokens":"eight or more","idempotency_key":"vise-0123456789abcdef0123"}`), say("ok"))
	g.redact = redact.New(redact.Config{})
	g.person.answer = allow
	g.run(t.Context(), "look outside")
	g.holdsNoSecret(t, value)
	g.holdsNoSecret(t, "Tr0ub4dor")
	if len(g.tools.calls) != 1 || !strings.Contains(g.tools.calls[0], value) {
		t.Errorf("sent: %q", g.tools.calls)
	}
	all := bytes.Join(recorded(g.log.records), nil)
	for _, kept := range []string{`"tokens":"eight or more"`, `"idempotency_key":"vise-0123456789abcdef0123"`, `"api_key":"[secret:generic-secret#`} {
		if !bytes.Contains(all, []byte(kept)) {
			t.Errorf("the record doesn't hold %s", kept)
		}
	}
}

func recorded(rs []Record) (out [][]byte) {
	for _, r := range rs {
		out = append(out, r.Bytes)
	}
	return out
}

func TestStringsOfJSON(t *testing.T) {
	for _, raw := range []string{`{"a":"b\"c","d":[1,"e",{"f" : "\u0041"}]}`, `"x"`, `{}`, ``, `{"a":"unfinished`} {
		lits := stringsOf([]byte(raw))
		got := withStrings([]byte(raw), lits)
		var a, b any
		errA, errB := json.Unmarshal([]byte(raw), &a), json.Unmarshal(got, &b)
		x, _ := json.Marshal(a)
		y, _ := json.Marshal(b)
		if (errA == nil) != (errB == nil) || string(x) != string(y) {
			t.Errorf("%s became %s", raw, got)
		}
	}
}
