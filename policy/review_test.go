package policy

import (
	"testing"
	"time"
)

func TestReviews(t *testing.T) {
	at := time.Date(2026, 5, 9, 10, 0, 0, 0, time.UTC)
	rs := NewReviews([]Review{
		{Identity: "a", Server: "github", Tool: "search", Pin: "sha256:1", At: at},
		{Identity: "a", Server: "github", Tool: "delete", Pin: "sha256:2", Blocked: true, At: at},
		{Identity: "a", Server: "github", Tool: "twice", Pin: "sha256:3", At: at},
		{Identity: "a", Server: "github", Tool: "twice", Pin: "sha256:4", At: at.Add(time.Hour)},
	})
	for _, c := range []struct {
		name, identity string
		tool           Tool
		want           Status
	}{
		{"as it was read", "a", Tool{Server: "github", Name: "search", Pin: "sha256:1"}, StatusApproved},
		{"says something else", "a", Tool{Server: "github", Name: "search", Pin: "sha256:9"}, StatusChanged},
		{"has no pin", "a", Tool{Server: "github", Name: "search"}, StatusChanged},
		{"never seen", "a", Tool{Server: "github", Name: "fork", Pin: "sha256:1"}, StatusNew},
		{"blocked", "a", Tool{Server: "github", Name: "delete", Pin: "sha256:2"}, StatusBlocked},
		{"blocked, says something else", "a", Tool{Server: "github", Name: "delete", Pin: "sha256:9"}, StatusBlocked},
		{"another command line", "b", Tool{Server: "github", Name: "search", Pin: "sha256:1"}, StatusChanged},
		{"blocked, another command line", "b", Tool{Server: "github", Name: "delete", Pin: "sha256:2"}, StatusBlocked},
		{"another server with the same text", "b", Tool{Server: "gitlab", Name: "search", Pin: "sha256:1"}, StatusNew},
		{"the later one", "a", Tool{Server: "github", Name: "twice", Pin: "sha256:4"}, StatusApproved},
		{"the earlier one", "a", Tool{Server: "github", Name: "twice", Pin: "sha256:3"}, StatusChanged},
	} {
		if got := rs.Status(c.identity, c.tool); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	if got := (Reviews{}).Status("a", Tool{Server: "github", Name: "search", Pin: "sha256:1"}); got != StatusNew {
		t.Errorf("without any: %s", got)
	}
}

// What is no tool is reviewed apart from a tool of the same name, and can't be
// called.
func TestWhatIsNoToolIsReviewedApart(t *testing.T) {
	rs := NewReviews([]Review{{Identity: "a", Server: "github", Kind: KindPrompt, Tool: "search", Pin: "sha256:1"}})
	prompt := Tool{Server: "github", Kind: KindPrompt, Name: "search", Pin: "sha256:1", Status: StatusApproved}
	for _, c := range []struct {
		tool Tool
		want Status
	}{
		{prompt, StatusApproved},
		{Tool{Server: "github", Name: "search", Pin: "sha256:1"}, StatusNew},
		{Tool{Server: "github", Kind: KindTemplate, Name: "search", Pin: "sha256:1"}, StatusNew},
	} {
		if got := rs.Status("a", c.tool); got != c.want {
			t.Errorf("%s: %s, want %s", c.tool.ID(), got, c.want)
		}
	}
	if id := prompt.ID(); id != "github/prompt:search" || ValidName(id) {
		t.Errorf("its id is %q", id)
	}
	if d := compiled(t, Config{Rules: []Rule{{Tool: "*", Decision: Allow}}}).Decide(callOf(prompt, "{}")); d.Outcome != Deny {
		t.Errorf("a prompt was called: %+v", d)
	}
}

// "May read without asking" goes with the very text that was approved.
func TestFreeReadsGoWithTheText(t *testing.T) {
	rs := NewReviews([]Review{{Identity: "a", Server: "github", Tool: "search", Pin: "sha256:1", FreeReads: true}})
	for _, c := range []struct {
		identity, pin string
		want          bool
	}{{"a", "sha256:1", true}, {"a", "sha256:2", false}, {"b", "sha256:1", false}, {"a", "", false}} {
		if got := rs.FreeReads(c.identity, Tool{Server: "github", Name: "search", Pin: c.pin}); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	if len(rs.All(map[string]string{"github": "a"})) != 1 || len(rs.All(map[string]string{"github": "b"})) != 0 {
		t.Error("all of a server aren't those of its identity")
	}
}

// It lowers the default of a read to allow, and nothing else.
func TestFreeReadsAreReads(t *testing.T) {
	free := func(l Level) Call {
		tool := externalTool("search", l)
		tool.FreeReads = true
		return callOf(tool, "{}")
	}
	p := compiled(t, Config{})
	for l, want := range map[Level]Outcome{ReadsOutside: Allow, Writes: Approval, Dangerous: Deny, 0: Deny} {
		if d := p.Decide(free(l)); d.Outcome != want {
			t.Errorf("%s: %+v", l, d)
		}
	}
	if d := p.Decide(free(ReadsOutside)); d.Rule != "approved to read" {
		t.Errorf("decided by %q", d.Rule)
	}
	all := free(ReadsOutside)
	all.Flags = Flags{PrivateRead: true, UntrustedSeen: true, CanSend: true}
	changed := free(ReadsOutside)
	changed.Tool.Status = StatusChanged
	for what, c := range map[string]struct {
		p    *Policy
		call Call
	}{
		"the three flags":         {p, all},
		"a rule of the person's":  {compiled(t, Config{Rules: []Rule{{Tool: "github/*", Decision: Approval}}}), free(ReadsOutside)},
		"a rule that raises it":   {compiled(t, Config{Rules: []Rule{{Tool: "github/search", Risk: Writes}}}), free(ReadsOutside)},
		"the machine's rules":     {compiled(t, Config{Machine: []Rule{{Tool: "*", Decision: Approval}}}), free(ReadsOutside)},
		"a text that has changed": {p, changed},
	} {
		if d := c.p.Decide(c.call); d.Outcome == Allow {
			t.Errorf("%s: %+v", what, d)
		}
	}
}
