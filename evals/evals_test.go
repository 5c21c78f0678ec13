package evals

import (
	"testing"

	"vise/session"
	"vise/ui/theme"
)

// builtinCases are those of the datasets that come with vise.
func builtinCases(t *testing.T) []Case {
	t.Helper()
	var cases []Case
	for _, name := range BuiltinNames() {
		d, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, d.Cases...)
	}
	var some []Case
	for i := 0; i < len(cases); i += everyNth {
		some = append(some, cases[i])
	}
	return some
}

// The datasets that come with vise pass whole, with the models that they name.
func TestBuiltinDatasetsPass(t *testing.T) {
	err := Run(t.Context(), Options{Cases: builtinCases(t), Show: func(f session.Foreign) string { return theme.Inert(f) }, Done: func(tr Trial) error {
		if tr.Outcome() != Passed {
			t.Errorf("%s: %s", tr.Case.ID, tr.Outcome())
			for _, w := range tr.Why() {
				t.Log("  " + w)
			}
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
}
