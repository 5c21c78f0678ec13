package session

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

// A tool that changed between the decision and the call was never sent
// anything, and nothing says that it was.
func TestWhatWasNeverSentDidNotRun(t *testing.T) {
	for fault, want := range map[error]bool{
		fmt.Errorf("the server out has changed the tool: %w", policy.ErrNotCalled): false,
		errors.New("broken pipe"): true,
	} {
		g := newRig(t, call("out_look", `{}`), say("It could not be looked at."))
		g.person.answer = allow
		g.tools.on = func(context.Context, string) (*mcp.CallToolResult, error) { return nil, fault }
		st := g.run(t.Context(), "look")
		c := st.Calls[0]
		if c.Result.Ran != want || (c.Phase == PhaseNotRun) == want || (c.Result.Error.Code == "not_called") == want {
			t.Errorf("%v: %s, %+v, %s", fault, c.Phase, c.Result, c.Result.Error.Code)
		}
		if (Summarize(st).Calls == 1) != want {
			t.Errorf("%v: %d calls are said to have run", fault, Summarize(st).Calls)
		}
	}
}

// An error names its server once, and isn't called a lost connection when the
// server answered.
func TestTransportWords(t *testing.T) {
	for err, want := range map[string]string{
		"the server out answered with an error: no": "the server out answered with an error: no",
		"broken pipe":           "the server out gave no result: broken pipe",
		"the server outer died": "the server out gave no result: the server outer died",
	} {
		if got := transportWords("out", errors.New(err)); got != want {
			t.Errorf("%s", got)
		}
	}
}
