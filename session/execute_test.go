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

// What a server refuses came to it, and is told apart from a connection that
// broke.
func TestACallThatItsServerRefuses(t *testing.T) {
	for fault, want := range map[error][2]string{
		&policy.Refusal{Code: -32602, Message: "no such \x1b[2Jtool"}:                           {"refused_by_server", "the server out refused the call with error -32602: no such \x1b[2Jtool"},
		fmt.Errorf("the server out: %w", &policy.Refusal{Code: -5}):                             {"refused_by_server", "the server out refused the call with error -5"},
		errors.New("the server out didn't answer: EOF; whether it was carried out isn't known"): {"transport", "the server out didn't answer: EOF; whether it was carried out isn't known"},
	} {
		g := newRig(t, call("out_look", `{}`), say("It could not be looked at."))
		g.person.answer = allow
		g.tools.on = func(context.Context, string) (*mcp.CallToolResult, error) { return nil, fault }
		st := g.run(t.Context(), "look")
		c := st.Calls[0]
		if c.Result.Error.Message.Raw() != want[1] || c.Result.Error.Code != want[0] || !c.Result.Ran {
			t.Errorf("%v: %+v, %q", fault, c.Result, c.Result.Error.Message.Raw())
		}
		closed := 0
		for _, r := range g.log.records {
			e, err := Codec{}.Decode(r.Bytes)
			if err != nil {
				t.Fatal(err)
			}
			if p, ok := e.Payload.(ToolCallClosed); ok {
				closed++
				if p.Fault != want[0] || p.ErrorCode != want[0] || p.OK {
					t.Errorf("%v: %+v", fault, p)
				}
			}
		}
		if closed != 1 {
			t.Errorf("%v: %d closed calls", fault, closed)
		}
	}
}
