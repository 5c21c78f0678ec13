package session

import (
	"context"
	"slices"
	"strings"
	"testing"

	"vise/policy"
)

func fetchInline(c Content) (string, error) { return c.Text.Raw(), nil }

func TestTurnOfAPastRun(t *testing.T) {
	g := newRig(t, call("file_search", `{"query":"x"}`), say("Found it [ev_001]."))
	g.run(t.Context(), "find x")
	events, err := Codec{}.DecodeAll(g.log.records)
	if err != nil {
		t.Fatal(err)
	}
	turn, err := TurnOf(events, fetchInline)
	if err != nil {
		t.Fatal(err)
	}
	if turn.Words != "find x" || len(turn.Steps) != 2 || turn.Steps[1].Text != "Found it [ev_001]." {
		t.Fatalf("turn %+v", turn)
	}
	r := turn.Steps[0].Results[0]
	if r.Alias != "file_search" || r.Result.Summary.Raw() != "1 hit" || r.Result.Sources[0].Name != "config/http.go:42" {
		t.Errorf("result %+v", r)
	}
}

// A run that was killed is told truthfully to the one that resumes it.
func TestTurnOfAnInterruptedRun(t *testing.T) {
	g := newRig(t, call("file_search", `{"query":"x"}`), call("todo_create", todoArgs), say("Done."))
	g.person.answer = allow
	g.run(t.Context(), "find x and remind me")
	events, err := Codec{}.DecodeAll(g.log.records)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range events {
		turn, err := TurnOf(events[:i+1], fetchInline)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range turn.Steps {
			if len(s.Calls) > 0 && len(s.Results) != len(s.Calls) {
				t.Errorf("cut after %s: a call is left without a result", e.Type)
			}
		}
		if e.Type != TypeCallStarted {
			continue
		}
		last := turn.Steps[len(turn.Steps)-1].Results[0].Result
		if last.Error == nil || last.Error.Code != "unknown_outcome" {
			t.Errorf("cut after %s: the call reads %+v", e.Type, last)
		}
	}
}

// A run that ended while the person was asked about what a call returned: the
// call is over, and what it returned isn't known.
func TestTurnOfARunThatWasKilledAtAQuestion(t *testing.T) {
	g := outside(t, textResult(evil))
	var killed []Record
	g.asker = asker(func(context.Context, policy.Question) (policy.Reply, error) {
		killed = slices.Clone(g.log.records)
		return policy.Reply{Action: policy.ReplyDecline}, nil
	})
	g.run(t.Context(), "look outside")
	g.log.records = killed
	turn := g.turn(t)
	res := turn.Steps[0].Results
	if len(res) != 1 || res[0].Result.Error.Code != "result_not_kept" || !res[0].Result.Ran || res[0].Result.OK || res[0].CallID != turn.Steps[0].Calls[0].ID {
		t.Fatalf("turn %+v", turn)
	}
	if words := res[0].Result.Error.Message.Raw(); !strings.Contains(words, "without an error") || strings.Contains(words, "not known whether") {
		t.Errorf("%s", words)
	}
}

func TestEarlierTurnsAreInThePrompt(t *testing.T) {
	g := newRig(t, say("Hello again."))
	g.task = func(task *Task) {
		task.History = []Turn{{Words: "find x", Steps: []TurnStep{{Calls: []ToolCall{{ID: "call_001", Name: "file_search", Args: []byte(`{}`)}},
			Results: []TurnResult{{CallID: "call_001", Alias: "file_search", Result: Observation{Tool: "file.read", OK: true, Ran: true, Text: Untrusted(strings.Repeat("long ", 1000))}}}}, {Text: "Found."}}}}
	}
	g.run(t.Context(), "and now?")
	ms := g.model.reqs[0].Messages
	if len(ms) != 5 || ms[0].Words != "find x" || ms[3].Text != "Found." || ms[4].Words != "and now?" {
		t.Fatalf("messages %+v", ms)
	}
	if len(ms[2].Text) > 2000 || !strings.HasPrefix(ms[2].Text, "<<data n0nce") || !strings.Contains(ms[2].Text, "left out") {
		t.Errorf("the earlier result stands as %d bytes: %.80q", len(ms[2].Text), ms[2].Text)
	}
}

// The same call in a resumed run carries the same key, so that a write whose
// outcome wasn't known isn't done twice; another run's carries another.
func TestIdempotencyKeyHangsOnTheFirstRun(t *testing.T) {
	key := func(origin string) string {
		g := newRig(t, call("todo_create", todoArgs), say("ok"))
		g.person.answer = allow
		g.task = func(task *Task) { task.Origin = origin }
		g.run(t.Context(), "remind me")
		_, k, _ := strings.Cut(g.tools.calls[0], `"idempotency_key":`)
		return k
	}
	first, again, other := key("A"), key("A"), key("B")
	if first != again || first == other || first == "" {
		t.Errorf("keys: %s %s %s", first, again, other)
	}
}

func TestRedactJSON(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":"x hunter2-secret y","n":1.50,"b":["hunter2-secret"]}`: `{"a":"x [secret:known#1] y","n":1.50,"b":["[secret:known#1]"]}`,
		`{"a":"\"hunter2-secret\\"}`:                                 `{"a":"\"[secret:known#1]\\"}`,
		`{"a":"nothing <here>"}`:                                     `{"a":"nothing <here>"}`,
		`"hunter2-secret`:                                            `"hunter2-secret`,
		`{"a":"hunter2\u002dsecret"}`:                                `{"a":"[secret:known#1]"}`,
	} {
		if got, _ := RedactJSON([]byte(in), wordRedactor{}); string(got) != want {
			t.Errorf("%s\n got %s\nwant %s", in, got, want)
		}
	}
}

// What the person named with @ was read before any model was asked.
func TestTurnOfARunWithAttachments(t *testing.T) {
	g := newRig(t, say("Two files."))
	g.task = func(k *Task) {
		k.Attached = []FirstCall{{Tool: "file.search", Args: []byte(`{"query":"a"}`)}, {Tool: "file.search", Args: []byte(`{"query":"b"}`)}}
	}
	g.run(t.Context(), "compare them")
	turn := g.turn(t)
	if len(turn.Steps) != 2 || len(turn.Steps[0].Calls) != 2 || len(turn.Steps[0].Results) != 2 {
		t.Fatalf("turn %+v", turn)
	}
	for i, r := range turn.Steps[0].Results {
		c := turn.Steps[0].Calls[i]
		if r.CallID != c.ID || r.Alias != "file_search" || c.Name != "file_search" || string(c.Args) == "{}" {
			t.Errorf("call %+v has the result %+v", c, r)
		}
	}
}

// A model finds the result of an edited call under the call that it made, now
// and when the run is told again.
func TestAnEditedCallKeepsItsPlace(t *testing.T) {
	two := scriptStep{calls: []ToolCall{{Name: "todo_create", Args: []byte(todoArgs)}, {Name: "file_search", Args: []byte(`{"query":"x"}`)}}}
	g := newRig(t, two, say("Done."))
	asked := 0
	g.person.answer = func(a Approval) Answer {
		if asked++; asked == 1 {
			return Answer{Verdict: VerdictEdit, Args: []byte(`{"title":"Mine"}`)}
		}
		return allow(a)
	}
	g.run(t.Context(), "go")
	var sent []string
	for _, m := range g.model.reqs[1].Messages {
		if m.Role == RoleTool {
			sent = append(sent, m.CallID+" "+m.Alias)
		}
	}
	if want := "call_001 todo_create, call_002 file_search"; strings.Join(sent, ", ") != want {
		t.Errorf("the model saw %q", sent)
	}
	turn := g.turn(t)
	for i, r := range turn.Steps[0].Results {
		if r.CallID != turn.Steps[0].Calls[i].ID || r.Alias != turn.Steps[0].Calls[i].Name || !r.Result.OK {
			t.Errorf("told again: %+v", r)
		}
	}
}

func (g *rig) turn(t *testing.T) Turn {
	t.Helper()
	events, err := Codec{}.DecodeAll(g.log.records)
	if err != nil {
		t.Fatal(err)
	}
	turn, err := TurnOf(events, fetchInline)
	if err != nil {
		t.Fatal(err)
	}
	return turn
}
