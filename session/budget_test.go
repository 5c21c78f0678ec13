package session

import (
	"strings"
	"testing"
)

func TestBudgets(t *testing.T) {
	search := func(q string) scriptStep { return call("file_search", `{"query":"`+q+`"}`) }
	t.Run("steps, stopped", func(t *testing.T) {
		g := newRig(t, search("a"), search("b"), search("c"))
		g.budget = Budget{Steps: 2}
		st := g.run(t.Context(), "go")
		if st.Status != StatusBudget || st.Finished.Code != "steps" || len(g.model.reqs) != 2 {
			t.Errorf("ended %+v after %d requests", st.Finished, len(g.model.reqs))
		}
		if last := g.model.reqs[1]; !last.Options.Last || !strings.Contains(last.Messages[len(last.Messages)-1].Text, "last step") {
			t.Error("the model wasn't told that the last step is the last")
		}
	})
	t.Run("steps, going on", func(t *testing.T) {
		g := newRig(t, search("a"), search("b"), search("c"), say("ok"))
		g.budget, g.person.more = Budget{Steps: 2}, MoreGoOn
		st := g.run(t.Context(), "go")
		if st.Status != StatusDone || len(g.person.spent) != 1 || g.person.spent[0].What != "steps" {
			t.Errorf("ended %+v, asked %+v", st.Finished, g.person.spent)
		}
		if g.model.reqs[2].Options.Last || !g.model.reqs[3].Options.Last {
			t.Error("the model was told of the wrong last step")
		}
	})
	t.Run("calls, wrapping up without an answer", func(t *testing.T) {
		g := newRig(t, search("a"), search("b"), search("c"), search("d"))
		g.budget, g.person.more = Budget{Calls: 1}, MoreWrapUp
		if st := g.run(t.Context(), "go"); st.Status != StatusBudget || st.Finished.Code != "calls" || len(g.model.reqs) != 3 || !g.model.reqs[2].Options.Last {
			t.Errorf("ended %+v after %d requests", st.Finished, len(g.model.reqs))
		}
	})
	t.Run("calls, going on", func(t *testing.T) {
		g := newRig(t, search("a"), search("b"), search("c"), say("ok"))
		g.budget, g.person.more = Budget{Calls: 2}, MoreGoOn
		if st := g.run(t.Context(), "go"); st.Status != StatusDone || st.Ran() != 3 || len(g.person.spent) != 1 {
			t.Errorf("ended %+v, %d ran", st.Finished, st.Ran())
		}
	})
	t.Run("calls, wrapping up", func(t *testing.T) {
		g := newRig(t, search("a"), search("b"), say("ok"))
		g.budget, g.person.more = Budget{Calls: 1}, MoreWrapUp
		if st := g.run(t.Context(), "go"); st.Status != StatusDone || st.Ran() != 1 || st.Calls[1].Result.Error.Code != "budget" {
			t.Errorf("ended %+v, %d ran", st.Finished, st.Ran())
		}
	})
}
