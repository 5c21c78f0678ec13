package session

import (
	"testing"

	"vise/policy"
)

// A server that can't be used is said to be missing, with why; one that the
// person has switched off isn't missed.
func TestMissingServers(t *testing.T) {
	got := missing([]policy.ServerState{
		{Name: "builtin", State: policy.ServerReady},
		{Name: "half", State: policy.ServerDegraded},
		{Name: "off", State: policy.ServerStopped},
		{Name: "slow", State: policy.ServerStarting},
		{Name: "dead", State: policy.ServerFailed, LastError: "exited with code 1"},
		{Name: "project", State: policy.ServerStopped, Need: policy.NeedApproval},
		{Name: "web", State: policy.ServerFailed, Need: policy.NeedSignIn, LastError: "401"},
	})
	want := []MissingServer{
		{"slow", policy.ServerStarting, "it hasn't answered yet"},
		{"dead", policy.ServerFailed, "exited with code 1"},
		{"project", policy.ServerStopped, "the project names it, and nobody has allowed it to start"},
		{"web", policy.ServerFailed, "it wants you to sign in"},
	}
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%+v, want %+v", got[i], want[i])
		}
	}
}
