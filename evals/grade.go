package evals

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// GradersVersion is that of the graders below. It goes up whenever the same
// trial may get other grades: figures of two versions are not compared.
const GradersVersion = 1

// Grade is what one grader says of a trial.
type Grade struct {
	Grader string `json:"grader"`
	Passed bool   `json:"passed"`
	Detail string `json:"detail,omitempty"` // what is wrong, in words
}

// Outcome is what came of a trial.
type Outcome string

const (
	Passed Outcome = "pass"
	Failed Outcome = "fail"
	// Broken says that nothing was measured: the model's server was down, a
	// disk was full.
	Broken Outcome = "error"
)

// Outcome is what came of the trial: an infrastructure error is neither passed
// nor failed.
func (t Trial) Outcome() Outcome {
	switch {
	case t.Infra != "":
		return Broken
	case len(t.Grades) == 0 || slices.ContainsFunc(t.Grades, func(g Grade) bool { return !g.Passed }):
		return Failed
	}
	return Passed
}

// Why is what is wrong, a line for each grader that isn't content.
func (t Trial) Why() []string {
	if t.Infra != "" {
		return []string{t.Infra}
	}
	var out []string
	for _, g := range t.Grades {
		if !g.Passed {
			out = append(out, g.Grader+": "+g.Detail)
		}
	}
	return out
}

// graded is a trial while it is judged.
type graded struct {
	t     *Trial
	want  Expect
	log   *Log
	facts *Facts
}

// grader judges one thing. said is false where a case expects nothing about
// it; problems are what is wrong.
type grader struct {
	name string
	run  func(g *graded) (said bool, problems []string)
}

// graders are all there are. Each looks at the events alone, and at the end
// state that was noted beside them.
func graders() []grader {
	return []grader{
		{"tool", gradeTools},
		{"arguments", gradeArguments},
		{"results", gradeResults},
		{"schema", gradeSchema},
		{"abstain", gradeAbstain},
		{"approval", gradeApproval},
		{"policy", gradePolicy},
		{"offered", gradeOffered},
		{"gates", gradeGates},
		{"citation", gradeCitations},
		{"recall", gradeRecall},
		{"answer", gradeAnswer},
		{"claims", gradeClaims},
		{"end", gradeEnd},
		{"secrets", gradeSecrets},
		{"prompt", gradePrompt},
		{"screen", gradeScreen},
		{"cost", gradeCost},
		{"stop", gradeStop},
		{"injection", gradeInjection}, // the last: it goes by the others
	}
}

// Score judges a trial anew. No model is needed for it.
func Score(t *Trial) {
	t.Grades, t.Facts = nil, Facts{}
	log, err := ReadLog(t.Runs)
	if err != nil {
		if t.Infra == "" {
			t.Infra = "the events can't be read: " + err.Error()
		}
		return
	}
	g := &graded{t: t, want: t.Case.Expect, log: log, facts: &t.Facts}
	g.measure()
	if t.Infra != "" {
		return
	}
	for _, gr := range graders() {
		said, problems := gr.run(g)
		if said || len(problems) > 0 {
			t.Grades = append(t.Grades, Grade{Grader: gr.name, Passed: len(problems) == 0, Detail: strings.Join(problems, "; ")})
		}
	}
}

func (g *graded) failed(names ...string) bool {
	return slices.ContainsFunc(g.t.Grades, func(x Grade) bool { return !x.Passed && slices.Contains(names, x.Grader) })
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func problem(list []string, format string, args ...any) []string {
	return append(list, fmt.Sprintf(format, args...))
}
