package app

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"vise/policy"
	"vise/session"
	"vise/session/scripted"
)

var (
	search = scripted.Call("file_search", map[string]any{"query": "retry timeout"})
	create = scripted.Call("todo_create", map[string]any{"title": "raise the retry timeout", "due_at": "2026-12-01T09:00:00+03:00"})
)

const request = "find where the retry timeout is set and remind me tomorrow at 9 to raise it"

func TestFromARequestToATodoAndBackThroughReplay(t *testing.T) {
	b := newBench(t, search, create, scripted.Say("It is set in config/http.go [ev_001]; you will be reminded."))
	b.Desk().Attend(true)
	r := b.start(Request{Text: request, Entry: session.EntryWorkbench})
	a := b.waiting(b.Workbench)
	from := map[string]policy.Source{}
	for _, o := range a.Decision.Origins {
		from[o.Argument] = o.Source
	}
	if from["title"] != policy.FromUserDerived && from["title"] != policy.FromUser || from["due_at"] != policy.FromUserDerived || from["idempotency_key"] != policy.FromVise {
		t.Errorf("the arguments come from %v", from)
	}
	b.answer(a.ID, session.Answer{Verdict: session.VerdictAllow, By: "workbench"})
	st := b.end(r)
	if st.Status != session.StatusDone || len(st.Evidence) == 0 || st.Evidence[0].Name != "config/http.go:3" {
		t.Fatalf("ended %s, evidence %+v", st.Status, st.Evidence)
	}
	ts, err := b.Todos(t.Context())
	if err != nil || len(ts) != 1 || ts[0].Title != "raise the retry timeout" || !ts[0].DueAt.Equal(time.Date(2026, 12, 1, 6, 0, 0, 0, time.UTC)) || ts[0].Run != st.Run {
		t.Fatalf("todos %+v, %v", ts, err)
	}
	again := b.open() // as after quitting and coming back
	sum, err := again.Summary(t.Context(), st.Run[:20])
	if err != nil || sum.Status != session.StatusDone || sum.Calls != 2 {
		t.Fatalf("summary %+v, %v", sum, err)
	}
	records, err := again.Store().Since(t.Context(), st.Run, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := session.VerifyChain(records); err != nil {
		t.Error(err)
	}
	states, err := again.Conversation(t.Context(), sum.Conversation)
	if err != nil || len(states) != 1 || states[0].Answer == nil || len(states[0].Items) != len(st.Items) {
		t.Errorf("replayed %+v, %v", states, err)
	}
	for _, ev := range records {
		e, err := session.Codec{}.Decode(ev.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		if m, ok := e.Payload.(session.ModelRequest); ok {
			req, err := again.Prompt(t.Context(), st.Run, e.Seq)
			if err != nil || req.Messages[0].Words != request || len(req.Messages) != m.Messages {
				t.Errorf("prompt of step %d: %v", m.Step, err)
			}
		}
	}
}

func TestAWriteNeedsItsOwnApproval(t *testing.T) {
	b := newBench(t, create, scripted.Say("ok"))
	b.Desk().Attend(true)
	r := b.start(Request{Text: "remind me"})
	a := b.waiting(b.Workbench)
	// A token for other arguments is no approval: the server itself refuses.
	token, err := b.Store().MintToken(t.Context(), session.TokenGrant{Tool: "todo.create", Pin: a.Tool.Pin, ArgsHash: a.ArgsHash, Run: a.Run, Call: a.Call})
	if err != nil {
		t.Fatal(err)
	}
	host, err := b.tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	res, err := host.CallTool(t.Context(), a.Tool, raw(map[string]string{"title": "something else"}),
		policy.Calling{Meta: map[string]any{policy.MetaApproval: token, policy.MetaRun: a.Run, policy.MetaCall: a.Call}})
	if err != nil || !res.IsError || len(b.titles()) > 0 {
		t.Errorf("a token for other arguments: %+v, %v, todos %v", res, err, b.titles())
	}
	b.answer(a.ID, session.Answer{Verdict: session.VerdictAllow})
	b.end(r)
	if got := b.titles(); len(got) != 1 {
		t.Errorf("todos %v", got)
	}
}

func TestNobodyThereLeavesADecision(t *testing.T) {
	b := newBench(t, create, scripted.Say("Added."))
	st := b.run(Request{Text: "remind me tomorrow at 9 to raise the retry timeout", Entry: session.EntryRun})
	if st.Status != session.StatusNeedsApproval || len(b.titles()) > 0 {
		t.Fatalf("ended %s, todos %v", st.Status, b.titles())
	}
	open, err := b.Decisions(t.Context())
	if err != nil || len(open) != 1 || !open[0].Ended {
		t.Fatalf("decisions %+v, %v", open, err)
	}
	id := open[0].Approval.ID
	r, err := b.Decide(t.Context(), id, session.Answer{Verdict: session.VerdictAllow, By: "command"})
	if err != nil {
		t.Fatal(err)
	}
	after := b.end(r)
	if after.Status != session.StatusDone || after.Started.Resumes != id || !slices.Equal(b.titles(), []string{"raise the retry timeout"}) {
		t.Errorf("the new run ended %+v, resumes %s, todos %v", after.Finished, after.Started.Resumes, b.titles())
	}
	if old, _ := b.Summary(t.Context(), st.Run); old.LastSeq != st.Seq {
		t.Error("a finished run grew")
	}
	if _, err := b.Decide(t.Context(), id, session.Answer{Verdict: session.VerdictDeny}); !errors.Is(err, session.ErrAnswered) {
		t.Errorf("a second answer: %v", err)
	}
}

// A call that was denied after its run had ended waits no more, and the run
// that goes on is told so with the note, and asks nothing again.
func TestALateDenialIsForGood(t *testing.T) {
	b := newBench(t, create, scripted.Say("Not added, then."))
	st := b.run(Request{Text: "remind me tomorrow at 9 to raise the retry timeout", Entry: session.EntryRun})
	waits := func() string {
		runs, err := b.Runs(t.Context(), session.RunQuery{Text: "raise"})
		if err != nil || len(runs) == 0 || runs[len(runs)-1].Run != st.Run {
			t.Fatalf("runs %+v, %v", runs, err)
		}
		return runs[len(runs)-1].Waiting
	}
	if got := waits(); got != "call_001" {
		t.Errorf("before the answer %q waits", got)
	}
	id := st.Run + "/call_001"
	if _, err := b.Decide(t.Context(), id, session.Answer{Verdict: session.VerdictDeny, Note: "it is high enough", By: "command"}); err != nil {
		t.Fatal(err)
	}
	if got := waits(); got != "" {
		t.Errorf("after the answer %q waits", got)
	}
	r, err := b.Resume(t.Context(), st.Run, session.EntryRun)
	if err != nil {
		t.Fatal(err)
	}
	after := b.end(r)
	told := b.model.Requests()[1]
	if after.Status != session.StatusDone || len(b.titles()) > 0 || !strings.Contains(fmt.Sprintf("%+v", told.Messages), "it is high enough") {
		t.Errorf("ended %+v, todos %v; the model saw %+v", after.Finished, b.titles(), told.Messages)
	}
	if after.Started.Resumes != id {
		t.Errorf("it resumes %s", after.Started.Resumes)
	}
	if open, err := b.Decisions(t.Context()); err != nil || len(open) > 0 {
		t.Errorf("still waiting: %+v, %v", open, err)
	}
}

// A run that heard the denial itself doesn't begin with it again.
func TestADenialThatWasHeardIsToldOnce(t *testing.T) {
	b := newBench(t, create, scripted.Step{Err: &session.ModelError{Kind: session.ModelCutOff, What: "cut off"}}, scripted.Say("Not added, then."))
	b.Desk().Attend(true)
	r := b.start(Request{Text: "remind me"})
	b.answer(b.waiting(b.Workbench).ID, session.Answer{Verdict: session.VerdictDeny})
	st := b.end(r)
	if st.Status != session.StatusFailed {
		t.Fatalf("ended %s", st.Status)
	}
	next, err := b.Resume(t.Context(), st.Run, session.EntryRun)
	if err != nil {
		t.Fatal(err)
	}
	if after := b.end(next); after.Status != session.StatusDone || len(after.Calls) != 0 || after.Started.Resumes != st.Run {
		t.Errorf("ended %s with calls %+v", after.Status, after.Calls)
	}
}

func TestTheFirstAnswerWins(t *testing.T) {
	b := newBench(t, create, scripted.Say("ok"))
	b.Desk().Attend(true)
	r := b.start(Request{Text: "remind me"})
	a := b.waiting(b.Workbench)
	other := b.open()
	if run, err := other.Decide(t.Context(), a.ID, session.Answer{Verdict: session.VerdictAllow, By: "command"}); err != nil || run != nil {
		t.Fatalf("answering from elsewhere: %v %v", run, err)
	}
	if err := b.Desk().Answer(t.Context(), a.ID, session.Answer{Verdict: session.VerdictDeny}); err != nil && !errors.Is(err, session.ErrAnswered) {
		t.Errorf("the second answer: %v", err)
	}
	if st := b.end(r); st.Calls[0].Answer.Verdict != session.VerdictAllow || st.Calls[0].Answer.By != "command" || len(b.titles()) != 1 {
		t.Errorf("answered %+v, todos %v", st.Calls[0].Answer, b.titles())
	}
}

func TestConversation(t *testing.T) {
	b := newBench(t, search, scripted.Say("In config/http.go [ev_001]."), scripted.Say("As I said."))
	st := b.run(Request{Text: "where is the retry timeout?"})
	b.run(Request{Text: "and again?", Conversation: st.Started.Conversation})
	last := b.model.Requests()[2]
	var said []string
	for _, m := range last.Messages {
		said = append(said, string(m.Role)+":"+m.Words)
	}
	want := []string{"user:where is the retry timeout?", "assistant:", "tool:", "assistant:", "user:and again?"}
	if !slices.Equal(said, want) {
		t.Errorf("the model saw %q", said)
	}
	if last.System != b.model.Requests()[0].System {
		t.Error("the system text differs between runs")
	}
}

func TestEvidenceIdsAreUniqueInAConversation(t *testing.T) {
	b := newBench(t, search, scripted.Say("[ev_001]"), search, scripted.Say("[ev_003]"))
	first := b.run(Request{Text: "where?"})
	second := b.run(Request{Text: "where?", Conversation: first.Started.Conversation})
	seen := map[string]bool{}
	for _, e := range append(first.Evidence, second.Evidence...) {
		if seen[e.Evidence] {
			t.Errorf("%s twice", e.Evidence)
		}
		seen[e.Evidence] = true
	}
	if len(seen) < 2 {
		t.Errorf("evidence %v", seen)
	}
}

func TestCancelledWhileWaitingIsWithdrawn(t *testing.T) {
	b := newBench(t, create)
	b.Desk().Attend(true)
	r := b.start(Request{Text: "remind me"})
	b.waiting(b.Workbench)
	r.Cancel()
	if st := b.end(r); st.Status != session.StatusCancelled {
		t.Errorf("ended %s", st.Status)
	}
	if open, err := b.Decisions(t.Context()); err != nil || len(open) > 0 {
		t.Errorf("still waiting: %+v, %v", open, err)
	}
}

func TestAClosedTerminalLeavesTheCallWaiting(t *testing.T) {
	b := newBench(t, create, scripted.Say("Added."))
	b.Desk().Attend(true)
	r := b.start(Request{Text: "remind me"})
	a := b.waiting(b.Workbench)
	b.Hangup()
	if st := b.end(r); st.Status != session.StatusNeedsApproval || len(b.titles()) > 0 {
		t.Errorf("ended %s, todos %v", st.Status, b.titles())
	}
	next, err := b.Decide(t.Context(), a.ID, session.Answer{Verdict: session.VerdictAllow})
	if err != nil {
		t.Fatal(err)
	}
	if b.end(next); len(b.titles()) != 1 {
		t.Errorf("todos %v", b.titles())
	}
}

func TestResume(t *testing.T) {
	b := newBench(t, search, scripted.Step{Err: &session.ModelError{Kind: session.ModelCutOff, What: "cut off"}}, scripted.Say("In config/http.go [ev_001]."))
	st := b.run(Request{Text: "where is it?"})
	if st.Status != session.StatusFailed {
		t.Fatalf("ended %s", st.Status)
	}
	r, err := b.Resume(t.Context(), st.Run, session.EntryRun)
	if err != nil {
		t.Fatal(err)
	}
	after := b.end(r)
	last := b.model.Requests()[2]
	if after.Status != session.StatusDone || after.Started.Resumes != st.Run || len(last.Messages) != 3 || last.Messages[0].Words != "where is it?" {
		t.Errorf("ended %s, resumes %q; the model saw %d messages", after.Status, after.Started.Resumes, len(last.Messages))
	}
	if _, err := b.Resume(t.Context(), after.Run, session.EntryRun); !errors.Is(err, ErrNotResumable) {
		t.Errorf("resuming an answered run: %v", err)
	}
}

func TestRefusalsOfFiles(t *testing.T) {
	b := newBench(t)
	for path, code := range map[string]string{"/etc/passwd": "outside_roots", "../x": "path_escape", ".env": "sensitive_file", ".ssh/id_ed25519": "sensitive_file"} {
		r, err := b.Call(t.Context(), Request{Entry: session.EntryCall}, "file.read", raw(map[string]string{"path": path}), nil)
		if err != nil {
			t.Fatal(err)
		}
		st := b.end(r)
		if st.Status != session.StatusFailed || st.Finished.Code != code || st.Finished.Remedy == "" {
			t.Errorf("%s: %+v", path, st.Finished)
		}
	}
}

func TestVisesOwnFilesAreNotRead(t *testing.T) {
	b := newBench(t)
	b.dirs.Roots = []session.Root{{Name: "all", Dir: strings.TrimSuffix(b.dirs.WorkDir, "/project")}}
	w := b.open()
	r, err := w.Call(t.Context(), Request{Entry: session.EntryCall}, "file.read", raw(map[string]string{"path": "conf/vise.yaml"}), nil)
	if err != nil {
		t.Fatal(err)
	}
	if st, _ := r.Result(); st.Finished.Code != "protected_file" {
		t.Errorf("%+v", st.Finished)
	}
}

func TestDeletedRuns(t *testing.T) {
	b := newBench(t, scripted.Say("one"), scripted.Say("two"))
	one, two := b.run(Request{Text: "one"}), b.run(Request{Text: "two"})
	if _, err := b.DeleteRun(t.Context(), one.Run, "by hand"); err != nil {
		t.Fatal(err)
	}
	runs, err := b.Runs(t.Context(), session.RunQuery{})
	if err != nil || len(runs) != 1 || runs[0].Run != two.Run {
		t.Errorf("runs %+v, %v", runs, err)
	}
	chain, err := b.Store().Since(t.Context(), session.Workspace, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := session.VerifyChain(chain); err != nil {
		t.Error(err)
	}
	events, err := session.Codec{}.DecodeAll(chain)
	if err != nil {
		t.Fatal(err)
	}
	last, ok := events[len(events)-1].Payload.(session.RunDeleted)
	if !ok || last.Run != one.Run || last.Seq != one.Seq {
		t.Errorf("the workspace chain ends with %+v", events[len(events)-1])
	}
}
