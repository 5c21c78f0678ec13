package app

import (
	"errors"
	"strings"
	"testing"

	"vise/session"
	"vise/session/scripted"
)

func TestACompactedConversationGoesOn(t *testing.T) {
	long := strings.Repeat("because of many things, ", 60)
	b := newBench(t, search, scripted.Say(long+"[ev_001]"), scripted.Say("second: "+long), scripted.Say("third: "+long),
		scripted.Say("They asked for the retry timeout: config/http.go:4 [ev_001]."), scripted.Say("as found [ev_001]"), scripted.Say("fifth: "+long),
		scripted.Say("A summary of the summary [ev_001]."), scripted.Say("done"))
	conv := b.NewConversation()
	if _, err := b.Compact(t.Context(), conv, session.EntryWorkbench); !errors.Is(err, session.ErrNothingToCompact) {
		t.Errorf("an empty conversation: %v", err)
	}
	for _, text := range []string{"where is the retry timeout?", "and why?", "tell me more"} {
		b.run(Request{Text: text, Conversation: conv})
	}
	compact := func() session.State {
		t.Helper()
		r, err := b.Compact(t.Context(), conv, session.EntryWorkbench)
		if err != nil {
			t.Fatal(err)
		}
		return b.end(r)
	}
	st := compact()
	if c := st.Compacted; st.Status != session.StatusDone || c == nil || c.Turns != 2 || c.Kept != 1 {
		t.Fatalf("%+v, %+v", st.Finished, c)
	}
	st = b.run(Request{Text: "where was it?", Conversation: conv})
	reqs := b.model.Requests()
	ms := reqs[len(reqs)-1].Messages
	if len(ms) != 4 || !strings.Contains(ms[0].Text, "They asked for the retry timeout") || !strings.Contains(ms[0].Text, "[ev_001] config/http.go") || ms[1].Words != "tell me more" || ms[3].Words != "where was it?" {
		t.Errorf("the model saw %d messages, first %q", len(ms), ms[0].Text)
	}
	for _, c := range st.Answer.Checks {
		if c.Name == "citations exist" && !c.Passed {
			t.Errorf("%+v", c)
		}
	}
	b.run(Request{Text: "and the fifth?", Conversation: conv})
	if st = compact(); st.Compacted.Turns != 3 {
		t.Errorf("the second time: %+v", st.Compacted)
	}
	b.run(Request{Text: "end", Conversation: conv})
	reqs = b.model.Requests()
	ms = reqs[len(reqs)-1].Messages
	if len(ms) != 4 || !strings.Contains(ms[0].Text, "A summary of the summary") || !strings.Contains(ms[0].Text, "[ev_001] config/http.go") {
		t.Errorf("the model saw %d messages, first %q", len(ms), ms[0].Text)
	}
	// Another process tells the same, and nothing is gone.
	states, err := b.open().Conversation(t.Context(), conv)
	if err != nil || len(states) != 8 || states[3].Compacted == nil {
		t.Errorf("%d runs, %v", len(states), err)
	}
}

func TestACompactionIsNotResumed(t *testing.T) {
	long := strings.Repeat("because of many things, ", 60)
	b := newBench(t, scripted.Say(long), scripted.Say(long), scripted.Step{Err: &session.ModelError{Kind: session.ModelUnavailable, What: "Ollama isn't running"}}, scripted.Say("hello"))
	conv := b.NewConversation()
	b.run(Request{Text: "why?", Conversation: conv})
	b.run(Request{Text: "and why that?", Conversation: conv})
	r, err := b.Compact(t.Context(), conv, session.EntryWorkbench)
	if err != nil {
		t.Fatal(err)
	}
	if st := b.end(r); st.Status != session.StatusFailed || st.Compacted != nil {
		t.Errorf("%+v", st.Finished)
	}
	if _, err := b.Resume(t.Context(), r.ID(), session.EntryWorkbench); !errors.Is(err, ErrNotResumable) {
		t.Errorf("resumed: %v", err)
	}
	b.run(Request{Text: "hello", Conversation: conv})
	reqs := b.model.Requests()
	if ms := reqs[len(reqs)-1].Messages; len(ms) != 5 {
		t.Errorf("a failed one changed what the model is told: %d messages", len(ms))
	}
}
