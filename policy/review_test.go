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
