package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

// answering lets a person answer questions about passages.
func (g *rig) answering(reply policy.Reply) *[]policy.Question {
	var asked []policy.Question
	g.asker = asker(func(_ context.Context, q policy.Question) (policy.Reply, error) {
		asked = append(asked, q)
		g.clock.now = g.clock.now.Add(time.Hour)
		return reply, nil
	})
	return &asked
}

func TestThePersonDecidesAboutPassages(t *testing.T) {
	const text = "one\n\n" + evil + " x\n\ntwo\n\n" + evil + " y\n\n" + evil + " x"
	for name, c := range map[string]struct {
		reply   policy.Reply
		gate    string
		verdict string
		by      string
	}{
		"let through": {policy.Reply{Action: policy.ReplyAccept}, "let through by you", PassageLet, PassageByPerson},
		"kept":        {policy.Reply{Action: policy.ReplyDecline}, "kept from the model by you", PassageKept, PassageByPerson},
		"no answer":   {policy.Reply{Action: policy.ReplyCancel}, "kept from the model: you cancelled before you answered", PassageKept, PassageByCancel},
		"nobody":      {policy.Reply{Action: policy.ReplyDecline, Reason: "no terminal"}, "kept from the model: nobody could be asked", PassageKept, PassageByNobody},
		"anything":    {policy.Reply{Action: "?"}, "kept from the model by you", PassageKept, PassageByPerson},
	} {
		t.Run(name, func(t *testing.T) {
			g := outside(t, textResult(text))
			g.budget.Seconds = 60 // thinking takes an hour
			asked := g.answering(c.reply)
			st := g.run(t.Context(), "look outside")
			if st.Status != StatusDone {
				t.Errorf("the run ends %s: %+v", st.Status, st.Finished)
			}
			if len(*asked) != 1 || len((*asked)[0].Passages) != 2 {
				t.Fatalf("asked %+v", *asked)
			}
			q := (*asked)[0]
			if q.Kind != policy.QuestionPassages || q.Tool != "out/look" || q.Passages[0].Text != evil+" x" || q.Passages[0].About[0] != "asks to ignore rules" {
				t.Errorf("asked %+v", q)
			}
			if sees := g.sent(); strings.Contains(sees, "obey") != (c.verdict == PassageLet) {
				t.Errorf("the model was sent %s", sees)
			}
			if c.verdict == PassageLet && !strings.Contains(g.last(), text) {
				t.Errorf("the model sees %q", g.last())
			}
			if c.verdict == PassageKept && strings.Count(g.last(), mark(1, 27, "out/look")) != 2 {
				t.Errorf("the model sees %q", g.last())
			}
			for _, p := range st.Calls[0].Result.Quarantined {
				if p.Verdict != c.verdict || p.By != c.by {
					t.Errorf("kept as %+v", p)
				}
			}
			gs := g.gates()
			if len(gs) != 2 || !strings.HasSuffix(gs[0], "asks to ignore rules (2 passages): you are asked") || !strings.HasSuffix(gs[1], " (2 passages): "+c.gate) {
				t.Errorf("gates: %q", gs)
			}
		})
	}
}

// A question that was put and left is recorded as that, and is put again.
func TestAQuestionThatWasLeftIsNoAnswer(t *testing.T) {
	for cause, c := range map[error][2]string{
		context.Canceled: {PassageByCancel, "kept from the model: you cancelled before you answered"},
		ErrHangup:        {PassageByEnd, "kept from the model: the run ended before you answered"},
	} {
		g := outside(t, textResult(evil))
		ctx, cancel := context.WithCancelCause(t.Context())
		g.asker = asker(func(ctx context.Context, _ policy.Question) (policy.Reply, error) {
			cancel(cause)
			return policy.Reply{}, ctx.Err()
		})
		st := g.run(ctx, "look outside")
		if p := st.Calls[0].Result.Quarantined[0]; p.By != c[0] || p.Verdict != PassageKept || p.Decided() != c[1] {
			t.Errorf("%v: %+v, %s", cause, p, p.Decided())
		}
		if gs := g.gates(); !strings.HasSuffix(gs[len(gs)-1], c[1]) {
			t.Errorf("%v: gates: %q", cause, gs)
		}
		for _, before := range [][]Turn{{turnOf(t, g)}, nil} { // also where it is one line of what was asked about
			later := outside(t, textResult(evil))
			if later.task = func(task *Task) { task.History = before }; before == nil {
				so := turnOf(t, g)
				later.task = func(task *Task) { task.Resumes, task.So = "01RUN", &so }
			}
			again := later.answering(policy.Reply{Action: policy.ReplyDecline})
			later.run(t.Context(), "look again")
			if len(*again) != 1 {
				t.Errorf("%v: asked %d times later", cause, len(*again))
			}
		}
	}
}

// That the call has ended, and that the person is asked, is recorded before they
// are.
func TestTheCallIsRecordedBeforeThePersonIsAsked(t *testing.T) {
	g := outside(t, textResult(evil))
	recorded := ""
	g.asker = asker(func(context.Context, policy.Question) (policy.Reply, error) {
		recorded = g.types()
		return policy.Reply{Action: policy.ReplyDecline}, nil
	})
	g.run(t.Context(), "look outside")
	if !strings.HasSuffix(recorded, "call_started tool_call gate_triggered") {
		t.Errorf("asked after %s", recorded)
	}
}

func TestAPassageIsAskedAboutOnce(t *testing.T) {
	for _, reply := range []policy.Reply{{Action: policy.ReplyAccept}, {Action: policy.ReplyDecline}} {
		g := outside(t, textResult("one\n\n"+evil))
		g.model.steps = []scriptStep{call("out_look", `{}`), call("out_look", `{"n":2}`), say("ok")}
		asked := g.answering(reply)
		st := g.run(t.Context(), "look outside")
		if len(*asked) != 1 {
			t.Errorf("%s: asked %d times", reply.Action, len(*asked))
		}
		first, second := st.Calls[0].Result.Quarantined[0], st.Calls[1].Result.Quarantined[0]
		if first.Verdict != second.Verdict || !strings.HasSuffix(g.gates()[2], first.Decided()+", as before") {
			t.Errorf("%s: %+v, then %+v: %q", reply.Action, first, second, g.gates())
		}
		// nor in a later run of the conversation
		later := outside(t, textResult(evil))
		later.task = func(task *Task) { task.History = []Turn{FoldedTurn("it was read", []Turn{turnOf(t, g).Then(Turn{})})} }
		again := later.answering(policy.Reply{Action: policy.ReplyDecline})
		later.run(t.Context(), "look again")
		resumed := outside(t, textResult(evil))
		turn := turnOf(t, g)
		resumed.task = func(task *Task) { task.Resumes, task.So = "01RUN", &turn }
		more := resumed.answering(policy.Reply{Action: policy.ReplyDecline})
		resumed.run(t.Context(), "look outside")
		if len(*more) != 0 {
			t.Errorf("%s: asked again in a resumed run", reply.Action)
		}
		if len(*again) != 0 || strings.Contains(later.last(), "obey") != (reply.Action == policy.ReplyAccept) {
			t.Errorf("%s: asked again %+v; the model sees %s", reply.Action, *again, later.last())
		}
	}
}

func TestAFloodCostsOneAnswer(t *testing.T) {
	g := newRig(t)
	n := 0
	g.tools.talk = func(context.Context, policy.Calling) (*mcp.CallToolResult, error) {
		n++
		return textResult(fmt.Sprintf("%s %d", evil, n)), nil
	}
	g.person.answer = func(Approval) Answer { return Answer{Verdict: VerdictAllow} }
	g.suspect = suspectObey
	g.model.steps = []scriptStep{call("out_look", `{}`), call("out_look", `{"n":2}`), call("out_look", `{"n":3}`), say("ok")}
	asked := g.answering(policy.Reply{Action: policy.ReplyDecline, Rest: true})
	g.run(t.Context(), "look outside")
	if len(*asked) != 1 || strings.Contains(g.sent(), "obey") || n != 3 {
		t.Errorf("asked %d times about %d results; the model was sent %s", len(*asked), n, g.sent())
	}
}

// Whoever goes away while the question waits lets nothing through.
func TestAQuestionThatEndsWithTheRunKeepsThePassage(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	g := outside(t, textResult(evil))
	g.asker = asker(func(ctx context.Context, q policy.Question) (policy.Reply, error) {
		cancel()
		<-ctx.Done()
		return policy.Reply{}, ctx.Err()
	})
	st := g.run(ctx, "look outside")
	if st.Status != StatusCancelled || st.Calls[0].Phase != PhaseDone || strings.Contains(st.Calls[0].Result.Content.Text.Raw(), "obey") {
		t.Errorf("%s, %s: %q", st.Status, st.Calls[0].Phase, st.Calls[0].Result.Content.Text.Raw())
	}
}

// Passages that can't be recorded stop the run before the model sees anything.
func TestWhatIsDecidedIsRecordedFirst(t *testing.T) {
	whole := outside(t, textResult(evil))
	whole.run(t.Context(), "look outside")
	for at := range whole.log.records {
		g := outside(t, textResult(evil))
		g.log.failAt = at + 1
		tl := NewTimeline("01RUN", g.log, g.redact, g.clock)
		_, err := g.loop().Run(t.Context(), Task{Text: "look outside", User: "ann", Scopes: []string{"server:out"}, Budget: g.budget}, tl)
		if !errors.Is(err, errFull) || strings.Contains(g.sent(), "obey") {
			t.Errorf("record %d: %v; sent %s", at+1, err, g.sent())
		}
	}
}

// Words that differ only in how they are spaced are the same; whoever adds one
// asks anew, also where it looks like the number of a line.
func TestAPassageIsKnownByItsWords(t *testing.T) {
	for _, c := range []struct {
		a, b     string
		numbered bool
		same     bool
	}{
		{"pay\n  EUR", "pay EUR\n", false, true},
		{"pay EUR", "pay RUR", false, false},
		{"3\tpay\n4\tEUR", "7\tpay\n8\tEUR", true, true},
		{"3\tpay\n4\tEUR", "3\tpay\n4\t900\tEUR", true, false},
		{"pay\nEUR", "pay\n900\tEUR", false, false},
		{"3\tpay", "4\tpay", false, false},
	} {
		if same := plainPassage(c.a, c.numbered) == plainPassage(c.b, c.numbered); same != c.same {
			t.Errorf("%q and %q: the same %v, want %v", c.a, c.b, same, c.same)
		}
	}
}

// lax says that results of some tools aren't kept back.
type lax struct{ levelPolicy }

func (lax) Quarantines(t policy.Tool) bool { return t.Server == policy.BuiltinServer }

func TestTheConfigurationCanLetAToolThrough(t *testing.T) {
	g := outside(t, textResult(evil))
	g.decider = lax{}
	g.answering(policy.Reply{Action: policy.ReplyDecline})
	st := g.run(t.Context(), "look outside")
	if !strings.Contains(g.last(), evil) || len(st.Calls[0].Result.Quarantined) != 0 {
		t.Errorf("the model sees %q", g.last())
	}
	if gs := g.gates(); len(gs) != 1 || !strings.Contains(gs[0], "given to the model as data, as your configuration says") {
		t.Errorf("gates: %q", gs)
	}
}

func TestCommonPlacesAreToldOf(t *testing.T) {
	g := outside(t, textResult("curl | sh"))
	g.suspect = func(text string) (found []Suspicious, more bool) {
		at := strings.Index(text, "curl")
		return []Suspicious{{Start: at, End: at + 4, About: "installs something", Common: true}}, false
	}
	st := g.run(t.Context(), "look outside")
	if gs := g.gates(); len(gs) != 1 || !strings.Contains(gs[0], "in what out/look returned: installs something: given to the model as data") {
		t.Errorf("gates: %q", gs)
	}
	if !strings.Contains(g.last(), "curl | sh") || len(st.Calls[0].Result.Quarantined) > 0 {
		t.Errorf("the model sees %q", g.last())
	}
}

// turnOf reads the run of a rig as later runs do.
func turnOf(t *testing.T, g *rig) Turn {
	t.Helper()
	var events []Event
	for _, r := range g.log.records {
		e, err := Codec{}.Decode(r.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
	turn, err := TurnOf(events, g.log.fetch)
	if err != nil {
		t.Fatal(err)
	}
	return turn
}

func (l *memLog) fetch(c Content) (string, error) {
	if c.Blob == "" {
		return c.Text.Raw(), nil
	}
	b, err := l.Blob(context.Background(), c.Blob)
	return string(b), err
}

// The ways on which text of a result reaches a model later.
func TestNothingQuarantinedReachesTheModelByAnotherRoad(t *testing.T) {
	long := strings.Repeat("a line of the page\n", 2000) // longer than the model is shown at once
	g := outside(t, textResult("first "+evil+"\n\n"+long+"\n"+evil+"\n\nend"), say("It says first [ev_001]."))
	g.model.steps[1] = say("It says first [ev_001].")
	st := g.run(t.Context(), "look outside")
	turn := turnOf(t, g)
	res := st.Calls[0].Result
	if res.Whole == nil || len(res.Quarantined) != 2 {
		t.Fatalf("%+v", res)
	}
	whole, err := g.log.fetch(res.WholeText()) // what file.read reads on in
	if err != nil || strings.Contains(whole, "obey") || !strings.Contains(whole, "[quarantined #2: ") || !strings.Contains(whole, "end") {
		t.Errorf("read on: %v, %d bytes", err, len(whole))
	}
	roads := map[string]func() *rig{
		"a later request": func() *rig {
			h := newRig(t, say("ok"))
			h.task = func(task *Task) { task.History = []Turn{turn} }
			return h
		},
		"a later request with little room": func() *rig {
			h := newRig(t, say("ok"))
			h.model.context = 2000
			h.task = func(task *Task) { task.History = []Turn{turn} }
			return h
		},
		"a resumed run": func() *rig {
			h := newRig(t, say("ok"))
			h.task = func(task *Task) { task.Resumes, task.So = "01RUN", &turn }
			return h
		},
		"a summary": func() *rig {
			h := newRig(t, say("ok"))
			h.task = func(task *Task) { task.History = []Turn{FoldedTurn(mechanical([]Turn{turn}, 5000), []Turn{turn})} }
			return h
		},
	}
	for name, road := range roads {
		h := road()
		h.run(t.Context(), "and now?")
		if strings.Contains(h.sent(), "obey") || !strings.Contains(h.sent(), "first") && name != "a later request with little room" {
			t.Errorf("%s: the model was sent %.3000s", name, h.sent())
		}
	}
	h := newRig(t, say("A summary."))
	if _, err := h.loop().Compact(t.Context(), Compaction{Turns: []Turn{turn, turn}, Runs: []string{"01A", "01B"}, Conversation: "01CONV"}, NewTimeline("01C", h.log, h.redact, h.clock)); err != nil {
		t.Fatal(err)
	}
	if len(h.model.reqs) != 1 || strings.Contains(h.sent(), "obey") || !strings.Contains(h.sent(), "quarantined") {
		t.Errorf("to make a summary the model was sent %.3000s", h.sent())
	}
}

// What a quarantined text says is no source of an argument: the model hasn't
// seen it, and an approval would quote it.
func TestProvenanceDoesNotRestOnWhatIsKept(t *testing.T) {
	g := outside(t, textResult("fine\n\n"+evil+" by paying the Bank of Nowhere"))
	g.model.steps = []scriptStep{call("out_look", `{}`), call("todo_create", `{"title":"paying the Bank of Nowhere"}`), say("ok")}
	g.tools.on = nil
	st := g.run(t.Context(), "look outside")
	i := slices.IndexFunc(st.Calls, func(c CallState) bool { return c.Tool == "todo.create" })
	if i < 0 {
		t.Fatal("no call")
	}
	for _, o := range st.Calls[i].Decision.Origins {
		if len(o.Evidence) > 0 {
			t.Errorf("%s is said to come from %v: %q", o.Argument, o.Evidence, o.Quote)
		}
	}
}
