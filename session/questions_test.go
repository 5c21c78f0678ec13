package session

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"vise/policy"
)

// An answer that was given before the run holds for the tool as it then was.
func TestAnEarlierAnswerIsForThatPin(t *testing.T) {
	for pin, asked := range map[string]int{"": 0, "sha256:another": 1} {
		g := newRig(t, say("Done."))
		g.person.answer = allow
		g.task = func(k *Task) {
			k.First = &FirstCall{Tool: "todo.create", Args: []byte(todoArgs), Answer: &Answer{Verdict: VerdictAllow, By: "command"}, Pin: pin}
		}
		if st := g.run(t.Context(), "go"); st.Ran() != 1 || len(g.person.asked) != asked {
			t.Errorf("pin %q: %d ran, asked %d times", pin, st.Ran(), len(g.person.asked))
		}
	}
}

// Whatever ends a run, its questions have been taken back when it is over.
func TestQuestionsEndWithTheRun(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	g := newRig(t, call("todo_create", todoArgs))
	g.person.asking = cancel
	var over atomic.Bool
	g.person.withdrawn = func(error) { time.Sleep(20 * time.Millisecond); over.Store(true) }
	if g.run(ctx, "go"); !over.Load() {
		t.Error("the run ended while a question was still being taken back")
	}
}

func TestFlagsOfTheConversation(t *testing.T) {
	g := newRig(t, call("file_search", `{"query":"a"}`), say("ok"))
	g.task = func(k *Task) { k.Flags = policy.Flags{UntrustedSeen: true} }
	st := g.run(t.Context(), "go")
	if !st.Calls[0].Decision.Flags.UntrustedSeen || st.Calls[0].Decision.Flags.PrivateRead {
		t.Errorf("decided under %+v", st.Calls[0].Decision.Flags)
	}
}

func TestARunHasItsIdAtOnce(t *testing.T) {
	g := newRig(t, say("ok"))
	tl := NewTimeline("01RUN", g.log, g.redact, g.clock)
	go func() { _, _ = g.loop().Run(t.Context(), Task{Text: "go"}, tl) }()
	for range 100 {
		if tl.Run() != "01RUN" {
			t.Fatal("it has another id")
		}
	}
	for changed, _ := tl.Subscribe(); ; {
		if _, more := <-changed; !more {
			return
		}
	}
}
