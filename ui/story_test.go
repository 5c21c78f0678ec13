package ui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"vise/session"
	"vise/ui"
	"vise/ui/uitest"
	"vise/ui/uitest/fake"
)

// at starts the workbench w in a terminal.
func at(t *testing.T, w *fake.Workbench, width, height int) *uitest.Driver {
	t.Helper()
	dark := true
	return uitest.Start(t, ui.New(w.Deps(), ui.Options{Zone: time.UTC, Dark: &dark, Getenv: env(nil)}), width, height)
}

func env(m map[string]string) func(string) string { return func(k string) string { return m[k] } }

const milk = `{"title":"Buy milk"}`

// asking is a run that asks for a todo and answers with the verdict.
func asking(r *fake.Run) {
	if ans := r.Ask(milk); ans.Verdict == session.VerdictAllow {
		r.Answer("Added the todo.")
	} else {
		r.Answer("Nothing was added: " + string(ans.Verdict))
	}
}

// request types a request and sends it, as a person does.
func request(d *uitest.Driver, text string) {
	d.WaitFor("Ask, or /")
	d.Type(text)
	d.WaitFor(text)
	d.Press("enter")
}

func TestARequestIsAnsweredAndCited(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) {
			r.Emit(session.ToolsDiscovered{Offered: make([]session.OfferedTool, 6)})
			r.Found("ev_001", "config/http.go:42", "retryTimeout = 10 * time.Second")
			r.Answer("The timeout is set in config/http.go:42 [ev_001].", "ev_001")
		}
		d := at(t, w, 120, 40)
		d.WaitFor("Try", "/home/ann/work", "qwen3:8b")
		request(d, "where is the retry timeout set?")
		d.WaitFor("you", "The timeout is set in config/http.go:42", "✓ file.search", "Trace", "done")
		d.Press("ctrl+o")
		d.WaitFor("Evidence ev_001", "retryTimeout = 10", "file:///home/ann/work/config/http.go#L42")
		d.Press("esc")
		d.WaitGone("Evidence ev_001")
	})
}

func TestTypingWhileACallArrivesApprovesNothing(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = asking
		d := at(t, w, 80, 24)
		request(d, "remind me to buy milk")
		d.WaitFor("waiting for you: todo.create")
		for range 15 { // longer than the box waits for, were nothing typed
			d.Type("ad")
			time.Sleep(90 * time.Millisecond)
		}
		s := d.WaitFor(strings.Repeat("ad", 15), "1 call is waiting for you")
		if strings.Contains(s, "Approve this call?") {
			t.Errorf("the box took the keyboard:\n%s", s)
		}
		if n := len(w.Waiting()); n != 1 {
			t.Errorf("%d calls wait", n)
		}
	})
}

func TestTheBoxOpensByItselfAndIsDeafAtFirst(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = asking
		d := at(t, w, 80, 24)
		request(d, "remind me to buy milk")
		d.WaitFor("Approve this call?", "Buy milk")
		d.Type("a") // too early
		time.Sleep(50 * time.Millisecond)
		if len(w.Waiting()) != 1 {
			t.Fatal("a key pressed at once was taken for an answer")
		}
		time.Sleep(500 * time.Millisecond)
		d.Press("enter") // nothing is chosen
		time.Sleep(200 * time.Millisecond)
		if len(w.Waiting()) != 1 {
			t.Fatal("enter alone was taken for an answer")
		}
		d.Press("a")
		d.WaitFor("Added the todo.")
	})
}

func TestPastedTextApprovesNothing(t *testing.T) {
	t.Parallel()
	for name, paste := range map[string]func(*uitest.Driver){
		"bracketed":     func(d *uitest.Driver) { d.Paste("a\na\n") },
		"not bracketed": func(d *uitest.Driver) { d.Burst("a\na\n") },
	} {
		t.Run(name, func(t *testing.T) {
			uitest.Timeless(t, func(t *testing.T) {
				w := fake.New()
				w.Story = asking
				d := at(t, w, 80, 24)
				request(d, "remind me to buy milk")
				d.WaitFor("Approve this call?")
				time.Sleep(600 * time.Millisecond) // it listens now
				paste(d)
				time.Sleep(150 * time.Millisecond)
				d.WaitFor("Approve this call?")
				if len(w.Waiting()) != 1 {
					t.Error("pasted text was taken for an answer")
				}
			})
		})
	}
}

func TestDenyingAndLeavingWaiting(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = asking
		d := at(t, w, 80, 24)
		request(d, "remind me to buy milk")
		d.WaitFor("Approve this call?")
		time.Sleep(450 * time.Millisecond)
		d.Press("esc")
		d.WaitGone("Approve this call?")
		d.WaitFor("1 call is waiting for you · enter on an empty line opens it")
		d.Stays("left waiting", 1300*time.Millisecond, func(s string) bool { return !strings.Contains(s, "Approve this call?") })
		d.Press("enter")
		d.WaitFor("Approve this call?")
		time.Sleep(450 * time.Millisecond)
		d.Press("d")
		d.WaitFor("Nothing was added: deny", "you denied it")
	})
}

func TestMessagesQueueAndEscTakesThemBackBeforeItCancels(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) {
			r.Stream("Thinking about it")
			<-r.Cancelled()
		}
		d := at(t, w, 80, 24)
		request(d, "first")
		d.WaitFor("Thinking about it")
		request(d, "second")
		d.WaitFor("queued: second", "esc take back · enter queue")
		d.Press("esc")
		d.WaitGone("queued:")
		d.WaitFor("▌ second", "Thinking about it", "esc cancel · enter queue")
		d.Press("esc")
		d.WaitFor("Cancelled.", "▌ second")
		if got := w.Sent(); len(got) != 1 {
			t.Errorf("sent %q", got)
		}
	})
}

func TestAFastDoubleEscCountsAsTwo(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) { r.Stream("busy"); <-r.Cancelled() }
		d := at(t, w, 80, 24)
		request(d, "first")
		d.WaitFor("busy")
		request(d, "second")
		d.WaitFor("queued: second")
		d.Press("alt+esc")
		d.WaitFor("Cancelled.", "▌ second")
	})
}

func TestAQueuedMessageIsSentNext(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		next := make(chan bool)
		w.Story = func(r *fake.Run) {
			r.Stream("working on it")
			<-next
			r.Answer("answered")
		}
		d := at(t, w, 80, 24)
		request(d, "first")
		d.WaitFor("working on it")
		request(d, "second")
		d.WaitFor("queued: second")
		next <- true
		d.WaitGone("queued:")
		next <- true
		d.Until("both answers", func(s string) bool { return strings.Count(s, "answered") == 2 })
		if got := fmt.Sprint(w.Sent()); got != "[first second]" {
			t.Errorf("sent %s", got)
		}
	})
}

func TestAFailureSaysWhatWhyAndWhatToDo(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) {
			r.Fail(session.RunFinished{Status: session.StatusFailed, FailureKind: session.FailModel, Code: "model_unavailable",
				Reason: "Ollama isn't running at http://127.0.0.1:11434", Remedy: "start it with: ollama serve"})
		}
		d := at(t, w, 80, 24)
		request(d, "hello")
		d.WaitFor("The model gave no usable reply.", "Ollama isn't running", "→ start it with: ollama serve")
		d.Press("up")
		d.WaitFor("▌ hello")
	})
}

func TestABudgetAtItsEndAsks(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) { r.Answer("chose " + string(r.Spend())) }
		d := at(t, w, 80, 24)
		request(d, "a long thing")
		d.WaitFor("8 steps used", "go on with 8 more")
		time.Sleep(450 * time.Millisecond)
		d.Press("w")
		d.WaitFor("chose wrap_up")
	})
}

func TestLeavingARunAsksOnce(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) { r.Stream("busy"); <-r.Cancelled() }
		d := at(t, w, 80, 24)
		request(d, "go")
		d.WaitFor("busy")
		d.Press("ctrl+d")
		d.WaitFor("Leave?")
		time.Sleep(450 * time.Millisecond)
		d.Press("n")
		d.WaitGone("Leave?")
		d.Press("ctrl+d")
		d.WaitFor("Leave?")
		d.Press("y")
		if err := d.WaitExit(); err != nil {
			t.Fatal(err)
		}
	})
}

func TestCtrlC(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		d := at(t, fake.New(), 80, 24)
		d.WaitFor("Ask, or /")
		d.Type("some words")
		d.WaitFor("some words")
		d.Press("ctrl+c")
		d.WaitFor("Ask, or /", "ctrl+c again quits")
		d.Press("ctrl+c")
		if err := d.WaitExit(); err != nil {
			t.Fatal(err)
		}
	})
}

func TestCtrlCAfterAnotherKeyKeepsTheDraft(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		d := at(t, fake.New(), 80, 24)
		d.WaitFor("Ask, or /")
		d.Press("ctrl+c")
		d.WaitFor("ctrl+c again quits")
		d.Type("call Ann")
		d.WaitFor("▌ call Ann")
		d.Press("ctrl+c")
		d.WaitFor("Ask, or /", "ctrl+c again quits")
		d.Press("ctrl+c")
		if err := d.WaitExit(); err != nil {
			t.Error(err)
		}
	})
}

// The ctrl+c after the one that cancels clears the line: what was typed
// during the run isn't lost with the program.
func TestCtrlCAfterCancellingClearsTheLineFirst(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) {
			r.Stream("busy")
			<-r.Cancelled()
			r.Fail(session.RunFinished{Status: session.StatusCancelled})
		}
		d := at(t, w, 80, 24)
		request(d, "go")
		d.WaitFor("busy")
		d.Type("call Ann")
		d.WaitFor("▌ call Ann")
		d.Press("ctrl+c")
		d.WaitFor("Cancelled.", "▌ call Ann")
		d.Press("ctrl+c")
		d.WaitFor("Ask, or /", "ctrl+c again quits")
		d.Press("ctrl+c")
		if err := d.WaitExit(); err != nil {
			t.Error(err)
		}
	})
}

func TestArrowsReachTheTraceThatIsOverTheConversation(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		d := at(t, w, 80, 24)
		request(d, "water the plants")
		d.WaitFor("Done.")
		d.Press("ctrl+t")
		d.WaitFor("─ Trace ")
		d.Press("up", "enter")
		d.WaitFor("─ Event evt_")
		d.Press("esc")
		d.WaitFor("─ Trace ")
		d.Type("x")
		d.WaitFor("▌ x")
		d.Press("up") // with a draft the arrows belong to the line
		d.WaitFor("▌ water the plants")
	})
}

func TestPastingTwoThousandLines(t *testing.T) {
	t.Parallel()
	text := strings.TrimSuffix(strings.Repeat("some line of text\n", 2000), "\n")
	for name, paste := range map[string]func(*uitest.Driver){
		"bracketed":     func(d *uitest.Driver) { d.Paste(text) },
		"not bracketed": func(d *uitest.Driver) { d.Burst(text) },
	} {
		t.Run(name, func(t *testing.T) {
			uitest.Timeless(t, func(t *testing.T) {
				w := fake.New()
				d := at(t, w, 80, 24)
				d.WaitFor("Ask, or /")
				paste(d)
				d.Until("a folded paste", func(s string) bool {
					return strings.Contains(s, "[pasted 2,000 lines]") || strings.Contains(s, "lines]")
				})
				time.Sleep(60 * time.Millisecond)
				if got := w.Sent(); len(got) != 0 {
					t.Fatalf("sent %d messages", len(got))
				}
				d.Press("enter")
				d.WaitFor("Done.")
				if got := w.Sent(); len(got) != 1 || got[0] != text {
					t.Errorf("%d messages were sent, the first of %d bytes; want 1 of %d", len(got), len(got[0]), len(text))
				}
			})
		})
	}
}

func TestCommands(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		d := at(t, fake.New(), 80, 24)
		request(d, "/polcy")
		d.WaitFor("There is no command /polcy. Did you mean /policy?")
		d.Press("ctrl+u").Type("/mem")
		d.WaitFor("▸ /memory")
		d.Press("enter")
		d.WaitFor("/memory is not built yet.")
		d.Type("／he")
		d.WaitFor("▸ /help")
		d.Press("tab")
		d.WaitFor("▌ /help")
	})
}

func TestResizeWhileStreaming(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) {
			var text string
			for i := range 200 {
				text += fmt.Sprintf("word%d 宽字符 **bold** ", i)
				r.Stream(text)
				time.Sleep(2 * time.Millisecond)
			}
			r.Answer(text + "the-end")
		}
		d := at(t, w, 120, 40)
		request(d, "talk")
		d.WaitFor("word5")
		for _, s := range [][2]int{{80, 24}, {40, 10}, {20, 5}, {10, 3}, {130, 45}, {80, 24}} {
			d.Resize(s[0], s[1])
			time.Sleep(40 * time.Millisecond)
		}
		d.WaitFor("the-end", "▌ Ask, or /")
	})
}

func TestCopySaysOnlyWhatIsKnown(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) { r.Answer("Some **bold** text\n\n```go\nx := 1\n```") }
		dark := true
		m := ui.New(w.Deps(), ui.Options{Zone: time.UTC, Dark: &dark, Getenv: env(map[string]string{"TERM": "xterm-256color"})})
		d := uitest.Start(t, m, 80, 24)
		request(d, "talk")
		d.WaitFor("Some bold text")
		d.Press("tab", "y")
		d.WaitFor("Sent the message to the terminal's clipboard (OSC 52)")
		d.Until("OSC 52", func(string) bool { return strings.Contains(d.Raw(), "\x1b]52;c;U29tZSAqKmJvbGQqKiB0ZXh0") })
		d.Press("Y")
		d.WaitFor("Sent the code")
	})
}

func TestAShortTerminalKeepsTheLine(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		for _, size := range [][2]int{{40, 10}, {80, 24}, {30, 6}} {
			w := fake.New()
			w.Story = func(r *fake.Run) { r.Ask(milk) }
			d := at(t, w, size[0], size[1])
			request(d, "go")
			d.WaitFor("waiting", "▌ Ask, or /")
			for _, q := range []string{"one", "two", "three"} {
				d.Type(q)
				d.WaitFor(q)
				d.Press("enter")
				d.WaitFor("▌ Ask, or /")
			}
			d.Type("/")
			d.WaitFor("▌ /")
			d.Type("x\\")
			d.Press("enter")
			d.Type("second line")
			d.WaitFor("▌ /x", "▌ second line")
		}
	})
}

func TestAPasteInPiecesIsNotSent(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		d := at(t, w, 80, 24)
		d.WaitFor("Ask, or /")
		for _, piece := range []string{"first line\nsecond", " line\nthird line", "\nfourth line\n", "\nlast"} {
			d.Burst(piece)
			time.Sleep(70 * time.Millisecond)
		}
		d.WaitFor("first line", "third line", "last")
		if got := w.Sent(); len(got) != 0 {
			t.Errorf("sent %q", got)
		}
		time.Sleep(1100 * time.Millisecond)
		d.Press("enter")
		d.WaitFor("Done.")
		if got := w.Sent(); len(got) != 1 || got[0] != "first line\nsecond line\nthird line\nfourth line\n\nlast" {
			t.Errorf("sent %q", got)
		}
	})
}
