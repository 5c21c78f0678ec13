package app

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"vise/session"
	"vise/session/scripted"
)

// A secret that a person writes into an argument is sent as written, and kept
// nowhere: not in the question, not in what is said about it.
func TestSecretsInAQuestion(t *testing.T) {
	const secret = `hun"ter2-secret`
	b := newBench(t, create, scripted.Say("Added."))
	b.dirs.Known = map[string]string{"MY_TOKEN": secret}
	w := b.open()
	w.Desk().Attend(true)
	r, err := w.Start(t.Context(), Request{Text: "remind me"})
	if err != nil {
		t.Fatal(err)
	}
	edit := raw(map[string]string{"title": "use " + secret})
	first := b.waiting(w)
	if err := w.Desk().Answer(t.Context(), first.ID, session.Answer{Verdict: session.VerdictEdit, Args: edit}); err != nil {
		t.Fatal(err)
	}
	second := b.next(w, first.ID)
	p, err := w.Store().Approval(t.Context(), second.ID)
	if err != nil || !p.Approval.Redacted {
		t.Errorf("kept as %+v, %v", p.Approval, err)
	}
	for _, id := range []string{first.ID, second.ID} {
		p, err := w.Store().Approval(t.Context(), id)
		if kept := string(raw(p)); err != nil || strings.Contains(kept, "ter2-secret") {
			t.Errorf("kept: %s, %v", kept, err)
		}
	}
	if err := w.Desk().Answer(t.Context(), second.ID, session.Answer{Verdict: session.VerdictAllow}); err != nil {
		t.Fatal(err)
	}
	b.end(r)
	if !slices.Equal(b.titles(), []string{"use " + secret}) {
		t.Errorf("todos %q", b.titles())
	}
}

// next waits for a question other than that one.
func (b *bench) next(w *Workbench, not string) session.Approval {
	b.t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if a := b.waiting(w); a.ID != not {
			return a
		}
	}
	b.t.Fatal("no other question came")
	return session.Approval{}
}

// What waited in a run can't be allowed any more once the run is resumed, and
// a run is resumed once.
func TestResumingTakesTheQuestionBack(t *testing.T) {
	b := newBench(t, create, create, scripted.Say("Added."))
	st := b.run(Request{Text: "remind me"})
	open, err := b.Decisions(t.Context())
	if err != nil || len(open) != 1 {
		t.Fatalf("decisions %+v, %v", open, err)
	}
	b.Desk().Attend(true)
	r, err := b.Resume(t.Context(), st.Run, session.EntryRun)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Decide(t.Context(), open[0].Approval.ID, session.Answer{Verdict: session.VerdictAllow}); !errors.Is(err, session.ErrAnswered) {
		t.Errorf("allowing the old question: %v", err)
	}
	b.answer(b.waiting(b.Workbench).ID, session.Answer{Verdict: session.VerdictAllow})
	after := b.end(r)
	if len(b.titles()) != 1 {
		t.Errorf("todos %v", b.titles())
	}
	if _, err := b.Resume(t.Context(), st.Run, session.EntryRun); !errors.Is(err, ErrNotResumable) || !strings.Contains(err.Error(), after.Run) {
		t.Errorf("resuming it again: %v", err)
	}
}

func TestResumingAfterADecision(t *testing.T) {
	b := newBench(t, create, scripted.Say("Added."))
	st := b.run(Request{Text: "remind me"})
	r, err := b.Decide(t.Context(), st.Run+"/"+st.Calls[0].ID, session.Answer{Verdict: session.VerdictAllow})
	if err != nil {
		t.Fatal(err)
	}
	b.end(r)
	if _, err := b.Resume(t.Context(), st.Run, session.EntryRun); !errors.Is(err, ErrNotResumable) {
		t.Errorf("resuming what was done: %v, todos %v", err, b.titles())
	}
}

// An answer isn't used up by a run that can't begin.
func TestADecisionOutlivesAFailedStart(t *testing.T) {
	b := newBench(t, create, scripted.Say("Added."))
	st := b.run(Request{Text: "remind me"})
	id := st.Run + "/" + st.Calls[0].ID
	tooLong, err := b.Store().Approval(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	tooLong.Approval.Task = strings.Repeat("x", maxTask+1)
	if err := b.Store().PutApproval(t.Context(), tooLong.Approval); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Decide(t.Context(), id, session.Answer{Verdict: session.VerdictAllow}); err == nil {
		t.Fatal("a run began that can't")
	}
	if open, err := b.Decisions(t.Context()); err != nil || len(open) != 1 {
		t.Errorf("waiting after it: %+v, %v", open, err)
	}
}

// Two runs of one process can both be at the end of a budget.
func TestTwoBudgetsAtTheirEnd(t *testing.T) {
	b := newBench(t)
	b.Desk().Attend(true)
	done := make(chan session.More, 2)
	for range 2 {
		go func() {
			m, err := b.Desk().AskMore(t.Context(), session.Spent{What: "steps"})
			if err != nil {
				t.Error(err)
			}
			done <- m
		}()
	}
	deadline := time.After(10 * time.Second)
	for answered := 0; answered < 2; {
		b.Desk().AnswerSpent(session.MoreGoOn)
		select {
		case <-done:
			answered++
		case <-time.After(5 * time.Millisecond):
		case <-deadline:
			t.Fatalf("%d of 2 had an answer", answered)
		}
	}
}

func TestTheConversationsFlagsStay(t *testing.T) {
	b := newBench(t, search, scripted.Say("[ev_001]"), search, scripted.Say("[ev_002]"))
	first := b.run(Request{Text: "where?"})
	second := b.run(Request{Text: "and now?", Conversation: first.Started.Conversation})
	if f := second.Calls[0].Decision.Flags; !f.PrivateRead || !f.UntrustedSeen {
		t.Errorf("decided under %s", raw(f))
	}
}

// A follow-up of a run that was resumed twice tells each request once, also
// where two of them read alike.
func TestHistoryOfAResumedRun(t *testing.T) {
	cut := scripted.Step{Err: &session.ModelError{Kind: session.ModelCutOff, What: "cut off"}}
	b := newBench(t, scripted.Say("one"), cut, cut, scripted.Say("two"))
	one := b.run(Request{Text: "go"})
	two := b.run(Request{Text: "go", Conversation: one.Started.Conversation})
	for range 2 {
		r, err := b.Resume(t.Context(), two.Run, session.EntryRun)
		if err != nil {
			t.Fatal(err)
		}
		two = b.end(r)
	}
	var said []string
	for _, m := range b.model.Requests()[3].Messages {
		said = append(said, string(m.Role)+":"+m.Words+strings.TrimSpace(m.Text)[:min(3, len(m.Text))])
	}
	if len(said) != 3 || said[0] != "user:gogo" || said[1] != "assistant:one" {
		t.Errorf("the model saw %q", said)
	}
}
