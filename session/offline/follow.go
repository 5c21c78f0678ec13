package offline

import "strings"

// follow understands requests that lean on what was said before: "mark it
// done", "and in Berlin?", "read the first one".
func (p *parser) follow(v []token) action {
	for _, f := range []func([]token) action{p.followTodo, p.followCreate, p.followHit, p.followTime, p.followList} {
		if a := f(v); a.verb != doNone {
			return a
		}
	}
	return action{}
}

func (p *parser) followTodo(v []token) action {
	if a := p.followWhen(v); a.verb != doNone {
		return a
	}
	if _, ok := p.g.whole("undo", v); ok {
		return p.onTodo(action{verb: doUpdate, undo: true}, match{})
	}
	for _, k := range []struct{ rule, status string }{{"itupd", "done"}, {"itcancel", "cancelled"}, {"itopen", "open"}} {
		if m, ok := p.g.whole(k.rule, v); ok {
			return p.onTodo(action{verb: doUpdate, status: k.status}, m)
		}
	}
	when, rest := p.when(v)
	if when.empty() {
		return action{}
	}
	m, ok := p.g.whole("itmove", rest)
	if !ok {
		return action{}
	}
	a := action{verb: doUpdate}
	if pr := p.dueOf(when, &a); pr != problemNone {
		return action{verb: doAsk, why: "when_" + string(pr), wants: doUpdate, known: &a}
	}
	return p.onTodo(a, m)
}

// followWhen understands a time alone after a todo was made or changed: it is
// when that one is due. An hour alone keeps the day, a day alone the hour.
func (p *parser) followWhen(v []token) action {
	if p.mem == nil || p.mem.todo == nil || p.topic != "" || p.mem.last != doCreate && p.mem.last != doUpdate || strings.Contains(p.t.tail, "?") {
		return action{}
	}
	when, rest := p.when(v)
	if _, ok := p.g.whole("andonly", rest); when.empty() || !ok && len(rest) > 0 {
		return action{}
	}
	if old := p.mem.todo.DueAt; old != nil && !when.hasAhead {
		old := old.In(p.now.Location())
		switch {
		case when.clock != nil && when.calendar(p.now) == nil:
			when.day = dateOf(old)
		case when.clock == nil && when.part == 0 && when.calendar(p.now) != nil:
			when.clock = &clock{h: old.Hour(), min: old.Minute(), sure: true}
		}
	}
	a := action{verb: doUpdate}
	if pr := p.dueOf(when, &a); pr != problemNone {
		a.id, a.text = p.mem.todo.ID, p.mem.todo.Title
		return action{verb: doAsk, why: "when_" + string(pr), wants: doUpdate, known: &a}
	}
	return p.onTodo(a, match{})
}

// onTodo points an update at a todo of an earlier turn.
func (p *parser) onTodo(a action, m match) action {
	if m.has("i") {
		a.pick = ordinal(m)
		if p.mem != nil && len(p.mem.todos) > 0 {
			if t, ok := pickTodo(p.mem.todos, a.pick); ok {
				a.id, a.text, a.from, a.pick = t.ID, t.Title, t.DueAt, 0
				return a
			}
			return action{verb: doAsk, why: "which", wants: doUpdate, known: &a}
		}
		return a
	}
	switch {
	case p.mem != nil && p.mem.todo != nil:
		a.id, a.text, a.from = p.mem.todo.ID, p.mem.todo.Title, p.mem.todo.DueAt
	case p.mem != nil && len(p.mem.todos) == 1:
		a.id, a.text, a.from = p.mem.todos[0].ID, p.mem.todos[0].Title, p.mem.todos[0].DueAt
	default:
		return action{verb: doAsk, why: "which", wants: doUpdate, known: &a}
	}
	a.topic = a.text
	return a
}

func pickTodo(ts []todoItem, n int) (todoItem, bool) {
	if n < 0 {
		n = len(ts)
	}
	if n < 1 || n > len(ts) {
		return todoItem{}, false
	}
	return ts[n-1], true
}

// followCreate understands "and remind me about it".
func (p *parser) followCreate(v []token) action {
	when, rest := p.when(v)
	if _, ok := p.g.whole("itremind", rest); !ok || p.subject() == "" {
		return action{}
	}
	if !p.g.contains("nopron", rest) && p.topic == "" && !(p.mem != nil && p.mem.last == doSearch) {
		return action{}
	}
	a := action{verb: doCreate, title: bareTopic(p.subject()), topic: p.subject()}
	return p.checkDue(a, p.dueOf(when, &a))
}

// followHit understands "read the first one", "go on".
func (p *parser) followHit(v []token) action {
	if p.searched {
		if m, ok := p.g.whole("readhit", v); ok {
			return action{verb: doRead, ofSearch: true, found: ordinal(m), explain: p.g.prefix("xverb", v) > 0}
		}
	}
	if p.mem == nil {
		return action{}
	}
	_, more := p.g.whole("readmore", v)
	if more && p.mem.last == doSearch && p.mem.search != nil {
		return *p.mem.search
	}
	if more && p.mem.last == doSearch && len(p.mem.hits) > 0 {
		return action{verb: doChat, why: "nomorehits"}
	}
	if more && p.mem.last == doRead && p.mem.path != "" {
		if p.mem.next > 0 {
			return action{verb: doRead, path: p.mem.path, start: p.mem.next, topic: p.mem.path}
		}
		return action{verb: doChat, why: "nomore"}
	}
	m, ok := p.g.whole("readhit", v)
	if !ok {
		return action{}
	}
	n := 1
	if m.has("i") {
		n = ordinal(m)
	}
	if p.mem.last == doRead && p.mem.path != "" && !m.has("i") {
		return action{verb: doRead, path: p.mem.path, topic: p.mem.path, explain: p.g.prefix("xverb", v) > 0}
	}
	if n < 0 {
		n = len(p.mem.hits)
	}
	if n < 1 || n > len(p.mem.hits) {
		return action{verb: doAsk, why: "path", wants: doRead, known: &action{verb: doRead}}
	}
	path, line := cutLine(p.mem.hits[n-1].Name)
	a := action{verb: doRead, path: path, topic: path, explain: p.g.prefix("xverb", v) > 0}
	if line > 10 {
		a.start = line - 10
	}
	return a
}

func (p *parser) followTime(v []token) action {
	rule := "timemore"
	if p.before == doTime {
		rule = "zoneonly" // the time in London and Tokyo
	} else if p.mem == nil || p.mem.last != doTime {
		return action{}
	}
	m, ok := p.g.whole(rule, v)
	if !ok {
		return action{}
	}
	z := m.get("p")
	return action{verb: doTime, zone: p.g.at.named(z), place: p.raw(z)}
}

func (p *parser) followList(v []token) action {
	if p.mem == nil || p.mem.last != doList {
		return action{}
	}
	if m, ok := p.g.whole("listmore", v); ok {
		if a := p.listAction(m, v); a.dueSet != "" || a.status != "" {
			return a
		}
	}
	when, rest := p.when(v)
	if when.empty() || when.clocks > 0 {
		return action{}
	}
	if _, ok := p.g.whole("andonly", rest); ok || len(rest) == 0 {
		a := action{verb: doList}
		p.listDay(when, &a)
		if a.dueSet != "" {
			return a
		}
	}
	return action{}
}

// completes understands the answer to a question that was asked back.
func (p *parser) completes(toks []token) (action, bool) {
	if p.mem == nil || p.mem.pending == nil || p.mem.pending.known == nil {
		return action{}, false
	}
	ask, v := p.mem.pending, p.strip(toks)
	if _, ok := p.g.whole("neg", toks); ok {
		return action{}, false
	}
	if _, ok := p.g.whole("nevermind", toks); ok {
		return action{verb: doChat, why: "nevermind"}, true
	}
	a := *ask.known
	switch {
	case ask.why == "confirm":
		_, yes := p.g.whole("yes", toks)
		return a, yes
	case ask.why == "which":
		return p.whichTodo(a, v)
	case p.starts(v):
		return action{}, false
	case ask.why == "title":
		return p.giveTitle(a, v)
	case strings.HasPrefix(ask.why, "when_"):
		when, rest := p.when(v)
		if when.empty() {
			if _, no := p.g.whole("nodate", v); no && a.verb == doCreate {
				return a, true
			}
			return action{}, false
		}
		if _, ok := p.g.whole("andonly", rest); !ok && len(rest) > 0 {
			return action{}, false
		}
		pr := p.dueOf(when, &a)
		if pr != problemNone {
			again := *ask
			again.why = "when_" + string(pr)
			return again, true
		}
		return a, true
	case ask.why == "query":
		if q := p.core(v); len(q) > 0 && len(q) <= 8 {
			a.query = p.raw(q)
			a.topic = a.query
			return a, true
		}
	case ask.why == "path":
		for _, t := range v {
			if tokenIs(t, "path") {
				a.path, a.topic = t.raw, t.raw
				return a, true
			}
		}
	case ask.why == "place":
		for i := range v {
			if z, n := p.g.at.zone(v, i); n > 0 {
				return action{verb: doTime, zone: z, place: p.raw(v[i : i+n])}, true
			}
		}
	}
	return action{}, false
}

// starts says that v is a request of its own and no answer.
func (p *parser) starts(v []token) bool {
	saved := p.mem
	p.mem = &memory{}
	defer func() { p.mem = saved }()
	a := p.intents(v)
	return a.calls() && !a.bare || p.g.prefix("no_howto", v) > 0 || p.g.prefix("no_translate", v) > 0
}

func (p *parser) giveTitle(a action, v []token) (action, bool) {
	if strings.Contains(p.t.tail, "?") || len(v) == 0 {
		return action{}, false
	}
	when, rest := p.when(v)
	if len(rest) == 0 {
		pr := p.dueOf(when, &a)
		return p.askCreate(a, "title", pr), true
	}
	pr := problemNone
	if !when.empty() {
		pr = p.dueOf(when, &a)
	}
	a.title = p.title(rest)
	a.topic = a.title
	if a.title == "" {
		return action{}, false
	}
	return p.checkDue(a, pr), true
}

// whichTodo reads which of several todos was meant.
func (p *parser) whichTodo(a action, v []token) (action, bool) {
	list := p.mem.todos
	if one := matchTodos(list, a.text); a.shift != nil && len(one) == 1 {
		when, rest := p.when(v)
		moved := action{verb: doUpdate, id: one[0].ID, text: one[0].Title}
		if pr := p.dueOf(when, &moved); len(rest) == 0 && !when.empty() && pr == problemNone {
			return moved, true
		}
	}
	if m, ok := p.g.whole("ord", v); ok {
		if t, ok := pickTodo(list, ordinal(m)); ok {
			a.id, a.text, a.from = t.ID, t.Title, t.DueAt
			return a, true
		}
	}
	if len(v) == 1 && v[0].kind == kindNum {
		if t, ok := pickTodo(list, atoi(v)); ok {
			a.id, a.text, a.from = t.ID, t.Title, t.DueAt
			return a, true
		}
	}
	if p.starts(v) {
		return action{}, false
	}
	text := p.raw(p.core(v))
	if found := matchTodos(list, text); len(found) == 1 {
		a.id, a.text, a.from = found[0].ID, found[0].Title, found[0].DueAt
		return a, true
	}
	if len(list) == 0 && text != "" && len(v) <= 10 {
		a.text = text
		return a, true
	}
	return action{}, false
}
