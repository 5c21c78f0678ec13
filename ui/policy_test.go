package ui_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"vise/policy"
	"vise/session"
	"vise/ui/uitest"
	"vise/ui/uitest/fake"
)

func TestACallIsTestedFromTheWorkbench(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		x := &fake.Extras{Tested: []string{"this call is denied", "▸ policy.rules[0]"}}
		d := full(t, fake.New(), x, 80, 24)
		request(d, `/policy todo.create {"title":"x"}`)
		d.WaitFor("how todo.create would be decided", `todo.create {"title":"x"}`, "▸ policy.rules[0]")
		d.Press("esc")
		request(d, "/policy todo.create {")
		d.WaitFor("isn't JSON")
		d.Press("ctrl+c")
		request(d, "/policy revoke always-3")
		d.WaitFor("always-3 is taken back")
		if !slices.Equal(x.Taken, []string{"always-3"}) {
			t.Errorf("took back %q", x.Taken)
		}
		x.Fails = errors.New("nothing with that id is allowed always")
		request(d, "/policy revoke always-4")
		d.WaitFor("Not taken back: nothing with that id")
	})
}

// refusing is a story of a run that read a file, saw what others wrote, and
// had a call refused.
func refusing(r *fake.Run) {
	r.Emit(session.ToolsDiscovered{Offered: []session.OfferedTool{{Tool: "file.search", Server: policy.BuiltinServer, Level: policy.ReadsHere}}})
	r.Emit(session.ToolResult{Call: "call_001", Tool: "file.search", OK: true, Ran: true, Evidence: []string{"ev_001"}})
	r.Emit(session.PolicyDecision{Call: "call_002", Tool: "todo.create", Args: json.RawMessage(`{"title":"x"}`),
		Decision: policy.Decision{Outcome: policy.Deny, Rule: "policy.rules[0]", Reason: "no todos on Sundays (policy.rules[0])", Remedy: "change policy.rules[0] in vise.yaml", Level: policy.Writes, CanInsist: true}})
	r.Emit(session.RunFinished{Status: session.StatusDone})
}

func TestARefusedCallIsOfferedInTheTrace(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = refusing
		tool := policy.Tool{Server: policy.BuiltinServer, Name: "todo.create", Pin: "sha256:p", Status: policy.StatusApproved, Level: policy.Writes}
		x := &fake.Extras{Denied: map[string]session.Approval{}}
		d := full(t, w, x, 120, 40)
		request(d, "remind me")
		d.WaitFor("denied", "! private · untrusted")
		const run = "01KTESTRUN01"
		x.Denied[run+"/call_002"] = session.Approval{ID: run + "/call_002", Run: run, Call: "call_002", Tool: tool, Args: json.RawMessage(`{"title":"x"}`), Of: 1, Index: 1,
			Decision: policy.Decision{Outcome: policy.Deny, Rule: "policy.rules[0]", Reason: "no todos on Sundays (policy.rules[0])", Level: policy.Writes}}
		d.Press("tab")
		d.Press("tab")
		for range 4 {
			d.Press("down")
		}
		d.Press("up")
		d.Press("enter")
		d.WaitFor("no todos on Sundays", "allow it all the same")
		d.Press("a")
		s := d.WaitFor("Approve this call?", "Refused because")
		if strings.Contains(s, "waiting") && !strings.Contains(s, "leave it waiting") {
			t.Errorf("it isn't waiting:\n%s", s)
		}
		d.Press("esc")
		d.WaitGone("Refused because")
		d.Press("esc")
		d.WaitFor("enter send")
		request(d, "/policy")
		d.WaitFor("private data was read: by file.search (event 3)", "whatever could send outside needs your approval")
	})
}

// Replay of a past run offers the same, and answers a call that still waits.
func TestARefusedCallIsOfferedInReplay(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = refusing
		tool := policy.Tool{Server: policy.BuiltinServer, Name: "todo.create", Pin: "sha256:p", Status: policy.StatusApproved, Level: policy.Writes}
		const run = "01KTESTRUN01"
		x := &fake.Extras{Denied: map[string]session.Approval{run + "/call_002": {ID: run + "/call_002", Run: run, Call: "call_002", Tool: tool, Args: json.RawMessage(`{"title":"x"}`), Of: 1, Index: 1,
			Decision: policy.Decision{Outcome: policy.Deny, Rule: "policy.rules[0]", Reason: "no todos on Sundays (policy.rules[0])", Level: policy.Writes}}}}
		d := full(t, w, x, 120, 40)
		request(d, "remind me")
		d.WaitFor("denied", "enter send")
		request(d, "/runs")
		d.WaitFor("remind me", "replay")
		d.Press("right")
		d.WaitFor("step 1 of 5")
		if s := d.Screen(); strings.Contains(s, "allow it all the same") {
			t.Errorf("the first event offers it:\n%s", s)
		}
		d.Press("a")
		d.WaitFor("Select a refused call first")
		d.Press("n")
		d.WaitFor("no todos on Sundays", "a allow it all the same …")
		d.Press("a")
		d.WaitFor("Approve this call?", "Refused because")
		d.Press("esc")
		d.WaitGone("Refused because")
		d.WaitFor("step 4 of 5")
	})
}

func TestACallThatStillWaitsIsAnsweredFromReplay(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) { r.Ask(milk) }
		d := at(t, w, 120, 40)
		request(d, "milk, please")
		d.WaitFor("Approve this call?")
		d.Press("esc")
		d.WaitGone("Approve this call?")
		request(d, "/runs")
		d.WaitFor("milk, please", "replay")
		d.Press("right")
		d.WaitFor("step 1 of")
		d.Press("n")
		d.WaitFor("a answer it")
		d.Press("a")
		d.WaitFor("Approve this call?", "Will do")
	})
}
