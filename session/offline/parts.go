package offline

import "strings"

// sentences parts tokens where a sentence ends.
func sentences(toks []token) [][]token {
	var out [][]token
	from := 0
	for i := 1; i < len(toks); i++ {
		if strings.ContainsAny(toks[i].before, ".!?;\n…") {
			out = append(out, toks[from:i])
			from = i
		}
	}
	return append(out, toks[from:])
}

// sentence understands one sentence: as a whole, or as parts joined by "and".
func (p *parser) sentence(toks []token) []action {
	if parts := p.parts(toks); parts != nil {
		return parts
	}
	a := p.part(toks)
	p.learn(a)
	return []action{a}
}

func (p *parser) learn(a action) {
	if a.topic != "" {
		p.topic, p.topicOf = a.topic, a.verb
	}
	p.before = a.verb
	p.searched = p.searched || a.verb == doSearch
}

// maxTries bounds the places that are tried to part a request: each tries the
// rest of it again.
const maxTries = 24

// parts splits a sentence at a connector where both sides stand on their own.
func (p *parser) parts(toks []token) []action {
	if m, ok := p.g.whole("timetwo", p.strip(toks)); ok {
		var both []action
		for _, z := range []string{"p", "p2"} {
			both = append(both, action{verb: doTime, zone: p.g.at.named(m.get(z)), place: p.raw(m.get(z))})
		}
		return both
	}
	for i := 1; i < len(toks)-1; i++ {
		skip, strong := p.connector(toks, i)
		if skip < 0 {
			continue
		}
		left, right := toks[:i], toks[i+skip:]
		if len(right) == 0 {
			continue
		}
		if _, rest := p.when(p.strip(right)); len(rest) == 0 || len(rest) != len(p.strip(right)) && p.isDue(rest) {
			continue // "buy stamps, due tomorrow" is one
		}
		if p.tries++; p.tries > maxTries {
			return nil
		}
		saved, savedOf, searched, before := p.topic, p.topicOf, p.searched, p.before
		a := p.part(left)
		if !a.calls() && a.verb != doAsk || a.why == "confirm" || a.verb == doCreate && p.onlyRemind(right) {
			continue
		}
		p.learn(a)
		rest := p.sentence(right)
		if p.splits(a, rest[0], strong) {
			return append([]action{a}, rest...)
		}
		p.topic, p.topicOf, p.searched, p.before = saved, savedOf, searched, before
	}
	return nil
}

func (p *parser) isDue(rest []token) bool {
	_, ok := p.g.whole("duetail", rest)
	return ok
}

// onlyRemind says that words ask to be reminded, and of nothing new: "at 10,
// remind me" goes with what was said before.
func (p *parser) onlyRemind(v []token) bool {
	_, rest := p.when(p.strip(v))
	_, ok := p.g.whole("remindx", rest)
	return ok
}

// connector reports a place between two parts at i: how many tokens to skip
// (-1 where there is none) and whether only a command can follow it.
func (p *parser) connector(toks []token, i int) (skip int, strong bool) {
	comma := strings.ContainsAny(toks[i].before, ",;&+")
	if n := p.g.prefix("then", toks[i:]); n > 0 {
		return n, true
	}
	if n := p.g.prefix("and", toks[i:]); n > 0 {
		return n, comma
	}
	if comma && p.g.prefix("relative", toks[i:]) == 0 {
		return 0, false
	}
	return -1, false
}

// splits decides whether two sides are two parts.
func (p *parser) splits(a, b action, strong bool) bool {
	switch {
	case b.verb == doChat:
		return a.calls()
	case b.verb == doRefuse:
		return a.calls() && a.verb != doCreate && definite(b.why) && b.why != "howto"
	case !b.calls() && !(b.verb == doAsk && b.why != "which" && b.why != "confirm"):
		return false
	case a.verb == doCreate && !strong:
		return !b.bare && !(b.verb == doAsk && b.wants != doCreate)
	}
	return true
}
