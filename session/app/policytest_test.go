package app

import (
	"strings"
	"testing"

	"vise/policy"
	"vise/session/scripted"
)

func TestACallIsTestedWithoutBeingMade(t *testing.T) {
	b := newBench(t)
	b.rules("policy: {rules: [{tool: \"*\", decision: deny}, {tool: todo.create, decision: allow, when: 'provenance.title == \"user\"'}]}\n")
	for _, c := range []struct {
		from policy.Source
		want policy.Outcome
		says string
	}{
		{policy.FromUser, policy.Allow, "▸ policy.rules[1]  todo.create is allowed: holds"},
		{policy.FromEvidence, policy.Deny, "  policy.rules[1]  todo.create is allowed: doesn't hold"},
	} {
		e, err := b.TestPolicy(t.Context(), TestCall{Tool: "todo.create", Args: []byte(`{"title":"x"}`), From: map[string]policy.Source{"title": c.from}})
		if err != nil || e.Decision.Outcome != c.want {
			t.Fatalf("%+v, %v", e, err)
		}
		if got := strings.Join(ExplainLines(e), "\n"); !strings.Contains(got, c.says) || !strings.Contains(got, "decided by   policy.rules") {
			t.Errorf("%q is missing in\n%s", c.says, got)
		}
	}
	if got := b.titles(); len(got) > 0 {
		t.Errorf("todos %v", got)
	}
	for _, c := range []TestCall{{Tool: "todo.make"}, {Tool: "todo.create", Args: []byte(`{"a":1,"a":2}`)}} {
		if _, err := b.TestPolicy(t.Context(), c); err == nil {
			t.Errorf("%+v was decided", c)
		}
	}
}

func TestWhatIsAllowedAlwaysIsListedWithTheRules(t *testing.T) {
	b := newBench(t, title("water the plants"), scripted.Say("ok"))
	b.Desk().Attend(true)
	r := b.start(Request{Text: "remind me"})
	a := b.waiting(b.Workbench)
	b.answer(a.ID, allowAlways(t, a))
	b.end(r)
	b.rules("policy: {scopes: [\"todo:read\"]}\n")
	got := strings.Join(b.PolicyLines(t.Context()), "\n")
	for _, want := range []string{`always-1  todo.create where title is "water the plants", idempotency_key: any   since 2026-11-30`, "vise policy revoke", "at most the scopes: todo:read."} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	b.rules("policy: {scopes: [\"todo:writ\"]}\n")
	if got := strings.Join(b.PolicyLines(t.Context()), "\n"); !strings.Contains(got, "can't be read as they are now") {
		t.Error(got)
	}
}
