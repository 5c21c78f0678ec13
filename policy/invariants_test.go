//go:build !race

package policy

import (
	"math/rand/v2"
	"testing"
)

// TestInvariants throws chance at Decide: whatever the rules are, some things
// never happen.
func TestInvariants(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		c := Config{Rules: someRules(r), Machine: someRules(r)}
		p, err := Compile(c)
		if err != nil {
			t.Fatal(err)
		}
		call := someCall(r)
		d := p.Decide(call)
		if again := p.Decide(call); again.Outcome != d.Outcome || again.Rule != d.Rule || again.Reason != d.Reason {
			t.Fatalf("not the same twice: %+v, %+v", d, again)
		}
		if d.Reason == "" || d.Rule == "" || d.Level < ReadsHere || d.Level > Dangerous || d.Outcome != Allow && d.Outcome != Approval && d.Outcome != Deny {
			t.Fatalf("incomplete: %+v", d)
		}
		if d.Outcome != Allow {
			continue
		}
		switch flags := call.Flags; {
		case call.Tool.Status != StatusApproved || call.Tool.Off:
			t.Fatalf("a tool that isn't approved and on was allowed: %+v", call)
		case d.Level == Dangerous:
			t.Fatalf("a dangerous call was allowed: %+v by %+v", d, c)
		case flags.PrivateRead && flags.UntrustedSeen && flags.CanSend && call.Tool.Server != BuiltinServer:
			t.Fatalf("three flags, and a call outside was allowed: %+v", d)
		}
		if alone, err := Compile(Config{Rules: c.Rules}); err != nil || alone.Decide(call).Outcome.Stricter(d.Outcome) {
			t.Fatalf("the machine-wide rules widened it: %+v, %v", c, err)
		}
	}
}

func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

func someRules(r *rand.Rand) []Rule {
	var rules []Rule
	for range r.IntN(4) {
		rules = append(rules, Rule{
			Tool: pick(r, "*", "github/*", "builtin/*", "todo.create", "github/x"), Decision: pick(r, Allow, Approval, Deny),
			Risk: Level(r.IntN(5)), When: pick(r, "", "", `args.a == 1`, `args.missing.b`, `risk >= "L3"`, `calls > 2`),
		})
	}
	return rules
}

func someCall(r *rand.Rand) Call {
	tool := pick(r, builtinTool("todo.create"), builtinTool("file.read"), externalTool("x", Level(r.IntN(6))))
	tool.Status = pick(r, StatusApproved, StatusApproved, StatusApproved, StatusNew, StatusChanged)
	tool.Off = r.IntN(8) == 0
	call := callOf(tool, pick(r, `{"a":1}`, `{}`))
	call.Calls, call.Attended = r.IntN(5), r.IntN(2) == 0
	call.Flags = Flags{PrivateRead: r.IntN(2) == 0, UntrustedSeen: r.IntN(2) == 0, CanSend: r.IntN(2) == 0}
	if r.IntN(2) == 0 {
		call.Grants = []Grant{{ID: "g", Tool: tool.ID(), Pin: tool.Pin}}
	}
	return call
}
