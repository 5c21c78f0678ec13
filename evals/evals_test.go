package evals

import (
	"runtime"
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
