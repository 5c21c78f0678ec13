package app

import (
	"slices"
	"testing"

	"vise/session"
	"vise/session/scripted"
)

// A run that is resumed has no more rights than it had.
func TestAResumedRunKeepsItsScopes(t *testing.T) {
	b := newBench(t, scripted.Call("todo_create", map[string]any{"title": "x"}), scripted.Call("todo_create", map[string]any{"title": "x"}), scripted.Say("no"))
	r, err := b.Start(t.Context(), Request{Text: "remind me", Scopes: []string{"todo:write"}})
	if err != nil {
		t.Fatal(err)
	}
	first, err := r.Result()
	if err != nil || first.Status != session.StatusNeedsApproval {
		t.Fatalf("%+v, %v", first.Finished, err)
	}
	again, err := b.Resume(t.Context(), first.Run, session.EntryRun)
	if err != nil {
		t.Fatal(err)
	}
	st, err := again.Result()
	if err != nil || !slices.Equal(st.Started.Scopes, []string{"todo:write"}) {
		t.Errorf("it has %v, %v", st.Started.Scopes, err)
	}
}

// A call by hand has vise's own scopes, and that of the tool's server; each once.
func TestACallByHandHasItsScopesOnce(t *testing.T) {
	b := newBench(t)
	r, err := b.Call(t.Context(), Request{Entry: session.EntryCall}, "time.now", []byte("{}"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if st := b.end(r); !slices.Equal(st.Started.Scopes, allScopes) {
		t.Errorf("it has %v", st.Started.Scopes)
	}
}
