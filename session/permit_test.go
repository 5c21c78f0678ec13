package session

import (
	"context"
	"strings"
	"testing"

	"vise/policy"
)

// rules is a real policy, with scopes that can be taken away meanwhile.
type rules struct {
	*policy.Policy
	without *string
}

func (r rules) Scopes(have []string) []string {
	var out []string
	for _, s := range have {
		if s != *r.without {
			out = append(out, s)
		}
	}
	return out
}

func (r rules) Decide(c policy.Call) policy.Decision {
	c.Scopes = r.Scopes(c.Scopes)
	return r.Policy.Decide(c)
}

func newRules(t *testing.T, list ...policy.Rule) rules {
	t.Helper()
	p, err := policy.Compile(policy.Config{Rules: list})
	if err != nil {
		t.Fatal(err)
	}
	none := ""
	return rules{p, &none}
}

// listener is an Approver that is told of refusals.
type listener struct {
	*person
	refused []Approval
}

func (l *listener) Refused(_ context.Context, a Approval) error {
	l.refused = append(l.refused, a)
	return nil
}

func TestScopesTakenAwayMeanwhile(t *testing.T) {
	g := newRig(t, call("file_search", `{"query":"x"}`), call("file_read", `{}`), call("file_read", `{}`), say("No."))
	r := newRules(t)
	g.decider = r
	g.model.steps[1].do = func(context.Context, ChatRequest) { *r.without = "files:read" } // while the model writes
	st := g.run(t.Context(), "look")
	if len(g.tools.calls) != 1 {
		t.Errorf("called %v", g.tools.calls)
	}
	for i, want := range []string{"scope", ""} {
		c := st.Calls[1+i]
		rule := ""
		if c.Decision != nil && c.Decision.Rule == "scope" {
			rule = "scope"
		}
		if rule != want || c.Result.Error.Code != "unknown_tool" || strings.Contains(c.Result.Error.Message.Raw(), "scope") {
			t.Errorf("call %d: %+v, the model was told %+v", i, c.Decision, c.Result.Error)
		}
	}
	for _, tool := range g.model.reqs[2].Tools {
		if strings.HasPrefix(tool.Alias, "file_") {
			t.Errorf("%s is still offered", tool.Alias)
		}
	}
}

func TestARefusalWaitsWhereNobodyIsThere(t *testing.T) {
	deny := policy.Rule{Tool: "file.search", Decision: policy.Deny, Reason: "no searching"}
	for name, attended := range map[string]bool{"nobody": false, "somebody": true} {
		t.Run(name, func(t *testing.T) {
			g := newRig(t, call("file_search", `{"query":"secret plans"}`), say("I couldn't."))
			g.decider = newRules(t, deny)
			l := &listener{person: g.person}
			l.attended = attended
			g.approver = l
			st := g.run(t.Context(), "find the secret plans")
			if st.Status != StatusDone || len(g.tools.calls) > 0 {
				t.Fatalf("ended %s, called %v", st.Status, g.tools.calls)
			}
			d := st.Calls[0].Decision
			if d.Rule != "policy.rules[0]" || !d.CanInsist || d.Remedy == "" {
				t.Errorf("the person is told %+v", d)
			}
			if attended != (len(l.refused) == 0) {
				t.Fatalf("kept %+v", l.refused)
			}
			if !attended {
				a := l.refused[0]
				if a.ID != st.Run+"/call_001" || a.Task != "find the secret plans" || string(a.Args) != `{"query":"secret plans"}` || a.Decision.Outcome != policy.Deny || a.Decision.Origins[0].Source != policy.FromUser {
					t.Errorf("kept %+v", a)
				}
			}
		})
	}
}

func TestWhatThePersonInsistsOnIsRun(t *testing.T) {
	g := newRig(t, call("file_search", `{"query":"other"}`), say("Found."))
	g.decider = newRules(t, policy.Rule{Tool: "file.search", Decision: policy.Deny})
	g.person.answer = func(a Approval) Answer { t.Errorf("asked again: %+v", a); return Answer{Verdict: VerdictDeny} }
	g.task = func(k *Task) {
		k.First = &FirstCall{Tool: "file.search", Args: []byte(`{"query":"plans"}`), Answer: &Answer{Verdict: VerdictAllow, By: "command"}, Insist: true}
	}
	st := g.run(t.Context(), "find the plans")
	if len(g.tools.calls) != 1 || !strings.Contains(g.tools.calls[0], "plans") {
		t.Errorf("called %v", g.tools.calls)
	}
	first, second := st.Calls[0], st.Calls[1]
	if first.Decision.Outcome != policy.Approval || !strings.Contains(first.Decision.Reason, "although it was refused") || second.Decision.Outcome != policy.Deny {
		t.Errorf("the first %+v, the model's own %+v", first.Decision, second.Decision)
	}
}

func TestFlagsAndWhatSetThem(t *testing.T) {
	g := newRig(t, call("file_search", `{"query":"x"}`), call("out_look", `{}`), call("out_look", `{}`), say("ok"))
	g.decider = newRules(t, policy.Rule{Tool: "*", Decision: policy.Allow})
	asked := 0
	g.person.answer = func(a Approval) Answer { asked++; return Answer{Verdict: VerdictAllow} }
	st := g.run(t.Context(), "look")
	if want := (policy.Flags{PrivateRead: true, UntrustedSeen: true, CanSend: true}); st.Flags != want {
		t.Errorf("%+v", st.Flags)
	}
	seq := map[string]int{}
	for _, r := range g.log.records {
		e, err := Codec{}.Decode(r.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		if p, ok := e.Payload.(ToolResult); ok && seq[p.Tool] == 0 {
			seq[p.Tool] = e.Seq
		}
	}
	by := st.FlagsBy
	if by.PrivateRead.Tool != "file.search" || by.PrivateRead.Seq != seq["file.search"] || by.UntrustedSeen != by.PrivateRead || by.CanSend.Tool != "out/look" || by.CanSend.Seq != seq["out/look"] {
		t.Errorf("%+v, results at %v", by, seq)
	}
	// The rule allows everything; what leaves is asked about all the same, the first time, too.
	if asked != 2 || st.Calls[1].Decision.Rule != "flags" {
		t.Errorf("asked %d times, decided %+v", asked, st.Calls[1].Decision)
	}
}

func TestFlagsThatTheConversationBrought(t *testing.T) {
	g := newRig(t, say("ok"))
	g.task = func(k *Task) { k.Flags = policy.Flags{PrivateRead: true} }
	if st := g.run(t.Context(), "go"); !st.Flags.PrivateRead || st.FlagsBy.PrivateRead != (FlagCause{Seq: 1}) || st.Flags.CanSend {
		t.Errorf("%+v by %+v", st.Flags, st.FlagsBy)
	}
}
