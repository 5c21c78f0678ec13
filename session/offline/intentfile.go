package offline

import (
	"strconv"
	"strings"
)

func atoi(toks []token) int {
	if len(toks) == 0 {
		return 0
	}
	n, k := number(toks, 0)
	if k == 0 {
		n, _ = strconv.Atoi(toks[0].raw)
	}
	return n
}

// read understands requests for a file or a folder.
func (p *parser) read(v []token) action {
	if m, ok := p.g.whole("read", v); ok {
		return p.readAction(m, v)
	}
	if n := p.g.prefix("xverb", v); n > 0 && n < len(v) { // "explain what main.go does"
		if m, ok := p.g.whole("read", v[n:]); ok {
			return p.readAction(m, v)
		}
	}
	if paths := p.paths(v); len(paths) > 1 {
		return action{verb: doRead, path: paths[0], topic: paths[0], also: paths[1:]}
	}
	if m, ok := p.g.whole("folder", v); ok {
		if p.g.contains("world", v) {
			return action{}
		}
		dir := "."
		if d := m.get("d"); d != nil {
			if _, here := p.g.whole("hereq", d); !here && !p.ruHere(d) {
				dir = p.raw(d)
			}
		}
		return action{verb: doRead, path: dir, topic: dir}
	}
	if len(v) == 2 && oneOf(v[0].low, "read cat ls") && p.unknownLatin(v[1]) {
		return action{verb: doRead, path: v[1].raw, topic: v[1].raw}
	}
	if _, ok := p.g.whole("readno", v); ok {
		if p.searched {
			return action{verb: doRead, ofSearch: true}
		}
		return action{verb: doAsk, why: "path", wants: doRead, known: &action{verb: doRead}}
	}
	return action{}
}

// unknownLatin says that a word can only be a name: the grammar has no use for
// it.
func (p *parser) unknownLatin(t token) bool {
	return tokenIs(t, "latin") && !p.g.vocab[t.low] && !p.isDue([]token{t})
}

func (p *parser) ruHere(d []token) bool {
	_, ok := p.g.whole("ruhere", d)
	return ok
}

func (p *parser) readAction(m match, v []token) action {
	path, line := cutLine(m.get("p")[0].raw)
	a := action{verb: doRead, path: path, topic: path, start: line}
	if line > 0 {
		a.start = max(1, line-10)
	}
	from, to, n := atoi(m.get("a")), atoi(m.get("b")), atoi(m.get("n"))
	switch {
	case from > 0:
		a.start = from
		if to >= from {
			a.lines = to - from + 1
		} else if oneLineOnly(v, m.kept["a"]) {
			a.lines = 1
		}
	case n > 0 && !m.has("tail"):
		a.lines = n
	}
	a.explain = p.g.prefix("xverb", v) > 0 || m.has("tail")
	return a
}

// oneLineOnly says that the number at s is of a line alone, and not of the
// first of more: line 8, 第8行, but not from line 8 on.
func oneLineOnly(v []token, s span) bool {
	around := func(i int) string {
		if i < 0 || i >= len(v) {
			return ""
		}
		return v[i].low
	}
	i := s.from - 1
	if oneOf(around(i), "number no номер") {
		i--
	}
	if !oneOf(around(i), "line row строку строка строке 第") {
		return false
	}
	return !oneOf(around(i-1), "from starting at с со 从") && !oneOf(around(s.to), "on onward onwards and до to through") && !oneOf(around(s.to+1), "开 起 往 以 到 至 on")
}

// paths gives the files of "read a.go and b.go".
func (p *parser) paths(v []token) []string {
	n := p.g.prefix("rverb", v)
	if n == 0 {
		n = p.g.prefix("xverb", v)
	}
	if n == 0 {
		return nil
	}
	var out []string
	for _, t := range v[n:] {
		switch {
		case tokenIs(t, "path"):
			out = append(out, t.raw)
		case oneOf(t.low, "and & both then и also files file 和 与 跟 the me оба файлы"):
		default:
			return nil
		}
	}
	return out
}

// search understands requests to look for something.
func (p *parser) search(v []token) action {
	if n := p.g.prefix("sverb", v); n == len(v) && n > 0 {
		return action{verb: doAsk, why: "query", wants: doSearch, known: &action{verb: doSearch}}
	}
	if _, ok := p.g.whole("searchsaid", v); ok {
		return action{}
	}
	if m, ok := p.g.whole("listfiles", v); ok {
		a := action{verb: doSearch}
		p.place(m, &a)
		if a.glob != "" {
			a.query = strings.TrimLeft(a.glob, "*")
			a.topic = a.query
			return a
		}
	}
	if a, ok := p.shell(v); ok {
		return a
	}
	for _, name := range []string{"search", "searchany", "searchcode"} {
		m, ok := p.g.whole(name, v)
		if !ok {
			continue
		}
		if oneOf(v[0].low, "поиск search") && p.predicate(m.get("q")) {
			continue // "search is slow"
		}
		if name == "searchany" && len(m.get("q")) > 1 && p.g.contains("copula", m.get("q")[1:]) && m.get("q")[0].kind == kindWord {
			continue // "search engines are cool"
		}
		if a := p.searchAction(m, v, name == "searchcode" || m.has("nc")); a.verb != doNone {
			return a
		}
	}
	return action{}
}

// shell understands a search as it is typed into a shell: grep -i timeout
// config.
func (p *parser) shell(v []token) (action, bool) {
	if !oneOf(v[0].low, "grep rg ag ripgrep") {
		return action{}, false
	}
	i := 1
	for i < len(v)-1 && strings.HasSuffix(v[i].before, "-") && !strings.Contains(v[i].before, ",") {
		i++
	}
	if i == 1 || len(v)-i > 2 {
		return action{}, false
	}
	a := action{verb: doSearch, query: v[i].raw, topic: v[i].raw}
	if len(v)-i == 2 {
		switch t := v[i+1]; {
		case tokenIs(t, "glob") || tokenIs(t, "path") && !tokenIs(t, "dir"):
			a.glob = t.raw
		default:
			a.root = strings.TrimSuffix(t.raw, "/")
		}
	}
	return a, true
}

func (p *parser) searchAction(m match, v []token, needCode bool) action {
	q := m.get("q")
	if len(q) == 0 {
		return action{}
	}
	a := action{verb: doSearch, max: atoi(m.get("n"))}
	local := p.place(m, &a)
	if n := m.kept["n"]; a.max >= 100 && n.to == m.kept["q"].from {
		q, a.max = m.toks[n.from:m.kept["q"].to], 0 // "500 errors" are of one kind
	}
	q = p.core(q)
	if len(q) == 0 {
		return action{verb: doAsk, why: "query", wants: doSearch, known: &a}
	}
	if oneOf(q[0].low, "do does did can could should would 是") && q[0].kind == kindWord {
		return action{} // a question that wasn't understood
	}
	code := false
	for _, t := range q {
		code = code || tokenIs(t, "code")
	}
	if needCode && !code && !local && !p.codey(q) && !p.named(q) {
		return action{}
	}
	if !code && !local && (oneOf(q[0].low, "谁") || p.worldly(m, q)) {
		return action{}
	}
	if a.max > 50 {
		a.max = 50
	}
	a.query = singular(p.raw(q))
	a.topic = a.query
	if i := m.kept["q"].from; i > 0 && v[i-1].low == "the" {
		a.topic = "the " + a.query
	}
	if p.isPronoun(q) {
		t := p.subject()
		if t == "" {
			return action{verb: doAsk, why: "query", wants: doSearch, known: &a}
		}
		if p.topicOf == doCreate || p.topicOf == doNone && p.mem != nil && p.mem.last == doCreate {
			t = object(t)
		}
		a.query, a.topic = bareTopic(t), t
		return a
	}
	a.bare = !code && !local && !m.has("n")
	return a
}

// object is what a todo's title is about, without what is to be done to it:
// the timeout of "raise the timeout".
func object(title string) string {
	toks := lex(title).toks
	for _, t := range toks {
		if tokenIs(t, "code") {
			return t.raw
		}
	}
	if len(toks) < 2 || scriptOf(title) == chinese {
		return title
	}
	return strings.TrimSpace(normalise(title)[toks[1].start:])
}

// singular takes the s off marks such as TODOs, which stand in files without.
func singular(q string) string {
	head, ok := strings.CutSuffix(q, "s")
	if ok && len(head) > 2 && head == strings.ToUpper(head) && !strings.ContainsFunc(head, func(r rune) bool { return r < 'A' || r > 'Z' }) {
		return head
	}
	return q
}

// named says that one word is a name, and not of a place: Alice.
func (p *parser) named(q []token) bool {
	for _, t := range q {
		if !likeCode(t) {
			return false
		}
	}
	return len(q) == 1 && p.g.at.named(q) == ""
}

func (p *parser) codey(q []token) bool { return p.g.contains("codey", q) }

// worldly says that what is looked for isn't in files.
func (p *parser) worldly(m match, q []token) bool {
	if p.g.contains("world", q) {
		return true
	}
	i := m.kept["q"].from
	if i > 0 && oneOf(m.toks[i-1].low, "your yourself твой твою твои") {
		return true // vise has nothing of its own
	}
	return i > 0 && oneOf(m.toks[i-1].low, "a an some") && !p.codey(q)
}

// place takes folder, glob and kind of file out of a match.
func (p *parser) place(m match, a *action) (local bool) {
	n := 0
	for _, name := range []string{"r", "g", "f", "l", "e"} {
		if !m.has(name) {
			continue
		}
		n++
		s := m.get(name)[0].raw
		switch name {
		case "r":
			a.root = strings.TrimSuffix(s, "/")
		case "g", "f":
			a.glob = s
		case "l":
			a.glob = globOf(fold(s))
		case "e":
			a.glob = "*" + s
		}
	}
	return n > 0 || m.has("local") || p.g.contains("place", m.toks)
}

// globOf gives the files of a language or a kind.
func globOf(kind string) string {
	if strings.HasPrefix(kind, ".") {
		return "*" + kind
	}
	kind, _, _ = strings.Cut(kind, "-")
	for _, pair := range strings.Fields("golang=go python=py javascript=js typescript=ts rust=rs markdown=md text=txt shell=sh bash=sh ruby=rb c++=cpp kotlin=kt protobuf=proto") {
		name, ext, _ := strings.Cut(pair, "=")
		if kind == name {
			return "*." + ext
		}
	}
	if kind == "config" {
		return "" // too many kinds for one glob
	}
	return "*." + kind
}

// core narrows what is looked for to the words themselves: a quotation, or a
// name without "function" around it.
func (p *parser) core(q []token) []token {
	for _, t := range q {
		if t.kind == kindQuote {
			return []token{t}
		}
	}
	for len(q) > 1 && len(q[0].raw) <= 2 && strings.HasSuffix(q[0].before, "-") {
		q = q[1:] // grep -r
	}
	for len(q) > 1 {
		n := max(p.g.prefix("det", q), p.g.prefix("aboutlead", q), p.g.prefix("genitive", q))
		if n == 0 || n == len(q) {
			break
		}
		q = q[n:]
	}
	if len(q) > 1 {
		if n := p.g.prefix("wordnoun", q); n > 0 && n < len(q) && (likeCode(q[n]) || p.g.prefix("strictnoun", q) == n) {
			q = q[n:]
		}
	}
	if len(q) == 2 && likeCode(q[0]) && p.g.prefix("wordnoun", q[1:]) == 1 {
		q = q[:1]
	}
	if n := p.g.suffix("zhthis", q); n > 0 && n < len(q) {
		q = q[:len(q)-n]
	}
	if len(q) > 1 && scriptOf(q[len(q)-1].raw) == chinese {
		if n := p.g.suffix("zhnoun", q); n > 0 && n < len(q) && tokenIs(q[0], "code") {
			q = q[:len(q)-n]
		}
	}
	return q
}

// likeCode takes also a word with a capital inside a sentence for a name.
func likeCode(t token) bool {
	return tokenIs(t, "code") || t.kind == kindWord && t.start > 0 && t.raw[0] >= 'A' && t.raw[0] <= 'Z'
}

func (p *parser) isPronoun(q []token) bool {
	_, ok := p.g.whole("nopron", q)
	return ok
}

// subject is what it, его, 它 stand for.
func (p *parser) subject() string {
	if p.topic != "" {
		return p.topic
	}
	if p.mem != nil {
		return p.mem.topic
	}
	return ""
}

func bareTopic(t string) string { return strings.TrimPrefix(t, "the ") }
