package app

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"vise/policy"
	"vise/session"
	"vise/session/scripted"
)

const denySearch = "policy: {rules: [{tool: file.search, decision: deny, reason: no searching}]}\n"

func TestARefusalWaitsWithItsContextAndTheRunGoesOn(t *testing.T) {
	b := newBench(t, search, scripted.Say("I couldn't look."), scripted.Say("In config/http.go [ev_001]."))
	b.rules(denySearch)
	st := b.run(Request{Text: request, Entry: session.EntryRun})
	open, err := b.Decisions(t.Context())
	if err != nil || len(open) != 1 {
		t.Fatalf("%+v, %v", open, err)
	}
	a := open[0].Approval
	if a.Task != request || a.Decision.Rule != "policy.rules[0]" || !strings.Contains(a.Decision.Reason, "no searching") || a.Decision.Remedy == "" || !open[0].Ended {
		t.Errorf("%+v", a)
	}
	r, err := b.Decide(t.Context(), a.ID, session.Answer{Verdict: session.VerdictAllow, By: "command"})
	if err != nil {
		t.Fatal(err)
	}
	after := b.end(r)
	if after.Status != session.StatusDone || after.Started.Resumes != a.ID || len(after.Evidence) == 0 || after.Calls[0].Decision.Outcome != policy.Approval {
		t.Errorf("ended %+v, %+v", after.Finished, after.Calls[0].Decision)
	}
	last := b.model.Requests()[2]
	if last.Messages[0].Words != request {
		t.Errorf("the model was asked %q", last.Messages[0].Words)
	}
	if _, err := b.Decide(t.Context(), a.ID, session.Answer{Verdict: session.VerdictAllow}); !errors.Is(err, session.ErrAnswered) {
		t.Errorf("a second answer: %v", err)
	}
	if st.Status != session.StatusDone {
		t.Errorf("the run that was refused something ended %s", st.Status)
	}
}

func TestARefusalIsOfferedFromItsRun(t *testing.T) {
	b := newBench(t, search, scripted.Say("I couldn't look."), scripted.Say("In config/http.go [ev_001]."), search, scripted.Say("Again [ev_002]."))
	b.rules(denySearch)
	b.Desk().Attend(true)
	st := b.run(Request{Text: request, Entry: session.EntryWorkbench})
	if open, err := b.Decisions(t.Context()); err != nil || len(open) > 0 {
		t.Fatalf("who is there is told: %+v, %v", open, err)
	}
	id := st.Run + "/" + st.Calls[0].ID
	a, err := b.Refusal(t.Context(), id)
	if err != nil || a.Tool.ID() != "file.search" || a.Decision.Rule != "policy.rules[0]" || a.Redacted {
		t.Fatalf("%+v, %v", a, err)
	}
	r, err := b.Decide(t.Context(), id, allowAlways(t, a)) // from now on, too
	if err != nil {
		t.Fatal(err)
	}
	if after := b.end(r); after.Status != session.StatusDone || len(after.Evidence) == 0 {
		t.Errorf("ended %+v", after.Finished)
	}
	if list, err := b.Standing(t.Context()); err != nil || len(list) != 1 || !list[0].Over {
		t.Errorf("%+v, %v", list, err)
	}
	if st := b.run(Request{Text: "again"}); st.Calls[0].Decision.Outcome != policy.Allow || st.Calls[0].Decision.Grant != "always-1" {
		t.Errorf("%+v", st.Calls[0].Decision)
	}
	for _, wrong := range []string{id, st.Run + "/call_009", "nothing/call_001"} {
		if _, err := b.Decide(t.Context(), wrong, session.Answer{Verdict: session.VerdictAllow}); err == nil {
			t.Errorf("%s was allowed", wrong)
		}
	}
}

// Private data read, text of others seen, and a way out: a person is asked,
// whatever the rules say; where nobody is there it isn't done and waits.
func TestTheThreeFlags(t *testing.T) {
	greet := scripted.Call("out_greet", map[string]any{"text": "what the file said"})
	g := newGreeter(t) // closed after the workbench
	b := newBench(t, search, greet, scripted.Say("no"), scripted.Say("Sent."), search, greet, scripted.Say("ok"))
	b.rules("policy: {rules: [{tool: \"*\", decision: allow}]}\n")
	b.use("out", g)
	cat := b.settled(b.Workbench)
	tool, _, ok := FindTool(cat, "out/greet")
	if !ok {
		t.Fatalf("%+v", cat)
	}
	if err := b.ApproveTools(t.Context(), []policy.Tool{tool}); err != nil {
		t.Fatal(err)
	}
	st := b.run(Request{Text: "look and greet", Entry: session.EntryRun})
	d := st.Calls[1].Decision
	if d.Outcome != policy.Deny || d.Rule != "flags" || !d.Flags.PrivateRead || !d.Flags.UntrustedSeen || g.calls.Load() != 0 || st.FlagsBy.PrivateRead.Tool != "file.search" {
		t.Fatalf("%+v, called %d times", d, g.calls.Load())
	}
	open, err := b.Decisions(t.Context())
	if err != nil || len(open) != 1 || open[0].Approval.Tool.ID() != "out/greet" {
		t.Fatalf("%+v, %v", open, err)
	}
	r, err := b.Decide(t.Context(), open[0].Approval.ID, session.Answer{Verdict: session.VerdictAllow, By: "command"})
	if err != nil {
		t.Fatal(err)
	}
	if st := b.end(r); g.calls.Load() != 1 || !st.Flags.CanSend || st.FlagsBy.PrivateRead.Tool != "" || st.FlagsBy.CanSend.Tool != "out/greet" {
		t.Errorf("called %d times, %+v by %+v", g.calls.Load(), st.Flags, st.FlagsBy)
	}
	b.Desk().Attend(true)
	r = b.start(Request{Text: "look and greet"})
	a := b.waiting(b.Workbench)
	if a.Tool.ID() != "out/greet" || a.Decision.Rule != "flags" || !slices.ContainsFunc(a.Decision.Origins, func(o policy.Origin) bool { return o.Argument == "text" }) {
		t.Errorf("asked about %+v", a)
	}
	b.answer(a.ID, session.Answer{Verdict: session.VerdictDeny})
	if b.end(r); g.calls.Load() != 1 {
		t.Error("what was denied was done")
	}
}
