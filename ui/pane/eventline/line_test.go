package eventline

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"vise/policy"
	"vise/session"
)

// samples is one event of every type, with the line it should give.
func samples() []struct {
	p    session.Payload
	want string
} {
	text := func(s string) session.Content { return session.Content{Text: session.Untrusted(s), Size: len(s)} }
	return []struct {
		p    session.Payload
		want string
	}{
		{session.RunStarted{Task: "find it", Budget: session.Budget{Steps: 8, Calls: 6}}, "started  8 steps · 6 calls"},
		{session.ToolsDiscovered{Offered: make([]session.OfferedTool, 6), Held: make([]session.HeldTool, 2)}, "tools  6 offered · 2 held back"},
		{session.ModelRequest{Step: 1, Tokens: 12345}, "request  step 1 · 12.3k tokens"},
		{session.PlanCreated{Step: 1, Summary: "search, then a todo"}, "plan  search, then a todo"},
		{session.ModelMessage{Text: text("I will\nsearch"), Calls: make([]session.ToolCall, 1)}, "reply  1 call · I will search"},
		{session.ModelMessage{Failed: "cut off"}, "✗ reply  cut off"},
		{session.PolicyDecision{Tool: "file.search", Decision: policy.Decision{Outcome: policy.Allow, Level: policy.ReadsHere}}, "allowed  file.search  reads here"},
		{session.PolicyDecision{Tool: "todo.create", Decision: policy.Decision{Outcome: policy.Approval, Level: policy.Writes}}, "ask  todo.create  writes"},
		{session.PolicyDecision{Tool: "x/rm", Decision: policy.Decision{Outcome: policy.Deny, Level: policy.Dangerous, Reason: "no rule"}}, "✗ denied  x/rm  dangerous · no rule"},
		{session.ApprovalRequested{Call: "c1", Tool: "todo.create"}, "⏸ todo.create  waiting for you"},
		{session.ApprovalAnswered{Call: "c1", Tool: "todo.create", Verdict: session.VerdictDeny, Note: "not now"}, "✗ you denied  todo.create  “not now”"},
		{session.CallStarted{Call: "c1", Tool: "todo.create", Approval: "person"}, "… todo.create  running"},
		{session.ToolCallClosed{Tool: "file.search", OK: true, Millis: 12}, "✓ file.search  12 ms"},
		{session.ToolCallClosed{Tool: "file.search", Millis: 12000, Fault: "timeout"}, "✗ file.search  12 s · took too long"},
		{session.ToolCallClosed{Tool: "out/look", Millis: 12, Fault: "refused_by_server"}, "✗ out/look  12 ms · the server refused it"},
		{session.ToolResult{Call: "c1", Tool: "file.search", OK: true, Ran: true, Summary: session.Untrusted("2 hits"), Evidence: []string{"ev_001"}}, "✓ file.search  2 hits · ev_001"},
		{session.ToolResult{Call: "c1", Tool: "file.read", Error: &session.ToolError{Code: "denied"}}, "✗ file.read  not run · denied"},
		{session.ToolResult{Call: "c1", Tool: "x/get", OK: true, Ran: true, Quarantined: []session.Passage{{Verdict: session.PassageKept}, {Verdict: session.PassageLet}, {Verdict: session.PassageKept}}}, "✓ x/get  2 passages quarantined · 1 passage let through"},
		{session.EvidenceSelected{Evidence: "ev_001", Name: "a.go:4"}, "evidence  ev_001  a.go:4"},
		{session.GateTriggered{Gate: "output", Reason: "no source", Action: "said so"}, "! gate  output  no source · said so"},
		{session.AnswerCreated{Answer: text("hello"), Citations: []string{"ev_001"}}, "answer  5 B · ev_001"},
		{session.RunFinished{Status: session.StatusDone, Steps: 1, Calls: 2, Millis: 1400}, "✓ done  1.4 s · 1 step · 2 calls"},
		{session.ServerChanged{Server: "github", State: "failed", Detail: "exited"}, "server  github  failed · exited"},
		{session.PinChanged{Tool: "x/y", What: "approved"}, "tool  x/y  approved"},
		{session.PolicyChanged{}, "policy  the rules changed"},
		{session.MemoryWritten{Key: "name", What: "added"}, "memory  name  added"},
		{session.FeedbackGiven{Mark: "good"}, "feedback  good"},
		{session.RunHead{Run: "01K", Seq: 9}, "anchored  01K  at event 9"},
		{session.RunDeleted{Run: "01K", Reason: "by hand"}, "deleted  01K  by hand"},
		{session.Unknown{Name: "new_thing", Raw: json.RawMessage(`{"a":1}`)}, "? new_thing  written by another version of vise"},
	}
}

func event(p session.Payload) session.Event {
	return session.Event{V: 1, ID: "evt_000001", Seq: 1, Type: p.Type(), Actor: session.ActorVise, Payload: p,
		Time: time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)}
}

func TestEveryTypeHasALineAndDetails(t *testing.T) {
	for _, s := range samples() {
		e := event(s.p)
		if got := Line(e, nil).String(); got != s.want {
			t.Errorf("%s: %q, want %q", e.Type, got, s.want)
		}
		if len(Detail(e)) < 4 {
			t.Errorf("%s: details say nothing: %v", e.Type, Detail(e))
		}
		if !strings.Contains(Raw(e), `"type": "`+string(e.Type)+`"`) {
			t.Errorf("%s: raw JSON: %s", e.Type, Raw(e))
		}
	}
}

func TestLineTellsHowThingsStandNow(t *testing.T) {
	var st session.State
	for _, p := range []session.Payload{
		session.RunStarted{}, session.ApprovalRequested{Call: "c1", Tool: "todo.create", Effect: "add 1 todo"},
	} {
		st.Apply(event(p))
	}
	asked := event(session.ApprovalRequested{Call: "c1", Tool: "todo.create", Effect: "add 1 todo"})
	if got := Line(asked, &st).String(); got != "⏸ todo.create  waiting for you" {
		t.Errorf("waiting: %q", got)
	}
	st.Apply(event(session.ApprovalAnswered{Call: "c1", Tool: "todo.create", Verdict: session.VerdictAllow}))
	if got := Line(asked, &st).String(); got != "asked  todo.create  add 1 todo" {
		t.Errorf("answered: %q", got)
	}
	run := event(session.CallStarted{Call: "c1", Tool: "todo.create", Approval: "person"})
	st.Apply(run)
	if got := Line(run, &st).String(); got != "… todo.create  running" {
		t.Errorf("running: %q", got)
	}
	st.Apply(event(session.RunFinished{Status: session.StatusFailed}))
	if got := Line(run, &st).String(); !strings.Contains(got, "not known") {
		t.Errorf("unknown outcome: %q", got)
	}
}

func TestForeignTextIsInert(t *testing.T) {
	const evil = "a\x1b[2J\u202eb\nc"
	for _, p := range []session.Payload{
		session.ToolResult{Tool: evil, OK: true, Ran: true, Summary: session.Untrusted(evil), Content: session.Content{Text: session.Untrusted(evil), Size: 9}, Quarantined: []session.Passage{{About: []string{evil}, Text: session.Content{Text: session.Untrusted(evil), Size: 9}}}},
		session.ModelMessage{Text: session.Content{Text: session.Untrusted(evil), Size: 9}, Calls: []session.ToolCall{{Name: evil, Args: json.RawMessage(evil)}}},
		session.ServerChanged{Server: evil, Detail: evil},
		session.CallStarted{Tool: evil, Args: json.RawMessage(`{"x":"` + evil + `"}`)},
		session.Unknown{Name: evil, Raw: json.RawMessage(evil)},
		session.EvidenceSelected{Name: evil, URI: evil, Excerpt: session.Untrusted(evil)},
	} {
		e := event(p)
		texts := []string{Raw(e)}
		w := Line(e, nil)
		if strings.Contains(w.String(), "\n") {
			t.Errorf("%T: a line feed in %q", p, w.String())
		}
		texts = append(texts, w.String())
		for _, f := range Detail(e) {
			texts = append(texts, f.Name, f.Value)
		}
		for _, s := range texts {
			if strings.ContainsAny(s, "\x1b\u202e") {
				t.Errorf("%T: not inert: %q", p, s)
			}
		}
	}
}

func TestUnits(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Duration(12), "12 ms"}, {Duration(1400), "1.4 s"}, {Duration(42000), "42 s"}, {Duration(125000), "2:05 min"}, {Duration(3 * 3600 * 1000), "3:00 h"},
		{Number(9999), "9999"}, {Number(12345), "12.3k"}, {Number(2_500_000), "2.5M"}, {Size(812), "812 B"}, {Size(8192), "8.0 KiB"},
		{Count(1, "call"), "1 call"}, {Count(0, "call"), "0 calls"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
