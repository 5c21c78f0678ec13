package ui_test

import (
	"errors"
	"image/color"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"vise/session"
	"vise/ui"
	"vise/ui/uitest"
	"vise/ui/uitest/fake"
)

// full starts a workbench that has everything.
func full(t *testing.T, w *fake.Workbench, x *fake.Extras, width, height int) *uitest.Driver {
	t.Helper()
	dark := true
	return uitest.Start(t, ui.New(w.WithExtras(x), ui.Options{Zone: time.UTC, Dark: &dark, Getenv: env(nil)}), width, height)
}

func TestExportingARun(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		d := full(t, fake.New(), &fake.Extras{}, 80, 24)
		request(d, "/export")
		d.WaitFor("There is no run yet")
		request(d, "hello")
		d.WaitFor("Done.")
		request(d, "/export")
		d.WaitFor("Written to /home/ann/work/01KTESTRUN01.jsonl")
		request(d, "/runs")
		d.WaitFor("─ Runs ─", "hello")
		d.Press("x")
		d.WaitFor("Written to /home/ann/work/01KTESTRUN01.jsonl")
		d.Press("right")
		d.WaitFor("replay", "step 1 of")
		d.Press("x")
		d.WaitFor("Written to /home/ann/work/01KTESTRUN01.jsonl")
	})
}

func TestSavingFilesOfARun(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		x := &fake.Extras{}
		d := full(t, fake.New(), x, 120, 40)
		request(d, "/save")
		d.WaitFor("There is no run yet")
		request(d, "hello")
		d.WaitFor("Done.")
		request(d, "/save")
		d.WaitFor("Written to /home/ann/work/01KTESTRUN01-call_001-1.png", "-2.wav")
	})
}

// A call to a server that still starts says so, and can be given up; nothing is
// sent then.
func TestACallThatWaitsForItsServer(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Starting = make(chan struct{})
		d := full(t, w, &fake.Extras{}, 120, 40)
		request(d, "/call notes/list")
		d.WaitFor("The call waits for its server to start. esc cancels it.")
		d.Press("esc")
		d.WaitFor("Not called: cancelled")
		request(d, "/call notes/list")
		d.WaitFor("The call waits for its server to start.")
		close(w.Starting)
		d.WaitFor("Done.")
		if got := w.Sent(); len(got) != 1 || strings.Contains(d.Screen(), "waits for its server") {
			t.Errorf("sent %q", got)
		}
	})
}

func TestCallingByHand(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		d := full(t, w, &fake.Extras{}, 120, 40)
		request(d, "/call")
		d.WaitFor("calls one tool by hand")
		request(d, `/call notes/find {"q"`)
		d.WaitFor("isn't JSON", `/call notes/find {"q"`)
		d.Press("ctrl+u")
		request(d, `/call notes/find {"q":"milk"}`)
		d.WaitFor("Done.")
		request(d, `/call notes/list`)
		d.Until("both were sent", func(string) bool { return len(w.Sent()) == 2 })
		if got := w.Sent(); got[0] != `call notes/find {"q":"milk"}` || got[1] != "call notes/list {}" {
			t.Errorf("sent %q", got)
		}
	})
}

func TestDeletingARunAsksOnce(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		x := &fake.Extras{}
		d := full(t, fake.New(), x, 80, 24)
		request(d, "hello one")
		d.WaitFor("Done.")
		request(d, "hello two")
		d.Until("two answers", func(s string) bool { return strings.Count(s, "Done.") == 2 })
		request(d, "/runs")
		d.WaitFor("─ Runs ─", "hello one", "hello two")
		d.Press("d")
		d.WaitFor("keep")
		d.Press("n")
		d.WaitFor("hello two")
		d.Press("d")
		d.WaitFor("keep")
		d.Press("y")
		d.WaitFor("Deleted.", "hello one")
		d.WaitGone("hello two")
		x.Fails = errors.New("the run is still going on: cancel it first")
		d.Press("d")
		d.WaitFor("keep")
		d.Press("y")
		d.WaitFor("Not deleted: the run is still going on", "hello one")
	})
}

func TestPolicyIsShownInWords(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		d := full(t, fake.New(), &fake.Extras{Lines: append([]string{"writes   need approval", "1. todo.create \x1b[2J"}, strings.Split(strings.Repeat("more\n", 60)+"the last one", "\n")...)}, 80, 24)
		request(d, "/policy")
		s := d.WaitFor("the rules in force", "writes   need approval", `1. todo.create \x1b[2J`)
		if strings.Contains(s, "the last one") {
			t.Error("it isn't longer than the screen")
		}
		d.Press("end")
		d.WaitFor("the last one")
		d.Press("esc")
		d.WaitFor("Ask, or /")
	})
}

func TestTwoUnusableRepliesBringAHint(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) {
			r.Fail(session.RunFinished{Status: session.StatusFailed, FailureKind: session.FailModel, Code: string(session.ModelEmpty), Reason: "the model said nothing"})
		}
		d := at(t, w, 80, 24)
		request(d, "first try")
		s := d.WaitFor("the model said nothing")
		if strings.Contains(s, "weak at tools") {
			t.Error("one reply is no pattern")
		}
		request(d, "second try")
		d.WaitFor("Two replies in a row", "qwen3:8b seems weak at tools", "/model")
		request(d, "third try")
		d.Until("the third failure", func(s string) bool {
			return strings.Count(s, "the model said nothing") >= 3 || strings.Contains(s, "third try")
		})
		d.Stays("said once", 100*time.Millisecond, func(s string) bool { return !strings.Contains(s, "weak at tools") })
	})
}

func TestALightTerminalGetsLightColours(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		m := ui.New(fake.New().Deps(), ui.Options{Zone: time.UTC, Getenv: env(nil)})
		m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		dark := m.View().Content
		m.Update(tea.BackgroundColorMsg{Color: color.White})
		light := m.View().Content
		if !strings.Contains(dark, "\x1b[1;96m") || strings.Contains(light, "\x1b[1;96m") || !strings.Contains(light, "\x1b[1;36m") {
			t.Errorf("the accent isn't bright on dark and deep on light:\n%q\n%q", dark, light)
		}
		if ansi.Strip(dark) != ansi.Strip(light) {
			t.Error("the words differ")
		}
	})
}
