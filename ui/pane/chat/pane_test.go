package chat

import (
	"fmt"
	"strings"
	"testing"

	"vise/session"
	"vise/ui/markdown"
	"vise/ui/theme"
	"vise/ui/uitest"
)

// conversation makes n runs of a request and an answer.
func conversation(n int) []*session.State {
	out := make([]*session.State, n)
	for i := range out {
		out[i] = state(fmt.Sprintf("run%d", i),
			session.RunStarted{Task: fmt.Sprintf("question %d", i)},
			session.ModelMessage{Text: text(fmt.Sprintf("answer **%d**", i))},
			session.AnswerCreated{}, session.RunFinished{Status: session.StatusDone})
	}
	return out
}

func state(run string, ps ...session.Payload) *session.State {
	st := &session.State{}
	for i, p := range ps {
		st.Apply(session.Event{Run: run, Seq: i + 1, Type: p.Type(), Payload: p})
	}
	return st
}

func text(s string) session.Content {
	return session.Content{Text: session.Untrusted(s), Size: len(s)}
}

func shown(p *Pane) string { return uitest.Plain(strings.Join(p.Lines(), "\n")) }

func pane(w, h int, states ...*session.State) *Pane {
	p := New(theme.New(true))
	p.Size(w, h)
	p.ShowAll(states)
	return p
}

func TestTheEndIsShownAndFollowed(t *testing.T) {
	all := conversation(500)
	p := pane(60, 10, all[:499]...)
	if got := shown(p); !strings.Contains(got, "answer 498") {
		t.Errorf("shows\n%s", got)
	}
	p.Show(all[499])
	if got := shown(p); !strings.Contains(got, "you\n  question 499\n\n  vise\n  answer 499\n") {
		t.Errorf("shows\n%s", got)
	}
	p.Home()
	if got := shown(p); !strings.HasPrefix(got, "  you\n  question 0\n\n  vise\n  answer 0\n") {
		t.Errorf("the beginning is\n%s", got)
	}
}

func TestARunThatGoesOnIsDrawnInItsPlace(t *testing.T) {
	all := conversation(3)
	p := pane(60, 40, all...)
	call := session.PlanCreated{Calls: []string{"c1"}, Tools: []string{"file.search"}}
	st := state("run1", session.RunStarted{Task: "question 1"}, call)
	p.Show(st)
	want := "  question 1\n\n  vise\n  · file.search\n\n  you\n  question 2\n"
	if got := shown(p); !strings.Contains(got, want) {
		t.Errorf("shows\n%s", got)
	}
	st.Apply(session.Event{Run: "run1", Seq: 3, Payload: session.ToolResult{Call: "c1", Tool: "file.search", OK: true, Ran: true, Summary: session.Untrusted("2 hits")}})
	p.Show(st)
	if got := shown(p); !strings.Contains(got, "✓ file.search · 0 ms · 2 hits") || strings.Count(got, "file.search") != 1 {
		t.Errorf("shows\n%s", got)
	}
}

func TestASelectionStaysWithItsMessage(t *testing.T) {
	p := pane(60, 40, conversation(3)...)
	p.Select(0)
	p.Select(-1)
	s, ok := p.Selected()
	if !ok || s.Markdown != "question 2" {
		t.Fatalf("selected %+v", s)
	}
	if got := shown(p); !strings.Contains(got, "▌ question 2") || strings.Count(got, "▌") != 2 { // with its label
		t.Errorf("shows\n%s", got)
	}
	p.Show(conversation(4)[3])
	if s, _ := p.Selected(); s.Markdown != "question 2" {
		t.Errorf("the selection went to %q", s.Markdown)
	}
	p.Deselect()
	if got := shown(p); strings.Contains(got, "▌") {
		t.Errorf("still marked:\n%s", got)
	}
}

func TestWhatIsCopiedIsTheMarkdownItself(t *testing.T) {
	md := "Look **here** [ev_003]:\n\n```go\nx := 1\ny := 2\n```\n"
	p := pane(60, 40, state("r", session.RunStarted{Task: "q"}, session.ModelMessage{Text: text(md)}))
	p.Select(0)
	s, _ := p.Selected()
	if s.Markdown != md {
		t.Errorf("the message is %q", s.Markdown)
	}
	if strings.TrimSpace(s.Code) != "x := 1\ny := 2" {
		t.Errorf("the code is %q", s.Code)
	}
	if fmt.Sprint(s.Evidence) != "[ev_003]" {
		t.Errorf("cited are %v", s.Evidence)
	}
}

func TestALongTextIsFetchedOnlyWhenItIsOnTheScreen(t *testing.T) {
	big := session.ModelMessage{Text: session.Content{Blob: "sha256:big", Size: 1 << 20}}
	states := append([]*session.State{state("big", session.RunStarted{Task: "q"}, big)}, conversation(50)...)
	p := pane(60, 10, states...)
	if w := p.Wanted(); len(w) != 0 {
		t.Fatalf("wants %v though it isn't on the screen", w)
	}
	p.Home()
	if w := p.Wanted(); len(w) != 1 || w[0].Blob != "sha256:big" {
		t.Fatalf("wants %v", w)
	}
	if w := p.Wanted(); len(w) != 0 {
		t.Errorf("wants it twice")
	}
	f := session.Untrusted(strings.Repeat("a paragraph\n\n", 80_000))
	p.Loaded("sha256:big", Content{Text: f, Chunks: markdown.Split(f)})
	if got := shown(p); !strings.Contains(got, "a paragraph") || strings.Contains(got, "reading") {
		t.Errorf("shows\n%s", got)
	}
	p.Select(1 << 20)
	p.Select(-1 << 20)
	p.Loaded("sha256:other", Content{}) // of something else: nothing happens
}

func TestThinkingAndLongRequestsAreFolded(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("a line of the request\n", 100))
	p := pane(60, 200, state("r", session.RunStarted{Task: long}, session.ModelMessage{Text: text("answer"), Thinking: text("hidden\nthoughts")}))
	got := shown(p)
	if !strings.Contains(got, "… 88 more lines") || !strings.Contains(got, "▸ thinking, 15 characters") || strings.Contains(got, "hidden") {
		t.Errorf("shows\n%s", got)
	}
	p.Select(0)
	p.Fold()
	p.Select(-1)
	p.Fold()
	if got := shown(p); strings.Count(got, "a line of the request") != 100 || !strings.Contains(got, "hidden\n") {
		t.Errorf("unfolded it shows\n%s", got)
	}
}

func TestHowRunsEndIsSaidInWords(t *testing.T) {
	for _, tc := range []struct {
		end  session.RunFinished
		want string
	}{
		{session.RunFinished{Status: session.StatusCancelled, FailureKind: session.FailCancelled}, "Cancelled."},
		{session.RunFinished{Status: session.StatusBudget, Reason: "8 steps used", Remedy: "ask again"}, "■ Stopped: the budget is spent.\n    8 steps used\n    → ask again"},
		{session.RunFinished{Status: session.StatusFailed, FailureKind: session.FailTool}, "A tool failed."},
		{session.RunFinished{Status: session.StatusFailed, FailureKind: session.FailEvidence, Code: "false_claim", Reason: "no call did it"}, "■ The answer isn't true.\n    no call did it"},
		{session.RunFinished{Status: session.StatusFailed, FailureKind: session.FailEvidence, Code: "no_source"}, "Nothing supports the answer."},
		{session.RunFinished{Status: session.StatusNeedsApproval}, "It waits in the list of decisions."},
	} {
		p := pane(80, 20, state("r", session.RunStarted{Task: "q"}, tc.end))
		if got := shown(p); !strings.Contains(got, tc.want) {
			t.Errorf("%s: shows\n%s", tc.end.Status, got)
		}
	}
}

// Nobody answers after a call by hand: what came of it is shown.
func TestAGateDoesntRepeatTheLineOfItsCall(t *testing.T) {
	why, action := "an argument holds a mark", "not run; the model was told (secret_mark)"
	refused := "the person refused this call: nothing was done; they say: not today"
	for name, tc := range map[string]struct {
		error, gate string
		answer      []session.Payload
		shown, says int // how often the reason stands there; how many gates
	}{
		"the same":             {why, "todo.create: " + why, nil, 1, 0},
		"of another tool":      {why, "todo.list: " + why, nil, 2, 1},
		"says more":            {why, "todo.create: " + why + ", twice", nil, 2, 1},
		"too long for a line":  {strings.Repeat(why+" ", 13), "todo.create: " + strings.Repeat(why+" ", 13), nil, 20, 1},
		"refused, with a note": {refused, "todo.create: " + refused, []session.Payload{session.ApprovalAnswered{Call: "c1", Verdict: session.VerdictDeny, Note: "not today"}}, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			ps := append([]session.Payload{session.RunStarted{Task: "add it"}, session.PlanCreated{Calls: []string{"c1"}, Tools: []string{"todo.create"}}}, tc.answer...)
			ps = append(ps, session.GateTriggered{Gate: session.GateTool, Call: "c1", Reason: tc.gate, Action: action},
				session.ToolResult{Call: "c1", Tool: "todo.create", Error: &session.ToolError{Code: "secret_mark", Message: session.Untrusted(tc.error)}})
			got := shown(pane(200, 100, state("r", ps...)))
			if n := strings.Count(got, why); n < tc.shown || tc.shown < 2 && n > tc.shown {
				t.Errorf("the reason stands %d times:\n%s", n, got)
			}
			if n := strings.Count(got, "the model knows"); n != tc.says {
				t.Errorf("%d gates:\n%s", n, got)
			}
			if !strings.Contains(got, "not run") {
				t.Errorf("shows\n%s", got)
			}
		})
	}
}

func TestACallByHandShowsItsResult(t *testing.T) {
	long := strings.Repeat("line of a result\n", 50)
	of := func(kind, result string) *Pane {
		return pane(60, 100, state("r", session.RunStarted{Task: "call notes/find", TaskType: kind},
			session.PlanCreated{Calls: []string{"c1"}, Tools: []string{"notes/find"}},
			session.ToolResult{Call: "c1", Tool: "notes/find", OK: true, Ran: true, Content: text(result)}))
	}
	if got := shown(of(session.TaskCall, "milk \x1b[2J")); !strings.Contains(got, `▏ milk \x1b[2J`) {
		t.Errorf("shows\n%s", got)
	}
	if got := shown(of("chat", "milk")); strings.Contains(got, "milk") {
		t.Errorf("of a model's call too:\n%s", got)
	}
	p := of(session.TaskCall, long)
	if got := shown(p); strings.Count(got, "line of a result") != resultLines || !strings.Contains(got, "more lines · space unfolds") {
		t.Errorf("folded it shows\n%s", got)
	}
	p.Select(-1)
	p.Fold()
	if got := shown(p); strings.Count(got, "line of a result") != 50 {
		t.Errorf("unfolded it shows\n%s", got)
	}
}

func TestEveryWidthFits(t *testing.T) {
	evil := "\x1b[2J 你好世界 `code` **b** \u202e 👩‍👧 a-very-long-word-without-any-place-to-break-it-in"
	st := state("r", session.RunStarted{Task: evil},
		session.PlanCreated{Calls: []string{"c1"}, Tools: []string{evil}},
		session.ToolResult{Call: "c1", Tool: evil, Ran: true, Error: &session.ToolError{Code: "x", Message: session.Untrusted(evil)}},
		session.GateTriggered{Reason: evil, Action: evil},
		session.ModelMessage{Text: text(evil + "\n\n```\n" + evil + "\n```\n| a | b |\n|---|---|\n| 1 | " + evil + " |"), Thinking: text(evil), Failed: evil},
		session.RunFinished{Status: session.StatusFailed, Reason: evil, Remedy: evil})
	for w := 7; w < 90; w += 7 {
		p := pane(w, 400, st)
		p.Work(&Working{Run: "r", Draft: session.Draft{Text: session.Untrusted(evil)}})
		uitest.Fits(t, strings.Join(p.Lines(), "\n"), w, 400)
	}
}

// BenchmarkShow is one more event of a run in a conversation of 2,000 messages.
func BenchmarkShow(b *testing.B) {
	p := pane(80, 40, conversation(1000)...)
	st := conversation(1001)[1000]
	for b.Loop() {
		p.Show(st)
		p.Lines()
	}
}

// BenchmarkStream is a draft of 4,000 words, drawn at every hundredth.
func BenchmarkStream(b *testing.B) {
	for b.Loop() {
		p := pane(80, 40, conversation(1000)...)
		var text strings.Builder
		for i := range 4000 {
			fmt.Fprintf(&text, "word%d ", i)
			if i%50 == 49 {
				text.WriteString("\n\n")
			}
			if i%100 == 99 {
				p.Work(&Working{Run: "r", Draft: session.Draft{Text: session.Untrusted(text.String())}})
				p.Lines()
			}
		}
	}
}

func TestWhatTheModelWroteDoesNotPassForLinesOfVise(t *testing.T) {
	st := state("run1", session.RunStarted{Task: "question"}, session.ModelMessage{Text: text("Well.\n\n✓ todo.create · 2 ms\n\n- a list\n\n**⏸ waiting for you**: x and then so much more that it is wrapped")},
		session.AnswerCreated{}, session.RunFinished{Status: session.StatusDone})
	want := "  vise\n  Well.\n\n  ▏ ✓ todo.create · 2 ms\n\n  • a list\n\n  ▏ ⏸ waiting for you: x and\n  ▏ then so much more that it\n  ▏ is wrapped\n"
	if got := shown(pane(32, 20, st)); !strings.Contains(got, want) {
		t.Errorf("shows\n%s", got)
	}
	p := pane(32, 20, state("run1", session.RunStarted{Task: "question"}))
	p.Work(&Working{Run: "run1", Draft: session.Draft{Text: session.Untrusted("Well.\n\n✓ todo.create · 2 ms")}})
	if got := shown(p); !strings.Contains(got, "  Well.\n\n  ▏ ✓ todo.create · 2 ms\n") {
		t.Errorf("while it is written:\n%s", got)
	}
}
