package offline

import "time"

// list understands requests for todos.
func (p *parser) list(v []token) action {
	for _, no := range []string{"remindbare", "listno"} {
		if _, ok := p.g.whole(no, v); ok {
			return action{}
		}
	}
	if p.g.prefix("sverb", v) > 0 && marked(v) {
		return action{} // the mark in the code
	}
	if m, ok := p.g.whole("whenq", v); ok {
		if t := m.get("t"); !oneOf(t[0].low, "next last first birthday 生 下 день следующий следующая") {
			return p.listAction(m, v)
		}
		return action{}
	}
	if m, ok := p.g.whole("listq", v); ok && !p.onlyWhen(m.get("t")) {
		if a := p.listAction(m, v); a.verb != doNone {
			return a
		}
	}
	when, rest := p.when(v)
	if when.empty() || len(rest) == 0 || when.clocks > 0 || p.g.contains("todoverb2", v) && p.g.prefix("remindwhat", v) == 0 {
		return action{}
	}
	m, ok := p.g.whole("listq", rest)
	if _, day := p.g.whole("listday", rest); !ok && !day {
		return action{}
	}
	a := p.listAction(m, rest)
	if a.verb == doList && a.dueSet == "" {
		p.listDay(when, &a)
	}
	return a
}

// onlyWhen says that words are a time and nothing else: "due on friday".
func (p *parser) onlyWhen(t []token) bool {
	m, rest := p.when(t)
	return len(t) > 0 && len(rest) == 0 && !m.empty()
}

// listDay narrows a list to a day or a week that the tool has no word for.
func (p *parser) listDay(m moment, a *action) {
	day := m.calendar(p.now)
	if m.hasAhead || day == nil {
		return
	}
	t := day.next(p.now)
	a.on, a.onWeek = &t, m.week > 0 && m.weekday == nil
	a.dueSet = "any"
	if !a.onWeek && t.Sub(p.now) < 6*24*time.Hour && t.After(p.now) {
		a.dueSet = "week"
	}
	if sameDay(t, p.now) {
		a.dueSet = "today"
	}
}

// marked reports a mark that stands in code.
func marked(v []token) bool {
	for _, x := range v {
		if x.raw == "TODO" || x.raw == "TODOs" || x.raw == "FIXME" {
			return true
		}
	}
	return false
}

// doneSince turns "what did I finish this week" into when it was done: the
// tool's due is another thing.
func (p *parser) doneSince(a *action) {
	today := time.Date(p.now.Year(), p.now.Month(), p.now.Day(), 0, 0, 0, 0, p.now.Location())
	monday := today.AddDate(0, 0, -(int(today.Weekday())+6)%7)
	var since, until time.Time
	switch {
	case p.g.contains("yesterday", p.t.toks):
		since, until = today.AddDate(0, 0, -1), today
	case p.g.contains("lastweek", p.t.toks):
		since, until = monday.AddDate(0, 0, -7), monday
	case a.dueSet == "today":
		since, until = today, today.AddDate(0, 0, 1)
	case a.dueSet == "week":
		since, until = monday, monday.AddDate(0, 0, 7)
	default:
		return
	}
	a.since, a.until, a.dueSet = &since, &until, ""
}

func (p *parser) listAction(m match, v []token) action {
	a := action{verb: doList}
	for _, s := range []struct{ key, status string }{{"so", "open"}, {"sd", "done"}, {"sc", "cancelled"}, {"sa", "all"}} {
		if m.has(s.key) && a.status == "" {
			a.status = s.status
		}
	}
	for _, d := range []struct{ key, due string }{{"do", "overdue"}, {"dt", "today"}, {"dw", "week"}, {"dn", "none"}, {"da", "any"}} {
		if m.has(d.key) && a.dueSet == "" {
			a.dueSet = d.due
		}
	}
	if (a.status == "" || a.status == "all") && p.g.contains("donepast", v) {
		a.status = "done"
	}
	if a.status == "done" && p.g.contains("donepast", v) {
		p.doneSince(&a)
	}
	if a.status == "all" && a.dueSet != "" {
		a.status = ""
	}
	t := m.get("t")
	if m.has("q") {
		t = m.get("q")
	}
	if len(t) > 0 {
		if marked(v) {
			return action{}
		}
		t = p.core(t)
		if n := p.g.suffix("textend", t); n > 0 && n < len(t) {
			t = t[:len(t)-n]
		}
		a.text = p.raw(t)
		a.topic = a.text
	}
	return a
}
