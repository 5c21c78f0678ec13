package theme

import (
	"math"
	"testing"
)

func TestBar(t *testing.T) {
	for _, c := range []struct {
		cells int
		share float64
		want  string
	}{
		{4, 0, "░░░░"}, {4, 0.5, "██░░"}, {4, 1, "████"}, {4, 7, "████"}, {4, -1, "░░░░"}, {0, 0.5, ""}, {-3, 0.5, ""}, {1, 0.2, "░"}, {10, 0.99, "█████████░"},
	} {
		if got := Bar(c.cells, c.share); got != c.want {
			t.Errorf("%d cells, %v: %q, want %q", c.cells, c.share, got, c.want)
		}
	}
	if got := Width(Bar(20, math.NaN())); got != 20 {
		t.Errorf("no number: %d cells", got)
	}
}
