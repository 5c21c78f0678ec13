package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What happened in the workbench becomes a case that passes, without its
// secrets; feedback becomes one that the same answer fails.
func TestARunBecomesACase(t *testing.T) {
	home := t.TempDir()
	project := filepath.Join(home, "work")
	if err := os.MkdirAll(project, 0o700); err != nil {
		t.Fatal(err)
	}
	text := "the retry timeout is 10\nkey: ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a\n"
	if err := os.WriteFile(filepath.Join(project, "notes.txt"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	vise := func(want int, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		args = append(args, "--config-dir", filepath.Join(home, "c"), "--data-dir", filepath.Join(home, "d"), "--model", "offline")
		if code := Main(t.Context(), args, Streams{In: strings.NewReader(""), Out: &out, Err: &errs}); code != want {
			t.Fatalf("%v: exit %d\n%s\n%s", args, code, out.String(), errs.String())
		}
		return out.String()
	}
	vise(exitUsage, "eval", "from-feedback")
	vise(exitDone, "run", "where is the retry timeout set?", "--root", "work="+project)
	vise(exitNeedsApproval, "run", "remind me tomorrow at 9 to raise it", "--root", "work="+project)
	runs := strings.Split(strings.TrimSpace(vise(exitDone, "runs")), "\n")
	asked, found := strings.Fields(runs[0])[0], strings.Fields(runs[1])[0]

	set := filepath.Join(home, "mine.jsonl")
	for _, run := range []string{found, asked} {
		if out := vise(exitDone, "eval", "save", run, "--into", set); !strings.Contains(out, "1 case added") {
			t.Errorf("said %q", out)
		}
	}
	raw := read(t, set)
	if strings.Contains(raw, "ghp_") || !strings.Contains(raw, "[secret:") || !strings.Contains(raw, "retry timeout is 10") || strings.Count(raw, "\n") != 2 {
		t.Errorf("the cases are\n%s", raw)
	}
	if out := vise(exitDone, "eval", "--dataset", set); !strings.Contains(out, "100 % (2 of 2)") {
		t.Errorf("what happened doesn't happen again:\n%s\n%s", out, raw)
	}

	vise(exitUsage, "eval", "feedback", found, "splendid")
	vise(exitDone, "eval", "feedback", found, "wrong-source", "it is in the manual")
	drafts := filepath.Join(home, "drafts.jsonl")
	vise(exitDone, "eval", "from-feedback", "--into", drafts)
	if out := vise(exitDone, "eval", "from-feedback", "--into", drafts); !strings.Contains(out, "0 cases added") {
		t.Errorf("a draft was added twice: %s", out)
	}
	if out := vise(exitFailed, "eval", "--dataset", drafts); !strings.Contains(out, "the answer cites work/notes.txt:1") && !strings.Contains(out, "the answer cites notes.txt:1") {
		t.Errorf("the answer that was wrong passes:\n%s", out)
	}
}
