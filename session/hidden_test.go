package session

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// holdsNoSecret looks at all that a run has left: events, blobs, lists, and
// what the model was sent.
func (g *rig) holdsNoSecret(t *testing.T, secret string) {
	t.Helper()
	for _, r := range g.log.records {
		if bytes.Contains(r.Bytes, []byte(secret)) {
			t.Errorf("an event holds it: %s", r.Bytes)
		}
	}
	for _, b := range g.log.blobs {
		if bytes.Contains(b, []byte(secret)) {
			t.Errorf("a blob holds it: %s", b)
		}
	}
	for _, s := range g.log.sums {
		if strings.Contains(s.Task+s.Reason, secret) {
			t.Errorf("a summary holds it: %+v", s)
		}
	}
	for _, req := range g.model.reqs {
		if raw, err := marshal(req); err != nil || bytes.Contains(raw, []byte(secret)) {
			t.Errorf("the model was sent it: %s, %v", raw, err)
		}
	}
}

func TestSecretsStayOutOfEverything(t *testing.T) {
	const secret = "hunter2-secret"
	for name, c := range map[string]struct {
		steps  []scriptStep
		edit   string
		result string
		fault  string
	}{
		"in the arguments":        {steps: []scriptStep{call("file_search", `{"query":"hunter2-secret"}`), say("ok")}},
		"in wrong arguments":      {steps: []scriptStep{call("file_search", `{"query":"x","max_results":"hunter2-secret"}`), say("ok")}},
		"in edited arguments":     {steps: []scriptStep{call("todo_create", todoArgs), say("ok")}, edit: `{"title":"hunter2-secret"}`},
		"written with escapes":    {steps: []scriptStep{call("todo_create", todoArgs), say("ok")}, edit: `{"title":"hunter2\u002dsecret"}`},
		"at the end of a cut":     {steps: []scriptStep{call("file_search", `{"query":"x"}`), say("ok")}, result: `"excerpt":"` + strings.Repeat("x", excerptBytes-12) + `hunter2-secret"`},
		"in the name of a source": {steps: []scriptStep{call("file_search", `{"query":"x"}`), say("ok")}, result: `"name":"hunter2-secret.txt","uri":"file:///w/hunter2-secret.txt"`},
		"in a fault":              {steps: []scriptStep{call("file_search", `{"query":"x"}`), say("ok")}, fault: secret},
	} {
		t.Run(name, func(t *testing.T) {
			g := newRig(t, c.steps...)
			asked := 0
			g.person.answer = func(a Approval) Answer {
				if asked++; asked == 1 && c.edit != "" {
					return Answer{Verdict: VerdictEdit, Args: []byte(c.edit)}
				}
				return allow(a)
			}
			if c.result != "" || c.fault != "" {
				g.tools.on = func(context.Context, string) (*mcp.CallToolResult, error) {
					if c.fault != "" {
						return nil, &ModelError{What: c.fault}
					}
					return result(`{"ok":true,"result":{"summary":"1 hit","sources":[{` + c.result + `}]},"error":null}`), nil
				}
			}
			if st := g.run(t.Context(), "go"); st.Status != StatusDone {
				t.Errorf("ended %+v", st.Finished)
			}
			g.holdsNoSecret(t, secret)
			g.holdsNoSecret(t, "hunter2")
		})
	}
}

func TestInstructionsAreMasked(t *testing.T) {
	g := newRig(t, say("ok"))
	l := g.loop()
	l.cfg.Instructions = "The key is hunter2-secret."
	if _, err := l.Run(t.Context(), Task{Text: "go", Conversation: "c"}, NewTimeline("01RUN", g.log, g.redact, g.clock)); err != nil {
		t.Fatal(err)
	}
	g.holdsNoSecret(t, "hunter2")
}
