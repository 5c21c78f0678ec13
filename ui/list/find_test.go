package list

import "testing"

func TestNextGoesRound(t *testing.T) {
	hits := []Hit{{1, 0}, {1, 3}, {4, 0}}
	for _, tc := range []struct {
		at   Hit
		dir  int
		want int
	}{
		{Nowhere(), 1, 0}, {Hit{1, 0}, 1, 1}, {Hit{1, 3}, 1, 2}, {Hit{4, 0}, 1, 0}, {Hit{1, 0}, -1, 2}, {Hit{2, 9}, -1, 1}, {Nowhere(), -1, 2},
	} {
		if got := Next(hits, tc.at, tc.dir); got != tc.want {
			t.Errorf("from %v by %d: %d, want %d", tc.at, tc.dir, got, tc.want)
		}
	}
}

func TestJumpShowsTheLine(t *testing.T) {
	var l List
	l.SetItems([]Item{
		{Lines: func(int) []string { return make([]string, 50) }},
		{Lines: func(int) []string {
			lines := make([]string, 300)
			lines[200] = "A Needle"
			return lines
		}},
	})
	l.Size(20, 10)
	hits := l.Hits(1, "needle", func(s string) string { return s })
	if len(hits) != 1 || hits[0] != (Hit{1, 200}) {
		t.Fatalf("found %v", hits)
	}
	for _, h := range []Hit{hits[0], {0, 0}, {1, 299}, {9, 9}, hits[0]} {
		l.Jump(h)
	}
	if got := l.Lines()[3]; got != "A Needle" {
		t.Errorf("shows %q", l.Lines())
	}
}
