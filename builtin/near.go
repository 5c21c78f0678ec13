package builtin

import (
	"cmp"
	"slices"
	"strings"
)

// nearest returns up to limit of the names that someone who wrote word may
// have meant, the likeliest first.
func nearest(word string, names []string, limit int) []string {
	type scored struct {
		name string
		far  int
	}
	word = fold(word)
	var near []scored
	for _, name := range names {
		f := fold(name)
		far := distance(word, f)
		if len(word) >= 3 && len(f) >= 3 && (strings.Contains(f, word) || strings.Contains(word, f)) {
			far = 1
		}
		if far <= max(1, len(word)/3) {
			near = append(near, scored{name, far})
		}
	}
	slices.SortFunc(near, func(a, b scored) int {
		return cmp.Or(cmp.Compare(a.far, b.far), strings.Compare(a.name, b.name))
	})
	out := make([]string, 0, limit)
	for _, n := range near[:min(limit, len(near))] {
		out = append(out, n.name)
	}
	return out
}

// distance is how many bytes have to be put in, left out or replaced to make
// b of a. Words over 100 bytes are far from everything.
func distance(a, b string) int {
	const limit = 100
	if len(a) > limit || len(b) > limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
