package approval

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"vise/policy"
	"vise/session"
	"vise/ui/theme"
	"vise/ui/uitest"
)

var moscow = time.FixedZone("Europe/Moscow", 3*3600)

var opened = time.Date(2026, 11, 30, 10, 0, 3, 0, moscow)

func call(tool policy.Tool, args string, origins ...policy.Origin) session.Approval {
	return session.Approval{
		ID: "R/c1", Run: "R", Call: "c1", Tool: tool, Args: json.RawMessage(args), ArgsHash: "sha256:ab12",
		Timezone: "Europe/Moscow", Index: 1, Of: 1, Task: "Remind me to raise it tomorrow at 9",
		Effect:   "add 1 todo; nothing else changes",
		Decision: policy.Decision{Outcome: policy.Approval, Rule: "default: writes", Reason: "writes need approval (default rule)", Level: tool.Level, Origins: origins},
	}
}

var create = policy.Tool{
	Server: policy.BuiltinServer, Name: "todo.create", Level: policy.Writes, Status: policy.StatusApproved,
	Definition: json.RawMessage(`{"name":"todo.create","description":"Adds one todo.\nUse it when the person asks to be reminded.","inputSchema":{"type":"object","properties":{"title":{"type":"string"}}}}`),
}

func todo() session.Approval {
	a := call(create, `{"title":"Raise the retry timeout to 30s","due_at":"2026-12-01T09:00:00+03:00","idempotency_key":"k-01"}`,
		policy.Origin{Argument: "title", Source: policy.FromEvidenceDerived, Evidence: []string{"ev_001"}},
		policy.Origin{Argument: "due_at", Source: policy.FromUserDerived, Quote: "tomorrow at 9"},
		policy.Origin{Argument: "idempotency_key", Source: policy.FromVise})
	a.Filled = []string{"idempotency_key"}
	a.Sources = []session.Source{{Evidence: "ev_001", URI: "file:///work/config/http.go#L42", Name: "config/http.go:42"}}
	a.Of = 2
	return a
}

func open(a session.Approval) *Box {
	return New(a, Options{Theme: theme.New(true), Now: opened, Zone: moscow})
}

// ready is a box that has been seen on a screen of w×h and listens.
func ready(a session.Approval, w, h int) *Box {
	b := open(a)
	b.View(w, h)
	b.Tick(opened.Add(time.Second))
	b.View(w, h)
	return b
}

// press presses keys a second after each other and returns what the last did.
func press(t *testing.T, b *Box, ks ...string) Action {
	t.Helper()
	var a Action
	for i, k := range ks {
		a = b.Key(uitest.Key(k), opened.Add(time.Duration(i+2)*time.Second))
		b.View(80, 24)
	}
	return a
}

func screen(b *Box, w, h int) string { return ansi.Strip(b.View(w, h)) }
