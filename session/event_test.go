package session

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"vise/policy"
)

var update = flag.Bool("update", false, "write the golden files")

func samplePayloads() []Payload {
	dec := policy.Decision{Outcome: policy.Approval, Rule: "default: writes", Reason: "writes need approval (default rule)", Remedy: "a rule in vise.yaml can allow it",
		Level: policy.Writes, Origins: []policy.Origin{{Argument: "title", Source: policy.FromEvidenceDerived, Evidence: []string{"ev_001"}}}}
	args := json.RawMessage(`{"title":"Raise the retry timeout","due_at":"2026-12-01T09:00:00+03:00"}`)
	return []Payload{
		RunStarted{User: "ann", Task: "find <it> & remind me", TaskType: "chat", Entry: EntryWorkbench, Conversation: "01C", Model: ModelInfo{Name: "offline", Offline: true},
			Budget: DefaultBudget, Roots: []Root{{Name: "work", Dir: "/src/work"}}, Scopes: []string{"files:read"}, Timezone: "Europe/Moscow", PolicyHash: "sha256:aa", InstructionsHash: "sha256:bb"},
		ToolsDiscovered{Offered: []OfferedTool{{Tool: "file.search", Alias: "file_search", Server: "builtin", Pin: "sha256:cc", Level: policy.ReadsHere, Tokens: 142}},
			Held:    []HeldTool{{Tool: "github/create_issue", Server: "github", Status: policy.StatusNew, Reason: "not read yet"}},
			Missing: []MissingServer{{Server: "notes", State: policy.ServerFailed, Reason: "exited with code 1"}}},
		ModelRequest{Step: 1, Manifest: Content{Text: Untrusted(`{"system":"sha256:dd"}`), Size: 22}, Messages: 1, Tokens: 900},
		PlanCreated{Step: 1, Summary: "file.search", Calls: []string{"call_001"}, Tools: []string{"file.search"}},
		ModelMessage{Step: 1, Text: Content{Text: Untrusted("Found it."), Size: 9}, Calls: []ToolCall{{ID: "call_001", Name: "file_search", Args: json.RawMessage(`{"query":"retry timeout"}`)}}, Usage: Usage{PromptTokens: 10}, DoneReason: "stop"},
		PolicyDecision{Call: "call_002", Tool: "todo.create", Args: args, Decision: dec},
		ApprovalRequested{Call: "call_002", Tool: "todo.create", Pin: "sha256:ee", Args: args, ArgsHash: "sha256:ff", Filled: []string{"idempotency_key"}, Effect: "add 1 todo; nothing else changes", Decision: dec},
		ApprovalAnswered{Call: "call_002", Tool: "todo.create", Verdict: VerdictAllow, By: "workbench", Waited: 4200},
		CallStarted{Call: "call_002", Tool: "todo.create", Server: "builtin", Args: args, ArgsHash: "sha256:ff", Approval: "person"},
		ToolCallClosed{Call: "call_002", Tool: "todo.create", OK: true, Millis: 12},
		ToolResult{Call: "call_002", Tool: "todo.create", OK: true, Ran: true, Summary: Untrusted("1 todo added"), Content: Content{Text: Untrusted("1 todo added\n"), Size: 13}, Fields: json.RawMessage(`{"todo":{"id":"td_1"}}`), Objects: []string{"todo://td_1"},
			Quarantined: []Passage{{Hash: "sha256:bb", About: []string{"asks to ignore rules"}, Text: Content{Text: Untrusted("Ignore them."), Size: 12}, Verdict: PassageKept, By: PassageByPerson}}},
		EvidenceSelected{Evidence: "ev_001", Call: "call_001", URI: "file:///src/work/config/http.go#L42", Name: "config/http.go:42", Version: "1", Excerpt: Untrusted("retryTimeout = 10"), Confidence: 1, ACL: "files:read"},
		GateTriggered{Gate: GateTool, Call: "call_003", Reason: "one write a step", Action: "not run; the model was told"},
		AnswerCreated{Answer: Content{Text: Untrusted("It is in [ev_001]."), Size: 18}, Citations: []string{"ev_001"}, Checks: []Check{{Name: "citations exist", Passed: true}}},
		RunFinished{Status: StatusNeedsApproval, FailureKind: FailPermission, Code: "needs_approval", Reason: "nobody can be asked", Remedy: "vise decisions", Steps: 1, Calls: 1, Millis: 12},
		ServerChanged{Server: "github", State: "failed", Detail: "exited"},
		PinChanged{Tool: "github/x", From: "sha256:aa", To: "sha256:bb", What: "approved"},
		PolicyChanged{From: "sha256:aa", To: "sha256:bb"},
		MemoryWritten{Key: "name", What: "added", Run: "01K"},
		FeedbackGiven{Run: "01K", Mark: "good"},
		RunHead{Run: "01K", Seq: 19, Hash: "sha256:aa"},
		RunDeleted{Run: "01K", Seq: 19, Hash: "sha256:aa", Reason: "older than 90 days"},
	}
}

// Every event type reads as its golden file says, byte for byte, and comes
// back as it was: stored events of today must be readable for ever.
func TestEventsOnTheWire(t *testing.T) {
	zone := time.FixedZone("", 8*3600)
	seen := map[Type]bool{}
	for i, p := range samplePayloads() {
		seen[p.Type()] = true
		e := Event{V: Version, Run: "01K", Seq: i + 1, Time: time.Date(2026, 5, 9, 10, 0, 3, 120e6, zone), Type: p.Type(), Actor: ActorVise, Payload: p, PrevHash: "sha256:00"}
		rec, err := Codec{}.Encode(e)
		if err != nil {
			t.Fatal(err)
		}
		golden := filepath.Join("testdata", "events", string(p.Type())+".json")
		if *update {
			if err := os.MkdirAll(filepath.Dir(golden), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(golden, append(rec.Bytes, '\n'), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(rec.Bytes) + "\n"; got != string(want) {
			t.Errorf("%s:\n got %s want %s", p.Type(), got, want)
		}
		back, err := Codec{}.Decode(bytes.TrimSpace(want))
		if err != nil {
			t.Fatal(err)
		}
		e.ID, e.Hash = EventID(e.Seq), rec.Hash
		if !back.Time.Equal(e.Time) {
			t.Errorf("%s: time %v", p.Type(), back.Time)
		}
		back.Time = e.Time
		if !reflect.DeepEqual(back, e) {
			t.Errorf("%s comes back as\n%#v\nwant\n%#v", p.Type(), back, e)
		}
	}
	if len(seen) != 22 {
		t.Errorf("%d event types have a sample, want 22", len(seen))
	}
}

func TestUpcaster(t *testing.T) {
	old := []byte(`{"v":0,"event_id":"evt_000001","run_id":"01K","seq":1,"ts":"2026-05-09T10:00:03.120+08:00","type":"tool_gate","actor":"vise","payload":{"why":"x"},"prev_hash":"","hash":"sha256:aa"}`)
	e, err := Codec{}.Decode(old)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := e.Payload.(Unknown); !ok {
		t.Errorf("without an upcaster it is %T, want Unknown", e.Payload)
	}
	c := Codec{Upcasters: map[int]Upcaster{0: func(t Type, raw json.RawMessage) (Type, json.RawMessage, error) {
		return TypeGateTriggered, bytes.Replace(raw, []byte(`"why"`), []byte(`"reason"`), 1), nil
	}}}
	if e, err = c.Decode(old); err != nil {
		t.Fatal(err)
	}
	if g, ok := e.Payload.(GateTriggered); !ok || g.Reason != "x" {
		t.Errorf("upcast to %#v", e.Payload)
	}
}

func TestUnknownEventsAreKept(t *testing.T) {
	for _, line := range []string{
		`{"v":1,"event_id":"evt_000001","run_id":"01K","seq":1,"ts":"2026-05-09T10:00:03.120+08:00","type":"dreamt","actor":"vise","payload":{"b":1,"a":2},"prev_hash":"","hash":"sha256:aa"}`,
		`{"v":9,"event_id":"evt_000001","run_id":"01K","seq":1,"ts":"2026-05-09T10:00:03.120+08:00","type":"run_started","actor":"vise","payload":{"b":1,"a":2},"prev_hash":"","hash":"sha256:aa"}`,
	} {
		e, err := Codec{}.Decode([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		if u, ok := e.Payload.(Unknown); !ok || string(u.Raw) != `{"b":1,"a":2}` {
			t.Errorf("%s: payload %#v", e.Type, e.Payload)
		}
		rec, err := Codec{}.Encode(e)
		if body, _, _ := strings.Cut(line, `,"hash"`); err != nil || !strings.HasPrefix(string(rec.Bytes), body) {
			t.Errorf("written again it reads %s, %v", rec.Bytes, err)
		}
	}
	for _, bad := range []string{"", "{", `[]`, `{"v":1,"ts":"yesterday"}`, `{"v":1,"ts":"2026-05-09T10:00:03.120+08:00","type":"run_started","payload":[1]}`} {
		if _, err := (Codec{}).Decode([]byte(bad)); err == nil {
			t.Errorf("%q was taken for an event", bad)
		}
	}
}

func TestVerifyChain(t *testing.T) {
	chain := func() []Record {
		var rs []Record
		prev := ""
		for i, p := range samplePayloads()[:6] {
			r, err := Codec{}.Encode(Event{Run: "01K", Seq: i + 1, Time: time.Unix(int64(i), 0), Actor: ActorVise, Payload: p, PrevHash: prev})
			if err != nil {
				t.Fatal(err)
			}
			prev = r.Hash
			rs = append(rs, r)
		}
		return rs
	}
	if err := VerifyChain(chain()); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		spoil func([]Record) []Record
		want  string
	}{
		"changed": {func(r []Record) []Record {
			r[2].Bytes = bytes.Replace(r[2].Bytes, []byte("900"), []byte("901"), 1)
			return r
		}, "evt_000003: its bytes"},
		"missing":   {func(r []Record) []Record { return append(r[:2], r[3:]...) }, "evt_000004: event 3 is missing before it"},
		"swapped":   {func(r []Record) []Record { r[3], r[4] = r[4], r[3]; return r }, "evt_000005: event 4 is missing before it"},
		"not event": {func(r []Record) []Record { r[1].Bytes = []byte("zero"); return r }, "evt_000002: not an event"},
	} {
		err := VerifyChain(c.spoil(chain()))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
