package ui_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"vise/session"
	"vise/ui"
	"vise/ui/uitest"
)

// traced is a run in which a tool was called, and then something said.
func traced(tool, said string) ui.Trace {
	var out ui.Trace
	add := func(p session.Payload) {
		out.Events = append(out.Events, session.Event{Run: "01KEVAL", Seq: len(out.Events) + 1, Type: p.Type(), Payload: p, Time: fixed().Add(time.Duration(len(out.Events)) * time.Second)})
	}
	content := func(s string) session.Content { return session.Content{Text: session.Untrusted(s), Size: len(s)} }
	add(session.RunStarted{Task: "what time is it?", Model: session.ModelInfo{Name: "scripted"}, Budget: session.Budget{Steps: 8, Calls: 6}})
	add(session.ModelRequest{Step: 1, Messages: 1, Tokens: 812})
	add(session.ModelMessage{Step: 1, Calls: []session.ToolCall{{ID: "call_001", Name: tool, Args: json.RawMessage(`{}`)}}})
	add(session.ToolResult{Call: "call_001", Tool: tool, OK: true, Ran: true, Summary: session.Untrusted("done"), Content: session.Content{Blob: "sha256:1", Size: 9000}})
	add(session.ModelMessage{Step: 2, Text: content(said)})
	add(session.AnswerCreated{Answer: content(said)})
	add(session.RunFinished{Status: session.StatusDone, Steps: 1, Calls: 1, Millis: int64(len(said))})
	out.Blob = func(string) ([]byte, error) { return nil, session.ErrNoBlob }
	return out
}

func comparing(t *testing.T, open string, w, h int) *uitest.Driver {
	t.Helper()
	dark := true
	both := func() ([]ui.TraceSide, error) {
		return []ui.TraceSide{
			{Name: "a.jsonl", Came: "pass", Runs: []ui.Trace{traced("time.now", "Ten.")}},
			{Name: "b.jsonl", Came: "fail  tool: time.now was not called\x1b[2J", Runs: []ui.Trace{traced("file.read", "No idea."), traced("time.now", "Ten after all.")}},
		}, nil
	}
	rows := []ui.TraceRow{
		{ID: "time-1", Words: "broken", Open: both},
		{ID: "gone", Words: "only in the first", Open: func() ([]ui.TraceSide, error) { return nil, errors.New("the file was cut off") }},
		{ID: "alone", Words: "only in the second", Open: func() ([]ui.TraceSide, error) { s, err := both(); return s[1:], err }},
	}
	return uitest.Start(t, ui.NewTraces(rows, open, ui.Options{Zone: time.UTC, Dark: &dark, Getenv: env(nil)}), w, h)
}

func TestTwoRunsBesideEachOther(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		d := comparing(t, "", 120, 40)
		d.WaitFor("Cases that differ", "time-1", "broken", "only in the second")
		uitest.Golden(t, "list", d.Screen(), 120, 40)
		d.Press("enter")
		d.WaitFor("▸ A  a.jsonl  pass", "B  turn 1 of 2  b.jsonl  fail", `B: fail  tool: time.now was not called\x1b[2J`, "step 1 of 7")
		d.Press("d")
		d.WaitFor("step 3 of 7")
		d.WaitGone("step 1 of 7") // the other one went along
		uitest.Golden(t, "differ", d.Screen(), 120, 40)
		d.Press("o")
		d.WaitFor("▸ B  turn 1 of 2  b.jsonl")
		d.Press("end")
		d.WaitFor("step 7 of 7", "No idea.", "Ten.")
		d.Press("d")
		d.WaitFor("Nothing differs from here on.")
		for _, key := range []string{"x", "a", "f", "c"} {
			d.Press("left")
			d.WaitGone("only be looked at")
			d.Press(key)
			d.WaitFor("only be looked at")
		}
		d.Press("t")
		d.WaitFor("turn 2 of 2", "step 1 of 7", "this run has no events") // the first has one turn
		d.Press("?")
		d.WaitFor("the same step of the other run")
		d.Press("esc")
		d.WaitGone("the same step of the other run")
		d.Press("esc")
		d.WaitFor("Cases that differ")
		d.Type("gone")
		d.WaitFor("> gone")
		d.Press("enter")
		d.WaitFor("It can't be shown: the file was cut off")
	})
}

func TestOneRunAtATimeOnASmallScreen(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		d := comparing(t, "time-1", 80, 24)
		d.WaitFor("▸ A  a.jsonl  pass", "o the other")
		d.Press("d")
		d.WaitFor("step 3 of 7")
		d.Press("space")
		d.WaitFor("▶ step 3 of 7")
		d.Press("o")
		d.WaitFor("▸ B  turn 1 of 2  b.jsonl", "step 3 of 7")
		d.Press("o")
		d.WaitFor("▸ A  a.jsonl  pass")
		d.WaitGone("▶")
		d.Press("o")
		d.WaitFor("▸ B  turn 1 of 2  b.jsonl")
		uitest.Golden(t, "other", d.Screen(), 80, 24)
		d.Press("m")
		d.WaitFor("This request can't be shown")
		d.Press("esc")
		d.WaitGone("can't be shown")
		d = comparing(t, "alone", 80, 24)
		d.WaitFor("turn 1 of 2", "b.jsonl  fail")
		d.Press("d")
		d.WaitFor("There is only one run of this case.")
		d.Press("t")
		d.WaitFor("turn 2 of 2")
	})
}

func TestTracesFitAnyScreen(t *testing.T) {
	dark := true
	rows := []ui.TraceRow{{ID: "x", Open: func() ([]ui.TraceSide, error) {
		return []ui.TraceSide{{Name: "a"}, {Name: "b", Runs: []ui.Trace{traced("time.now", "Ten.")}}}, nil
	}}}
	for _, size := range [][2]int{{120, 40}, {121, 41}, {80, 24}, {40, 10}, {20, 3}, {5, 1}} {
		for _, open := range []string{"", "x"} {
			name := fmt.Sprintf("%v %q", size, open)
			d := uitest.Start(t, ui.NewTraces(rows, open, ui.Options{Zone: time.UTC, Dark: &dark, Getenv: env(nil)}), size[0], size[1])
			d.WaitFor("")
			uitest.Fits(t, d.Screen(), size[0], size[1])
			if t.Failed() {
				t.Fatal(name)
			}
		}
	}
}
