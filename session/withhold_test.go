package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"vise/policy"
)

// crowd is the usual tools and n more of a server, of size bytes each; those
// whose schema holds "odd" can't be sent.
type crowd struct {
	*memTools
	n, size int
}

func (c crowd) Catalogue(ctx context.Context) (policy.Catalogue, error) {
	cat, err := c.memTools.Catalogue(ctx)
	for i := range c.n {
		schema := `{"type":"object"}`
		if i == 1 {
			schema = `{"type":"object","odd":true}`
		}
		def := fmt.Sprintf(`{"name":"t%03d","description":%q,"inputSchema":%s}`, i, strings.Repeat("does it. ", c.size/9), schema)
		cat.Offered = append(cat.Offered, policy.Tool{Server: "out", Name: fmt.Sprintf("t%03d", i), Definition: json.RawMessage(def), Status: policy.StatusApproved, Level: policy.ReadsOutside, Scope: "server:out"})
	}
	return cat, err
}

func oddOnes(schema json.RawMessage) error {
	if strings.Contains(string(schema), "odd") {
		return errors.New("its schema is odd")
	}
	return nil
}

func TestWhatAModelCantBeToldOfIsHeldBack(t *testing.T) {
	g := newRig(t, call("t001", `{}`), say("done"))
	g.host, g.sendable = crowd{g.tools, 3, 90}, oddOnes
	st := g.run(t.Context(), "go")
	if st.Status != StatusDone || len(st.Offered) != 6 || !strings.Contains(g.types(), "tool_result:unknown_tool") {
		t.Errorf("%s: %d offered, %+v", g.types(), len(st.Offered), st.Finished)
	}
	why := map[string]string{}
	for _, h := range st.Held {
		why[h.Tool] = h.Reason
	}
	if !strings.Contains(why["out/t001"], "its schema is odd") {
		t.Errorf("held %v", why)
	}
	for _, tool := range g.model.reqs[0].Tools {
		if tool.ID == "out/t001" {
			t.Error("it was sent")
		}
	}
}

func TestTwoHundredToolsLeaveRoom(t *testing.T) {
	g := newRig(t, say("done"))
	g.host = crowd{g.tools, 200, 900}
	g.model.context = 8192
	st := g.run(t.Context(), "go")
	if n := promptTokens(g.model.reqs[0]); n > 8192*3/4 || st.Status != StatusDone {
		t.Errorf("the prompt has %d tokens, ended %+v", n, st.Finished)
	}
	if len(st.Offered) < 10 || len(st.Offered)+len(st.Held) != 205 || !strings.Contains(st.Held[len(st.Held)-1].Reason, "no room for it") {
		t.Errorf("%d offered, %d held: %+v", len(st.Offered), len(st.Held), st.Held[len(st.Held)-1])
	}
	if strings.Contains(g.types(), "gate_triggered") {
		t.Errorf("events %s", g.types())
	}
}

func TestListsTellWhatIsWithheld(t *testing.T) {
	cat, err := crowd{newMemTools(), 3, 90}.Catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := Withhold(cat, oddOnes)
	if len(got.Offered) != len(cat.Offered)-1 || len(got.Held) != 1 || !strings.Contains(got.Held[0].Reason, "vise call") {
		t.Errorf("%d offered, held %+v", len(got.Offered), got.Held)
	}
}
