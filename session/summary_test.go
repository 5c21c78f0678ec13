package session

import (
	"testing"
	"time"
)

// Lists tell the time that the run's own end tells.
func TestARunTookAsLongInListsAsInItsTrace(t *testing.T) {
	g := newRig(t, say("ok"))
	st := g.run(t.Context(), "hello")
	if took := Summarize(st).Took(); took.Milliseconds() != st.Finished.Millis || took == 0 {
		t.Errorf("it took %v in lists, %d ms in its trace", took, st.Finished.Millis)
	}
	early := Summary{Started: st.StartedAt, Updated: st.StartedAt.Add(time.Second)} // goes on, or is of before there was Millis
	if early.Took() != time.Second {
		t.Errorf("%v", early.Took())
	}
}
