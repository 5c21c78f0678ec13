package decisions

import (
	"encoding/json"
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

var now = time.Date(2026, 11, 30, 15, 0, 0, 0, time.UTC)

func sample() []session.Pending {
	ask := func(id, tool, task, args string) session.Approval {
		return session.Approval{ID: id, Run: "01K3", Task: task, Tool: policy.Tool{Server: policy.BuiltinServer, Name: tool, Level: policy.Writes}, Args: json.RawMessage(args), Effect: "add 1 todo; nothing else changes",
			Decision: policy.Decision{Level: policy.Writes, Reason: "writes need approval (default rule)"}, Asked: now.Add(-90 * time.Second)}
	}
	secret := ask("01K1/call_9", "todo.update", "找 👍🏽 \x1b[2J\u202e", `{"x":"\u001b[31m","y":"`+"\x1b"+`"}`)
	secret.Redacted = true
	return []session.Pending{
		{Approval: ask("01K3/call_2", "todo.create", "remind me to raise it tomorrow at 9", `{"title":"Raise the retry timeout","due_at":"2026-12-01T09:00:00+03:00"}`)},
		{Approval: ask("01K2/call_1", "todo.create", "buy milk", `{"title":"milk"}`), Ended: true},
		{Approval: secret, Ended: true},
		{Approval: ask("01K0/call_1", "todo.create", "old", `[`), Answer: &session.Answer{Verdict: session.VerdictDeny}},
	}
}

func open() *Pane {
	p := New(theme.New(true), keys.Default(), time.UTC)
	p.SetPending(sample(), now)
	return p
}

func press(p *Pane, names ...string) Action {
	var a Action
	for _, n := range names {
		a = p.Key(uitest.Key(n))
	}
	return a
}

func TestScreens(t *testing.T) {
	p := open()
	for _, s := range [][2]int{{120, 40}, {80, 24}} {
		uitest.Golden(t, fmt.Sprintf("decisions-%dx%d", s[0], s[1]), p.View(s[0], s[1]), s[0], s[1])
	}
	for range 4 {
		for _, k := range []string{"tab", "end", "tab", "down"} {
			press(p, k)
			for _, s := range [][2]int{{120, 40}, {80, 24}, {40, 10}, {12, 4}, {2, 2}, {1, 1}} {
				v := p.View(s[0], s[1])
				uitest.Fits(t, v, s[0], s[1])
				if strings.ContainsAny(uitest.Plain(v), "\x1b\u202e") {
					t.Errorf("after %q: not inert", k)
				}
			}
		}
	}
}

func TestWhatKeysDo(t *testing.T) {
	for _, c := range []struct {
		keys string
		do   Do
		id   string
	}{
		{"enter", Open, "01K3/call_2"}, {"down enter", Open, "01K2/call_1"}, {"end enter", Handled, ""}, {"esc", Back, ""}, {"a", Ignored, ""}, {"ctrl+l", Ignored, ""},
	} {
		if a := press(open(), strings.Fields(c.keys)...); a.Do != c.do || a.Approval.ID != c.id {
			t.Errorf("%s: %d %q, want %d %q", c.keys, a.Do, a.Approval.ID, c.do, c.id)
		}
	}
}

func TestWhatIsSaid(t *testing.T) {
	p := open()
	press(p, "down", "down")
	if v := uitest.Plain(p.View(120, 40)); !strings.Contains(v, "had a secret") || !strings.Contains(v, "its run is over") {
		t.Errorf("a redacted one of an ended run:\n%s", v)
	}
	p.SetWaiting([]session.Approval{sample()[2].Approval, sample()[0].Approval}, now)
	if a, _ := p.selected(); a.Approval.ID != "01K1/call_9" {
		t.Errorf("the cursor left its approval: %s", a.Approval.ID)
	}
	p.SetWaiting(nil, now)
	if v := uitest.Plain(p.View(80, 24)); !strings.Contains(v, "nothing waits for you") {
		t.Errorf("empty:\n%s", v)
	}
	press(p, "enter", "tab", "down")
}
