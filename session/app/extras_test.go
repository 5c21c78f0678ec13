package app

import (
	"strings"
	"testing"

	"vise/policy"
)

func TestRulesInWords(t *testing.T) {
	p := Plan{file: File{Policy: policy.Config{Rules: []policy.Rule{
		{Tool: "todo.create", Decision: policy.Allow, When: `provenance["title"] == "user"`, Reason: "my own words"},
		{Tool: "github/*", Decision: policy.Deny},
		{Tool: "*", Risk: policy.Writes},
	}}}}
	got := strings.Join(p.Rules(), "\n")
	for _, want := range []string{
		"writes                              needs approval", "1. todo.create  is allowed   (policy.rules[0])", `when provenance["title"] == "user"`, "because my own words",
		"2. every tool of github  is denied", "3. every tool  counts as “writes”",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if got := strings.Join(Plan{}.Rules(), "\n"); !strings.Contains(got, "no rules of its own") {
		t.Errorf("without rules:\n%s", got)
	}
}

func TestPromptsOfTheBuiltInServer(t *testing.T) {
	b := newBench(t)
	hints, err := b.Prompts(t.Context())
	if err != nil || len(hints) != 1 || hints[0].ID() != "builtin:plan-my-day" || hints[0].Description == "" || len(hints[0].Args) != 1 {
		t.Fatalf("%+v, %v", hints, err)
	}
	text, err := b.Expand(t.Context(), hints[0].ID(), map[string]string{"focus": "the release"})
	if err != nil || !strings.Contains(text.Raw(), "Plan my day") || !strings.Contains(text.Raw(), "the release") {
		t.Errorf("%q, %v", text.Raw(), err)
	}
	for _, id := range []string{"plan-my-day", "nobody:x", "builtin:nothing"} {
		if _, err := b.Expand(t.Context(), id, nil); err == nil {
			t.Errorf("%s was expanded", id)
		}
	}
}
