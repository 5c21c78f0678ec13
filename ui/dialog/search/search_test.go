package search

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"vise/session"
	"vise/ui/keys"
	"vise/ui/theme"
	"vise/ui/uitest"
)

func open() *Search { return New(keys.Default(), theme.New(true), now, zone) }

func press(s *Search, names ...string) Action {
	var a Action
	for _, n := range names {
		a = s.Key(uitest.Key(n))
	}
	return a
}

func runs() []session.Summary {
	return []session.Summary{
		{Run: "R1", Conversation: "C1", Task: "Find where the retry timeout is set\nand remind me", Status: session.StatusDone, Started: now.Add(-time.Hour), Model: "ollama/qwen3:8b", Calls: 2, Tools: []string{"file.search", "todo.create"}},
		{Run: "R2", Conversation: "C2", Task: "买牛奶 \x1b[2J\u202e 👩‍👩‍👧‍👦", Status: session.StatusNeedsApproval, Waiting: "call_001", Started: now.Add(-30 * time.Hour), Model: "offline"},
		{Run: "R3", Conversation: "C3", Task: strings.Repeat("a long request ", 20), Status: session.StatusFailed, Started: now.AddDate(-1, 0, 0), Reason: "Ollama isn't running"},
		{Run: "R4", Conversation: "C4", Task: "deleted?", Status: session.StatusInterrupted, Unknown: "c2", Started: now.AddDate(0, -2, 0)},
	}
}

func TestItAsksForWhatWasTypedLast(t *testing.T) {
	s := open()
	if _, ok := s.Query(1); !ok {
		t.Fatal("there is no query at first")
	}
	one := press(s, "m")
	two := press(s, "i")
	if one.Do != Changed || two.Do != Changed || two.Seq == one.Seq {
		t.Fatalf("%+v, %+v", one, two)
	}
	if _, ok := s.Query(one.Seq); ok {
		t.Error("what was typed over is still asked for")
	}
	if q, ok := s.Query(two.Seq); !ok || q.Text != "mi" || q.Limit != Limit {
		t.Errorf("%+v, %v", q, ok)
	}
	if got := press(s, "left"); got.Do != None {
		t.Errorf("moving the cursor: %+v", got)
	}
}

func TestLateResultsDontReplaceNewerOnes(t *testing.T) {
	s := open()
	a, b := press(s, "a"), press(s, "b")
	s.SetResults(b.Seq, runs()[:1], nil)
	s.SetResults(a.Seq, runs()[1:], nil)
	if got := press(s, "enter"); got.Run.Run != "R1" {
		t.Errorf("%+v", got)
	}
}

func TestABadFilterAsksForNothing(t *testing.T) {
	s := open()
	s.SetResults(1, runs(), nil)
	s.Paste("status:fin")
	if got := press(s, "e"); got.Do != None {
		t.Errorf("%+v", got)
	}
	if _, ok := s.Query(s.seq); ok {
		t.Error("there is a query for it")
	}
	if got := uitest.Plain(s.View(80, 24)); !strings.Contains(got, `status: takes done`) || strings.Contains(got, "Find where") {
		t.Errorf("%s", got)
	}
	if got := press(s, "ctrl+u"); got.Do != Changed {
		t.Errorf("taken away: %+v", got)
	}
}

func TestKeys(t *testing.T) {
	for _, tc := range []struct {
		keys []string
		want Do
		run  string
	}{
		{[]string{"enter"}, Take, "R1"},
		{[]string{"down", "enter"}, Take, "R2"},
		{[]string{"ctrl+r", "ctrl+r", "enter"}, Take, "R3"},
		{[]string{"down", "down", "down", "down", "down", "up", "enter"}, Take, "R3"},
		{[]string{"up", "right"}, Replay, "R1"},
		{[]string{"x", "left", "right"}, None, ""},
		{[]string{"x", "left", "right", "right"}, Replay, "R1"},
		{[]string{"down", "ctrl+o"}, GoOn, "R2"},
		{[]string{"esc"}, Close, ""},
	} {
		s := open()
		s.SetResults(1, runs(), nil)
		if got := press(s, tc.keys...); got.Do != tc.want || got.Run.Run != tc.run {
			t.Errorf("%v: %+v", tc.keys, got)
		}
	}
}

func TestNothingFound(t *testing.T) {
	s := open()
	if got := uitest.Plain(s.View(80, 24)); !strings.Contains(got, "looking …") {
		t.Error(got)
	}
	s.SetResults(1, nil, nil)
	for _, k := range []string{"enter", "right", "ctrl+o"} {
		if got := press(s, k); got.Do != None {
			t.Errorf("%s: %+v", k, got)
		}
	}
	if got := uitest.Plain(s.View(80, 24)); !strings.Contains(got, "no past request is like that") {
		t.Error(got)
	}
	s.SetResults(1, nil, errors.New("the database is locked\x1b[2J"))
	if got := uitest.Plain(s.View(80, 24)); !strings.Contains(got, `the database is locked\x1b[2J`) {
		t.Error(got)
	}
}

func TestGolden(t *testing.T) {
	for _, size := range []struct{ w, h int }{{120, 40}, {80, 24}, {40, 10}} {
		t.Run(fmt.Sprintf("%dx%d", size.w, size.h), func(t *testing.T) {
			s := open()
			s.SetResults(1, runs(), nil)
			press(s, "down")
			got := s.View(size.w, size.h)
			uitest.Fits(t, got, size.w, size.h)
			golden.RequireEqual(t, uitest.Plain(got))
		})
	}
}

func TestTheCursorStaysOnTheScreen(t *testing.T) {
	s := open()
	var many []session.Summary
	for i := range 100 {
		many = append(many, session.Summary{Run: fmt.Sprint(i), Task: fmt.Sprintf("task number %d.", i), Started: now})
	}
	s.SetResults(1, many, nil)
	for range 60 {
		press(s, "down")
		s.View(80, 24)
	}
	if got := uitest.Plain(s.View(80, 24)); !strings.Contains(got, "▸ today 01:30  ? ") || !strings.Contains(got, "task number 60.") || strings.Contains(got, "task number 5.") {
		t.Error(got)
	}
}

func TestAFilterThatIsntUnderstoodListsNothing(t *testing.T) {
	for typed, want := range map[string]string{"on:foo": "on: takes a day such as today", "status:bogus": "status: takes done, failed"} {
		s := open()
		s.SetResults(1, runs(), nil)
		s.Paste(typed)
		got := uitest.Plain(s.View(80, 24))
		if !strings.Contains(got, "! That isn't understood: "+want) || strings.Contains(got, "retry timeout") {
			t.Errorf("%s:\n%s", typed, got)
		}
		if !strings.Contains(strings.Join(strings.Fields(got), " "), strings.Split(typed, ":")[1]) {
			t.Errorf("the value isn't named:\n%s", got)
		}
		if act := press(s, "enter"); act.Do != None {
			t.Errorf("%s: enter takes %+v", typed, act)
		}
	}
}
