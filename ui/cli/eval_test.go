package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vise/evals"
)

// vise runs one command as a shell without a terminal would.
func runEval(t *testing.T, args ...string) (out, errs string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	code = Main(t.Context(), append([]string{"eval"}, args...), Streams{In: strings.NewReader(""), Out: &o, Err: &e})
	return o.String(), e.String(), code
}

func writeCases(t *testing.T, name string, lines ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

const (
	goodCase = `{"id":"good","kind":"tool","lang":"en","input":"what time is it","expect":{"calls":[{"tool":"time.now"}]}}`
	badCase  = `{"id":"bad","kind":"tool","input":"what time is it","expect":{"calls":[{"tool":"file.read"}]}}`
	// escCase says what would move the cursor.
	escCase = "{\"id\":\"esc\",\"kind\":\"tool\",\"input\":\"x\",\"model\":[{\"say\":\"a \\u001b[2J b\"}],\"expect\":{\"calls\":[],\"answer\":{\"has\":[\"\\u001b[31mred\"]}}}"
)

func TestEvalSaysWhatFailedAndExits(t *testing.T) {
	set := writeCases(t, "mine.jsonl", goodCase, badCase, escCase)
	out, errs, code := runEval(t, "--dataset", set)
	if code != exitFailed || !strings.Contains(errs, "2 of 3 cases failed") || !strings.Contains(out, "tool: file.read was not called") || !strings.Contains(out, "33.3 % (1 of 3)") {
		t.Errorf("exit %d\n%s\n%s", code, out, errs)
	}
	if strings.ContainsAny(out+errs, "\x1b") {
		t.Errorf("an escape reached the terminal: %q", out+errs)
	}
	if out, errs, code := runEval(t, "--dataset", set, "--tag", "good"); code != exitDone || errs != "" || !strings.Contains(out, "100 % (1 of 1)") {
		t.Errorf("exit %d\n%s\n%s", code, out, errs)
	}
	if out, _, code := runEval(t, "--dataset", set, "--fail-fast", "--jobs", "1", "--repeat", "3"); code != exitFailed || strings.Contains(out, "esc") {
		t.Errorf("exit %d\n%s", code, out)
	}
}

func TestEvalRefusesWhatMeasuresNothing(t *testing.T) {
	empty := writeCases(t, "empty.jsonl", "")
	for want, args := range map[string][]string{
		"there are no cases":               {"--dataset", empty},
		"no case has the tag \"nosuch\"":   {"--tag", "nosuch"},
		"can't be read":                    {"--dataset", "no-such-file.jsonl"},
		"--max-cases can't be so small":    {"--max-cases", "-1"},
		"--repeat can't be so small":       {"--repeat", "0"},
		"--jobs can't be so small":         {"--jobs", "-3"},
		"there is no folder":               {"--report", "no-such-folder/x.md"},
		"bad.jsonl: line 2, column 2":      {"--dataset", writeCases(t, "bad.jsonl", goodCase, "{bad")},
		"its name ends in one of":          {"--report", "x.pdf"},
		"--record keeps what a model":      {"--record", "tapes"},
		"is in two of the datasets":        {"--dataset", "dataset", "--dataset", "dataset"},
		"none of the 1 in the dataset is":  {"--dataset", writeCases(t, "s.jsonl", escCase), "--model", "ollama/x"},
		"expects nothing":                  {"--dataset", writeCases(t, "n.jsonl", `{"id":"a","kind":"k","input":"x","expect":{}}`)},
		"it isn't a run file":              {"score", writeCases(t, "r.jsonl", goodCase)},
		"that is the run itself":           {"score", empty, "--report", empty},
		"there is no such case in the run": {"show", writeCases(t, "h.jsonl", `{"vise_eval":1,"graders":1}`), "nosuch"},
	} {
		if _, errs, code := runEval(t, args...); code != exitUsage || !strings.Contains(errs, want) {
			t.Errorf("%v: exit %d, %q, want %q", args, code, errs, want)
		}
	}
}

// From a run with reports to a comparison, and a baseline that catches what
// got worse.
func TestEvalReportsComparesAndScores(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	before := writeCases(t, "mine.jsonl", goodCase, strings.Replace(badCase, "file.read", "time.now", 1))
	if out, errs, code := runEval(t, "--dataset", before, "--report", at("a.jsonl"), "--report", at("a.html"), "--report", at("a.xml"), "--report", at("a.md"), "--report", at("a.json")); code != exitDone {
		t.Fatalf("exit %d\n%s\n%s", code, out, errs)
	}
	for _, name := range []string{"a.html", "a.xml", "a.md", "a.json"} {
		if raw, err := os.ReadFile(at(name)); err != nil || !strings.Contains(string(raw), "good") {
			t.Errorf("%s: %v\n%s", name, err, raw)
		}
	}
	if out, errs, code := runEval(t, "score", at("a.jsonl"), "--report", at("b.jsonl"), "--json"); code != exitDone || !strings.Contains(out, `"passed":true`) {
		t.Errorf("score: exit %d\n%s\n%s", code, out, errs)
	}
	if out, errs, code := runEval(t, "compare", at("a.jsonl"), at("b.jsonl")); code != exitDone || !strings.Contains(out, "as before            2") {
		t.Errorf("compare: exit %d\n%s\n%s", code, out, errs)
	}
	spoil(t, at("b.jsonl"), at("c.jsonl"))
	if out, errs, code := runEval(t, "compare", at("a.jsonl"), at("c.jsonl")); code != exitFailed || !strings.Contains(out, "broken") || !strings.Contains(errs, "--case bad") {
		t.Errorf("compare: exit %d\n%s\n%s", code, out, errs)
	}
	if out, _, code := runEval(t, "compare", at("a.jsonl"), at("c.jsonl"), "--case", "bad"); code != exitDone || strings.Count(out, "time.now") < 4 || !strings.Contains(out, "== "+at("c.jsonl")) {
		t.Errorf("both traces: exit %d\n%s", code, out)
	}
	if _, errs, code := runEval(t, "--dataset", before, "--baseline", at("c.jsonl")); code != exitDone {
		t.Errorf("better than the baseline: exit %d, %s", code, errs)
	}
	other := strings.Replace(read(t, at("a.jsonl")), `"graders":1`, `"graders":0`, 1)
	old := writeCases(t, "old.jsonl", other)
	if _, errs, code := runEval(t, "compare", old, at("b.jsonl")); code != exitUsage || !strings.Contains(errs, "eval score") {
		t.Errorf("other graders: exit %d, %s", code, errs)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// spoil copies a run in which the case "bad" fails.
func spoil(t *testing.T, from, to string) {
	t.Helper()
	f, err := os.Create(to)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	head, err := evals.ReadRunFile(from, func(evals.Trial) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	w, err := evals.NewWriter(f, head)
	if err != nil {
		t.Fatal(err)
	}
	_, err = evals.ReadRunFile(from, func(tr evals.Trial) error {
		if tr.Case.ID == "bad" {
			tr.Grades[0] = evals.Grade{Grader: "tool", Detail: "spoiled"}
		}
		return w.Write(tr)
	})
	if err != nil || w.Flush() != nil {
		t.Fatal(err)
	}
}

// A model whose server is down is neither passed nor failed: nothing was
// measured, and the exit code says so.
func TestEvalOfAModelThatIsGone(t *testing.T) {
	t.Setenv("OLLAMA_HOST", "127.0.0.1:1")
	out, errs, code := runEval(t, "--dataset", writeCases(t, "mine.jsonl", goodCase), "--model", "ollama/nosuch", "--json")
	var sum struct {
		Passed  bool
		Figures struct {
			Cases  evals.Share `json:"cases_passed"`
			Broken int         `json:"infrastructure_errors"`
		}
	}
	if err := json.Unmarshal([]byte(out), &sum); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	if code != exitModel || sum.Passed || sum.Figures.Cases.Of != 0 || sum.Figures.Broken != 1 || !strings.Contains(errs, "couldn't be measured") {
		t.Errorf("exit %d, %+v, %s", code, sum, errs)
	}
}

// ctrl+c in the middle ends with 130, and leaves reports of what was measured.
func TestEvalThatIsInterrupted(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	slow := `{"id":"%d","kind":"k","input":"x","setup":{"servers":[{"name":"s","tools":[{"name":"t","read_only":true,"results":[{"hang":true}]}]}]},"approve":"allow","model":[{"call":"s/t"},{"say":"no"}],"expect":{"status":"done"}}`
	var lines []string
	for i := range 60 {
		lines = append(lines, fmt.Sprintf(slow, i))
	}
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	go func() {
		for ctx.Err() == nil {
			if s, err := os.Stat(at("a.jsonl")); err == nil && s.Size() > 6<<10 { // more than the header and a part of a trial
				interrupt()
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	var out, errs bytes.Buffer
	code := Main(ctx, []string{"eval", "--json", "--jobs", "1", "--dataset", writeCases(t, "slow.jsonl", lines...), "--report", at("a.jsonl"), "--report", at("a.html"), "--report", at("a.xml"), "--report", at("a.md"), "--report", at("a.json")},
		Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
	var sum struct {
		Passed bool
		Run    struct {
			Cut string `json:"cut_short"`
		}
	}
	if err := json.Unmarshal(out.Bytes(), &sum); err != nil {
		t.Fatalf("%v in %s; %s", err, out.String(), errs.String())
	}
	if code != exitCancelled || sum.Passed || !strings.HasPrefix(sum.Run.Cut, "interrupted after ") || !strings.Contains(errs.String(), "of 60 trials") {
		t.Errorf("exit %d, %+v\n%s", code, sum, errs.String())
	}
	for _, name := range []string{"a.html", "a.xml", "a.md", "a.json"} {
		if raw := read(t, at(name)); !strings.Contains(raw, "interrupted after") {
			t.Errorf("%s doesn't say so:\n%.600s", name, raw)
		}
	}
	if out, errs, code := runEval(t, "score", at("a.jsonl")); code != exitModel || !strings.Contains(out, "cases passed                   100 %") || !strings.Contains(errs, "of 60 trials") {
		t.Errorf("exit %d\n%s\n%s", code, out, errs)
	}
}

// A run may be written over the one that it is compared with.
func TestABaselineIsReadBeforeItIsWrittenOver(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.jsonl")
	set := writeCases(t, "mine.jsonl", goodCase)
	for range 2 {
		args := []string{"--dataset", set, "--report", file}
		if _, err := os.Stat(file); err == nil {
			args = append(args, "--baseline", file)
		}
		if out, errs, code := runEval(t, args...); code != exitDone {
			t.Errorf("%v: exit %d\n%s\n%s", args, code, out, errs)
		}
	}
	for _, args := range [][]string{{"--baseline", "nosuch.jsonl"}, {"--baseline", set}} {
		if out, _, code := runEval(t, append(args, "--dataset", set)...); code != exitUsage || out != "" {
			t.Errorf("%v: exit %d after a whole run\n%s", args, code, out)
		}
	}
}
