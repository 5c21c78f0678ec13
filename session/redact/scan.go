package redact

import (
	"slices"
	"strings"
	"sync"
)

// automaton finds all keywords in one pass (Aho–Corasick), whatever their
// case: texts without any are by far the most.
type automaton struct {
	class [256]uint8 // bytes that are in no keyword share class 0
	width int
	next  []uint16  // state × width + class → state, with hit where that has hits
	hits  [][]uint8 // by state: indexes into rules
}

// hit marks a state that has hits, in the finished automaton. There are fewer
// states than that.
const hit = 1 << 15

// keywords is built when the first text is scanned.
var keywords = sync.OnceValue(func() *automaton { return newAutomaton(rules[:]) })

func newAutomaton(rules []rule) *automaton {
	a := &automaton{width: 1}
	for _, r := range rules {
		for i := range len(r.keyword) {
			if b := r.keyword[i]; a.class[b] == 0 {
				a.class[b] = uint8(a.width)
				a.class[toUpper(b)] = uint8(a.width)
				a.width++
			}
		}
	}
	a.grow()
	for i, r := range rules {
		state := 0
		for j := range len(r.keyword) {
			at := state*a.width + int(a.class[r.keyword[j]])
			if a.next[at] == 0 {
				a.next[at] = uint16(len(a.hits))
				a.grow()
			}
			state = int(a.next[at])
		}
		a.hits[state] = append(a.hits[state], uint8(i))
	}
	a.link()
	for i, to := range a.next {
		if len(a.hits[to]) > 0 {
			a.next[i] |= hit
		}
	}
	return a
}

func (a *automaton) grow() {
	a.next = append(a.next, make([]uint16, a.width)...)
	a.hits = append(a.hits, nil)
}

// link fills in where each state goes on to when its keyword doesn't.
func (a *automaton) link() {
	back := make([]int, len(a.hits))
	queue := []int{0}
	for len(queue) > 0 {
		state := queue[0]
		queue = queue[1:]
		for c := range a.width {
			to := &a.next[state*a.width+c]
			other := 0
			if state != 0 {
				other = int(a.next[back[state]*a.width+c])
			}
			if *to == 0 {
				*to = uint16(other)
				continue
			}
			back[*to] = other
			a.hits[*to] = append(a.hits[*to], a.hits[other]...)
			queue = append(queue, int(*to))
		}
	}
}

func toUpper(b byte) byte {
	if b >= 'a' && b <= 'z' {
		return b - 'a' + 'A'
	}
	return b
}

// detect finds what looks like a secret, left to right, without overlaps.
func detect(text string) []match {
	a := keywords()
	var found []match
	state, past := 0, 0 // nothing is looked for before past
	for i := range len(text) {
		to := a.next[state*a.width+int(a.class[text[i]])]
		state = int(to &^ hit)
		if to&hit != 0 {
			found, past = try(found, text, i+1, past, a.hits[state])
		}
	}
	return merge(found)
}

// try asks the rules whose keyword ends at end.
func try(found []match, text string, end, past int, hits []uint8) ([]match, int) {
	for _, h := range hits {
		r := &rules[h]
		at := end - len(r.keyword)
		if at < past {
			continue
		}
		from, to, ok := r.find(text, at)
		if !ok {
			continue
		}
		found = append(found, match{from: from, to: to, kind: r.kind})
		if !r.loose {
			past = to
		}
	}
	return found, past
}

// merge makes one of matches that overlap; the more exact kind names it.
func merge(found []match) []match {
	if len(found) < 2 {
		return found
	}
	slices.SortStableFunc(found, func(a, b match) int {
		if a.from != b.from {
			return a.from - b.from
		}
		return looseness(a.kind) - looseness(b.kind)
	})
	out := found[:1]
	for _, m := range found[1:] {
		last := &out[len(out)-1]
		if m.from >= last.to {
			out = append(out, m)
			continue
		}
		last.to = max(last.to, m.to)
		if looseness(m.kind) < looseness(last.kind) {
			last.kind = m.kind
		}
	}
	return out
}

func looseness(kind string) int {
	if strings.HasPrefix(kind, "generic-") {
		return 1
	}
	return 0
}
