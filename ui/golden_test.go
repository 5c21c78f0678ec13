package ui_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"vise/session"
	"vise/ui/uitest"
	"vise/ui/uitest/fake"
)

var sizes = [][2]int{{120, 40}, {80, 24}, {40, 10}}

// golden compares the screen with the file of its size. The time of a run that
// goes on is left out.
func golden(t *testing.T, d *uitest.Driver, name string, size [2]int) {
	t.Helper()
	s := regexp.MustCompile(`(run …\S+  )\d\d:\d\d`).ReplaceAllString(d.Screen(), "${1}00:00")
	uitest.Golden(t, fmt.Sprintf("%s-%dx%d", name, size[0], size[1]), s, size[0], size[1])
}

func fixed() time.Time { return time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC) }

func TestGoldenWelcome(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		for _, size := range sizes {
			w := fake.New()
			w.Line.Due = 2
			d := at(t, w, size[0], size[1])
			d.WaitFor("Ask, or /")
			golden(t, d, "welcome", size)
		}
	})
}

func TestGoldenAnswer(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		for _, size := range sizes {
			w := fake.New()
			w.Now = fixed
			w.Story = func(r *fake.Run) {
				r.Emit(session.ToolsDiscovered{Offered: make([]session.OfferedTool, 6), Held: make([]session.HeldTool, 2)})
				r.Emit(session.ModelRequest{Step: 1, Messages: 2, Tokens: 3100})
				r.Found("ev_001", "config/http.go:42", "retryTimeout = 10 * time.Second")
				r.Emit(session.ModelMessage{Step: 1, Text: fake.Content("I looked it up."), Thinking: fake.Content("Let me see.\nThere it is.")})
				r.Answer("The timeout is set in `config/http.go:42` [ev_001]:\n\n```go\nretryTimeout = 10 * time.Second\n```\n\n- 中文宽字符\n- **bold** 👩‍👧", "ev_001")
			}
			d := at(t, w, size[0], size[1])
			request(d, "Find the retry timeout, 你好")
			d.WaitFor("▌ Ask, or /", "bold")
			d.Until("the end of the run", func(s string) bool { return !strings.Contains(s, "esc cancel") })
			golden(t, d, "answer", size)
			d.Press("tab", "up")
			d.WaitFor("│▌ I looked it up.")
			golden(t, d, "selected", size)
		}
	})
}

func TestGoldenApproval(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		for _, size := range sizes {
			w := fake.New()
			w.Now = fixed
			w.Story = func(r *fake.Run) {
				r.Emit(session.ToolsDiscovered{Offered: make([]session.OfferedTool, 6)})
				r.Ask(milk)
			}
			d := at(t, w, size[0], size[1])
			request(d, "remind me to buy milk")
			d.WaitFor("1 call is waiting", "waiting for you: todo")
			golden(t, d, "waiting", size)
			d.WaitFor("Approve this call?")
			golden(t, d, "box", size)
		}
	})
}

func TestGoldenFailure(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		for _, size := range sizes {
			w := fake.New()
			w.Now = fixed
			w.Line.Model = session.ModelInfo{Name: "offline", Offline: true}
			w.Story = func(r *fake.Run) {
				r.Fail(session.RunFinished{Status: session.StatusFailed, FailureKind: session.FailModel,
					Reason: "Ollama isn't running at http://127.0.0.1:11434", Remedy: "start it with: ollama serve"})
			}
			d := at(t, w, size[0], size[1])
			request(d, "hello")
			d.WaitFor("ollama serve", "enter send")
			golden(t, d, "failure", size)
		}
	})
}
