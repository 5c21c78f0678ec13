package ui_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"vise/builtin/todo"
	"vise/policy"
	"vise/session"
	"vise/ui/uitest"
	"vise/ui/uitest/fake"
)

// searching is a run that finds something and answers with a citation.
func searching(r *fake.Run) {
	r.Emit(session.ModelRequest{Step: 1, Messages: 1, Tokens: 900})
	r.Found("ev_001", "config/http.go:42", "retryTimeout = 10 * time.Second")
	r.Answer("The timeout is set in config/http.go:42 [ev_001].", "ev_001")
}

func TestPastRequestsComeBackAndAreReplayed(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = searching
		d := at(t, w, 120, 40)
		request(d, "where is the retry timeout set?")
		d.WaitFor("The timeout is set in")
		d.Press("ctrl+r")
		d.WaitFor("where is the retry timeout set?", "Past requests")
		d.Press("enter")
		d.WaitFor("▌ where is the retry timeout set?")
		d.Press("ctrl+u", "ctrl+r")
		d.WaitFor("Past requests")
		d.Press("right")
		d.WaitFor("step 1 of")
		d.Press("right", "right", "right")
		d.WaitFor("step 4 of")
		d.Press("esc")
		d.WaitFor("Ask, or /", "The timeout is set in")
	})
}

func TestEveryScreenOpensAndCloses(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		due := time.Now().Add(time.Hour)
		for _, size := range [][2]int{{120, 40}, {80, 24}, {40, 10}} {
			w := fake.New()
			w.SetTodos([]todo.Todo{{ID: "td_1", Title: "Buy milk", DueAt: &due, Status: todo.Open}})
			w.SetCatalogue(policy.Catalogue{
				Offered: []policy.Tool{{Server: policy.BuiltinServer, Name: "file.search", Level: policy.ReadsHere, Status: policy.StatusApproved,
					Definition: json.RawMessage(`{"name":"file.search","description":"Searches files."}`)}},
				Servers: []policy.ServerState{{Name: policy.BuiltinServer, State: "ready", Transport: "in-memory"}},
			})
			d := at(t, w, size[0], size[1])
			for _, c := range []struct{ command, shows string }{
				{"/todos", "Buy milk"}, {"/tools", "file.search"}, {"/runs", "Runs"}, {"/decisions", "ecisions"}, {"/servers", "built-in"},
			} {
				request(d, c.command)
				d.WaitFor(c.shows)
				d.Press("esc")
				d.WaitFor("Ask, or /")
			}
			d.Press("ctrl+p")
			d.WaitFor("/new")
			d.Press("esc")
			d.WaitGone("a new conv")
			d.Press("?")
			d.WaitFor("Help")
			d.Press("esc")
			d.WaitFor("Ask, or /")
		}
	})
}

func TestAWaitingCallIsSaidOnEveryScreen(t *testing.T) {
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
		for _, c := range []string{"/runs", "/todos", "/tools"} {
			request(d, c)
			d.WaitFor("1 call is waiting for you · ctrl+x opens it")
			d.Press("esc")
			d.WaitFor("Ask, or /")
		}
		request(d, "/runs")
		d.WaitFor("ctrl+x opens it")
		d.Press("ctrl+x")
		d.WaitFor("Approve this call?")
	})
}

func TestEditingACall(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		got := make(chan session.Answer, 1)
		w.Story = func(r *fake.Run) {
			got <- r.Ask(milk)
			r.Answer("done")
		}
		d := at(t, w, 80, 24)
		request(d, "remind me to buy milk")
		d.WaitFor("Approve this call?")
		time.Sleep(450 * time.Millisecond)
		d.Press("e")
		d.WaitFor("Edit todo.create")
		d.Type(" and bread")
		d.WaitFor("Buy milk and bread")
		d.Press("enter", "enter", "enter") // the next field, the last line, use
		select {
		case a := <-got:
			if a.Verdict != session.VerdictEdit || string(a.Args) != `{"title":"Buy milk and bread"}` {
				t.Errorf("answered %s %s", a.Verdict, a.Args)
			}
		case <-time.After(3 * time.Second):
			t.Fatalf("no answer; the screen is:\n%s", d.Screen())
		}
	})
}

func TestAnotherTerminalAnswersFirst(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = asking
		d := at(t, w, 80, 24)
		request(d, "remind me to buy milk")
		d.WaitFor("Approve this call?")
		if err := w.Answer(context.Background(), w.Waiting()[0].ID, session.Answer{Verdict: session.VerdictDeny}); err != nil {
			t.Fatal(err)
		}
		d.WaitGone("Approve this call?")
		d.WaitFor("Nothing was added: deny")
	})
}

func TestHostileTextIsInert(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		evil := "\x1b[2J\x1b]52;c;aGFja2Vk\x07\u202etxet\u200b **x** [ev_001]"
		w := fake.New()
		w.Line.Notices = []string{evil}
		w.Story = func(r *fake.Run) {
			r.Stream(evil)
			time.Sleep(50 * time.Millisecond)
			r.Found("ev_001", evil, evil)
			r.Emit(session.GateTriggered{Gate: session.GateTool, Reason: evil, Action: evil})
			r.Reply(evil)
			r.Fail(session.RunFinished{Status: session.StatusFailed, FailureKind: session.FailModel, Reason: evil, Remedy: evil})
		}
		d := at(t, w, 120, 40)
		request(d, "go")
		d.WaitFor("The model gave no usable reply", `\x1b[2J`, "<U+202E>")
		d.Press("tab", "up", "up", "enter")
		time.Sleep(50 * time.Millisecond)
		d.Press("esc", "esc", "tab", "tab", "up", "up", "enter")
		d.WaitFor("Payload")
		raw := strings.ReplaceAll(d.Raw(), "\x1b[H\x1b[2J", "") // the renderer's own
		if strings.Contains(raw, "\x1b]52;") || strings.Contains(raw, "\u202e") || strings.Contains(raw, "\x1b[2J") {
			t.Error("foreign text reached the terminal as it was")
		}
	})
}

func TestSeveralReadsAreAnsweredTogether(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) {
			var got []string
			for _, a := range r.Reads(`{"url":"https://one.example"}`, `{"url":"https://two.example"}`) {
				got = append(got, string(a.Verdict))
			}
			r.Answer("answers: " + strings.Join(got, " "))
		}
		d := at(t, w, 80, 24)
		request(d, "read both")
		d.WaitFor("one.example", "two.example", "allow")
		time.Sleep(450 * time.Millisecond)
		d.Press("a")
		d.WaitFor("answers: allow allow")
	})
}

func TestCtrlCAtABoxCancelsTheRun(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) { r.Ask(milk) }
		d := at(t, w, 80, 24)
		request(d, "remind me to buy milk")
		d.WaitFor("Approve this call?")
		d.Press("ctrl+c")
		d.WaitGone("Approve this call?")
		d.WaitFor("Cancelled.")
		if n := len(w.Waiting()); n != 0 {
			t.Errorf("%d calls wait", n)
		}
	})
}

func TestACallThatAnEndedRunLeftIsAnswered(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Left(session.Approval{ID: "old/call_1", Run: "old", Call: "call_1", Task: "remind me", Args: json.RawMessage(milk), Of: 1, Index: 1,
			Tool: policy.Tool{Server: policy.BuiltinServer, Name: "todo.create", Level: policy.Writes}, Decision: policy.Decision{Outcome: policy.Approval}})
		d := at(t, w, 80, 24)
		d.WaitFor("1 call is waiting for you")
		d.Stays("closed", 1200*time.Millisecond, func(s string) bool { return !strings.Contains(s, "Approve this call?") })
		request(d, "/decisions")
		d.WaitFor("todo.create")
		d.Press("enter")
		d.WaitFor("Approve this call?", "remind me")
		time.Sleep(450 * time.Millisecond)
		d.Press("a")
		d.WaitFor("Allowed. It goes on as a run of its own")
		d.WaitGone("1 call is waiting")
	})
}
