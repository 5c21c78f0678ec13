package builtin_test

import (
	"context"
	"strings"
	"testing"

	"vise/builtin"
	"vise/policy"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type results map[string]string

func (r results) Result(_ context.Context, run, evidence string) (string, bool, error) {
	text, ok := r[run+"/"+evidence]
	return text, ok, nil
}

func TestReadingOnInAResult(t *testing.T) {
	long := strings.Repeat("a line of a result\n", 300)
	w := newWorld(t, nil, func(c *builtin.Config) {
		c.Results = results{"run_1/ev_003": long + "the end", "run_2/ev_004": "another conversation's"}
	})
	meta := mcp.Meta{policy.MetaRun: "run_1", policy.MetaCall: "call_1"}
	for _, c := range []struct{ name, args, says, code string }{
		{"from the start", `{"path":"result:ev_003"}`, "lines 1–200 of 301", ""},
		{"from a line on", `{"path":"result:ev_003","start_line":201}`, "lines 201–301 of 301", ""},
		{"after its end", `{"path":"result:ev_003","start_line":302}`, "", "past_end"},
		{"of another conversation", `{"path":"result:ev_004"}`, "", "not_found"},
		{"of no evidence", `{"path":"result:"}`, "", "not_found"},
	} {
		got := w.callMeta(t.Context(), "file.read", c.args, meta)
		if c.code != "" {
			if got.Error == nil || got.Error.Code != c.code {
				t.Errorf("%s: %+v", c.name, got)
			}
			continue
		}
		if !got.OK || !strings.Contains(got.Result.Summary, c.says) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
	if got := newWorld(t, nil).callMeta(t.Context(), "file.read", `{"path":"result:ev_003"}`, meta); got.Error == nil || got.Error.Code != "not_found" {
		t.Errorf("without results: %+v", got)
	}
}
