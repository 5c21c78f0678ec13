//go:build ollama

package cli

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"vise/evals"
)

// The recordings that come with vise are what a real Ollama says today to what
// vise asks today. With -update they are made anew.
func TestRealCassettes(t *testing.T) {
	o := startOllama(t)
	t.Setenv("OLLAMA_HOST", o.host)
	kept, err := filepath.Abs("../../evals/cassettes")
	if err != nil {
		t.Fatal(err)
	}
	d, err := evals.Builtin("dataset")
	if err != nil {
		t.Fatal(err)
	}
	made := t.TempDir()
	for _, model := range []string{"tiny-chat", "tiny-search", "tiny-todo"} {
		if len(evals.Pick(d.Cases, []string{model}, 0)) == 0 {
			t.Errorf("no case has the tag %s", model)
		}
		if out, errs, code := runEval(t, "--dataset", "dataset", "--tag", model, "--model", "ollama/"+model, "--record", made); code != exitDone {
			t.Errorf("%s: exit %d\n%s\n%s", model, code, out, errs)
		}
	}
	if t.Failed() {
		return
	}
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.RemoveAll(kept); err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(kept, os.DirFS(made)); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, want := names(t, made), names(t, kept); !slices.Equal(got, want) {
		t.Errorf("vise asks for something else than was recorded: %q, and recorded is %q; if that is meant, run this test with -update", got, want)
	}
}

// names are the files below a folder. Recordings are named by what was asked,
// and of which model.
func names(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, err := filepath.Rel(dir, path)
			out = append(out, rel)
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
