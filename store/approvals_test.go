package store

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"vise/policy"
	"vise/session"
)

func ask(run, call string, at time.Time) session.Approval {
	return session.Approval{ID: run + "/" + call, Run: run, Call: call, Asked: at, Args: []byte(`{"title":"milk"}`),
		Tool: policy.Tool{Server: policy.BuiltinServer, Name: "todo.create", Level: policy.Writes}, Decision: policy.Decision{Outcome: policy.Approval, Level: policy.Writes}}
}

func waiting(t *testing.T, d *DB) (s string) {
	t.Helper()
	list, err := d.Pending(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		s += fmt.Sprintf("%s %v;", p.Approval.ID, p.Ended)
	}
	return s
}

func TestDecisions(t *testing.T) {
	d := openDB(t, dbPath(t))
	for _, a := range []session.Approval{ask("r1", "call_2", day(2)), ask("r1", "call_1", day(1)), ask("r10", "call_1", day(3))} {
		if err := d.PutApproval(t.Context(), a); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := waiting(t, d), "r1/call_1 false;r1/call_2 false;r10/call_1 false;"; got != want {
		t.Errorf("waiting: %s, want %s", got, want)
	}
	answer := session.Answer{Verdict: session.VerdictAllow, By: "command", At: day(4), Note: "fine"}
	if err := d.AnswerApproval(t.Context(), "r1/call_1", answer); err != nil {
		t.Fatal(err)
	}
	wantErr(t, d.AnswerApproval(t.Context(), "r1/call_1", answer), session.ErrAnswered)
	wantErr(t, d.PutApproval(t.Context(), ask("r1", "call_1", day(5))), session.ErrAnswered)
	wantErr(t, d.AnswerApproval(t.Context(), "r1/call_7", answer), ErrNoDecision)
	p, err := d.Approval(t.Context(), "r1/call_1")
	if err != nil || p.Answer == nil || p.Answer.Note != "fine" || string(p.Approval.Args) != `{"title":"milk"}` {
		t.Errorf("got %+v, %v", p, err)
	}
	if err := d.EndApprovals(t.Context(), "r1"); err != nil {
		t.Fatal(err)
	}
	if got, want := waiting(t, d), "r1/call_2 true;r10/call_1 false;"; got != want {
		t.Errorf("waiting: %s, want %s", got, want)
	}
	if err := d.AnswerApproval(t.Context(), "r1/call_2", answer); err != nil {
		t.Errorf("an ended decision can't be answered: %v", err)
	}
}

func TestDecisionThatCannotBeReadBack(t *testing.T) {
	d := openDB(t, dbPath(t))
	a := ask("r1", "call_1", day(1))
	a.Tool.Level = 0
	if err := d.PutApproval(t.Context(), a); err == nil || errors.Is(err, ErrDamaged) {
		t.Errorf("got %v", err)
	}
	if got := waiting(t, d); got != "" {
		t.Errorf("waiting: %s", got)
	}
}

func TestDecisionOfAKilledRunIsEnded(t *testing.T) {
	d := openDB(t, dbPath(t))
	l := begin(t, d, "r1")
	fill(t, l, "r1", 1)
	if err := d.PutApproval(t.Context(), ask("r1", "call_1", day(1))); err != nil {
		t.Fatal(err)
	}
	if got := waiting(t, d); got != "r1/call_1 false;" {
		t.Errorf("while the run goes on: %s", got)
	}
	gone := thisProcess()
	gone.Start = "17"
	putOwner(t, d, "r1", owner{process: gone, Nonce: "x"})
	if got := waiting(t, d); got != "r1/call_1 true;" {
		t.Errorf("after its process is gone: %s", got)
	}
	begin(t, d, "r2") // sweeps the lease
	if got := waiting(t, d); got != "r1/call_1 true;" {
		t.Errorf("after its lease is gone: %s", got)
	}
}

func TestFirstAnswerWins(t *testing.T) {
	d := openDB(t, dbPath(t))
	if err := d.PutApproval(t.Context(), ask("r1", "call_1", day(1))); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		wg.Go(func() { errs[i] = d.AnswerApproval(t.Context(), "r1/call_1", session.Answer{By: fmt.Sprint(i)}) })
	}
	wg.Wait()
	winner := ""
	for i, err := range errs {
		switch {
		case err == nil && winner == "":
			winner = fmt.Sprint(i)
		case !errors.Is(err, session.ErrAnswered):
			t.Errorf("answer %d: %v", i, err)
		}
	}
	if p, err := d.Approval(t.Context(), "r1/call_1"); err != nil || p.Answer.By != winner || winner == "" {
		t.Errorf("the answer kept is %+v, the winner was %q, %v", p.Answer, winner, err)
	}
}
