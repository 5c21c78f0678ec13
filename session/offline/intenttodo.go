package offline

import "strings"

// when reads the time expressions of v; rest is v without them.
func (p *parser) when(v []token) (m moment, rest []token) {
	if len(v) == 0 {
		return m, v
	}
	key := chartKey{&v[0], len(v)}
	got, ok := p.whens[key]
	if !ok {
		m = findMoment(v, p.now)
		got = timed{m, m.without(v)}
		p.whens[key] = got
	}
	return got.m, got.rest
}

// timed is a list of tokens with its time expressions taken out.
type timed struct {
	m    moment
	rest []token
}

// create understands requests that plainly ask for a new todo.
func (p *parser) create(v []token) action {
	if p.asks(v) {
		return action{}
	}
	if p.g.contains("todoverb", v) {
		if a := p.createAs("create", v); a.verb != doNone {
			return a
		}
	}
	if when, rest := p.when(v); !when.empty() && p.g.prefix("planverb", rest) > 0 {
		return p.createAs("createwhen", v)
	}
	return action{}
}

// need understands "I need to pay the rent": a todo where nothing else fits.
func (p *parser) need(v []token) action {
	m, rest := p.when(v)
	n := p.g.prefix("need", rest)
	if n == 0 {
		return action{}
	}
	// "I need to find the config" asks for a search.
	if inner := p.strip(trimTo(v[min(n, len(v)):])); len(m.found) == 0 {
		if len(inner) == 0 {
			return action{} // "I need to", and no more
		}
		if _, ok := p.g.whole("noneed", inner); ok {
			return action{} // "I need time"
		}
		for _, f := range []func([]token) action{p.time, p.list, p.read, p.search, p.update} {
			if a := f(inner); a.verb != doNone {
				return a
			}
		}
		if p.g.prefix("wish", rest) > 0 || p.g.prefix("noneed", inner) > 0 {
			return action{}
		}
	}
	if p.questioned() {
		return action{}
	}
	a := p.createAs("needt", v)
	if a.verb == doCreate && p.g.at.named(lex(a.title).toks) != "" {
		return action{} // "tomorrow I go to Beijing" tells where one will be
	}
	if len(m.found) == 0 && a.verb == doCreate && slight(a.title) {
		return action{} // "I must go" is no todo
	}
	return a
}

// slight says that a title is one verb alone, which may well be only said.
func slight(title string) bool {
	if scriptOf(title) == chinese {
		return len([]rune(title)) < 2 || strings.HasSuffix(title, "了")
	}
	return len(strings.Fields(title)) < 2
}

func trimTo(v []token) []token {
	if len(v) > 1 && v[0].low == "to" {
		return v[1:]
	}
	return v
}

func (p *parser) createAs(rule string, v []token) action {
	m, rest := p.when(v)
	if bare := p.strip(rest); rule == "create" && len(bare) > 0 {
		rest = bare // "tomorrow please remind me"
	}
	if n := p.g.suffix("duetail", rest); n > 0 && n < len(rest) && !m.empty() {
		rest = rest[:len(rest)-n] // "put it on my list, due tomorrow"
	}
	a := action{verb: doCreate}
	problem := p.dueOf(m, &a)
	if _, ok := p.g.whole("createno", rest); ok || len(rest) == 0 {
		if t := p.subject(); t != "" && len(rest) > 0 && (p.g.contains("nopron", rest) || p.mem != nil && p.mem.todo == nil && p.g.contains("nopron", rest) || p.searched) {
			a.title = bareTopic(t)
			return p.checkDue(a, problem)
		}
		return p.askCreate(a, "title", problem)
	}
	got, ok := p.g.whole(rule, rest)
	if !ok {
		return action{}
	}
	if rule == "create" && p.onlySaid(got, rest) {
		return action{verb: doRefuse, why: "world"}
	}
	if rule != "create" && p.notMeant(got.get("t"), rest) {
		return action{}
	}
	a.title = p.title(quotedFirst(got.get("t")))
	a.topic = a.title
	if a.title == "" {
		return p.askCreate(a, "title", problem)
	}
	return p.checkDue(a, problem)
}

// quotedFirst is a title that was put in quotes, without a clause after it.
func quotedFirst(t []token) []token {
	if len(t) > 1 && t[0].kind == kindQuote && strings.ContainsAny(t[1].before, ",;-") {
		return t[:1]
	}
	return t
}

func (p *parser) askCreate(a action, why string, pr problem) action {
	if pr != problemNone && pr != problemVague {
		a.due = nil
	}
	return action{verb: doAsk, why: why, wants: doCreate, known: &a}
}

func (p *parser) checkDue(a action, pr problem) action {
	if pr == problemNone {
		return a
	}
	a.due = nil
	return action{verb: doAsk, why: "when_" + string(pr), wants: doCreate, known: &a, topic: a.title}
}

// dueOf puts what m says into a.due.
func (p *parser) dueOf(m moment, a *action) problem {
	if m.empty() {
		return problemNone
	}
	t, pr := m.resolve(p.now)
	if pr == problemNone {
		a.due = &t
	}
	return pr
}

// title makes a todo's title of its tokens.
func (p *parser) title(toks []token) string {
	for len(toks) > 1 {
		n := max(p.g.prefix("tolink", toks), p.g.prefix("lead", toks))
		if n == 0 || n == len(toks) {
			break
		}
		toks = toks[n:]
	}
	for len(toks) > 1 {
		n := p.g.suffix("titleend", toks)
		if n == 0 || n == len(toks) {
			break
		}
		toks = toks[:len(toks)-n]
	}
	if len(toks) > 1 && oneOf(toks[0].low, "его ее их это") && infinitive(toks[1].low) {
		toks = append([]token{toks[1], toks[0]}, toks[2:]...)
	}
	if n := len(toks); n > 1 && oneOf(toks[n-1].low, "is are") {
		toks = toks[:n-1] // "the dentist is on thursday"
	}
	topic := p.subject()
	var b strings.Builder
	for i, t := range toks {
		piece := p.t.s[t.start:t.end]
		if t.kind == kindQuote && len(toks) == 1 {
			piece = t.raw
		}
		if topic != "" && p.refers(toks, i) {
			piece = inPlace(topic, toks, i)
		}
		if i > 0 {
			gap := p.between(toks[i-1], t)
			if gap == "" && topic != "" && p.refers(toks, i) && scriptOf(topic) != chinese {
				gap = " "
			}
			b.WriteString(gap)
		}
		b.WriteString(piece)
	}
	return strings.Trim(b.String(), " ,:;-.!?\n\t")
}

// infinitive says that a Russian word is a verb in its first form.
func infinitive(low string) bool {
	for _, end := range []string{"ть", "ти", "чь", "ться"} {
		if strings.HasSuffix(low, end) && len(low) > len(end)+2 {
			return true
		}
	}
	return false
}

// inPlace is the topic as it stands for the pronoun at i.
func inPlace(topic string, toks []token, i int) string {
	if scriptOf(toks[i].raw) != english {
		return bareTopic(topic)
	}
	return topic
}

// refers says whether the token at i stands for what was spoken of.
func (p *parser) refers(toks []token, i int) bool {
	low, last := toks[i].low, i == len(toks)-1
	switch {
	case oneOf(low, "it them 它"):
		return true
	case oneOf(low, "him her this that these those его ее их это этим этом него нее ним ней"):
		return last || oneOf(toks[i+1].low, "to in on by and до на в к с и по")
	}
	return false
}

// update understands requests to change a todo that is named.
func (p *parser) update(v []token) action {
	if p.g.prefix("todoverb2", v) > 0 || p.asks(v) {
		return action{}
	}
	for _, k := range []struct{ rule, status string }{{"updr", ""}, {"updx", "cancelled"}, {"updo", "open"}, {"upd", "done"}, {"donesaid", "done"}} {
		m, ok := p.g.whole(k.rule, v)
		if !ok {
			continue
		}
		a := action{verb: doUpdate, status: k.status}
		if k.rule == "updr" {
			a.newTitle = p.raw(m.get("w"))
			if m.has("q2") {
				a.newTitle = m.get("q2")[0].raw
			}
		}
		if p.target(m, &a) {
			return a
		}
	}
	for _, f := range []func([]token) action{p.shifts, p.moves, p.loosely, p.said} {
		if a := f(v); a.verb != doNone {
			return a
		}
	}
	return action{}
}

// moves understands "move the report to friday".
func (p *parser) moves(v []token) action {
	if len(v) > 1 && v[0].low == "make" && oneOf(v[1].low, "a an another me") {
		return action{} // what is made is new
	}
	when, rest := p.when(v)
	m, ok := p.g.whole("updm", rest)
	if !ok {
		return action{}
	}
	a := action{verb: doUpdate}
	if !p.target(m, &a) {
		return action{}
	}
	if when.empty() {
		if v[0].low != "make" && (p.g.contains("todo", v) || m.has("q")) {
			return action{verb: doAsk, why: "when_vague", wants: doUpdate, known: &a}
		}
		return action{}
	}
	pr := p.dueOf(when, &a)
	if pr != problemNone {
		a.due = nil
		return action{verb: doAsk, why: "when_" + string(pr), wants: doUpdate, known: &a}
	}
	return a
}

// target finds which todo a match is about; false for what can't be one.
func (p *parser) target(m match, a *action) bool {
	if m.has("q") {
		a.text = m.get("q")[0].raw
		a.topic = a.text
		return kindOf(a.text) != kindPath || p.g.contains("todo", m.toks)
	}
	t := m.get("t")
	if p.g.contains("yours", m.toks) && !p.g.contains("todo", m.toks) {
		return false // vise has no todos of its own
	}
	for _, x := range t {
		if x.kind == kindQuote {
			t = []token{x}
			break
		}
	}
	if n := p.g.suffix("targetend", t); n > 0 && n < len(t) {
		t = t[:len(t)-n]
	}
	ord, ok := p.g.whole("ord", t)
	if ok || len(t) == 1 && t[0].kind == kindNum {
		a.pick = ordinal(ord)
		if !ok {
			a.pick = atoi(t)
		}
		if p.mem != nil {
			if item, ok := pickTodo(p.mem.todos, a.pick); ok {
				a.id, a.text, a.from, a.pick = item.ID, item.Title, item.DueAt, 0
			}
		}
		return true
	}
	for len(t) > 1 {
		n := max(p.g.prefix("det", t), p.g.prefix("donextra", t), p.g.prefix("aboutlead", t))
		if n == 0 || n >= len(t) {
			break
		}
		t = t[n:]
	}
	if len(t) == 0 {
		return false
	}
	if (t[0].kind == kindPath || t[0].kind == kindGlob || p.g.contains("filenoun", t)) && !p.g.contains("todo", m.toks) {
		return false
	}
	if p.g.prefix("qword", t) > 0 || p.g.prefix("lshow", t) > 0 && len(t) == 1 {
		return false
	}
	if _, ok := p.g.whole("detonly", t); ok {
		return false
	}
	if p.g.contains("alltodos", t) && len(t) <= 2 {
		return false
	}
	a.text = p.raw(t)
	a.topic = a.text
	return a.text != ""
}

func ordinal(m match) int {
	toks := m.get("i")
	if len(toks) == 0 {
		return 0
	}
	if n := ordinalWord(toks[0].low); n != 0 {
		return n
	}
	if len(toks) > 1 && toks[0].low == "最" {
		return -1
	}
	return atoi(toks)
}
