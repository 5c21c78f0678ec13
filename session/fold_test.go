package session

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// long is a run whose every search brings a long text, and a model with a
// small context.
func longRig(t *testing.T, steps int, context_ int) *rig {
	var script []scriptStep
	for i := range steps {
		script = append(script, call("file_search", fmt.Sprintf(`{"query":"q%d"}`, i)))
	}
	g := newRig(t, append(script, say("done"))...)
	g.model.context = context_
	n := 0
	g.tools.on = func(context.Context, string) (*mcp.CallToolResult, error) {
		n++
		return result(fmt.Sprintf(`{"ok":true,"result":{"summary":"result %d","text":"%s","sources":[{"uri":"file:///a","name":"a.go:%d"}]},"error":null}`, n, strings.Repeat("word ", 600), n)), nil
	}
	return g
}

func TestOldResultsAreFoldedBeforeAnythingIsLost(t *testing.T) {
	g := longRig(t, 4, 4096)
	st := g.run(t.Context(), "look everywhere")
	if st.Status != StatusDone {
		t.Fatalf("ended %+v", st.Finished)
	}
	last := g.model.reqs[4]
	if n := promptTokens(last); n > 4096*3/4 {
		t.Errorf("the last prompt has %d tokens", n)
	}
	var texts []string
	for _, m := range last.Messages {
		if m.Role == RoleTool {
			texts = append(texts, m.Text)
		}
	}
	if len(texts) != 4 || !strings.Contains(texts[0], "folded") || !strings.Contains(texts[0], "[ev_001]") || !strings.Contains(texts[0], "result 1") {
		t.Errorf("the first result stands as %q", texts[0])
	}
	if strings.Contains(texts[3], "folded") {
		t.Error("the last result was folded")
	}
	events, _ := Codec{}.DecodeAll(g.log.records)
	folded := 0
	for _, e := range events {
		if p, ok := e.Payload.(ModelRequest); ok && len(p.Folded) > 0 {
			folded++
		}
	}
	if folded == 0 {
		t.Error("the trace doesn't say what was folded")
	}
}

func TestWithoutAKnownContextNothingIsFolded(t *testing.T) {
	g := longRig(t, 4, 0)
	g.run(t.Context(), "look everywhere")
	for _, m := range g.model.reqs[4].Messages {
		if strings.Contains(m.Text, "folded") {
			t.Errorf("folded: %.60q", m.Text)
		}
	}
}

func TestEarlierTurnsAreLeftOutLast(t *testing.T) {
	g := longRig(t, 0, 1500)
	g.task = func(task *Task) {
		for i := range 40 {
			task.History = append(task.History, Turn{Words: fmt.Sprintf("question %d: %s", i, strings.Repeat("why ", 40)), Steps: []TurnStep{{Text: "because"}}})
		}
	}
	g.run(t.Context(), "and now?")
	ms := g.model.reqs[0].Messages
	if len(ms) > 40 || ms[len(ms)-1].Words != "and now?" || !strings.HasPrefix(ms[len(ms)-3].Words, "question 39") {
		t.Errorf("%d messages, the last but two %.30q", len(ms), ms[len(ms)-3].Words)
	}
}

func TestAPromptThatCannotFitIsToldBeforeItIsSent(t *testing.T) {
	g := longRig(t, 0, 300)
	st := g.run(t.Context(), "hello")
	if !strings.Contains(g.types(), "gate_triggered model_request") {
		t.Errorf("events %s", g.types())
	}
	said := false
	for _, it := range st.Items {
		said = said || it.Kind == ItemGate && strings.Contains(it.Words, "file.search")
	}
	if !said {
		t.Errorf("the largest tools aren't named: %+v", st.Items)
	}
}
