package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vise/session"
	"vise/session/app"
	"vise/session/scripted"
)

// What the workbench saves is a case that passes; nothing is written where a
// project's link points to, and nothing into what isn't a dataset.
func TestTheWorkbenchSavesACase(t *testing.T) {
	work := t.TempDir()
	t.Chdir(work)
	plan, err := app.Load(app.Config{ConfigDir: t.TempDir(), DataDir: filepath.Join(t.TempDir(), "data"), WorkDir: work})
	if err != nil {
		t.Fatal(err)
	}
	a := newAdapter(t.Context(), plan)
	if err := a.open(t.Context(), app.Parts{Model: scripted.New(scripted.Say("It is ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a."))}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.w.Close(); err != nil {
			t.Error(err)
		}
	})
	r, err := a.w.Start(t.Context(), app.Request{Text: "what is the key?", Conversation: a.conv})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Result(); err != nil {
		t.Fatal(err)
	}

	if err := os.Symlink(filepath.Join(t.TempDir(), "elsewhere"), casesFile); err != nil {
		t.Fatal(err)
	}
	if _, err := a.SaveCase(t.Context(), r.ID(), ""); err == nil || !strings.Contains(err.Error(), "is a link") {
		t.Errorf("a link was followed: %v", err)
	}
	if err := os.Remove(casesFile); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("other.jsonl", []byte(`{"a":1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := a.SaveCase(t.Context(), r.ID(), "other.jsonl"); err == nil || read(t, "other.jsonl") != `{"a":1}` {
		t.Errorf("what isn't a dataset was added to: %v\n%s", err, read(t, "other.jsonl"))
	}
	if err := os.WriteFile(casesFile, []byte(strings.TrimSpace(goodCase)), 0o600); err != nil { // an editor left out the last line's end
		t.Fatal(err)
	}
	first, err := a.SaveCase(t.Context(), r.ID(), "")
	if err != nil || !first.New || first.File != casesFile {
		t.Fatalf("%+v, %v", first, err)
	}
	again, err := a.SaveCase(t.Context(), r.ID(), "")
	if err != nil || again.New || again.ID != first.ID {
		t.Errorf("%+v, %v", again, err)
	}
	if raw := read(t, casesFile); strings.Count(raw, "\n") != 2 || strings.Contains(raw, "ghp_") || !strings.Contains(raw, "what is the key?") {
		t.Errorf("the dataset is\n%s", raw)
	}
	if out, errs, code := runEval(t, "--dataset", casesFile, "--tag", first.ID); code != exitDone || !strings.Contains(out, "100 % (1 of 1)") {
		t.Errorf("exit %d\n%s\n%s", code, out, errs)
	}

	if err := a.Feedback(t.Context(), r.ID(), session.MarkUseless, "no key is wanted"); err != nil {
		t.Fatal(err)
	}
	given, err := a.w.Feedbacks(t.Context())
	if err != nil || len(given) != 1 || given[0].Run != r.ID() || given[0].Mark != session.MarkUseless {
		t.Errorf("%+v, %v", given, err)
	}
}
