package list

import "strings"

// Hit is a rendered line that holds what is looked for.
type Hit struct{ Item, Line int }

// Nowhere is where a search begins that has found nothing yet.
func Nowhere() Hit { return Hit{-1, 0} }

// before orders hits from top to bottom.
func (h Hit) before(o Hit) bool { return h.Item < o.Item || h.Item == o.Item && h.Line < o.Line }

// Next is the index of the hit after at, or before it where dir is negative,
// and round; hits are in order and not none.
func Next(hits []Hit, at Hit, dir int) int {
	if dir < 0 {
		for i := len(hits) - 1; i >= 0; i-- {
			if hits[i].before(at) {
				return i
			}
		}
		return len(hits) - 1
	}
	for i, h := range hits {
		if at.before(h) {
			return i
		}
	}
	return 0
}

// Hits are the rendered lines of item i that hold a text, whatever its case;
// plain takes the styles off a line.
func (l *List) Hits(i int, want string, plain func(string) string) []Hit {
	var out []Hit
	want = strings.ToLower(want)
	for n, line := range l.render(i) {
		if strings.Contains(strings.ToLower(plain(line)), want) {
			out = append(out, Hit{i, n})
		}
	}
	return out
}

// Top is the first line in the window.
func (l *List) Top() Hit { return Hit{l.top, l.skip} }

// Jump brings a hit into the window, a third from its top where it can.
func (l *List) Jump(h Hit) {
	if h.Item < 0 || h.Item >= len(l.items) || l.h == 0 {
		return
	}
	l.top, l.skip, l.away = h.Item, min(h.Line, max(l.height(h.Item)-1, 0)), true
	l.Scroll(-l.h / 3)
	l.settle()
}
