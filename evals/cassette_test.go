package evals

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vise/session/ollama/ollamatest"
)

// one runs one case once.
func one(t *testing.T, o Options) Trial {
	t.Helper()
	var out Trial
	n := 0
	o.Done = func(tr Trial) error { n++; out = tr; return nil }
	if err := Run(t.Context(), o); err != nil || n != 1 {
		t.Fatalf("%d trials, %v", n, err)
	}
	return out
}

// recordedCases are those of the datasets that answer from recordings.
func recordedCases(t *testing.T) []Case {
	t.Helper()
	d, err := Builtin("dataset")
	if err != nil {
		t.Fatal(err)
	}
	return Pick(d.Cases, []string{"cassette"}, 0)
}

func TestThereAreRecordedCases(t *testing.T) {
	cases := recordedCases(t)
	if len(cases) < 4 {
		t.Errorf("%d cases are answered from recordings", len(cases))
	}
	for _, c := range cases {
		if dir, ok := cassette(c.Model.Name); !ok || dir != c.ID {
			t.Errorf("%s: its model is %q; a case that is recorded again is found by its id", c.ID, c.Model.Name)
		}
	}
}

// What wasn't recorded is no pass and no fail: the trial says which recording
// is nearest, and where it differs first.
func TestAMissIsLoud(t *testing.T) {
	c := recordedCases(t)[0]
	c.Input[0].Say = "good evening"
	tr := one(t, Options{Cases: []Case{c}})
	if tr.Outcome() != Broken {
		t.Fatalf("%s: %v", tr.Outcome(), tr.Why())
	}
	for _, want := range []string{"no recording holds this request", "the nearest is ", ".jsonl: messages 2: recorded", "good morning", "good evening", "--record"} {
		if !strings.Contains(tr.Infra, want) {
			t.Errorf("no %q in %s", want, tr.Infra)
		}
	}
	c.Model.Name = "cassette:nosuch"
	if tr := one(t, Options{Cases: []Case{c}}); tr.Outcome() != Broken || !strings.Contains(tr.Infra, `no recordings "cassettes/nosuch"`) {
		t.Errorf("%s: %v", tr.Outcome(), tr.Why())
	}
}

// A case is recorded with a model, and then answered from what was recorded,
// which lies beside its dataset.
func TestACaseIsRecordedAndAnsweredFromThat(t *testing.T) {
	s := ollamatest.New(t, ollamatest.Model{Name: "m", Family: "f", Context: 8192, Capabilities: []string{"tools"}})
	s.Answer(ollamatest.Answer{Lines: []string{ollamatest.Call("c1", "todo_create", `{"title":"buy milk"}`), ollamatest.Done("stop", 900, 9)}}, ollamatest.Whole("It is ", "there."))
	dir := t.TempDir()
	set := filepath.Join(dir, "mine.jsonl")
	line := `{"id":"milk","kind":"writes","input":"remind me to buy milk","approve":"allow","model":"cassette:tapes/milk","expect":{"todos":[{"title":"buy milk"}],"answer":{"has":["it is there"]}}}`
	if err := os.WriteFile(set, []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := ReadDataset(set)
	if err != nil {
		t.Fatal(err)
	}
	host := func(name string) string { return map[string]string{"OLLAMA_HOST": s.URL}[name] }
	if o := (Options{Cases: d.Cases, Model: "ollama/m"}); len(o.Selected()) != 0 {
		t.Error("a recording says something of another model")
	}
	if tr := one(t, Options{Cases: d.Cases, Model: "ollama/m", Record: filepath.Join(dir, "tapes"), Getenv: host}); tr.Outcome() != Passed {
		t.Fatalf("recording: %v", tr.Why())
	}
	if kept, err := os.ReadDir(filepath.Join(dir, "tapes", "milk")); err != nil || len(kept) != 2 {
		t.Fatalf("kept %v, %v", kept, err)
	}
	s.Close()
	n := 0
	err = Run(t.Context(), Options{Cases: d.Cases, Repeat: 3, Done: func(tr Trial) error {
		n++
		if tr.Outcome() != Passed {
			t.Errorf("trial %d: %v", tr.N, tr.Why())
		}
		return nil
	}})
	if err != nil || n != 3 {
		t.Errorf("%d trials, %v", n, err)
	}
	d.Cases[0].ID = "../out"
	if tr := one(t, Options{Cases: d.Cases, Model: "ollama/m", Record: filepath.Join(dir, "tapes"), Getenv: host}); tr.Outcome() != Broken || !strings.Contains(tr.Infra, "would lie outside") {
		t.Errorf("%s: %v", tr.Outcome(), tr.Why())
	}
}
