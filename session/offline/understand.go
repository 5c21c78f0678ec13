package offline

import (
	"strings"
	"time"
	"unicode"

	"vise/session"
)

// parser understands one request.
type parser struct {
	g        *reader
	t        text
	now      time.Time
	roots    []session.Root
	mem      *memory
	topic    string // of the part before, in this request
	topicOf  verb   // of that part
	searched bool   // a part before is a search
	before   verb   // of the part just before
	tries    int    // places tried to part a sentence
	whens    map[chartKey]timed
}

// understand turns a person's words into a plan. mem is what earlier turns
// left; it isn't changed.
func (g *grammar) understand(words string, mem *memory, opt session.ChatOptions) plan {
	p := &parser{g: g.reader(), t: lex(words), now: clockOf(opt), roots: opt.Roots, mem: mem, whens: map[chartKey]timed{}}
	out := plan{lang: p.language(words)}
	if p.t.long {
		out.actions = []action{{verb: doRefuse, why: "long"}}
		return out
	}
	if len(p.t.toks) == 0 {
		out.actions = []action{{verb: doRefuse, why: "empty"}}
		return out
	}
	if a, ok := p.social(p.t.toks); ok {
		out.actions = []action{a}
		return out
	}
	if a, ok := p.completes(p.t.toks); ok {
		out.actions = []action{a}
		return out
	}
	for _, s := range sentences(p.t.toks) {
		out.actions = append(out.actions, p.sentence(s)...)
	}
	out.actions = settle(out.actions)
	return out
}

// settle drops the parts that only accompany a command.
func settle(as []action) []action {
	calls := 0
	for _, a := range as {
		if a.calls() || a.verb == doAsk && a.why != "confirm" {
			calls++
		}
	}
	var out []action
	for i, a := range as {
		if i > 0 && a.again(as[i-1]) {
			continue
		}
		if calls > 0 && (a.verb == doChat || a.why == "confirm" || a.verb == doRefuse && !definite(a.why)) {
			continue
		}
		out = append(out, a)
	}
	return out
}

// again says that a asks for what b asked for: "where is it set? find it".
func (a action) again(b action) bool {
	return a.verb == b.verb && (a.verb == doSearch && a.query == b.query || a.verb == doCreate && a.title == b.title && a.due == nil)
}

// definite says that a refusal names something that was clearly asked for.
func definite(why string) bool { return why != "world" && why != "unknown" }

func (a action) calls() bool {
	switch a.verb {
	case doSearch, doRead, doCreate, doList, doUpdate, doTime:
		return true
	}
	return false
}

// language is the language to answer in: the script of the first word that
// the grammar knows, else of the first word at all.
func (p *parser) language(words string) lang {
	first := lang("")
	for _, t := range p.t.toks {
		if t.kind != kindWord {
			continue
		}
		l := scriptOf(t.raw)
		if first == "" {
			first = l
		}
		if l == russian || l == chinese || p.g.vocab[t.low] && len(t.low) > 1 {
			return l
		}
	}
	if first == "" && p.mem != nil && p.mem.lang != "" {
		return p.mem.lang
	}
	if first == "" {
		return scriptOf(words)
	}
	return first
}

func scriptOf(s string) lang {
	for _, r := range s {
		switch {
		case isHan(r):
			return chinese
		case unicode.Is(unicode.Cyrillic, r):
			return russian
		case unicode.IsLetter(r):
			return english
		}
	}
	return english
}

// clockOf is the time of a request in its zone.
func clockOf(opt session.ChatOptions) time.Time {
	if opt.Timezone != "" {
		if loc, err := time.LoadLocation(opt.Timezone); err == nil {
			return opt.Now.In(loc)
		}
	}
	return opt.Now
}

func (p *parser) social(toks []token) (action, bool) {
	for _, name := range []string{"help", "greet", "thanks", "bye"} {
		if _, ok := p.g.whole(name, toks); ok {
			return action{verb: doChat, why: name}, true
		}
	}
	// "hello, how are you": two of them in a row.
	for i := 1; i < len(toks); i++ {
		_, head := p.g.whole("greet", toks[:i])
		if !head {
			_, head = p.g.whole("thanks", toks[:i])
		}
		if head && toks[i].before != "" {
			for _, name := range []string{"help", "greet", "thanks", "bye"} {
				if _, ok := p.g.whole(name, toks[i:]); ok {
					return action{verb: doChat, why: name}, true
				}
			}
		}
	}
	return action{}, false
}

// strip takes politeness off both ends.
func (p *parser) strip(toks []token) []token {
	for len(toks) > 0 {
		n := p.g.prefix("pre", toks)
		if n == 0 || n == len(toks) {
			break
		}
		toks = toks[n:]
	}
	for len(toks) > 1 {
		n := p.g.suffix("post", toks)
		if n == 0 || n == len(toks) {
			break
		}
		toks = toks[:len(toks)-n]
	}
	return toks
}

// part understands one part of a request.
func (p *parser) part(toks []token) action {
	if a, ok := p.social(toks); ok {
		return a
	}
	stripped := p.strip(toks)
	forget := p.g.prefix("forget", stripped) > 0 || p.g.prefix("forget", toks) > 0
	if !forget {
		for _, v := range [][]token{toks, stripped} {
			if _, ok := p.g.whole("neg", v); ok {
				return action{verb: doRefuse, why: "neg"}
			}
		}
	}
	variants := [][]token{stripped}
	if len(stripped) != len(toks) {
		variants = append(variants, toks)
	}
	for _, v := range variants {
		if a := p.intents(v); a.verb != doNone {
			return a
		}
	}
	if a := p.offer(stripped); a.verb != doNone {
		return a
	}
	return p.refuse(stripped)
}

// offer takes what may be a todo or a search but doesn't say so: a name alone
// is looked for, something with a time is asked about.
func (p *parser) offer(v []token) action {
	if len(v) == 1 && (v[0].kind == kindIdent || v[0].kind == kindQuote) && len(p.t.toks) == 1 {
		return action{verb: doSearch, query: v[0].raw, topic: v[0].raw}
	}
	m, rest := p.when(v)
	if m.empty() || len(rest) == 0 || len(rest) > 24 || strings.Contains(p.t.tail, "?") || p.g.prefix("statement", rest) > 0 {
		return action{}
	}
	if !oneOf(p.refuse(rest).why, "unknown send world files write delete") || p.g.prefix("qword", rest) > 0 {
		return action{}
	}
	a := action{verb: doCreate, title: p.title(rest)}
	if p.dueOf(m, &a) != problemNone || slight(a.title) && scriptOf(a.title) != chinese {
		return action{}
	}
	return action{verb: doAsk, why: "confirm", wants: doCreate, known: &a}
}

func (p *parser) intents(v []token) action {
	if len(v) == 0 {
		return action{}
	}
	if p.g.prefix("no_howto", v) > 0 {
		if a := p.asked(v); a.verb != doNone {
			return a
		}
		return action{}
	}
	for _, f := range []func([]token) action{p.follow, p.time, p.update, p.list, p.create, p.need, p.read, p.search} {
		if a := f(v); a.verb != doNone {
			return a
		}
	}
	return action{}
}

// asked allows what begins like a question about how to do something but asks
// for a fact: "how late is it", "how does main.go work", "为什么" never.
func (p *parser) asked(v []token) action {
	for _, f := range []func([]token) action{p.follow, p.time, p.list, p.read} {
		if a := f(v); a.verb != doNone {
			return a
		}
	}
	return action{}
}

// refuse names what kind of thing was asked for that is out of reach.
func (p *parser) refuse(v []token) action {
	for _, why := range []string{"alltodos", "translate", "howto", "write", "delete", "files", "send", "world"} {
		if p.g.prefix("no_"+why, v) > 0 {
			return action{verb: doRefuse, why: why}
		}
	}
	return action{verb: doRefuse, why: "unknown"}
}

// raw gives the words of toks as they were written.
func (p *parser) raw(toks []token) string {
	var b strings.Builder
	for i, t := range toks {
		if i > 0 {
			b.WriteString(p.between(toks[i-1], t))
		}
		if t.kind == kindQuote && len(toks) == 1 {
			return t.raw
		}
		b.WriteString(p.t.s[t.start:t.end])
	}
	return strings.Trim(b.String(), " ,:;-.!?\n\t")
}

// between is what stands between two tokens that may have lost what was
// between them.
func (p *parser) between(a, b token) string {
	if a.end <= b.start {
		gap := p.t.s[a.end:b.start]
		if !strings.ContainsFunc(gap, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			return gap
		}
	}
	if scriptOf(a.raw) == chinese && scriptOf(b.raw) == chinese {
		return ""
	}
	return " "
}
