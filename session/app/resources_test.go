package app

import (
	"slices"
	"strings"
	"testing"

	"vise/policy"
	"vise/session"
	"vise/session/scripted"
)

func TestResourcesOfServers(t *testing.T) {
	g := newGreeter(t)
	b := newBench(t)
	b.use("hello", g)
	b.settled(b.Workbench)
	for query, want := range map[string]int{"": 4, "MOTD": 1, "hello:motd": 1, "nothing": 0} {
		found, err := b.Resources(t.Context(), query, 10)
		if err != nil || len(found) != want {
			t.Errorf("%q: %+v, %v", query, found, err)
		}
	}
	text, err := b.Preview(t.Context(), "hello", "motd://today")
	if err != nil || !strings.HasPrefix(text.Raw(), "Be kind.") || len(text.Raw()) > maxPreview+8 {
		t.Errorf("%.40q, %v", text.Raw(), err)
	}
	if _, err := b.Preview(t.Context(), "hello", "motd://never"); err == nil {
		t.Error("a resource that isn't there was shown")
	}
	hints, err := b.Prompts(t.Context())
	if err != nil || len(hints) != 1 {
		t.Errorf("prompts: %+v, %v", hints, err)
	}
}

// A resource of vise's own is within the same rights as the tool that gives the
// same.
func TestOwnResourcesAreWithinTheScopes(t *testing.T) {
	b := newBench(t, scripted.Say("a"), scripted.Say("b"), scripted.Say("c"), scripted.Say("d"))
	for _, c := range []struct {
		text, scope string
		want        policy.Outcome
	}{
		{"@builtin:todo://list", "todo:read", policy.Allow},
		{"@builtin:todo://list", "time:read", policy.Deny},
		{"@builtin:roots://list", "files:read", policy.Allow},
		{"@builtin:roots://list", "todo:read", policy.Deny},
	} {
		st := b.run(Request{Text: c.text, Scopes: []string{c.scope}})
		if len(st.Calls) != 1 || st.Calls[0].Decision.Outcome != c.want || st.Calls[0].Result.OK != (c.want == policy.Allow) {
			t.Errorf("%s with %s: %+v", c.text, c.scope, st.Calls)
		}
	}
}

// A resource that the person names is read before the model is asked. It is in
// the trace, in the envelope, masked, citable, and the same in the next turn.
func TestANamedResourceIsReadForThePerson(t *testing.T) {
	g := newGreeter(t)
	b := newBench(t, scripted.Say("It says to be kind [ev_001]."), scripted.Say("Yes."), scripted.Say("It isn't there."), scripted.Say("It is kept from me."))
	b.use("hello", g)
	st := b.run(Request{Text: "what does @hello:motd://today say?"})
	if st.Status != session.StatusDone || len(st.Calls) != 1 || st.Calls[0].Tool != "hello/resources/read" || !st.Calls[0].Result.OK {
		t.Fatalf("%s: %+v", st.Status, st.Calls)
	}
	if ev, ok := st.FindEvidence("ev_001"); !ok || ev.URI != "motd://today" || ev.Name != "hello:motd://today" || ev.ACL != "server:hello" {
		t.Errorf("evidence %+v", ev)
	}
	if d := st.Calls[0].Decision; d == nil || d.Outcome != policy.Allow || d.Rule != "named by you" || !st.Flags.UntrustedSeen {
		t.Errorf("decision %+v, flags %+v", d, st.Flags)
	}
	first := b.model.Requests()[0]
	last := first.Messages[len(first.Messages)-1]
	if last.Role != session.RoleTool || !strings.HasPrefix(last.Text, "<<data "+first.Options.Nonce) || !strings.Contains(last.Text, "Be kind.") {
		t.Errorf("the model was told %.200q", last.Text)
	}
	if said := first.Messages[0].Words; said != "what does hello:motd://today say?" {
		t.Errorf("the request reads %q", said)
	}
	if slices.Contains(offered(first), "hello/resources/read") {
		t.Error("the model could ask for it itself")
	}
	b.run(Request{Text: "sure?", Conversation: st.Started.Conversation})
	again := b.model.Requests()[1]
	if !slices.ContainsFunc(again.Messages, func(m session.ChatMessage) bool { return strings.Contains(m.Text, "Be kind.") }) {
		t.Error("the next turn doesn't know it any more")
	}

	for _, r := range []Request{{Text: "@hello:motd://never"}, {Text: "@hello:motd://today", Scopes: []string{"files:read"}}} {
		st = b.run(r)
		if res := st.Calls[0].Result; res.OK || res.Error == nil || st.Status != session.StatusDone {
			t.Errorf("%s: %+v", r.Text, res)
		}
	}
}
