//go:build ollama

package cli

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
	got, want := exchanges(t, made), exchanges(t, kept)
	for name := range got {
		if !slices.Equal(got[name], want[name]) {
			t.Errorf("%s: vise asks for something else than was recorded, or is told something else; if that is meant, run this test with -update\n now      %s\n recorded %s", name, got[name], want[name])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d cases were recorded now, and %d are kept", len(got), len(want))
	}
}

// exchanges are, for each case, what was asked and said, without what depends on
// the machine: the digest that a model gets when it is made there, and the
// context that fits.
func exchanges(t *testing.T, dir string) map[string][]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no recordings in %s, %v", dir, err)
	}
	out := map[string][]string{}
	for _, file := range files {
		head, lines, _ := strings.Cut(read(t, file), "\n")
		var asked struct {
			Model   string
			Request struct{ Messages, Tools any }
		}
		if err := json.Unmarshal([]byte(head), &asked); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		said := ""
		for line := range strings.Lines(lines) {
			var l struct{ Line string }
			var reply struct {
				Message struct {
					Content string
					Calls   []struct{ Function any } `json:"tool_calls"`
				}
			}
			if json.Unmarshal([]byte(line), &l) != nil || l.Line == "" {
				continue
			}
			if err := json.Unmarshal([]byte(l.Line), &reply); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			said += reply.Message.Content
			for _, c := range reply.Message.Calls {
				said += sorted(t, c.Function)
			}
		}
		name := filepath.Base(filepath.Dir(file))
		out[name] = append(out[name], fmt.Sprintf("%s\n%s\n%s\n%s", asked.Model, sorted(t, asked.Request.Messages), sorted(t, asked.Request.Tools), said))
	}
	for _, x := range out {
		slices.Sort(x)
	}
	return out
}

// sorted is a value as JSON with its keys in order: Ollama gives the arguments
// of a call in any.
func sorted(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
