package runs

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"vise/session"
	"vise/ui/keys"
	"vise/ui/theme"
	"vise/ui/uitest"
)

var now = time.Date(2026, 11, 30, 15, 0, 0, 0, time.UTC)

func sample() []session.Summary {
	at := func(ago time.Duration) time.Time { return now.Add(-ago) }
	const day = 24 * time.Hour
	return []session.Summary{
		{Run: "01K5", Task: "still going", Status: session.StatusRunning, Started: at(time.Minute), Updated: now, Model: "offline"},
		{Run: "01K4", Task: "remind me to buy milk", Status: session.StatusNeedsApproval, Reason: "nobody could be asked", Waiting: "call_1", Started: at(2 * time.Hour), Updated: at(2 * time.Hour), Calls: 0, Entry: "run", Conversation: "c2"},
		{Run: "01K3", Task: "Find where the retry timeout is set and remind me to raise it tomorrow at 9.", Status: session.StatusDone, Started: at(26 * time.Hour), Updated: at(26*time.Hour - 12*time.Second), Steps: 3, Calls: 2, Approvals: 1, Tools: []string{"file.search", "todo.create"}, Model: "ollama/qwen3:8b", Entry: "workbench", Conversation: "c1", LastSeq: 21},
		{Run: "01K2", Task: "找到 👩‍👩‍👧‍👦 \x1b[2J\u202e и ещё", Status: session.StatusInterrupted, Unknown: "call_2", Started: at(40 * day), Updated: at(40 * day), Tools: []string{"todo.create"}},
		{Run: "01K1", Task: "old one", Status: session.StatusFailed, FailureKind: session.FailModel, Code: "model_unavailable", Reason: "Ollama isn't running", Started: at(400 * day), Updated: at(400 * day)},
	}
}

func open() *Pane {
	p := New(theme.New(true), keys.Default(), time.UTC)
	p.SetRuns(sample(), now)
	return p
}

func press(p *Pane, names ...string) Action {
	var a Action
	for _, n := range names {
		a = p.Key(uitest.Key(n))
	}
	return a
}

// A run whose call was answered since it ended needs nobody any more.
func TestAnsweredSince(t *testing.T) {
	p := open()
	runs := sample()
	runs[1].Waiting = ""
	p.SetRuns(runs, now)
	press(p, "down")
	if v := uitest.Plain(p.View(120, 40)); !strings.Contains(v, "– answered     13:00") || strings.Contains(v, "needs you") || strings.Contains(v, "waits for") {
		t.Errorf("it reads\n%s", v)
	}
}

func typed(p *Pane, text string) {
	for _, r := range text {
		press(p, string(r))
	}
}

func TestScreens(t *testing.T) {
	p := open()
	press(p, "down", "down")
	for _, s := range [][2]int{{120, 40}, {80, 24}} {
		uitest.Golden(t, fmt.Sprintf("runs-%dx%d", s[0], s[1]), p.View(s[0], s[1]), s[0], s[1])
	}
	for range 6 {
		for _, k := range []string{"tab", "end", "tab", "up", "/", "esc", "d", "n"} {
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
		run  string
	}{
		{"enter", Replay, "01K5"}, {"down right", Replay, "01K4"}, {"down R", Resume, "01K4"}, {"down down ctrl+o", GoOn, "01K3"},
		{"end x", Export, "01K1"}, {"end d y", Delete, "01K1"}, {"end d n", Handled, ""}, {"d", Handled, ""}, {"down down R", Handled, ""},
		{"end d esc", Handled, ""}, {"esc", Back, ""}, {"ctrl+l", Ignored, ""},
	} {
		if a := press(open(), strings.Fields(c.keys)...); a.Do != c.do || a.Run.Run != c.run {
			t.Errorf("%s: %d %q, want %d %q", c.keys, a.Do, a.Run.Run, c.do, c.run)
		}
	}
}

func TestSayingWhyNot(t *testing.T) {
	p := open()
	press(p, "d")
	if v := uitest.Plain(p.View(80, 24)); !strings.Contains(v, "can't be deleted: cancel it first") {
		t.Errorf("a running run:\n%s", v)
	}
	press(p, "down", "down", "R")
	if v := uitest.Plain(p.View(120, 24)); !strings.Contains(v, "nothing to resume") {
		t.Errorf("a run that is done:\n%s", v)
	}
	press(p, "d")
	if v := uitest.Plain(p.View(120, 24)); !strings.Contains(v, "It can't be undone · y delete · n keep") || p.Context() != keys.Confirm {
		t.Errorf("before deleting:\n%s", v)
	}
}

func TestFilter(t *testing.T) {
	p := open()
	press(p, "/")
	typed(p, "tool:todo.create fIND")
	if r, _ := p.Selected(); r.Run != "01K3" || len(p.some) != 1 {
		t.Fatalf("%d runs, on %q", len(p.some), r.Run)
	}
	if v := uitest.Plain(p.View(80, 24)); !strings.Contains(v, "1 of 5") || !strings.Contains(v, "filter tool:todo.create fIND") {
		t.Errorf("while typing:\n%s", v)
	}
	if a := press(p, "enter", "enter"); a.Do != Replay || a.Run.Run != "01K3" {
		t.Errorf("enter twice: %v", a)
	}
	if a := press(p, "esc"); a.Do != Handled || len(p.some) != 5 {
		t.Errorf("esc takes the filter away first: %v, %d runs", a, len(p.some))
	}
	if r, _ := p.Selected(); r.Run != "01K3" {
		t.Errorf("the cursor left its run: %q", r.Run)
	}
	press(p, "/")
	p.Paste("nothing\nhas this")
	if v := uitest.Plain(p.View(80, 24)); !strings.Contains(v, "no run has “nothing has this”") {
		t.Errorf("nothing found:\n%s", v)
	}
	if a := press(p, "enter", "enter", "d", "x"); a.Do != Handled {
		t.Errorf("keys without a run: %v", a)
	}
}

func TestAStatusIsSaidOnce(t *testing.T) {
	for _, tc := range []struct {
		run  session.Summary
		want string
	}{
		{session.Summary{Run: "r1", Status: session.StatusCancelled, FailureKind: session.FailCancelled, Code: "cancelled", Reason: "cancelled"}, "✗ cancelled"},
		{session.Summary{Run: "r2", Status: session.StatusFailed, FailureKind: session.FailModel, Code: "model_down", Reason: "it is down"}, "✗ failed · model · model_down"},
	} {
		p := open()
		p.SetRuns([]session.Summary{tc.run}, time.Now())
		got := uitest.Plain(p.View(120, 20))
		_, line, _ := strings.Cut(got, " status ")
		line, _, _ = strings.Cut(line, "\n")
		if line = strings.Trim(line, "│ "); line != tc.want {
			t.Errorf("status %q, want %q:\n%s", line, tc.want, got)
		}
		if because := strings.Contains(got, " because "); because != (tc.run.Reason != "cancelled") {
			t.Errorf("a reason stands there: %t\n%s", because, got)
		}
	}
}

func TestEmptyAndError(t *testing.T) {
	p := New(theme.New(true), keys.Default(), time.UTC)
	p.SetRuns(nil, now)
	if v := uitest.Plain(p.View(80, 24)); !strings.Contains(v, "no runs yet") {
		t.Errorf("empty:\n%s", v)
	}
	p.SetError(errors.New("the database is locked\x1b"))
	if v := uitest.Plain(p.View(80, 24)); !strings.Contains(v, `can't be read: the database is locked\x1b`) {
		t.Errorf("error:\n%s", v)
	}
}

// The list and the trace tell one and the same time.
func TestARunTookWhatItsEndSays(t *testing.T) {
	p := open()
	p.SetRuns([]session.Summary{{Run: "r1", Status: session.StatusDone, Started: now, Updated: now.Add(12_100 * time.Millisecond), Millis: 11_900}}, now)
	if got := uitest.Plain(p.View(120, 20)); !strings.Contains(got, "11 s") || strings.Contains(got, "12 s") {
		t.Errorf("%s", got)
	}
}
