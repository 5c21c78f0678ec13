package approval

import (
	"fmt"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"vise/policy"
	"vise/session"
	"vise/ui/theme"
	"vise/ui/uitest"
)

var searchIssues = policy.Tool{Server: "github", Name: "get_issue", Level: policy.ReadsOutside, Pin: "sha256:1"}

func reads(n int) []session.Approval {
	var out []session.Approval
	for i := range n {
		a := call(searchIssues, fmt.Sprintf(`{"repo":"vise/vise","number":%d}`, i+40), policy.Origin{Argument: "number", Source: policy.FromEvidence, Evidence: []string{"ev_001"}}, policy.Origin{Argument: "repo", Source: policy.FromUser, Quote: "vise/vise"})
		a.ID = fmt.Sprintf("R/c%d", i)
		a.Effect = "sends these arguments to github"
		a.Decision.Reason = "it reads outside (default rule)"
		out = append(out, a)
	}
	return out
}

func openBatch(calls []session.Approval, w, h int) *Batch {
	b := NewBatch(calls, Options{Theme: theme.New(true), Now: opened, Zone: moscow})
	b.Tick(opened.Add(time.Second))
	b.View(w, h)
	return b
}

func pressBatch(b *Batch, w, h int, ks ...string) BatchAction {
	var a BatchAction
	for i, k := range ks {
		a = b.Key(uitest.Key(k), opened.Add(time.Duration(i+2)*time.Second))
		b.View(w, h)
	}
	return a
}

func TestTogether(t *testing.T) {
	three := reads(3)
	change := func(f func(a *session.Approval)) []session.Approval {
		out := reads(2)
		f(&out[1])
		return out
	}
	for _, tc := range []struct {
		name    string
		waiting []session.Approval
		want    int
	}{
		{"none", nil, 0},
		{"one", reads(1), 0},
		{"three", three, 3},
		{"writes", []session.Approval{todo(), todo()}, 0},
		{"a write among them", []session.Approval{three[0], todo(), three[2]}, 2},
		{"a write first", []session.Approval{todo(), three[0], three[1]}, 0},
		{"raised to a write", change(func(a *session.Approval) { a.Decision.Level = policy.Writes }), 0},
		{"another run", change(func(a *session.Approval) { a.Run = "S" }), 0},
		{"another pin", change(func(a *session.Approval) { a.Tool.Pin = "sha256:2" }), 0},
		{"another tool", change(func(a *session.Approval) { a.Tool.Name = "get_pr" }), 0},
		{"redacted", change(func(a *session.Approval) { a.Redacted = true }), 0},
		{"a secret", change(func(a *session.Approval) { a.Args = []byte(`{"token":"x"}`) }), 0},
		{"level unknown", change(func(a *session.Approval) { a.Decision.Level, a.Tool.Level = 0, 0 }), 0},
	} {
		if got := Together(tc.waiting); len(got) != tc.want {
			t.Errorf("%s: %d together, want %d", tc.name, len(got), tc.want)
		}
	}
}

func TestBatchGolden(t *testing.T) {
	calls := reads(3)
	calls[2].Args = []byte(`{"repo":"vise/vise","number":44,"since":"2026-11-01T00:00:00Z"}`)
	for _, s := range sizes {
		t.Run(fmt.Sprintf("%dx%d", s.w, s.h), func(t *testing.T) {
			b := openBatch(calls, s.w, s.h)
			pressBatch(b, s.w, s.h, "down", "space")
			got := b.View(s.w, s.h)
			uitest.Fits(t, got, s.w, s.h)
			golden.RequireEqual(t, uitest.Plain(got))
		})
	}
}

func TestBatchAnswersEachOnItsOwn(t *testing.T) {
	for _, tc := range []struct {
		name string
		keys []string
		do   Do
		ids  string
	}{
		{"allow all", []string{"a"}, AllowOnce, "[R/c0 R/c1 R/c2]"},
		{"one left out", []string{"down", "space", "a"}, AllowOnce, "[R/c0 R/c2]"},
		{"in again", []string{"down", "space", "space", "d"}, Deny, "[R/c0 R/c1 R/c2]"},
		{"all left out", []string{"space", "down", "space", "down", "space", "a"}, None, "[]"},
		{"Cyrillic", []string{"ф"}, AllowOnce, "[R/c0 R/c1 R/c2]"},
		{"enter alone", []string{"enter"}, None, "[]"},
		{"tab, enter", []string{"tab", "tab", "enter"}, Deny, "[R/c0 R/c1 R/c2]"},
		{"leave", []string{"esc"}, Leave, "[]"},
		{"no standing yes", []string{"s"}, None, "[]"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := pressBatch(openBatch(reads(3), 80, 24), 80, 24, tc.keys...)
			ids := []string{}
			for _, a := range got.Answers {
				ids = append(ids, a.ID)
				if want, _ := (Action{Do: got.Do}).Answer(opened); a.Answer.Verdict != want.Verdict {
					t.Errorf("%s: %s", a.ID, a.Answer.Verdict)
				}
			}
			if got.Do != tc.do || fmt.Sprint(ids) != tc.ids {
				t.Errorf("%s %v, want %s %s", got.Do, ids, tc.do, tc.ids)
			}
		})
	}
}

func TestBatchEndHasToBeSeen(t *testing.T) {
	b := openBatch(reads(40), 80, 24)
	if got := pressBatch(b, 80, 24, "a"); got.Do != None {
		t.Fatalf("before the end was seen: %v", got.Do)
	}
	for range 39 {
		pressBatch(b, 80, 24, "down")
	}
	if got := pressBatch(b, 80, 24, "a"); got.Do != AllowOnce || len(got.Answers) != 40 {
		t.Errorf("at the end: %v, %d answers", got.Do, len(got.Answers))
	}
}

func TestBatchIsDeafAtFirst(t *testing.T) {
	b := NewBatch(reads(2), Options{Theme: theme.New(true), Now: opened, Zone: moscow})
	b.View(80, 24)
	if got := b.Key(uitest.Key("a"), opened.Add(100*time.Millisecond)); got.Do != Unheard {
		t.Errorf("at once: %v", got.Do)
	}
	b.Tick(opened.Add(time.Second))
	b.Paste("a", opened.Add(time.Second))
	if got := b.Key(uitest.Key("a"), opened.Add(time.Second+time.Millisecond)); got.Do != Unheard {
		t.Errorf("after a paste: %v", got.Do)
	}
}
