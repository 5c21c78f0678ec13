package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vise/policy"
	"vise/session/app"
)

// The workbench says that a project's AGENTS.md waits, shows it, and takes the
// answer; one that is another by now isn't approved.
func TestInstructionsInTheWorkbench(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "AGENTS.md")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("Answer in verse.")
	plan, err := app.Load(app.Config{ConfigDir: t.TempDir(), DataDir: t.TempDir(), WorkDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	a := newAdapter(t.Context(), plan)
	if err := a.open(t.Context(), app.Parts{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.w.Close(); err != nil {
			t.Error(err)
		}
	})
	notices := func() string { return strings.Join(a.serverNotices(policy.Catalogue{}), "\n") }
	if n := notices(); !strings.Contains(n, "AGENTS.md isn't given to the model before you have read it: /instructions") {
		t.Errorf("%s", n)
	}
	all, err := a.Instructions(t.Context())
	if err != nil || len(all) != 1 || all[0].Tool.Status != policy.StatusNew || !strings.Contains(string(all[0].Tool.Definition), "Answer in verse.") {
		t.Fatalf("%+v, %v", all, err)
	}
	write("Answer in prose.")
	if err := a.ApproveInstructions(t.Context(), all[0].Tool); err == nil {
		t.Error("another text than was shown was approved")
	}
	write("Answer in verse.")
	if err := a.ApproveInstructions(t.Context(), all[0].Tool); err != nil || notices() != "" {
		t.Errorf("%v; %s", err, notices())
	}
	write("Answer in prose.")
	all, err = a.Instructions(t.Context())
	if err != nil || all[0].Tool.Status != policy.StatusChanged || !strings.Contains(string(all[0].Before), "verse") || !strings.Contains(notices(), "has changed since you approved it, and is kept from the model: /instructions") {
		t.Errorf("%+v, %v; %s", all, err, notices())
	}
	if err := a.BlockInstructions(t.Context(), all[0].Tool); err != nil || notices() != "" {
		t.Errorf("%v; %s", err, notices())
	}
}
