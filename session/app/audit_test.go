package app

import (
	"testing"

	"vise/session"
	"vise/session/scripted"
)

// A run that is deleted while the trace is looked through is no break.
func TestARunDeletedDuringAnAudit(t *testing.T) {
	b := newBench(t, scripted.Say("one"), scripted.Say("two"))
	first, second := b.run(Request{Text: "say one"}), b.run(Request{Text: "say two"})
	a := newAuditor(b.db)
	seen, err := a.workspace(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.run(t.Context(), first.Run); err != nil {
		t.Fatal(err)
	}
	for _, st := range []session.State{first, second} {
		if _, err := b.DeleteRun(t.Context(), st.Run, "by hand"); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.run(t.Context(), second.Run); err != nil {
		t.Fatal(err)
	}
	if err := a.settle(t.Context(), seen); err != nil {
		t.Fatal(err)
	}
	if len(a.Breaks) != 0 || a.Deleted != 2 {
		t.Errorf("%d deleted, %+v", a.Deleted, a.Breaks)
	}
}
