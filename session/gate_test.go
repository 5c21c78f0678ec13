package session

import (
	"slices"
	"strings"
	"testing"
)

// failedChecks are the names of the checks that the answer didn't pass.
func failedChecks(st State) (names []string) {
	if st.Answer == nil {
		return []string{"no answer"}
	}
	for _, c := range st.Answer.Checks {
		if !c.Passed {
			names = append(names, c.Name)
		}
	}
	return names
}

// gates are the gates that were triggered, with what they did.
func (g *rig) gates() (out []string) {
	for _, r := range g.log.records {
		e, err := Codec{}.Decode(r.Bytes)
		if err != nil {
			g.t.Fatal(err)
		}
		if p, ok := e.Payload.(GateTriggered); ok {
			out = append(out, p.Gate+": "+p.Reason+": "+p.Action)
		}
	}
	return out
}

// A model that claims what it didn't do is told so once. When it then does it,
// nothing is held against the answer.
func TestFalseClaimIsCorrected(t *testing.T) {
	g := newRig(t, say("I have created the todo."), call("todo_create", todoArgs), say("I have created the todo."))
	g.person.answer = allow
	st := g.run(t.Context(), "remind me")
	if failed := failedChecks(st); st.Status != StatusDone || len(failed) > 0 {
		t.Errorf("%v: %v", st.Status, failed)
	}
	if gs := g.gates(); len(gs) != 1 || !strings.HasPrefix(gs[0], "output: the answer says that something was done: “I have created the todo.”") {
		t.Errorf("gates: %q", gs)
	}
	second := g.model.reqs[1].Messages
	if n := len(second); second[n-2].Role != RoleAssistant || second[n-2].Text != "I have created the todo." || !strings.Contains(second[n-1].Text, "Your answer isn't true") {
		t.Errorf("the model was told %+v", second)
	}
}

// One that goes on claiming it is shown as wrong, and is not asked a third time.
func TestFalseClaimIsShownAsWrong(t *testing.T) {
	for name, c := range map[string]struct {
		steps []scriptStep
		edit  func(*rig)
		asked int
	}{
		"twice":            {[]scriptStep{say("Задача создана."), say("Задача создана.")}, func(*rig) {}, 2},
		"in the last step": {[]scriptStep{say("我已经创建了待办。")}, func(g *rig) { g.budget.Steps = 1 }, 1},
		"after a denial":   {[]scriptStep{call("todo_create", todoArgs), say("I've added the todo."), say("I've added the todo.")}, func(*rig) {}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			g := newRig(t, c.steps...)
			g.person.answer = func(Approval) Answer { return Answer{Verdict: VerdictDeny} }
			c.edit(g)
			st := g.run(t.Context(), "remind me")
			if failed := failedChecks(st); !slices.Equal(failed, []string{CheckActions}) || len(g.model.reqs) != c.asked {
				t.Errorf("%v after %d requests", failed, len(g.model.reqs))
			}
			if f := st.Finished; f.Status != StatusFailed || f.FailureKind != FailEvidence || f.Code != "false_claim" || st.Answer == nil {
				t.Errorf("ended %+v", f)
			}
			gs := g.gates()
			if last := gs[len(gs)-1]; !strings.HasPrefix(last, "output: the answer isn't true: marked: “") {
				t.Errorf("gates: %q", gs)
			}
		})
	}
}

// What earlier turns show was done counts.
func TestClaimsOfEarlierTurns(t *testing.T) {
	g := newRig(t, say("I have created the todo already."))
	g.task = func(k *Task) {
		k.History = []Turn{{Words: "remind me", Steps: []TurnStep{{Results: []TurnResult{{Result: Observation{Tool: "todo.create", OK: true, Ran: true}}}}}}}
	}
	if failed := failedChecks(g.run(t.Context(), "did you?")); len(failed) > 0 || len(g.model.reqs) != 1 {
		t.Errorf("%v after %d requests", failed, len(g.model.reqs))
	}
}

// Beside a citation stands only what its source says.
func TestCitationsSayIt(t *testing.T) {
	excerpt := "retryTimeout = 10 // seconds, see RFC 9110; owner: \"Ann Lee\", up to 1,500 requests"
	for answer, want := range map[string]string{
		"The timeout is 10 seconds [ev_001].":                            "",
		"The timeout is 30 seconds [ev_001].":                            "30",
		"It is set as `retryTimeout` [ev_001].":                          "",
		"It is set as `maxRetries` [ev_001].":                            "maxRetries",
		"retry_timeout is set there [ev_001].":                           "retry_timeout",
		"It stands in config/http.go:42 [ev_001].":                       "",
		"It stands in config/db.go [ev_001].":                            "config/db.go",
		"The owner is «Ann Lee» [ev_001].":                               "",
		"The owner is «Bob Ray» [ev_001].":                               "Bob Ray",
		"Up to 1500 requests [ev_001].":                                  "",
		"It is 10 s. [ev_001] Nothing else.":                             "",
		"It is 1 [ev_001].":                                              "1",
		"2 hits [ev_001].":                                               "",
		"1. The timeout [ev_001]":                                        "",
		"You asked about 77, and it is 10 [ev_001].":                     "",
		"The answer to all is 42000.":                                    "",
		"Таймаут 10 секунд [ev_001].":                                    "",
		"Таймаут равен 99 секундам [ev_001].":                            "99",
		"超时是 10 秒 [ev_001]。":                                             "",
		"超时是 60 秒 [ev_001]。":                                             "60",
		"It is 10 [ev_001], with HTTP2 and 20 [ev_009], and 30 [ev_001]": "20, 30",
	} {
		got := strings.Join(unsupported(answer, "is it 77?", func(id string) (string, bool) { return "config/http.go:42 " + excerpt, id == "ev_001" }), ", ")
		if got != want {
			t.Errorf("%q: %q, want %q", answer, got, want)
		}
	}
}

func TestUnsupportedAnswerIsMarked(t *testing.T) {
	g := newRig(t, call("file_search", `{"query":"x"}`), say("It is 30 [ev_001]."))
	st := g.run(t.Context(), "how long is it?")
	if failed := failedChecks(st); !slices.Equal(failed, []string{CheckSupported}) {
		t.Errorf("%v", failed)
	}
	if gs := g.gates(); len(gs) != 1 || !strings.Contains(gs[0], "30: not in what is cited for it") {
		t.Errorf("gates: %q", gs)
	}
}

func TestSecretInAnAnswer(t *testing.T) {
	g := newRig(t, say("It is hunter2-secret."))
	st := g.run(t.Context(), "what is it?")
	if failed := failedChecks(st); !slices.Equal(failed, []string{CheckSecrets}) || st.Answer.Answer.Text.Raw() != "It is [secret:known#1]." {
		t.Errorf("%v: %s", failed, st.Answer.Answer.Text.Raw())
	}
	g.holdsNoSecret(t, "hunter2")
}

// Where the person asks for sources an answer without one is asked for again,
// and marked when it comes again.
func TestSourcesThatAreAskedFor(t *testing.T) {
	for words, want := range map[string]int{"How long is the timeout? Cite your sources.": 2, "Какой таймаут? Укажи источник.": 2, "超时是多少？请注明出处。": 2, "how long is it?": 1, "open the source file": 1} {
		g := newRig(t, say("It is ten seconds."), say("It is ten seconds."))
		st := g.run(t.Context(), words)
		if len(g.model.reqs) != want || (want == 2) != slices.Equal(failedChecks(st), []string{CheckCites}) {
			t.Errorf("%q: %d requests, %v", words, len(g.model.reqs), failedChecks(st))
		}
		if (want == 2) != (st.Finished.FailureKind == FailEvidence) {
			t.Errorf("%q: ended %+v", words, st.Finished)
		}
	}
	g := newRig(t, say("It is ten seconds."), call("file_search", `{"query":"x"}`), say("It is ten seconds [ev_001]."))
	g.task = func(k *Task) { k.Sources = true }
	if failed := failedChecks(g.run(t.Context(), "how long is it?")); len(failed) > 0 {
		t.Errorf("%v", failed)
	}
}

// An answer that cites only what doesn't exist is asked for again, and is no
// success when it comes again. A wrong id beside a right one is marked.
func TestInventedSources(t *testing.T) {
	found := call("file_search", `{"query":"x"}`)
	for name, c := range map[string]struct {
		steps  []scriptStep
		status Status
		asked  int
	}{
		"again and again":   {[]scriptStep{found, say("It is so [ev_009]."), say("It is so [ev_009].")}, StatusFailed, 3},
		"corrected":         {[]scriptStep{found, say("It is so [ev_009]."), say("It is so [ev_001].")}, StatusDone, 3},
		"beside a true one": {[]scriptStep{found, say("It is so [ev_001] [ev_009].")}, StatusDone, 2},
	} {
		g := newRig(t, c.steps...)
		st := g.run(t.Context(), "is it so?")
		if st.Status != c.status || len(g.model.reqs) != c.asked || c.status == StatusFailed && (st.Finished.FailureKind != FailEvidence || st.Answer == nil) {
			t.Errorf("%s: %d requests, ended %+v", name, len(g.model.reqs), st.Finished)
		}
	}
}

// What the offline model says comes from what it was given: its runs end as
// they did.
func TestOfflineAnswersAreNoFalseClaims(t *testing.T) {
	g := newRig(t, say("I have created the todo."))
	g.model.offline = true
	if st := g.run(t.Context(), "remind me"); st.Status != StatusDone || !slices.Equal(failedChecks(st), []string{CheckActions}) {
		t.Errorf("ended %+v, %v", st.Finished, failedChecks(st))
	}
}

func FuzzGates(f *testing.F) {
	for _, all := range untrue {
		for _, s := range all {
			f.Add(s)
		}
	}
	f.Add("It is 1,000.5 in `x_y` [ev_001]. «a\xff")
	f.Fuzz(func(t *testing.T, text string) {
		falseClaims(text, text, nil)
		wishes().of(text)
		for _, s := range unsupported(text, "", func(string) (string, bool) { return text, true }) {
			if !strings.Contains(text, s) {
				t.Errorf("%q isn't in %q", s, text)
			}
		}
	})
}
