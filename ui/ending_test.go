package ui_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"vise/session"
	"vise/ui/uitest"
	"vise/ui/uitest/fake"
)

var errFull = errors.New("the run can't be recorded: no space left on device; free some, then ask again")

func TestARunThatCantBeRecordedSaysSo(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) { r.Reply("half of"); r.Break(errFull) }
		d := at(t, w, 120, 24)
		request(d, "a long thing")
		d.WaitFor("The run stopped: the run can't be recorded: no space left on")
		d.WaitFor("▌ Ask, or /")
	})
}

func TestARequestThatWasNotRecordedComesBack(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Full = errFull
		d := at(t, w, 120, 24)
		request(d, "a long thing")
		d.WaitFor("The run stopped: the run can't be recorded", "▌ a long thing")
	})
}

func TestACancelledRunSaysSoOnce(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) {
			r.Stream("busy")
			<-r.Cancelled()
			r.Fail(session.RunFinished{Status: session.StatusCancelled, FailureKind: session.FailCancelled, Code: "cancelled", Reason: "cancelled"})
		}
		d := at(t, w, 80, 24)
		request(d, "go")
		d.WaitFor("busy")
		d.Press("esc")
		d.WaitFor("■ Cancelled.")
		if s := d.WaitGone("cancelling"); strings.Count(strings.ToLower(s), "cancelled") != 2 { // the other is the trace's last line
			t.Errorf("it is said more than once:\n%s", s)
		}
	})
}

func TestACallThatWasCancelledWhileItWaitedSaysThat(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) { r.Ask(milk) }
		d := at(t, w, 100, 24)
		request(d, "go")
		d.WaitFor("Approve this call?")
		d.Press("ctrl+c")
		s := d.WaitFor("■ Cancelled.", "not run · cancelled while it waited")
		if strings.Contains(s, "writes need approval") {
			t.Errorf("it is blamed on a rule:\n%s", s)
		}
	})
}

func TestEscInABoxGoesBackThenLeavesAndNeverCancels(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		_, d := asked(t)
		d.WaitFor("esc leave it waiting · a allow once")
		d.Press("t")
		d.WaitFor("Full description", "esc back")
		d.Press("esc")
		d.WaitFor("Will do")
		d.Press("v")
		d.WaitFor("raw JSON, ")
		d.Press("esc")
		d.WaitFor("Will do", "Approve this call?")
		d.Press("esc")
		d.WaitGone("Approve this call?")
		d.Press("esc")
		d.WaitFor("esc again cancels the run", "esc cancel · enter queue")
		d.Stays("the run", 200*time.Millisecond, func(s string) bool { return !strings.Contains(s, "Cancelled.") })
		d.Press("esc")
		d.WaitFor("Nothing was added: unanswered")
	})
}
