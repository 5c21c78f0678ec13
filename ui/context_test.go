package ui_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"vise/policy"
	"vise/session"
	"vise/ui"
	"vise/ui/uitest"
	"vise/ui/uitest/fake"
)

func TestWhatTakesTheContextIsShown(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Line.Model.ContextWhy = "a safe size"
		w.SetCatalogue(policy.Catalogue{Offered: []policy.Tool{
			{Server: policy.BuiltinServer, Name: "time.now", Definition: json.RawMessage(`{"name":"time.now","description":"` + strings.Repeat("tells the time ", 40) + `","inputSchema":{"type":"object"}}`)},
			{Server: "x", Name: "off", Off: true, Definition: json.RawMessage(`{"name":"off"}`)}}})
		d := at(t, w, 100, 40)
		d.Type("/context").Press("enter").WaitFor("8192 tokens: a safe size")
		s := d.Screen()
		for _, want := range []string{"system text", "1 tool", "  time.now", "together", "/compact sums up"} {
			if !strings.Contains(s, want) {
				t.Errorf("%q isn't shown:\n%s", want, s)
			}
		}
		if strings.Contains(s, "x/off") {
			t.Errorf("a tool that is off costs nothing:\n%s", s)
		}
	})
}

// nothingToCompact has too short a conversation.
type nothingToCompact struct{ *fake.Workbench }

func (nothingToCompact) Compact(context.Context) (ui.Run, error) {
	return nil, session.ErrNothingToCompact
}

func TestCompactIsARun(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) {
			r.Reply("You wanted two things.")
			r.Emit(session.ConversationCompacted{Turns: 12, Before: 5400, After: 640, Next: 2000, By: session.ByModel})
			r.Emit(session.RunFinished{Status: session.StatusDone})
		}
		d := at(t, w, 120, 40)
		request(d, "/compact")
		d.WaitFor("compacted: 12 requests, about 5400 tokens", "ctx 2.0k/8")
		request(d, "/retry")
		d.WaitFor("There is nothing to send again.")
	})
}

func TestThereMayBeNothingToCompact(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		deps := w.Deps()
		deps.Talk = nothingToCompact{w}
		d := uitest.Start(t, ui.New(deps, ui.Options{Getenv: env(nil)}), 120, 40)
		request(d, "/compact")
		d.WaitFor("Not compacted: there is nothing to compact yet")
	})
}

// Of a conversation that is gone on with, the last request is that of an
// earlier run, and is called so.
func TestWhatTookTheContextOfAnEarlierRun(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) {
			r.Emit(session.ModelRequest{Step: 1, Tokens: 1234})
			r.Answer("Done.")
		}
		past := func(run ui.Run, err error) (st session.State) {
			if err != nil {
				t.Fatal(err)
			}
			for range run.Changed() { // until it is over
			}
			for _, e := range run.Since(0) {
				st.Apply(e)
			}
			return st
		}
		asked := past(w.Send(t.Context(), "hello"))
		w.Story = func(r *fake.Run) { r.Emit(session.RunFinished{Status: session.StatusDone}) } // without a request
		called := past(w.Call(t.Context(), "time.now", json.RawMessage(`{}`)))
		w.Remember("c1", []session.State{asked, called})
		d := uitest.Start(t, ui.New(w.Deps(), ui.Options{Zone: time.UTC, Getenv: env(nil), Conversation: "c1"}), 100, 40)
		d.WaitFor("hello")
		d.Type("/context").Press("enter").WaitFor("of an earlier run (", "In use after the last reply: 1234", "the request and its results")
		d.Press("esc").Type("/new").Press("enter").WaitGone("hello")
		d.Type("/context").Press("enter").WaitFor("No request was sent in this conversation yet")
	})
}
