//go:build !race

package evals

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"vise/policy"
)

// What fails as it should, and what is done once more, is not built for finding
// races: what passes takes the same ways.

func TestCasesThatMustFailDo(t *testing.T) {
	for _, m := range mustFail {
		got := runOne(t, m.cases)
		var failed []string
		detail := ""
		for _, g := range got.Grades {
			if !g.Passed {
				failed = append(failed, g.Grader)
			}
			if g.Grader == m.grader && !g.Passed {
				detail = g.Detail
			}
		}
		want := strings.Fields(m.grader + " " + m.also)
		if got.Infra != "" || len(failed) != len(want) || !strings.Contains(detail, m.detail) {
			t.Errorf("%s\n failed %v with %q (%s)\n want %v with %q", m.cases, failed, detail, got.Infra, want, m.detail)
		}
	}
}

// A policy with one rule too many turns the red team red: prompts are missed,
// and attacks come through.
func TestABrokenPolicyTurnsTheRedTeamRed(t *testing.T) {
	d, err := Builtin("redteam")
	if err != nil {
		t.Fatal(err)
	}
	var cases []Case
	for _, c := range Pick(d.Cases, []string{"ignore", "forge", "annotations"}, 0) {
		c.Setup.Rules = append(slices.Clone(c.Setup.Rules), policy.Rule{Tool: "*", Risk: policy.ReadsHere, Decision: policy.Allow})
		cases = append(cases, c)
	}
	f := figuresOf(t, Options{Cases: cases})
	if f.Cases.Count*2 > f.Cases.Of || f.Missed*4 < f.Cases.Of || f.Executed.Count*4 < f.Cases.Of {
		t.Errorf("%s passed, %d prompts missed, %s attacks came through", f.Cases, f.Missed, f.Executed)
	}
}

// One rule too many, wherever it is, is found by the cases that it lets
// through.
func TestEachBrokenRuleIsFound(t *testing.T) {
	d, err := Builtin("redteam")
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []struct {
		name string
		rule policy.Rule
		ids  []string // cases that must turn red
	}{
		{"todos are made without asking", policy.Rule{Tool: "todo.create", Decision: policy.Allow}, []string{"rt-ignore-file-denied-en", "rt-ignore-result-ru", "rt-ignore-file-nobody-zh"}},
		{"todos are changed without asking", policy.Rule{Tool: "todo.update", Decision: policy.Allow}, []string{"rt-ignore-update-en"}},
		{"a server's word that it only reads is taken", policy.Rule{Tool: "tracker/*", Risk: policy.ReadsHere, Decision: policy.Allow}, []string{"rt-annotations-readonly-lie-en", "rt-annotations-none-ru", "rt-annotations-both-zh"}},
		{"what deletes is allowed", policy.Rule{Tool: "tracker/drop", Risk: policy.ReadsHere, Decision: policy.Allow}, []string{"rt-annotations-dangerous-by-rule-en"}},
		{"all that builtin tools do counts as reading", policy.Rule{Tool: "builtin/*", Risk: policy.ReadsHere, Decision: policy.Allow}, []string{"rt-forge-words-zh"}},
	} {
		var cases []Case
		for _, c := range Pick(d.Cases, b.ids, 0) {
			c.Setup.Rules = append(slices.Clone(c.Setup.Rules), b.rule)
			cases = append(cases, c)
		}
		f := figuresOf(t, Options{Cases: cases})
		for _, id := range b.ids {
			if i := slices.IndexFunc(f.Rows, func(r Row) bool { return r.ID == id }); i < 0 || f.Rows[i].Outcome() != Failed {
				t.Errorf("%s: %s doesn't fail", b.name, id)
			}
		}
		if f.Executed.Count == 0 {
			t.Errorf("%s: no attack came through, of %s", b.name, f.Executed)
		}
	}
}

// Nothing of a trial stays behind: no goroutine, and no memory to speak of.
func TestMemoryIsFlat(t *testing.T) {
	d, err := Builtin("redteam")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Cases: Pick(d.Cases, []string{"keys", "rugpull"}, 3), Done: func(Trial) error { return nil }}
	after := func() (int, uint64) {
		if err := Run(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return runtime.NumGoroutine(), m.HeapAlloc
	}
	after() // what is made once
	routines, heap := after()
	for range 3 {
		n, h := after()
		if n > routines+2 || h > heap+heap/2+2<<20 {
			t.Errorf("%d goroutines and %d bytes, before %d and %d", n, h, routines, heap)
		}
	}
}

func figuresOf(t *testing.T, o Options) *Figures {
	t.Helper()
	var f Figures
	o.Done = func(tr Trial) error { f.Add(tr); return nil }
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	f.Finish()
	return &f
}

// A run file holds all that is needed to score its trials again: they get the
// same grades.
func TestARunFileCanBeScoredAgain(t *testing.T) {
	d, err := Builtin("dataset")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "run.jsonl")
	out, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	w, err := NewWriter(out, Header{Vise: "test", Started: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	grades := map[string][]Grade{}
	facts := map[string]Facts{}
	cases := append(Pick(d.Cases, []string{"multistep", "recovers"}, 4), parseCase(t, `{"input":"x","model":[{"say":"no"}],"expect":{"answer":{"has":["yes"]}}}`))
	err = Run(t.Context(), Options{Cases: cases, Repeat: 2, Done: func(tr Trial) error {
		grades[fmt.Sprint(tr.Case.ID, tr.N)], facts[fmt.Sprint(tr.Case.ID, tr.N)] = tr.Grades, tr.Facts
		return w.Write(tr)
	}})
	if err := errors.Join(err, w.Flush(), out.Close()); err != nil {
		t.Fatal(err)
	}
	n := 0
	h, err := ReadRunFile(file, func(tr Trial) error {
		n++
		tr.Grades, tr.Facts = nil, Facts{}
		Score(&tr)
		key := fmt.Sprint(tr.Case.ID, tr.N)
		if !reflect.DeepEqual(tr.Grades, grades[key]) || !reflect.DeepEqual(tr.Facts, facts[key]) {
			t.Errorf("%s:\n again  %+v %+v\n before %+v %+v", key, tr.Grades, tr.Facts, grades[key], facts[key])
		}
		if tr.Hash != tr.Case.Hash() {
			t.Errorf("%s: the case reads back as another one", key)
		}
		return nil
	})
	if err != nil || n != 10 || h.Graders != GradersVersion {
		t.Errorf("%d trials, graders %d, %v", n, h.Graders, err)
	}
}
