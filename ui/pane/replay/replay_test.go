package replay

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"vise/policy"
	"vise/session"
	"vise/ui/keys"
	"vise/ui/theme"
	"vise/ui/uitest"
)

var start = time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)

// story is the run of UX.md's mock-up.
func story(task, found, answer string) []session.Event {
	args := json.RawMessage(`{"query":"retry timeout","root":"work"}`)
	todo := json.RawMessage(`{"title":"Raise the retry timeout to 30s","due_at":"2026-12-01T09:00:00+03:00"}`)
	text := func(s string) session.Content { return session.Content{Text: session.Untrusted(s), Size: len(s)} }
	reads := policy.Decision{Outcome: policy.Allow, Rule: "default: reads here", Reason: "reads in the allowed roots", Level: policy.ReadsHere}
	writes := policy.Decision{Outcome: policy.Approval, Rule: "default: writes", Reason: "writes need approval (default rule)", Level: policy.Writes,
		Origins: []policy.Origin{{Argument: "title", Source: policy.FromEvidenceDerived, Evidence: []string{"ev_001"}}, {Argument: "due_at", Source: policy.FromUserDerived, Quote: "tomorrow at 9"}}}
	return number(
		session.RunStarted{Task: task, TaskType: "chat", Entry: "workbench", Model: session.ModelInfo{Name: "ollama/qwen3:8b"}, Budget: session.Budget{Steps: 8, Calls: 6}, Roots: []session.Root{{Name: "work", Dir: "/home/me/work"}}, Timezone: "Europe/Moscow"},
		session.ToolsDiscovered{Offered: []session.OfferedTool{{Tool: "file.search", Alias: "file_search", Level: policy.ReadsHere, Tokens: 142}, {Tool: "todo.create", Alias: "todo_create", Level: policy.Writes, Tokens: 188}}},
		session.ModelRequest{Step: 1, Messages: 1, Tokens: 812},
		session.ModelMessage{Step: 1, Calls: []session.ToolCall{{ID: "call_1", Name: "file_search", Args: args}}},
		session.PlanCreated{Step: 1, Summary: "search, then a todo", Calls: []string{"call_1"}, Tools: []string{"file.search"}},
		session.PolicyDecision{Call: "call_1", Tool: "file.search", Args: args, Decision: reads},
		session.CallStarted{Call: "call_1", Tool: "file.search", Server: "builtin", Args: args},
		session.ToolCallClosed{Call: "call_1", Tool: "file.search", OK: true, Millis: 12},
		session.ToolResult{Call: "call_1", Tool: "file.search", OK: true, Ran: true, Summary: session.Untrusted(found), Content: text("config/http.go:42: timeout := 10"), Evidence: []string{"ev_001"}},
		session.EvidenceSelected{Evidence: "ev_001", Call: "call_1", URI: "file:///work/config/http.go#L42", Name: "config/http.go:42", Excerpt: session.Untrusted("timeout := 10"), Confidence: 1, ACL: "work"},
		session.ModelRequest{Step: 2, Messages: 3, Tokens: 1020},
		session.ModelMessage{Step: 2, Text: text("I found it."), Calls: []session.ToolCall{{ID: "call_2", Name: "todo_create", Args: todo}}},
		session.PolicyDecision{Call: "call_2", Tool: "todo.create", Args: todo, Decision: writes},
		session.ApprovalRequested{Call: "call_2", Tool: "todo.create", Args: todo, Effect: "add 1 todo; nothing else changes", Decision: writes},
		session.ApprovalAnswered{Call: "call_2", Tool: "todo.create", Verdict: session.VerdictAllow, By: "workbench", Waited: 4000},
		session.CallStarted{Call: "call_2", Tool: "todo.create", Server: "builtin", Args: todo, Approval: "person"},
		session.ToolCallClosed{Call: "call_2", Tool: "todo.create", OK: true, Millis: 8},
		session.ToolResult{Call: "call_2", Tool: "todo.create", OK: true, Ran: true, Summary: session.Untrusted("created"), Objects: []string{"td_1"}},
		session.ModelMessage{Step: 3, Text: text(answer)},
		session.AnswerCreated{Answer: text(answer), Citations: []string{"ev_001"}},
		session.RunFinished{Status: session.StatusDone, Steps: 3, Calls: 2, Tokens: 3100, Millis: 12000},
	)
}

func number(ps ...session.Payload) []session.Event {
	out := make([]session.Event, len(ps))
	for i, p := range ps {
		out[i] = session.Event{V: 1, ID: fmt.Sprintf("evt_%06d", i+1), Run: "01K3ABCDEFGHJKMNPQRS", Seq: i + 1, Time: start.Add(time.Duration(i) * 600 * time.Millisecond),
			Type: p.Type(), Actor: session.ActorVise, Payload: p}
	}
	return out
}

const task = "Find where the retry timeout is set and remind me to raise it tomorrow at 9."

func open(events []session.Event) *Pane {
	sum := session.Summary{Run: "01K3ABCDEFGHJKMNPQRS", Task: task, Status: session.StatusDone, Started: start, Updated: start.Add(12 * time.Second), Calls: 2, Approvals: 1}
	return New(theme.New(true), keys.Default(), time.UTC, sum, events)
}

func press(p *Pane, names ...string) Action {
	var a Action
	for _, n := range names {
		a = p.Key(uitest.Key(n))
	}
	return a
}

func TestScreens(t *testing.T) {
	plain := story(task, "2 hits", "The timeout is set in `config/http.go:42` [ev_001]. I made a todo.")
	hostile := story("找到重试超时 👩‍👩‍👧‍👦\x1b[2J\u202e", "命中 2 个\x1b]0;x\x07", "超时设置在 **这里** [ev_001]\x1b[31m&#27;[2J 👍🏽")
	for name, events := range map[string][]session.Event{"run": plain, "hostile": hostile} {
		p := open(events)
		press(p, "n", "right", "right", "right") // the first result
		for _, s := range [][2]int{{120, 40}, {80, 24}} {
			uitest.Golden(t, fmt.Sprintf("%s-%dx%d", name, s[0], s[1]), p.View(s[0], s[1]), s[0], s[1])
		}
		for _, k := range []string{"n", "v", "tab", "m", "end"} {
			press(p, k)
			for _, s := range [][2]int{{120, 40}, {80, 24}, {40, 10}, {20, 5}, {5, 2}, {1, 1}} {
				uitest.Fits(t, p.View(s[0], s[1]), s[0], s[1])
			}
			if strings.ContainsAny(uitest.Plain(p.View(120, 40)), "\x1b\x07\u202e") {
				t.Errorf("%s after %q: not inert", name, k)
			}
		}
	}
}

func TestStepping(t *testing.T) {
	p := open(story(task, "2 hits", "done"))
	if p.Step() != 1 {
		t.Fatalf("it opens at step %d", p.Step())
	}
	for _, c := range []struct {
		key  string
		want int
	}{{"right", 2}, {"left", 1}, {"left", 1}, {"n", 6}, {"n", 13}, {"n", 14}, {"N", 13}, {"end", 21}, {"right", 21}, {"home", 1}, {"down", 2}, {"l", 3}} {
		if a := press(p, c.key); a.Do != Handled || p.Step() != c.want {
			t.Errorf("%s: step %d, %v; want %d", c.key, p.Step(), a, c.want)
		}
	}
	if press(p, "enter"); !strings.Contains(uitest.Plain(p.View(40, 10)), "Detail") {
		t.Errorf("enter doesn't open the details on a small screen:\n%s", uitest.Plain(p.View(40, 10)))
	}
	press(p, "enter")
	p.Go(14)
	if c := p.State().Calls[1]; c.Phase != session.PhaseWaiting || p.State().Status != session.StatusRunning {
		t.Errorf("at step 14 the call is %s, the run %s", c.Phase, p.State().Status)
	}
	if v := uitest.Plain(p.View(120, 40)); !strings.Contains(v, "⏸ todo.create") || !strings.Contains(v, "step 14 of 21") {
		t.Errorf("step 14:\n%s", v)
	}
	p.Go(15)
	if v := uitest.Plain(p.View(120, 40)); strings.Contains(v, "waiting for you") {
		t.Errorf("it is answered, and yet:\n%s", v)
	}
	press(p, "end", "n")
	if v := uitest.Plain(p.View(120, 40)); !strings.Contains(v, "no further decision") {
		t.Errorf("nothing is said at the last decision:\n%s", v)
	}
}

func TestPlaying(t *testing.T) {
	p := open(story(task, "2 hits", "done"))
	if a := press(p, "space"); a.Do != Play || !p.Playing() {
		t.Fatalf("space: %v", a)
	}
	ticks := 1
	for p.Tick() {
		ticks++
	}
	if p.Step() != 21 || ticks != 20 || p.Playing() {
		t.Errorf("after %d ticks at step %d", ticks, p.Step())
	}
	press(p, "space", "left")
	if p.Playing() {
		t.Error("a step by hand doesn't stop it")
	}
	if a := press(p, "space"); a.Do != Handled || !p.Playing() {
		t.Errorf("a tick is still to come, a second one would play twice as fast: %v", a)
	}
	press(p, "space")
	if p.Tick() {
		t.Error("it is paused, and a tick wants another")
	}
	if a := press(p, "space"); a.Do != Play {
		t.Errorf("no tick is to come: %v", a)
	}
}

func TestFinding(t *testing.T) {
	p := open(story(task, "2 hits", "done"))
	press(p, "/")
	if p.Context() != keys.Search {
		t.Fatal("it isn't typed into")
	}
	press(p, "n", "x") // letters are text now
	press(p, "backspace", "backspace", "t", "d", "_", "1", "enter")
	if p.Step() != 18 || p.Context() != keys.Replay {
		t.Errorf("td_1 is in step 18, not %d", p.Step())
	}
	press(p, "/")
	if v := uitest.Plain(p.View(80, 24)); !strings.Contains(v, "find (enter: “td_1” again)") {
		t.Errorf("it doesn't say what enter does:\n%s", v)
	}
	press(p, "enter")
	if v := uitest.Plain(p.View(80, 24)); p.Step() != 18 || !strings.Contains(v, "found from the start on") {
		t.Errorf("step %d:\n%s", p.Step(), v)
	}
	press(p, "/")
	p.Paste("nowhere\x1b")
	press(p, "enter")
	if v := uitest.Plain(p.View(80, 24)); !strings.Contains(v, `not found: nowhere\x1b`) {
		t.Errorf("nothing is said:\n%s", v)
	}
	press(p, "/", "esc")
	if a := press(p, "esc"); a.Do != Back {
		t.Errorf("esc: %v", a)
	}
}

func TestWhatTheModelSaw(t *testing.T) {
	p := open(story(task, "2 hits", "done"))
	if a := press(p, "m"); a.Do != Handled || !strings.Contains(uitest.Plain(p.View(80, 24)), "not been asked yet") {
		t.Errorf("before the first request: %v", a)
	}
	p.Go(9)
	if a := press(p, "m"); a != (Action{Model, 3}) {
		t.Fatalf("m: %v", a)
	}
	p.SetPrompt(11, session.ChatRequest{System: "another one"}, nil)
	p.SetPrompt(3, session.ChatRequest{System: "You are vise.", Tools: []session.ChatTool{{Alias: "file_search", ID: "file.search", Description: "Searches\x1b[2J", Schema: json.RawMessage(`{}`)}},
		Messages: []session.ChatMessage{{Role: session.RoleUser, Text: task}, {Role: session.RoleTool, Alias: "file_search", Text: "<data n7>\nmessage 9 · user\n</data n7>"}}}, nil)
	v := uitest.Plain(p.View(80, 30))
	for _, want := range []string{"system · about 4 tokens", "▏ You are vise.", "tool file_search (file.search)", `Searches\x1b[2J`, "message 2 · tool · file_search", "▏ message 9 · user"} {
		if !strings.Contains(v, want) {
			t.Errorf("no %q in\n%s", want, v)
		}
	}
	uitest.Golden(t, "80x24", p.View(80, 24), 80, 24)
	for _, k := range []string{"f", "c", "x"} {
		if a := press(p, k); a.Do != Handled {
			t.Errorf("%s over what the model saw: %v", k, a)
		}
	}
	press(p, "esc", "m")
	p.SetPrompt(3, session.ChatRequest{}, errors.New("its content was deleted"))
	if v := uitest.Plain(p.View(80, 24)); !strings.Contains(v, "can't be shown: its content was deleted") {
		t.Errorf("the error isn't said:\n%s", v)
	}
}

func TestEmptyRun(t *testing.T) {
	p := open(nil)
	for _, k := range []string{"right", "left", "n", "N", "space", "v", "m", "end", "home", "/", "x", "enter", "down", "tab", "pgup"} {
		press(p, k)
		uitest.Fits(t, p.View(80, 24), 80, 24)
	}
}

// long is a run of n events in which calls wait, run and end.
func long(n int) []session.Event {
	ps := []session.Payload{session.RunStarted{Task: "long"}}
	for i := 0; len(ps) < n; i++ {
		call := fmt.Sprintf("call_%d", i)
		ps = append(ps, session.ModelRequest{Step: i}, session.PolicyDecision{Call: call, Tool: "file.search"}, session.CallStarted{Call: call, Tool: "file.search"},
			session.ToolCallClosed{Call: call, Tool: "file.search", OK: true}, session.ToolResult{Call: call, Tool: "file.search", OK: true, Ran: true})
	}
	return number(ps[:n]...)
}

func TestAnyStepIsTheStateOfItsEvents(t *testing.T) {
	events := long(5000)
	s := newSteps(events)
	for _, n := range []int{5000, 0, 1, 4999, 501, 500, 499, 2500, 2499, 2498, 3, 5000, 1700, 1690, 1684, 1683, 1500, 1445, 1444, 1443, 1700} {
		s.to(n)
		var want session.State
		for _, e := range events[:n] {
			want.Apply(e)
		}
		got, _ := json.Marshal(s.state)
		if plain, _ := json.Marshal(want); string(got) != string(plain) {
			t.Fatalf("at step %d the state differs", n)
		}
	}
}

func BenchmarkStep100000(b *testing.B) {
	p := open(long(100_000))
	press(p, "end")
	for _, key := range []string{"left", "right"} {
		b.Run(key, func(b *testing.B) {
			p.Go(90_000)
			for b.Loop() {
				press(p, key)
				p.View(120, 40)
			}
		})
	}
	b.Run("jump", func(b *testing.B) {
		i := 0
		for b.Loop() {
			i++
			p.Go(1 + i*7919%100_000)
			p.View(120, 40)
		}
	})
}

// The head tells the time that the run's end tells.
func TestTheHeadTellsWhatTheRunTook(t *testing.T) {
	events := story(task, "2 hits", "done")
	sum := session.Summary{Run: "01K3ABCDEFGHJKMNPQRS", Task: task, Status: session.StatusDone, Started: start, Updated: start.Add(12_100 * time.Millisecond), Millis: 11_900}
	head, _, _ := strings.Cut(uitest.Plain(New(theme.New(true), keys.Default(), time.UTC, sum, events).View(120, 40)), "\n")
	if !strings.Contains(head, "11 s") {
		t.Errorf("%s", head)
	}
}
