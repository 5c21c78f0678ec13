package policy

import (
	"slices"
	"strings"
	"testing"
)

func TestExplain(t *testing.T) {
	p := compiled(t, Config{
		Machine: []Rule{{Tool: "github/*", Decision: Approval}},
		Rules: []Rule{
			{Tool: "*", Decision: Deny}, {Tool: "todo.create", Decision: Allow},
			{Tool: "github/search", Decision: Allow, When: `args.q == "x"`}, {Tool: "github/search", Decision: Deny, When: `args.missing.deeper`},
		},
	})
	search := externalTool("search", ReadsOutside)
	e := p.Explain(callOf(search, `{"q":"x"}`))
	var seen []string
	for _, r := range e.Rules {
		seen = append(seen, r.Rule)
	}
	if !slices.Equal(seen, []string{"machine policy.rules[0]", "policy.rules[0]", "policy.rules[2]", "policy.rules[3]"}) {
		t.Errorf("%q", seen)
	}
	last := e.Rules[3]
	if e.Decision.Outcome != Deny || e.Decision.Rule != "policy.rules[3]" || !last.Decides || last.Holds || last.Trouble == "" || !e.Rules[2].Holds {
		t.Errorf("%+v", e)
	}
	call := callOf(search, `{"q":"y"}`)
	call.Grants = []Grant{standing(t, search, `{"q":"y"}`, nil), {ID: "g", Tool: "todo.create"}}
	e = compiled(t, Config{}).Explain(call)
	if len(e.Grants) != 1 || !e.Grants[0].Covers || e.Grants[0].Words != `q is "y"` || e.Decision.Grant != "always-1" {
		t.Errorf("%+v", e)
	}
}

func TestScopes(t *testing.T) {
	search, read := externalTool("search", ReadsOutside), builtinTool("file.read")
	for name, c := range map[string]struct {
		cfg  Config
		tool Tool
		want Outcome
	}{
		"all":              {Config{}, read, Allow},
		"left":             {Config{Scopes: []string{"files:read"}}, read, Allow},
		"taken away":       {Config{Scopes: []string{"files:read"}}, search, Deny},
		"every server":     {Config{Scopes: []string{"server:*"}}, search, Approval},
		"one server":       {Config{Scopes: []string{"server:github"}}, search, Approval},
		"by the machine":   {Config{Scopes: []string{"server:*"}, MachineScopes: []string{"files:read"}}, search, Deny},
		"machine, not own": {Config{Scopes: []string{}, MachineScopes: []string{"files:read"}}, read, Deny},
	} {
		d := compiled(t, c.cfg).Decide(callOf(c.tool, `{}`))
		if d.Outcome != c.want || c.want == Deny && d.Rule != "scope" {
			t.Errorf("%s: %s by %s", name, d.Outcome, d.Rule)
		}
	}
	if _, err := Compile(Config{Scopes: []string{"file:read"}}); err == nil || !strings.Contains(err.Error(), "files:read") {
		t.Error(err)
	}
}

func TestChanges(t *testing.T) {
	a, b := Rule{Tool: "todo.create", Decision: Deny}, Rule{Tool: "github/*", Decision: Allow, When: "calls < 3"}
	for _, c := range []struct {
		from, to Config
		want     string
	}{
		{Config{Rules: []Rule{a}}, Config{Rules: []Rule{a}}, ""},
		{Config{Rules: []Rule{a}}, Config{Rules: []Rule{b}}, "- {tool: todo.create, decision: deny}\n+ {tool: github/*, decision: allow, when: calls < 3}"},
		{Config{Rules: []Rule{a, b}}, Config{Rules: []Rule{b, a}}, "~ the same rules in another order, or another number of times"},
		{Config{}, Config{Machine: []Rule{a}, Scopes: []string{"files:read"}}, "+ machine-wide: {tool: todo.create, decision: deny}\n~ scopes: all → files:read"},
	} {
		if got := strings.Join(Changes(c.from, c.to), "\n"); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
