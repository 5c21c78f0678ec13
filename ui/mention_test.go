package ui_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"vise/ui"
	"vise/ui/uitest"
	"vise/ui/uitest/fake"
)

func TestChoosingAFileWithAt(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		d := full(t, w, &fake.Extras{Hints: []ui.PathHint{
			{Path: "src/", Folder: true}, {Path: "makefile", Bytes: 40}, {Path: "main.go", Bytes: 4800},
			{Path: "src/loop.go", Bytes: 400}, {Path: "src/has space.go"}, {Path: "src/evil\x1b[2J.go"},
		}}, 80, 24)
		d.WaitFor("Ask, or /")
		d.Type("explain @")
		d.WaitFor("▸ src/", "makefile", "main.go", "~1.2k tokens")
		d.Type("ma")
		d.WaitGone("src/")
		d.Press("down", "tab")
		d.WaitFor("▌ explain @main.go ~1.2k tokens")
		d.Type("and @sr")
		d.WaitFor("▸ src/")
		d.Press("enter") // a folder goes on
		s := d.WaitFor("▸ src/loop.go")
		if strings.Contains(s, "has space") || strings.Contains(s, "evil") {
			t.Errorf("what can't be named is offered:\n%s", s)
		}
		d.Press("enter")
		d.WaitFor("@src/loop.go ~100 tokens")
		d.WaitGone("▸")
		d.Press("enter")
		d.WaitFor("Done.")
		if got := w.Sent(); len(got) != 1 || got[0] != "explain @main.go and @src/loop.go" {
			t.Errorf("sent %q", got)
		}
	})
}

func TestAWrittenOutFileIsSentAtOnce(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		d := full(t, w, &fake.Extras{Hints: []ui.PathHint{{Path: "main.go", Bytes: 4800}}}, 80, 24)
		d.WaitFor("Ask, or /")
		d.Type("＠main.go")
		d.WaitFor("▸ main.go")
		d.Press("enter")
		d.WaitFor("Done.")
		if got := w.Sent(); len(got) != 1 || got[0] != "@main.go" {
			t.Errorf("sent %q", got)
		}
	})
}

func TestTheLatestWordWins(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		x := &fake.Extras{Hints: []ui.PathHint{{Path: "slow", Bytes: 4}, {Path: "sling", Bytes: 4}}, Slow: make(chan struct{})}
		d := full(t, fake.New(), x, 80, 24)
		d.WaitFor("Ask, or /")
		d.Type("@sl")
		d.WaitFor("slow", "sling")
		d.Type("ow")
		d.WaitGone("sling")
		time.Sleep(80 * time.Millisecond) // it is being looked for
		d.Press("backspace", "backspace", "backspace")
		d.WaitFor("▌ @s", "sling")
		close(x.Slow)
		d.Stays("the later list", 100*time.Millisecond, func(s string) bool { return strings.Contains(s, "sling") })
		d.Press("esc")
		d.WaitGone("sling")
		d.Stays("closed", 100*time.Millisecond, func(s string) bool { return !strings.Contains(s, "sling") })
	})
}

func TestAPromptIsFilledAndNeverSentByItself(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		x := &fake.Extras{
			Offers: []ui.PromptHint{
				{ID: "builtin:plan-my-day", Description: "Puts the todos into an order.", Args: []ui.PromptArg{{Name: "focus"}}},
				{ID: "web:summary", Description: "Sums up\x1b[2J.", Args: []ui.PromptArg{{Name: "page", About: "which page", Required: true}}},
				{ID: "web:quit", Description: "Bad."},
			},
			Texts: map[string]string{"builtin:plan-my-day": "Plan my day around {focus}.", "web:summary": "Sum up {page}\x1b[2J\nin short.", "web:quit": "/quit"},
		}
		d := full(t, w, x, 80, 24)
		d.WaitFor("Ask, or /")
		d.Type("/b") // no command begins so
		d.WaitFor("▸ /builtin:plan-my-day", "Puts the todos")
		d.Press("tab")
		d.Type("the release")
		d.WaitFor("▌ /builtin:plan-my-day the release")
		d.Press("enter")
		d.WaitFor("▌ Plan my day around the release.", "Enter sends it.")
		d.Press("ctrl+u")
		d.Press("ctrl+p")
		d.WaitFor("Commands")
		d.Type("summary")
		d.WaitFor(`Sums up\x1b[2J.`)
		d.Press("enter")
		d.WaitFor("Fill /web:summary", "page")
		d.Press("enter", "enter") // not without it
		d.WaitFor("it is required", "which page")
		d.Type("one")
		d.WaitFor("> one")
		d.Press("enter", "enter")
		d.WaitFor(`▌ Sum up one\x1b[2J`, "▌ in short.")
		if n := len(w.Sent()); n != 0 {
			t.Fatalf("%d requests were sent", n)
		}
		d.Press("enter")
		d.WaitFor("Done.")
		request(d, "/web:quit")
		d.WaitFor("▌ web:quit: /quit")
		x.Fails = errors.New("the server is gone")
		d.Press("ctrl+u")
		request(d, "/web:quit")
		d.WaitFor("/web:quit can't be used: the server is gone")
	})
}

func TestWhatIsMissingIsSaid(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		d := at(t, fake.New(), 80, 24)
		request(d, "hello")
		d.WaitFor("Done.")
		for command, says := range map[string]string{"/export": "Exporting is not available here.", "/policy": "The rules are not available here."} {
			request(d, command)
			d.WaitFor(says)
		}
		d.Type("@")
		d.WaitFor("Choosing files is not available here.")
		d.Press("backspace")
		d.Type("/web:fetch")
		d.Press("enter")
		d.WaitFor("Prompts are not available here.")
	})
}
