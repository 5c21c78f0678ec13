package detail

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"vise/policy"
	"vise/session"
	"vise/ui/theme"
	"vise/ui/uitest"
)

func shown(p *Pane, w, h int) string {
	p.Size(w, h)
	return uitest.Plain(strings.Join(p.Lines(), "\n"))
}

func event(p session.Payload) session.Event {
	return session.Event{V: 1, ID: "evt_000007", Run: "r", Seq: 7, Time: time.Unix(0, 0), Type: p.Type(), Payload: p, Hash: "sha256:abc", PrevHash: "sha256:def"}
}

func TestAnEventIsShownWhole(t *testing.T) {
	evil := session.Untrusted("two\nlines \x1b[2J\u202e")
	for name, tc := range map[string]struct {
		p    session.Payload
		want []string
	}{
		"decision": {session.PolicyDecision{Tool: "todo.create", Args: json.RawMessage(`{"title":"x"}`), Decision: policy.Decision{Reason: "writes need approval"}}, []string{"writes need approval", "Arguments", `▏   "title": "x"`}},
		"result":   {session.ToolResult{Tool: "file.read", OK: true, Ran: true, Summary: evil, Content: session.Content{Text: evil}, Fields: json.RawMessage(`{"n":1}`)}, []string{"▏ two\n▏ lines \\x1b[2J<U+202E>", `"n": 1`, "What the model was given"}},
		"error":    {session.ToolResult{Tool: "file.read", Error: &session.ToolError{Code: "not_found", Message: evil}}, []string{"Error", "▏ not_found", "▏ two\n▏ lines"}},
		"quarantined": {session.ToolResult{Tool: "x/get", OK: true, Ran: true, Quarantined: []session.Passage{
			{About: []string{"asks to\x1b[2J lie"}, Text: session.Content{Text: evil}, Verdict: session.PassageKept, By: session.PassageByNobody},
			{About: []string{"begs"}, Text: session.Content{Text: evil}, Verdict: session.PassageLet, By: session.PassageByPerson}}},
			[]string{"Quarantined #1 · kept from the model: nobody could be asked · asks to\\x1b[2J lie", "▏ two\n▏ lines \\x1b[2J<U+202E>", "Quarantined #2 · let through by you · begs"}},
		"edit":     {session.ApprovalAnswered{Tool: "todo.create", Verdict: session.VerdictEdit, Args: json.RawMessage(`{"title":"y"}`)}, []string{"Changed to", `"title": "y"`}},
		"unknown":  {session.Unknown{Name: "from_the_future", Raw: json.RawMessage(`{"a":[1,2]}`)}, []string{"from_the_future", `"a": [`}},
		"no json":  {session.Unknown{Name: "broken", Raw: json.RawMessage("{\x1b")}, []string{`{\x1b`}},
		"evidence": {session.EvidenceSelected{Evidence: "ev_001", Name: "a.go:1", URI: "file:///a.go", Excerpt: evil}, []string{"ev_001  a.go:1", "▏ file:///a.go", "▏ two"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := shown(Event(theme.New(true), event(tc.p), time.UTC), 90, 200)
			for _, want := range append(tc.want, "evt_000007", "Payload", "sha256:abc") {
				if !strings.Contains(got, want) {
					t.Errorf("%q is missing from\n%s", want, got)
				}
			}
			if strings.ContainsAny(got, "\x1b\u202e") {
				t.Errorf("something isn't inert in\n%q", got)
			}
		})
	}
}

func TestATextInABlobIsFetched(t *testing.T) {
	e := event(session.ModelMessage{Text: session.Content{Blob: "sha256:big", Size: 9000}})
	p := Event(theme.New(true), e, time.UTC)
	if w := p.Wanted(); len(w) != 1 || w[0].Blob != "sha256:big" {
		t.Fatalf("wants %v", w)
	}
	if got := shown(p, 80, 50); !strings.Contains(got, "reading …") {
		t.Errorf("shows\n%s", got)
	}
	p.Loaded("sha256:big", session.Untrusted("the whole text"), "")
	if got := shown(p, 80, 50); !strings.Contains(got, "the whole text") {
		t.Errorf("shows\n%s", got)
	}
	p.Loaded("sha256:big", session.Foreign{}, "it was deleted")
	if got := shown(p, 80, 50); !strings.Contains(got, "it was deleted") {
		t.Errorf("shows\n%s", got)
	}
}

func TestALongTextBeginsAtItsBeginning(t *testing.T) {
	p := Text(theme.New(true), "Title", strings.Repeat("a line\n", 5000)+"the end")
	if got := shown(p, 80, 10); !strings.HasPrefix(got, "a line\n") {
		t.Errorf("shows\n%s", got)
	}
	p.End()
	if got := shown(p, 80, 10); !strings.Contains(got, "the end") {
		t.Errorf("the end is\n%s", got)
	}
	p.Scroll(-3)
	if got := shown(p, 80, 10); strings.Contains(got, "the end") {
		t.Errorf("didn't scroll:\n%s", got)
	}
	if !strings.HasSuffix(p.Copy(), "the end\n") {
		t.Error("the copy isn't whole")
	}
}
