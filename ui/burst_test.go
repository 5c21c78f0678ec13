package ui_test

import (
	"strings"
	"testing"
	"time"

	"vise/ui/uitest"
	"vise/ui/uitest/fake"
)

// asked is a workbench whose box has opened by itself and listens.
func asked(t *testing.T) (*fake.Workbench, *uitest.Driver) {
	t.Helper()
	w := fake.New()
	w.Story = asking
	d := at(t, w, 80, 24)
	request(d, "remind me to buy milk")
	d.WaitFor("Approve this call?")
	time.Sleep(500 * time.Millisecond)
	return w, d
}

// stillAsks fails when the call was answered.
func stillAsks(t *testing.T, w *fake.Workbench, d *uitest.Driver) {
	t.Helper()
	time.Sleep(200 * time.Millisecond)
	if len(w.Waiting()) != 1 {
		t.Fatalf("text was taken for an answer:\n%s", d.Screen())
	}
}

func TestOnePasteAfterAnotherAnswersNothing(t *testing.T) {
	t.Parallel()
	const text = "a\na\ns\nd\n"
	paste, burst := (*uitest.Driver).Paste, (*uitest.Driver).Burst
	for name, how := range map[string][]func(*uitest.Driver, string) *uitest.Driver{
		"bracketed, then not": {paste, burst}, "twice not bracketed": {burst, burst}, "not bracketed, then bracketed": {burst, paste},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			uitest.Timeless(t, func(t *testing.T) {
				w, d := asked(t)
				for _, p := range how {
					p(d, text)
					stillAsks(t, w, d)
					d.WaitFor("text that is typed or pasted answers nothing")
					time.Sleep(600 * time.Millisecond)
				}
				d.Press("a")
				d.WaitFor("Added the todo.")
			})
		})
	}
}

func TestAWordThatIsTypedAnswersNothing(t *testing.T) {
	t.Parallel()
	for name, gaps := range map[string]time.Duration{"fast": 25 * time.Millisecond, "as people do": 60 * time.Millisecond, "slowly": 100 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			uitest.Timeless(t, func(t *testing.T) {
				w, d := asked(t)
				for _, l := range "apple deed" {
					d.Type(string(l))
					time.Sleep(gaps)
				}
				stillAsks(t, w, d)
				d.Press("esc")
				d.WaitFor("▌ apple deed")
			})
		})
	}
}

// Who thinks in the middle of a sentence goes on with it, however slowly.
func TestALineThatIsBegunGoesOn(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w, d := asked(t)
		for _, words := range []string{"wh", "at", " and ", "a", "d", "x"} {
			for _, l := range words {
				d.Type(string(l))
				time.Sleep(100 * time.Millisecond)
			}
			time.Sleep(2 * time.Second)
			stillAsks(t, w, d)
		}
		d.Press("backspace")
		time.Sleep(time.Second)
		d.Press("esc")
		d.WaitFor("▌ what and ad")
	})
}

func TestALetterThatMeansNothingBeginsAWord(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w, d := asked(t)
		for _, l := range "please" { // slower than keys pressed together
			d.Type(string(l))
			time.Sleep(180 * time.Millisecond)
		}
		stillAsks(t, w, d)
		d.Press("esc")
		d.WaitFor("▌ please")
	})
}

func TestTabAndEnterPastedAnswerNothing(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w, d := asked(t)
		d.Burst("\t\n")
		stillAsks(t, w, d)
		time.Sleep(500 * time.Millisecond)
		d.Type("\t")
		time.Sleep(60 * time.Millisecond)
		d.Press("enter")
		stillAsks(t, w, d)
		time.Sleep(500 * time.Millisecond)
		d.Press("tab")
		time.Sleep(200 * time.Millisecond)
		d.Press("enter")
		d.WaitFor("Added the todo.")
	})
}

func TestAKeyAndAPasteAtOnceAnswerNothing(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w, d := asked(t)
		d.Type("a")
		time.Sleep(40 * time.Millisecond)
		d.Paste("nd then")
		stillAsks(t, w, d)
		d.Press("esc")
		d.WaitFor("▌ and then")
	})
}

func TestOneKeyAnswersAtOnce(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w, d := asked(t)
		began := time.Now()
		d.Press("a")
		d.Until("the answer", func(string) bool { return len(w.Waiting()) == 0 })
		if took := time.Since(began); took > 150*time.Millisecond { // 120 until it is alone, and a frame or two
			t.Errorf("it took %v", took)
		}
		if s := d.WaitFor("Added the todo."); strings.Contains(s, "▌ a") {
			t.Errorf("the key is in the draft too:\n%s", s)
		}
	})
}
