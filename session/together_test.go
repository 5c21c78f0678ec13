package session

import (
	"context"
	"slices"
	"strings"
	"testing"

	"vise/policy"
)

// A step is recorded in as few appends as there are moments at which it has to
// be durable: before the model is asked, before a person is, before the tool
// runs, and when it has.
func TestWhatIsRecordedTogether(t *testing.T) {
	for _, c := range []struct {
		name string
		call scriptStep
		want []string
	}{
		{"a read", call("file_search", `{"query":"a"}`), []string{
			"run_started", "tools_discovered", "model_request",
			"model_message plan_created policy_decision call_started",
			"tool_call evidence_selected tool_result",
			"model_request", "model_message", "answer_created run_finished"}},
		{"a write", call("todo_create", todoArgs), []string{
			"run_started", "tools_discovered", "model_request",
			"model_message plan_created policy_decision approval_requested",
			"approval_answered", "call_started", // a token is minted in between
			"tool_call tool_result",
			"model_request", "model_message", "answer_created run_finished"}},
		{"of a server", call("out_look", `{}`), []string{
			"run_started", "tools_discovered", "model_request",
			"model_message plan_created policy_decision approval_requested",
			"approval_answered call_started",
			"tool_call evidence_selected tool_result",
			"model_request", "model_message", "answer_created run_finished"}},
		{"no such tool", call("nothing", `{}`), []string{
			"run_started", "tools_discovered", "model_request",
			"model_message plan_created policy_decision gate_triggered tool_result",
			"model_request", "model_message", "answer_created run_finished"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newRig(t, c.call, say("ok"))
			g.person.answer = allow
			g.run(t.Context(), "go")
			at := 0
			var got []string
			for _, n := range g.log.appends {
				var types []string
				for _, r := range g.log.records[at : at+n] {
					e, err := Codec{}.Decode(r.Bytes)
					if err != nil {
						t.Fatal(err)
					}
					types = append(types, string(e.Type))
				}
				got = append(got, strings.Join(types, " "))
				at += n
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("it was recorded as\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// The times of events are those at which they came about, and the head of the
// run is anchored with its last event, and only then.
func TestHeldEventsKeepTheirOrder(t *testing.T) {
	g := newRig(t, call("file_search", `{"query":"a"}`), say("ok"))
	g.run(t.Context(), "go")
	es, err := Codec{}.DecodeAll(g.log.records)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range es[1:] {
		if !e.Time.After(es[i].Time) {
			t.Errorf("%s of %s is not after %s of %s", e.Type, e.Time, es[i].Type, es[i].Time)
		}
	}
	last := es[len(es)-1]
	if len(g.log.anchors) != 1 {
		t.Fatalf("%d anchors", len(g.log.anchors))
	}
	e, err := Codec{}.Decode(g.log.anchors[0].Bytes)
	if head, ok := e.Payload.(RunHead); err != nil || !ok || head != (RunHead{Run: "01RUN", Seq: last.Seq, Hash: last.Hash}) || e.Seq != 8 || e.PrevHash != "sha256:before" {
		t.Errorf("the anchor is %+v, %v", e, err)
	}
}

// A run that is cancelled when the person had just said yes ends with that yes
// in its record, not with a question that nobody answered.
func TestCancelledAfterAYes(t *testing.T) {
	g := newRig(t, call("out_look", `{}`), say("ok"))
	g.person.answer = allow
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	decided := 0
	g.decider = deciding(func(c policy.Call) policy.Decision {
		if decided++; decided == 2 { // once more, just before the call
			cancel()
		}
		return levelPolicy{}.Decide(c)
	})
	st := g.run(ctx, "look outside")
	if st.Status != StatusCancelled || len(g.tools.calls) != 0 {
		t.Errorf("%s, and called was %q", st.Status, g.tools.calls)
	}
	if got := g.types(); !strings.HasSuffix(got, "approval_requested approval_answered:allow run_finished:cancelled") {
		t.Error(got)
	}
}

// deciding is a policy that a test makes up.
type deciding func(policy.Call) policy.Decision

func (deciding) Hash() string                           { return "sha256:deciding" }
func (d deciding) Decide(c policy.Call) policy.Decision { return d(c) }

// watchful notes what is recorded when a person is asked, or a token minted.
type watchful struct {
	*person
	g           *rig
	more, token string
}

func (w *watchful) AskMore(ctx context.Context, s Spent) (More, error) {
	w.more = w.g.types()
	return w.person.AskMore(ctx, s)
}

func (w *watchful) Mint(ctx context.Context, g TokenGrant) (string, error) {
	w.token = w.g.types()
	return w.person.Mint(ctx, g)
}

// Nobody is asked, and nothing is minted, about what isn't recorded yet.
func TestRecordedBeforeAnyoneIsAsked(t *testing.T) {
	g := newRig(t, scriptStep{calls: []ToolCall{{Name: "file_search", Args: []byte(`{"query":"a"}`)}, {Name: "todo_create", Args: []byte(todoArgs)}}}, say("ok"))
	g.person.answer, g.person.more, g.budget.Calls = allow, MoreGoOn, 1
	g.task = func(task *Task) { task.Budget.Calls = 1 }
	w := &watchful{person: g.person, g: g}
	g.approver = w
	g.run(t.Context(), "go")
	if !strings.HasSuffix(w.more, "model_message plan_created policy_decision:allow policy_decision:approval") {
		t.Errorf("asked for more after %s", w.more)
	}
	if !strings.HasSuffix(w.token, "tool_result:ok approval_answered:allow") {
		t.Errorf("a token was minted after %s", w.token)
	}
}
