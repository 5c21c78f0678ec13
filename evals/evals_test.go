package evals

import (
	"context"
	"testing"
)

// The datasets that come with vise pass whole, with the models that they name.
func TestBuiltinDatasetsPass(t *testing.T) {
	var cases []Case
	for _, name := range BuiltinNames() {
		d, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, d.Cases...)
	}
	err := Run(context.Background(), Options{Cases: cases, Done: func(tr Trial) error {
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
