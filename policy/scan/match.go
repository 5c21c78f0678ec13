package scan

import (
	"math/bits"
	"strconv"
	"strings"
	"sync"
)

// step is one element of a pattern.
type step struct {
	classes class
	gap     int // what may be skipped before it, two a word
}

type sequence struct {
	*pattern
	steps []step
}

// sequences are the patterns by each class that they may begin with.
var sequences = sync.OnceValue(func() [][]sequence {
	v := words()
	all := make([][]sequence, 128)
	for i := range patterns {
		q := sequence{pattern: &patterns[i], steps: parse(v, patterns[i].seq)}
		q.steps[0].classes.each(func(n int) { all[n] = append(all[n], q) })
	}
	return all
})

func parse(v *vocabulary, seq string) []step {
	var steps []step
	gap := 0
	for f := range strings.FieldsSeq(seq) {
		if n, err := strconv.Atoi(f); err == nil {
			gap = 2 * n
			continue
		}
		st := step{gap: gap}
		for name := range strings.SplitSeq(f, "|") {
			st.classes = st.classes.with(v.class(name))
		}
		steps, gap = append(steps, st), 0
	}
	return steps
}

// match looks for every pattern at every word.
func (p *page) match(s *sink) {
	all := sequences()
	for i := range p.tokens {
		t := &p.tokens[i]
		t.classes.with(t.more).each(func(n int) {
			for _, q := range all[n] {
				if p.where == KindProject && duty(q.code) {
					continue
				}
				if last := p.matches(q.steps, i); last >= 0 {
					p.addNorm(s, q.code, q.severity, int(t.start), int(p.tokens[last].end), q.code.about())
				}
			}
		})
	}
}

// matches gives the last token of the shortest match that begins at i, or -1.
// It follows all ways at once: a bit for each token after i where the next
// step may begin.
func (p *page) matches(steps []step, i int) int {
	const window = 63
	from := uint64(1)
	for n, st := range steps {
		var next uint64
		left := -1
		for o := bits.TrailingZeros64(from); o < window && i+o < len(p.tokens); o++ {
			t := &p.tokens[i+o]
			if t.sentence != p.tokens[i].sentence {
				break
			}
			if from&(1<<o) != 0 {
				left = st.gap
			}
			if left < 0 && from>>o == 0 {
				break
			}
			if left >= 0 {
				if t.classes.meets(st.classes) {
					next |= 2 << o
				}
				if end := o + 1 + int(t.span); t.more.meets(st.classes) && end <= window {
					next |= 1 << end
				}
				left -= int(t.cost)
			}
			if n == 0 {
				break
			}
		}
		if from = next; from == 0 {
			return -1
		}
	}
	return i + bits.TrailingZeros64(from) - 1
}
