package policy

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Bounds on what one look-up may cost in a text made to be slow.
const (
	maxCandidates = 256     // places where a word stands that are looked at
	maxScanned    = 1 << 25 // bytes that one Tracer.Trace may read without the index
)

// corpus is many texts, indexed by the words in them: how long a look-up takes
// hardly depends on how long they are. The latest text has the highest number.
type corpus struct {
	segments []*segment
	fresh    []text // not indexed yet
	limit    int    // bytes; the oldest texts are let go over it
	size     int
}

// segment is a part of a corpus. Few of them grow at a time: a new text makes
// one of its own, and neighbours of like size are joined.
type segment struct {
	texts   []text
	starts  []uint32 // where each text begins, as entries count
	size    uint32   // bytes of all texts
	entries []entry  // by the low bits of their hash
	buckets []uint32 // where each bucket begins in entries; one more than there are
}

// entry says that a word with this hash of its stem begins there.
type entry struct{ hash, at uint32 }

// place is where something stands in a segment.
type place struct {
	s    *segment
	text int
	at   int // in the text's norm
}

func (p place) in() *text { return &p.s.texts[p.text] }

// add takes one text more.
func (c *corpus) add(t text) {
	if t.norm != "" {
		c.fresh = append(c.fresh, t)
		c.size += len(t.norm)
	}
}

// index makes what was added since the last time ready for look-ups.
func (c *corpus) index() {
	if len(c.fresh) == 0 {
		return
	}
	if c.size > c.limit {
		c.forget()
	}
	c.segments = append(c.segments, segmentOf(c.fresh))
	c.fresh = nil
	for n := len(c.segments); n > 1 && c.segments[n-2].size <= 2*c.segments[n-1].size; n = len(c.segments) {
		c.segments = append(c.segments[:n-2], joined(c.segments[n-2], c.segments[n-1]))
	}
}

// forget lets the oldest texts go until half of the limit is free, so that it
// is seldom done. The latest is kept.
func (c *corpus) forget() {
	var all []text
	for _, s := range c.segments {
		all = append(all, s.texts...)
	}
	all = append(all, c.fresh...)
	keep := len(all) - 1
	size := len(all[keep].norm)
	for keep > 0 && size+len(all[keep-1].norm) <= c.limit/2 {
		keep--
		size += len(all[keep].norm)
	}
	*c = corpus{limit: c.limit, size: size, fresh: slices.Clone(all[keep:])}
}

func segmentOf(texts []text) *segment {
	var entries []entry
	at := uint32(0)
	for i := range texts {
		entries = texts[i].entries(entries, at)
		at += uint32(len(texts[i].norm)) + 1
	}
	return newSegment(texts, entries)
}

// entries adds the words of t, which begins at from.
func (t *text) entries(to []entry, from uint32) []entry {
	to = slices.Grow(to, len(t.norm)/6+1)
	for w, at := range eachWord(t.norm) {
		to = append(to, entry{hashOf(stemOf(w)), from + uint32(at)})
	}
	return to
}

func joined(a, b *segment) *segment {
	entries := make([]entry, 0, len(a.entries)+len(b.entries))
	entries = append(entries, a.entries...)
	for _, e := range b.entries {
		entries = append(entries, entry{e.hash, e.at + a.size})
	}
	return newSegment(append(slices.Clone(a.texts), b.texts...), entries)
}

// newSegment sorts the entries into buckets by counting.
func newSegment(texts []text, entries []entry) *segment {
	s := &segment{texts: texts, starts: make([]uint32, len(texts)), entries: make([]entry, len(entries))}
	for i := range texts {
		s.starts[i] = s.size
		s.size += uint32(len(texts[i].norm)) + 1
	}
	n := 1
	for n < len(entries)/2 {
		n <<= 1
	}
	s.buckets = make([]uint32, n+1)
	mask := uint32(n - 1)
	for _, e := range entries {
		s.buckets[e.hash&mask+1]++
	}
	for i := range n {
		s.buckets[i+1] += s.buckets[i]
	}
	next := slices.Clone(s.buckets[:n])
	for _, e := range entries {
		b := e.hash & mask
		s.entries[next[b]] = e
		next[b]++
	}
	return s
}

// bucket are the entries that may have this hash.
func (s *segment) bucket(hash uint32) []entry {
	b := hash & uint32(len(s.buckets)-2)
	return s.entries[s.buckets[b]:s.buckets[b+1]]
}

// place is where an entry stands.
func (s *segment) place(e entry) place {
	i, found := slices.BinarySearch(s.starts, e.at)
	if !found {
		i--
	}
	return place{s, i, int(e.at - s.starts[i])}
}

// hashOf is FNV-1a. A collision costs a look, no more: what is found is
// compared.
func hashOf(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h ^ h>>15
}

// with are the texts in which a word with that stem stands, the latest first,
// at most max of them.
func (c *corpus) with(stem string, most int, budget *int) []place {
	if first, n := utf8.DecodeRuneInString(stem); n == len(stem) && spaceless(first) {
		return c.scan(stem, most, budget) // such texts are indexed by pairs
	}
	hash := hashOf(stem)
	var out []place
	for _, s := range slices.Backward(c.segments) {
		looked := 0
		for _, e := range s.bucket(hash) {
			if e.hash != hash {
				continue
			}
			if looked++; looked > maxCandidates || len(out) >= most {
				break
			}
			p := s.place(e)
			if !holds(out, p) && p.in().stemAt(p.at) == stem {
				out = append(out, p)
			}
		}
	}
	return latestFirst(out)
}

func holds(ps []place, p place) bool {
	return slices.ContainsFunc(ps, func(q place) bool { return q.s == p.s && q.text == p.text })
}

func latestFirst(ps []place) []place {
	slices.SortStableFunc(ps, func(a, b place) int {
		if a.s == b.s {
			return cmp.Compare(b.text, a.text)
		}
		return 0 // they came by segment
	})
	return ps
}

// stemAt is the stem of the word that begins there.
func (t *text) stemAt(at int) string {
	for w := range eachWord(t.norm[at:]) {
		return stemOf(w)
	}
	return ""
}

// find gives the texts in which v stands as whole words, the latest first, at
// most most of them. v is a text's norm.
func (c *corpus) find(v string, least, most int, budget *int) []place {
	if len(v) < least && isASCII(v) {
		return nil // it would be everywhere
	}
	var out []place
	for _, s := range slices.Backward(c.segments) {
		if len(out) >= most {
			break
		}
		found, whole := s.find(v, most-len(out))
		if !whole {
			found = s.scan(v, most-len(out), found, budget)
		}
		out = append(out, latestFirst(found)...)
	}
	return out
}

// find looks where the rarest word of v stands. whole says that it looked
// everywhere.
func (s *segment) find(v string, most int) (out []place, whole bool) {
	few, offset, anchor := -1, 0, uint32(0)
	words := 0
	for w, at := range eachWord(v) {
		if r, n := utf8.DecodeRuneInString(w); n == len(w) && spaceless(r) {
			continue // such texts are indexed by pairs
		}
		if words++; words > maxContent {
			break
		}
		h := hashOf(stemOf(w))
		if n := len(s.bucket(h)); few < 0 || n < few {
			few, offset, anchor = n, at, h
		}
	}
	if few < 0 {
		return nil, false
	}
	looked := 0
	for _, e := range s.bucket(anchor) {
		if e.hash != anchor {
			continue
		}
		if looked++; looked > maxCandidates {
			return out, false
		}
		p := s.place(e)
		p.at -= offset
		if p.at < 0 || holds(out, p) || !p.in().stands(v, p.at) {
			continue
		}
		if out = append(out, p); len(out) == most {
			break
		}
	}
	return out, true
}

// stands reports whether v stands there as whole words.
func (t *text) stands(v string, at int) bool {
	return strings.HasPrefix(t.norm[at:], v) && border(t.norm, at) && border(t.norm, at+len(v))
}

// scan reads the texts for v, as far as the budget goes.
func (c *corpus) scan(v string, most int, budget *int) []place {
	var out []place
	for _, s := range slices.Backward(c.segments) {
		if len(out) < most {
			out = append(out, latestFirst(s.scan(v, most-len(out), nil, budget))...)
		}
	}
	return out
}

func (s *segment) scan(v string, most int, out []place, budget *int) []place {
	for i := len(s.texts) - 1; i >= 0 && len(out) < most; i-- {
		t := &s.texts[i]
		if *budget -= len(t.norm); *budget < 0 {
			return out
		}
		p := place{s, i, 0}
		if at, ok := t.find(v, 1); ok && !holds(out, p) {
			p.at = at
			out = append(out, p)
		}
	}
	return out
}
