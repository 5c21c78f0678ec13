package eventline

import (
	"math"
	"testing"

	"vise/session"
	"vise/ui/theme"
)

func TestProgress(t *testing.T) {
	for _, c := range []struct {
		done, total float64
		said, want  string
	}{
		{9, 20, "", "█████████░░░░░░░░░░░ 45% · 9 of 20"},
		{45, 100, "", "█████████░░░░░░░░░░░ 45%"},
		{9, 20, "reading\x1b[2J\npage", `█████████░░░░░░░░░░░ 45% · reading\x1b[2J page`},
		{30, 20, "", "████████████████████ 100% · 30 of 20"},
		{-1, 20, "", "░░░░░░░░░░░░░░░░░░░░ 0% · -1 of 20"},
		{3, 0, "", "3 so far"},
		{3, 0, "step three", "step three"},
		{0, 0, "", ""},
		{math.Inf(1), 0, "", ""},
		{1, math.Inf(1), "x", "x"},
		{math.NaN(), 5, "x", "x"},
	} {
		p := session.CallProgress{Done: c.done, Total: c.total, Message: session.Untrusted(c.said)}
		if got := Progress(p, 200); got != c.want {
			t.Errorf("%v of %v, %q: %q, want %q", c.done, c.total, c.said, got, c.want)
		}
		for w := range 60 {
			if got := Progress(p, w); theme.Width(got) > w {
				t.Errorf("%d cells: %q", w, got)
			}
		}
	}
}
