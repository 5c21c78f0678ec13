package app

import (
	"errors"
	"strings"
	"testing"

	"vise/session"
	"vise/session/scripted"
)

func TestFeedbackIsKept(t *testing.T) {
	b := newBench(t, scripted.Say("one"), scripted.Say("two"))
	b.Workbench.redact.Learn(map[string]string{"key": "hunter2-hunter2"})
	if got, err := b.Feedbacks(t.Context()); err != nil || len(got) != 0 {
		t.Errorf("before any: %+v, %v", got, err)
	}
	one, two := b.run(Request{Text: "a"}).Run, b.run(Request{Text: "b"}).Run
	for _, f := range [][3]string{{one, "useless", ""}, {two, "wrong-source", "it quotes hunter2-hunter2"}, {one, "useful", "after all"}} {
		if err := b.Feedback(t.Context(), f[0], f[1], f[2]); err != nil {
			t.Fatal(err)
		}
	}
	got, err := b.Feedbacks(t.Context())
	if err != nil || len(got) != 2 || got[0].Run != two || got[1].Mark != "useful" || strings.Contains(got[0].Note, "hunter2") {
		t.Errorf("%+v, %v", got, err)
	}
	if err := b.Feedback(t.Context(), one, "splendid", ""); !errors.Is(err, ErrConfig) {
		t.Errorf("an unknown mark: %v", err)
	}
	if err := b.Feedback(t.Context(), "no-such-run", "useful", ""); !errors.Is(err, session.ErrNoRun) {
		t.Errorf("no such run: %v", err)
	}
	if _, err := b.DeleteRun(t.Context(), one, "it is not needed"); err != nil {
		t.Fatal(err)
	}
	if got, _ := b.Feedbacks(t.Context()); len(got) != 1 {
		t.Errorf("feedback on a deleted run stays: %+v", got)
	}
}
