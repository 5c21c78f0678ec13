package evals

import (
	"fmt"
	"slices"
)

// Comparison is what differs between two runs, by case.
type Comparison struct {
	Fixed   []string `json:"fixed"`   // failed in A, passes in B
	Broken  []string `json:"broken"`  // passed in A, fails in B
	Flaky   []string `json:"flaky"`   // neither always passes nor always fails, in either
	OnlyA   []string `json:"only_a"`  // not in B
	OnlyB   []string `json:"only_b"`  // not in A
	Changed []string `json:"changed"` // the case itself says something else: not compared
	// Unmeasured couldn't be measured in one of them.
	Unmeasured []string `json:"unmeasured"`
	Same       int      `json:"same"`
}

// Compare compares two runs. Grades of other versions of the graders can't be
// compared: the error says how to score the run again.
func Compare(a, b Header, fa, fb *Figures) (Comparison, error) {
	c := Comparison{Fixed: []string{}, Broken: []string{}, Flaky: []string{}, OnlyA: []string{}, OnlyB: []string{}, Changed: []string{}, Unmeasured: []string{}}
	if a.Graders != b.Graders {
		return c, fmt.Errorf("the runs were graded by versions %d and %d of the graders, so their grades mean different things: score both again with vise eval score RUN --report FILE.jsonl", a.Graders, b.Graders)
	}
	for _, x := range fa.Rows {
		i := slices.IndexFunc(fb.Rows, func(y Row) bool { return y.ID == x.ID })
		if i < 0 {
			c.OnlyA = append(c.OnlyA, x.ID)
			continue
		}
		c.row(x, fb.Rows[i])
	}
	for _, y := range fb.Rows {
		if !slices.ContainsFunc(fa.Rows, func(x Row) bool { return x.ID == y.ID }) {
			c.OnlyB = append(c.OnlyB, y.ID)
		}
	}
	for _, list := range []*[]string{&c.Fixed, &c.Broken, &c.Flaky, &c.OnlyA, &c.OnlyB, &c.Changed, &c.Unmeasured} {
		slices.Sort(*list)
	}
	return c, nil
}

func (c *Comparison) row(x, y Row) {
	into := func(list *[]string) { *list = append(*list, x.ID) }
	switch {
	case x.Hash != y.Hash:
		into(&c.Changed)
	case x.Passed+x.Failed == 0 || y.Passed+y.Failed == 0:
		into(&c.Unmeasured)
	case x.flaky() || y.flaky():
		into(&c.Flaky)
		if x.Failed == 0 && y.Failed > 0 {
			into(&c.Broken)
		}
	case x.Failed > 0 && y.Failed == 0:
		into(&c.Fixed)
	case x.Failed == 0 && y.Failed > 0:
		into(&c.Broken)
	default:
		c.Same++
	}
}

// flaky reports whether some trials passed and others didn't.
func (r Row) flaky() bool { return r.Passed > 0 && r.Failed > 0 }
