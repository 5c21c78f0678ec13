package session

import (
	"strings"
	"testing"

	"vise/policy"
)

// gateItems are what gates say in the conversation.
func gateItems(s State) string {
	var out []string
	for _, it := range s.Items {
		if it.Kind == ItemGate {
			out = append(out, it.Words)
		}
	}
	return strings.Join(out, "\n")
}

// What a question came to stands in its place.
func TestAQuestionGoesWhenItIsAnswered(t *testing.T) {
	for _, reply := range []policy.Reply{{Action: policy.ReplyAccept}, {Action: policy.ReplyDecline}, {Action: policy.ReplyCancel}} {
		g := outside(t, textResult(evil))
		g.answering(reply)
		st := g.run(t.Context(), "look outside")
		if said := gateItems(st); strings.Contains(said, "you are asked") || !strings.HasSuffix(said, st.Calls[0].Result.Quarantined[0].Decided()) {
			t.Errorf("%s: the conversation says %q", reply.Action, said)
		}
		if len(g.gates()) != 2 {
			t.Errorf("%s: the trace says %q", reply.Action, g.gates())
		}
	}
}

// It stands while it waits, whatever other calls do, and was asked once nobody
// can answer it any more.
func TestAQuestionStandsWhileItWaits(t *testing.T) {
	asked := GateTriggered{Gate: GateInput, Call: "call_001", Reason: "the server out asks for input (“who?”)", Action: "the person is asked"}
	start := func() (st State) {
		for i, p := range []Payload{
			RunStarted{Task: "look"}, CallStarted{Call: "call_001", Tool: "out/look"}, asked,
			CallStarted{Call: "call_002", Tool: "out/look"}, GateTriggered{Gate: GateRetrieval, Call: "call_002", Reason: "in what it returned: a link", Action: "told"},
		} {
			st.Apply(Event{Run: "01RUN", Seq: i + 1, Type: p.Type(), Payload: p})
		}
		return st
	}
	st := start()
	if said := gateItems(st); !strings.HasPrefix(said, asked.Words()) {
		t.Errorf("while it waits: %q", said)
	}
	killed, ended := st.Clone(), st.Clone()
	killed.Interrupt()
	ended.Apply(Event{Run: "01RUN", Seq: 6, Type: TypeRunFinished, Payload: RunFinished{Status: StatusCancelled}})
	for _, over := range []State{killed, ended} {
		if said := gateItems(over); !strings.HasPrefix(said, asked.Reason+": you were asked\n") {
			t.Errorf("%s: %q", over.Status, said)
		}
	}
	st.Apply(Event{Run: "01RUN", Seq: 6, Type: TypeGateTriggered, Payload: GateTriggered{Gate: GateInput, Call: "call_001", Reason: asked.Reason, Action: "declined"}})
	if said := gateItems(st); said != "in what it returned: a link: told\n"+asked.Reason+": declined" {
		t.Errorf("answered: %q", said)
	}
}
