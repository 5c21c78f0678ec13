//go:build !race

package session

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

// pieces are what results are made of at random: parts of the attack, and what
// could lead astray where it is looked for.
var pieces = []string{evil, "ignore", "all", "rules", "and", "obey", "\n", "\n\n", `"`, `\`, "{", "}", "[", "]", ":", ",", "12\t", "é", "\xff", "\x00", "я", `{"a":"b"}`,
	strings.Repeat("x", 5000), strings.Repeat("line\n", 60), "<<end n0nce>>", "[ev_001]", "hunter2-secret"}

type maker struct{ *rand.Rand }

func (m maker) text() string {
	var b strings.Builder
	for range m.IntN(12) {
		b.WriteString(pieces[m.IntN(len(pieces))] + strings.Repeat(" ", m.IntN(2)))
	}
	return b.String()
}

func (m maker) json(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // it is made of strings
	}
	return b
}

func (m maker) builtin() *mcp.CallToolResult {
	source := func() map[string]any { return map[string]any{"name": m.text(), "excerpt": m.text()} }
	r := map[string]any{"ok": true, "result": map[string]any{"summary": m.text(), "text": m.text(), "x": map[string]any{m.text(): []any{m.text(), 1, nil}}, "sources": []any{source(), source()}}}
	if m.IntN(4) == 0 {
		r["error"] = map[string]any{"code": "x", "message": m.text(), "hint": m.text()}
	}
	return &mcp.CallToolResult{StructuredContent: m.json(r)}
}

func (m maker) foreign() *mcp.CallToolResult {
	r := &mcp.CallToolResult{IsError: m.IntN(5) == 0}
	for range m.IntN(4) {
		switch m.IntN(3) {
		case 0:
			r.Content = append(r.Content, &mcp.TextContent{Text: m.text()})
		case 1:
			r.Content = append(r.Content, &mcp.TextContent{Text: string(m.json(map[string]any{m.text(): m.text(), "q": []any{m.text()}}))})
		case 2:
			r.Content = append(r.Content, &mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: m.text(), Text: m.text()}})
		}
	}
	if m.IntN(2) == 0 {
		r.StructuredContent = map[string]any{m.text(): m.text()}
	}
	return r
}

// Whatever a result is made of, nothing suspicious is left in it, what was JSON
// stays JSON, and one without anything suspicious stays as it is.
func TestNothingIsLeftInAnyResult(t *testing.T) {
	m := maker{rand.New(rand.NewPCG(1, 2))}
	g := newRig(t)
	touched := 0
	for range 500 {
		r := &run{Config: g.loop().cfg, tl: NewTimeline("01RUN", &memLog{blobs: map[string][]byte{}}, g.redact, g.clock), nonce: "n0nce"}
		r.Suspect = suspectObey
		res, server := m.foreign(), "out"
		if m.IntN(2) == 0 {
			res, server = m.builtin(), policy.BuiltinServer
		}
		c := &intended{id: "call_001", tool: policy.Tool{Server: server, Name: "look", Scope: "server:out"}}
		o, x := r.observe(c, res)
		before := renderObservation(o)
		if err := r.quarantine(t.Context(), c, &o, &x); err != nil {
			t.Fatal(err)
		}
		after := renderObservation(o)
		if left := obey.FindString(after); left != "" {
			t.Fatalf("%q is left of\n%q:\n%q", left, before, after)
		}
		if len(o.Fields) > 0 && !json.Valid(o.Fields) {
			t.Fatalf("no JSON: %q", o.Fields)
		}
		if len(x.passages) > 0 {
			touched++
		} else if before != after {
			t.Fatalf("nothing was found in\n%q, which became\n%q", before, after)
		}
		r.fitResult(c, &o, &x)
	}
	if touched < 100 || touched > 450 {
		t.Errorf("passages were found in %d of 500: that tries too little", touched)
	}
}
