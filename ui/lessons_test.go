package ui_test

import (
	"errors"
	"slices"
	"testing"

	"vise/session"
	"vise/ui/uitest"
	"vise/ui/uitest/fake"
)

// judging is a workbench with one answer on the screen.
func judging(t *testing.T, x *fake.Extras, width, height int) *uitest.Driver {
	t.Helper()
	w := fake.New()
	w.Story = func(r *fake.Run) { r.Answer("It is 10 s.") }
	d := full(t, w, x, width, height)
	request(d, "how long is it?")
	d.WaitFor("It is 10 s.", "done")
	return d
}

func TestSayingWhatAnAnswerWasWorth(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		for _, size := range [][2]int{{120, 40}, {80, 24}} {
			x := &fake.Extras{}
			d := judging(t, x, size[0], size[1])
			d.Press("tab") // to the conversation
			d.Press("f")
			d.WaitFor("What was this answer worth?", "asked  how long is it?", "▏ It is 10 s.")
			golden(t, d, "judge", size)
			d.Press("m")
			d.WaitFor("What should the answer have said?")
			d.Type("30 s")
			d.WaitFor("> 30 s")
			d.Press("enter")
			d.WaitFor("Kept: missing. vise eval from-feedback makes cases")
			d.WaitGone("What was this answer worth?")
			if want := (session.FeedbackGiven{Run: "01KTESTRUN01", Mark: session.MarkMissing, Note: "30 s"}); !slices.Equal(x.Judged, []session.FeedbackGiven{want}) {
				t.Errorf("kept %+v", x.Judged)
			}
			d.Press("f")
			d.WaitFor("What was this answer worth?")
			d.Press("esc")
			d.WaitGone("What was this answer worth?")
			d.Press("f")
			d.WaitFor("What was this answer worth?")
			d.Press("c")
			d.WaitFor("Saved as a case in vise-cases.jsonl.", "--dataset", "from-01ktestrun01")
			if len(x.Judged) != 1 || !slices.Equal(x.Cases, []string{"01KTESTRUN01 in vise-cases.jsonl"}) {
				t.Errorf("kept %v, saved %q", x.Judged, x.Cases)
			}
		}
	})
}

func TestFeedbackAndCasesAsCommands(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		x := &fake.Extras{}
		d := full(t, fake.New(), x, 80, 24)
		for _, c := range []string{"/feedback", "/case"} {
			request(d, c)
			d.WaitFor("There is no answer yet.")
			d.Press("esc")
		}
		request(d, "hello")
		d.WaitFor("Done.")
		request(d, "/feedback splendid")
		d.WaitFor("/feedback takes useful, useless, wrong-source, missing")
		request(d, "/feedback useful just what I wanted")
		d.WaitFor("Kept: useful.")
		if len(x.Judged) != 1 || x.Judged[0].Note != "just what I wanted" {
			t.Errorf("kept %+v", x.Judged)
		}
		request(d, "/case mine.jsonl")
		d.WaitFor("Saved as a case in mine.jsonl.")
		request(d, "/case mine.jsonl")
		d.WaitFor("It is a case already, in mine.jsonl.")
		d.Press("ctrl+p")
		d.WaitFor("Commands")
		d.Type("feedback")
		d.WaitFor("> feedback", "what the answer was worth")
		d.Press("enter")
		d.WaitFor("asked  hello")
		d.Press("esc")
		d.WaitGone("asked  hello")
		x.Fails = errors.New("the disk is full")
		request(d, "/feedback useless")
		d.WaitFor("Not kept: the disk is full")
		request(d, "/case")
		d.WaitFor("Not saved: the disk is full")
	})
}

// A past run is judged, and made a case of, where it is stepped through.
func TestJudgingAReplayedRun(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		for _, size := range [][2]int{{120, 40}, {80, 24}} {
			x := &fake.Extras{}
			d := judging(t, x, size[0], size[1])
			request(d, "/runs")
			d.WaitFor("─ Runs ─", "how long is it?")
			d.Press("right")
			d.WaitFor("replay", "step 1 of")
			d.Press("f")
			d.WaitFor("What was this answer worth?", "▏ It is 10 s.")
			d.Press("w")
			d.WaitFor("Where should it have looked?")
			d.Press("enter")
			d.WaitFor("Kept: wrong-source.", "step 1 of")
			d.Press("c")
			d.WaitFor("Saved as a case in vise-cases.jsonl.")
			if len(x.Judged) != 1 || len(x.Cases) != 1 {
				t.Errorf("kept %v, saved %q\n%s", x.Judged, x.Cases, d.Screen())
			}
		}
	})
}

// What goes on has no answer yet, and without a place to keep it nothing is
// asked.
func TestNothingIsJudgedTooEarly(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w, hold := fake.New(), make(chan struct{})
		w.Story = func(r *fake.Run) { <-hold; r.Answer("Now.") }
		d := full(t, w, &fake.Extras{}, 80, 24)
		request(d, "slow")
		d.WaitFor("slow", "00:0")
		request(d, "/feedback")
		d.WaitFor("wait for its answer")
		close(hold)
		d.WaitFor("Now.")
		d = at(t, fake.New(), 80, 24)
		request(d, "hello")
		d.WaitFor("Done.")
		request(d, "/feedback")
		d.WaitFor("not available here")
	})
}
