package offline

// shifts understands "postpone the report by a week": how far from where it
// stands, which only the list knows.
func (p *parser) shifts(v []token) action {
	m, ok := p.g.whole("updrel", v)
	if !ok {
		return action{}
	}
	by, ok := distanceOf(m.get("d"))
	for t, d := m.kept["t"], m.kept["d"]; !ok; t.to, d.from = t.to+1, d.from+1 {
		if t.to != d.from || d.from+1 >= d.to {
			return action{} // only side by side can one give a word to the other
		}
		by, ok = distanceOf(m.toks[d.from+1 : d.to])
		m.kept["t"] = span{t.from, t.to + 1}
	}
	if m.has("neg") && m.get("neg")[0].low != "forward" || p.g.prefix("earlyverb", v) > 0 || p.g.contains("earlyverb", v) {
		by = ahead{-by.months, -by.days, -by.d}
	}
	a := action{verb: doUpdate, shift: &by}
	if _, it := p.g.whole("it", m.get("t")); it {
		return p.onTodo(a, match{})
	}
	if !p.target(m, &a) {
		return action{}
	}
	if toks := lex(a.text).toks; len(toks) > 8 || p.isPronoun(toks) {
		return action{}
	}
	p.known(&a)
	return a
}

// distanceOf reads a length of time that is all of toks.
func distanceOf(toks []token) (ahead, bool) {
	s := whenScan{toks: toks}
	by, n := s.amount(0)
	return by, n > 0 && n == len(toks)
}

// known points an update at the one todo of an earlier turn that its words
// name. A list that was too long to be kept is asked for again.
func (p *parser) known(a *action) bool {
	if p.mem == nil || a.text == "" {
		return false
	}
	if p.mem.last == doList && p.mem.folded {
		return true
	}
	list := p.mem.todos
	if p.mem.todo != nil {
		list = append([]todoItem{*p.mem.todo}, list...)
	}
	found := matchTodos(list, a.text)
	for _, t := range found {
		if t.ID != found[0].ID {
			return false
		}
	}
	if len(found) == 0 {
		return false
	}
	a.id, a.text, a.from = found[0].ID, found[0].Title, found[0].DueAt
	a.topic = a.text
	return true
}

// loosely understands a change that doesn't say it is of a todo: "cancel the
// dentist thing", or of one that was told of, or of something to be done.
func (p *parser) loosely(v []token) action {
	for _, k := range []struct {
		rule, status string
		sure         bool
	}{{"updloose", "cancelled", true}, {"updverb", "cancelled", false}, {"doneverb", "done", false}} {
		m, ok := p.g.whole(k.rule, v)
		if !ok {
			continue
		}
		a := action{verb: doUpdate, status: k.status}
		if !p.target(m, &a) {
			continue
		}
		if p.known(&a) || k.sure || p.g.prefix("errand", m.get("t")) > 0 && len(m.get("t")) > 1 {
			return a
		}
	}
	return action{}
}

// said understands "I bought the milk" where such a todo was told of just
// before.
func (p *parser) said(v []token) action {
	m, ok := p.g.whole("saiddone", v)
	if !ok || p.mem == nil {
		return action{}
	}
	a := action{verb: doUpdate, status: "done"}
	if !p.target(m, &a) || !p.known(&a) {
		return action{}
	}
	return a
}
