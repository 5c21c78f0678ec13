package ask

import (
	"strings"
	"testing"
	"time"

	"vise/session"
	"vise/ui/keys"
	"vise/ui/theme"
	"vise/ui/uitest"
)

var at = time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)

func spent(what string, used int, b session.Budget) *Question {
	return Spent(keys.Default(), theme.New(true), session.Spent{What: what, Used: used, Limit: used, Budget: b}, at)
}

func TestLine(t *testing.T) {
	for _, tc := range []struct {
		q    *Question
		want string
	}{
		{spent("steps", 8, session.Budget{Steps: 8}), "8 steps used · c go on with 8 more · w let it wrap up · esc stop"},
		{spent("steps", 16, session.Budget{Steps: 8}), "16 steps used · c go on with 8 more · w let it wrap up · esc stop"},
		{spent("calls", 1, session.Budget{Calls: 1}), "1 call used · c go on with 1 more · w let it wrap up · esc stop"},
		{spent("tokens", 1234567, session.Budget{Tokens: 20000}), "1,234,567 tokens used · c go on with 20,000 more · w let it wrap up · esc stop"},
		{spent("patience\x1b", 2, session.Budget{}), `2 patience\x1b used · c go on with as many again · w let it wrap up · esc stop`},
		{Leave(keys.Default(), theme.New(true)), "A run is going on. Leaving cancels it; what it has done so far is kept. · y leave · n stay"},
	} {
		if got := tc.q.Line(200); got != tc.want {
			t.Errorf("got %q\nwant %q", got, tc.want)
		}
	}
	if got := spent("steps", 8, session.Budget{Steps: 8}).Line(20); theme.Width(got) > 20 {
		t.Errorf("%q", got)
	}
}

func TestSpentIsDeafAtFirst(t *testing.T) {
	q := spent("steps", 8, session.Budget{Steps: 8})
	if id, heard := q.Key(uitest.Key("c"), at.Add(100*time.Millisecond)); heard || id != "" {
		t.Errorf("at once: %q", id)
	}
	if id, heard := q.Key(uitest.Key("с"), at.Add(time.Second)); !heard || id != keys.BudgetGoOn { // a Cyrillic с lies on the same key
		t.Errorf("later: %q", id)
	}
	if id, _ := q.Key(uitest.Key("w"), at.Add(2*time.Second)); id != "" {
		t.Errorf("a second answer: %q", id)
	}
}

func TestSpentAnswers(t *testing.T) {
	for key, want := range map[string]session.More{"c": session.MoreGoOn, "w": session.MoreWrapUp, "esc": session.MoreStop, "enter": "", "y": ""} {
		id, _ := spent("steps", 8, session.Budget{Steps: 8}).Key(uitest.Key(key), at.Add(time.Second))
		if got, ok := More(id); got != want || ok != (want != "") {
			t.Errorf("%s: %q", key, got)
		}
	}
}

func TestLeaveListensAtOnce(t *testing.T) {
	for key, want := range map[string]string{"y": keys.ConfirmYes, "n": keys.ConfirmNo, "esc": keys.ConfirmNo, "enter": "", "space": ""} {
		if id, heard := Leave(keys.Default(), theme.New(true)).Key(uitest.Key(key), at); id != want || !heard {
			t.Errorf("%s: %q, %v", key, id, heard)
		}
	}
}

func TestPasteAnswersNothing(t *testing.T) {
	q := Leave(keys.Default(), theme.New(true))
	q.Paste("y", at)
	if id, heard := q.Key(uitest.Key("y"), at.Add(time.Millisecond)); id != "" || heard {
		t.Errorf("right after a paste: %q", id)
	}
}

func TestView(t *testing.T) {
	for _, s := range []struct{ w, h int }{{120, 40}, {80, 24}, {40, 10}, {20, 4}} {
		got := spent("steps", 8, session.Budget{Steps: 8}).View(s.w, s.h)
		uitest.Fits(t, got, s.w, s.h)
		if s.w >= 40 && (!strings.Contains(uitest.Plain(got), "c go on with 8 more") || !strings.Contains(uitest.Plain(got), "esc stop")) {
			t.Errorf("%dx%d:\n%s", s.w, s.h, uitest.Plain(got))
		}
	}
}
