package cli

import (
	"slices"
	"testing"

	"vise/policy"
	"vise/session"
)

// A run that can't be recorded to its end says which calls took effect: who
// reads only that it failed makes them again.
func TestWhatWasDoneAllTheSame(t *testing.T) {
	writes, reads := &policy.Decision{Level: policy.Writes}, &policy.Decision{Level: policy.ReadsHere}
	done := &session.ToolResult{OK: true, Summary: session.Untrusted("todo td_1 created: \x1b[2Jmilk")}
	got := doneAnyway(session.State{Calls: []session.CallState{
		{Tool: "file.read", Decision: reads, Phase: session.PhaseDone, Result: done},
		{Tool: "todo.create", Decision: writes, Phase: session.PhaseDone, Result: done},
		{Tool: "todo.update", Decision: writes, Phase: session.PhaseDone},
		{Tool: "notes/send", Decision: writes, Phase: session.PhaseRunning},
		{Tool: "notes/add", Decision: writes, Phase: session.PhaseNotRun},
		{Tool: "nothing"},
	}})
	want := []string{`todo.create was done all the same: todo td_1 created: \x1b[2Jmilk`, "todo.update was done all the same", "whether notes/send took effect is not known"}
	if !slices.Equal(got, want) {
		t.Errorf("it says %q", got)
	}
}
