package redact

import (
	"slices"
	"strings"
	"sync"
)

// index finds where keywords begin, whatever their case. Texts without any are
// by far the most, so it looks at three bytes of each place and no more.
type index struct {
	class [256]uint8                // bytes that are in no keyword share class 0
	third [classes * classes]uint64 // classes that may follow two others, as bits
	rules map[int][]uint8           // by the first two classes: indexes into rules
}

// classes is more than the different bytes in all keywords.
const classes = 64

// keywords is built when the first text is scanned.
var keywords = sync.OnceValue(func() *index { return newIndex(rules[:]) })

func newIndex(rules []rule) *index {
	x := &index{rules: map[int][]uint8{}}
	last := uint8(0)
	for i, r := range rules {
		for j := range len(r.keyword) {
			if b := r.keyword[j]; x.class[b] == 0 {
				last++
				x.class[b] = last
				x.class[toUpper(b)] = last
			}
		}
		pair := x.pair(r.keyword)
		x.third[pair] |= 1 << x.class[r.keyword[2]]
		x.rules[pair] = append(x.rules[pair], uint8(i))
	}
	return x
}

func (x *index) pair(s string) int { return int(x.class[s[0]])*classes + int(x.class[s[1]]) }

func toUpper(b byte) byte {
	if b >= 'a' && b <= 'z' {
		return b - 'a' + 'A'
	}
	return b
}

// detect finds what looks like a secret, left to right, without overlaps.
func detect(text string) []match {
	x := keywords()
	var found []match
	past := 0 // nothing is looked for before past
	for i := 0; i+2 < len(text); i++ {
		pair := int(x.class[text[i]])*classes + int(x.class[text[i+1]])
		if x.third[pair]&(1<<(x.class[text[i+2]]%classes)) != 0 && i >= past {
			found, past = try(found, text, i, past, x.rules[pair])
		}
	}
	return merge(found)
}

// try asks the rules whose keyword stands at at.
func try(found []match, text string, at, past int, candidates []uint8) ([]match, int) {
	for _, c := range candidates {
		r := &rules[c]
		if at < past || len(text)-at < len(r.keyword) || !strings.EqualFold(text[at:at+len(r.keyword)], r.keyword) {
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
