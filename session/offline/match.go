package offline

import (
	"math/bits"
	"strings"
)

// span is a range of tokens.
type span struct{ from, to int }

// match is one way a rule fits a list of tokens.
type match struct {
	toks []token
	kept map[string]span
}

func (m match) has(name string) bool { _, ok := m.kept[name]; return ok }

func (m match) get(name string) []token {
	s, ok := m.kept[name]
	if !ok {
		return nil
	}
	return m.toks[s.from:s.to]
}

// ends is a set of places between tokens; maxTokens fits.
type ends [4]uint64

func (e *ends) add(i int)     { e[i>>6] |= 1 << (i & 63) }
func (e ends) has(i int) bool { return e[i>>6]&(1<<(i&63)) != 0 }
func (e ends) and(o ends) ends {
	return ends{e[0] & o[0], e[1] & o[1], e[2] & o[2], e[3] & o[3]}
}
func (e ends) or(o ends) ends {
	return ends{e[0] | o[0], e[1] | o[1], e[2] | o[2], e[3] | o[3]}
}

// first is the lowest place in the set; -1 in an empty one.
func (e ends) first() int {
	for k, w := range e {
		if w != 0 {
			return k<<6 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// last is the highest place in the set; -1 in an empty one.
func (e ends) last() int {
	for k := len(e) - 1; k >= 0; k-- {
		if e[k] != 0 {
			return k<<6 + bits.Len64(e[k]) - 1
		}
	}
	return -1
}

// each calls f for every place.
func (e ends) each(f func(int)) {
	for k, w := range e {
		for w != 0 {
			f(k<<6 + bits.TrailingZeros64(w))
			w &= w - 1
		}
	}
}

// reader matches rules for one request. Work is shared between the many rules
// that are tried, and bounded by tokens squared times the grammar's size.
type reader struct {
	*grammar
	charts map[chartKey]*chart
}

type chartKey struct {
	first *token
	n     int
}

func (g *grammar) reader() *reader {
	return &reader{grammar: g, charts: map[chartKey]*chart{}}
}

func (r *reader) chart(toks []token) *chart {
	if len(toks) == 0 {
		return &chart{at: r.at, memo: map[memoKey]ends{}}
	}
	key := chartKey{&toks[0], len(toks)}
	c := r.charts[key]
	if c == nil {
		c = &chart{at: r.at, toks: toks, memo: map[memoKey]ends{}}
		r.charts[key] = c
	}
	return c
}

// whole matches a rule against all of toks. Of several ways, the one whose
// production stands first, with slots as short and all else as long as fits.
func (r *reader) whole(name string, toks []token) (match, bool) {
	ru := r.rules[name]
	if ru == nil {
		return match{}, false
	}
	c := r.chart(toks)
	if !c.rule(ru, 0).has(len(toks)) {
		return match{}, false
	}
	m := match{toks, map[string]span{}}
	c.deriveRule(ru, 0, len(toks), m.kept)
	return m, true
}

// prefix gives how many tokens a rule takes at the beginning, at most; 0 where
// it doesn't fit.
func (r *reader) prefix(name string, toks []token) int {
	if ru := r.rules[name]; ru != nil {
		return max(0, r.chart(toks).rule(ru, 0).last())
	}
	return 0
}

// suffix gives how many tokens at the end of toks a rule takes.
func (r *reader) suffix(name string, toks []token) int {
	ru := r.rules[name]
	if ru == nil {
		return 0
	}
	c := r.chart(toks)
	for i := max(0, len(toks)-8); i < len(toks); i++ {
		if c.rule(ru, i).has(len(toks)) {
			return len(toks) - i
		}
	}
	return 0
}

// contains reports whether a rule fits anywhere.
func (r *reader) contains(name string, toks []token) bool {
	ru := r.rules[name]
	if ru == nil {
		return false
	}
	c := r.chart(toks)
	for i := range toks {
		if c.rule(ru, i).last() > i {
			return true
		}
	}
	return false
}

// chart remembers where each rule can end, for each place it can begin.
type chart struct {
	at   *places
	toks []token
	memo map[memoKey]ends
}

type memoKey struct {
	r *rule
	i int
}

func (c *chart) rule(r *rule, i int) ends {
	key := memoKey{r, i}
	if e, ok := c.memo[key]; ok {
		return e
	}
	c.memo[key] = ends{} // a rule that begins with itself doesn't fit
	var out ends
	for _, p := range r.prods {
		out = out.or(c.seq(p, i))
	}
	if i < len(c.toks) && r.words[c.toks[i].low] {
		out.add(i + 1)
	}
	c.memo[key] = out
	return out
}

func (c *chart) seq(es []elem, i int) ends {
	var at ends
	at.add(i)
	for k := range es {
		at = c.step(&es[k], at)
		if at == (ends{}) {
			break
		}
	}
	return at
}

// step moves a set of places over one element.
func (c *chart) step(e *elem, at ends) ends {
	var out ends
	at.each(func(i int) { out = out.or(c.elem(e, i)) })
	return out
}

// elem gives where an element can end that begins at i.
func (c *chart) elem(e *elem, i int) ends {
	var out ends
	switch {
	case e.slot:
		from := i + 1
		if e.opt {
			from = i
		}
		for j := from; j <= len(c.toks); j++ {
			out.add(j)
		}
		return out
	case e.star:
		out.add(i)
		for at := out; at != (ends{}); {
			var next ends
			at.each(func(j int) { next = next.or(c.once(e, j)) })
			for k := range next {
				next[k] &^= out[k]
			}
			out = out.or(next)
			at = next
		}
		return out
	}
	out = c.once(e, i)
	if e.opt {
		out.add(i)
	}
	return out
}

func (c *chart) once(e *elem, i int) ends {
	var out ends
	for k := range e.alts {
		out = out.or(c.alt(&e.alts[k], i))
	}
	return out
}

func (c *chart) alt(a *alt, i int) ends {
	var out ends
	switch a.what {
	case 'r':
		if a.rule != nil {
			return c.rule(a.rule, i)
		}
	case ':':
		if i < len(c.toks) && c.toks[i].before != "" {
			out.add(i)
		}
	case 'w':
		if i+len(a.words) > len(c.toks) {
			return out
		}
		for n, w := range a.words {
			if c.toks[i+n].low != w {
				return out
			}
		}
		out.add(i + len(a.words))
	case 'p':
		if i < len(c.toks) && c.toks[i].kind == kindWord && strings.HasPrefix(c.toks[i].low, a.name) {
			out.add(i + 1)
		}
	default:
		if a.name == "zone" {
			return c.zone(i)
		}
		if i < len(c.toks) && tokenIs(c.toks[i], a.name) {
			out.add(i + 1)
		}
	}
	return out
}

// zone matches the name of a place that has a time zone.
func (c *chart) zone(i int) ends {
	var out ends
	for n := min(maxName, len(c.toks)-i); n > 0; n-- {
		if c.at.named(c.toks[i:i+n]) != "" {
			out.add(i + n)
		}
	}
	return out
}

// deriveRule finds how a rule that fits from i to end does so, and keeps what
// it names.
func (c *chart) deriveRule(r *rule, i, end int, kept map[string]span) {
	for _, p := range r.prods {
		if c.seq(p, i).has(end) {
			c.deriveSeq(p, i, end, kept)
			return
		}
	}
}

func (c *chart) deriveSeq(es []elem, i, end int, kept map[string]span) {
	// reach[k] are the places from which es[k:] can still get to end.
	reach := make([]ends, len(es)+1)
	reach[len(es)].add(end)
	for k := len(es) - 1; k >= 0; k-- {
		for j := i; j <= end; j++ {
			if c.elem(&es[k], j).and(reach[k+1]) != (ends{}) {
				reach[k].add(j)
			}
		}
	}
	for k := range es {
		e := &es[k]
		fits := c.elem(e, i).and(reach[k+1])
		j := fits.last()
		if e.lazy() {
			j = fits.first()
		}
		if e.keep != "" && (j > i || e.slot) {
			kept[e.keep] = span{i, j}
		}
		if !e.slot && j > i {
			c.deriveElem(e, i, j, kept)
		}
		i = j
	}
}

// deriveElem keeps what the rules in an element name.
func (c *chart) deriveElem(e *elem, i, end int, kept map[string]span) {
	for i < end {
		var best *alt
		to := -1
		for k := range e.alts {
			a := &e.alts[k]
			if a.what == 'r' && a.rule == nil {
				continue
			}
			at := c.alt(a, i)
			j := end
			if e.star {
				for j = end; j > i && !(at.has(j) && (j == end || c.elem(e, j).has(end))); j-- {
				}
			} else if !at.has(end) {
				continue
			}
			if j > i && j > to {
				best, to = a, j
			}
		}
		if best == nil {
			return
		}
		if best.what == 'r' {
			c.deriveRule(best.rule, i, to, kept)
		}
		i = to
	}
}
