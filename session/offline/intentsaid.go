package offline

import "strings"

// onlySaid tells what is said or asked about todos from what asks for one.
func (p *parser) onlySaid(m match, v []token) bool {
	t := m.get("t")
	if t[0].kind == kindQuote {
		return false
	}
	switch {
	case p.g.prefix("qword", t) > 0 || p.g.suffix("qend", t) > 0:
		return true // "remind me who wrote it" asks for an answer
	case m.has("x") && (p.g.prefix("saidby", t) > 0 || len(t) > 1 && oneOf(t[0].low, "i я 我") && p.g.prefix("feeling", t[1:]) > 0 || p.g.contains("spokento", t)):
		return true // "you should have reminded me"
	case m.has("x") && m.get("x")[0].before == "" && p.g.suffix("det", t) > 0:
		return true // "forget about the reminder"
	case p.g.prefix("remind", v) > 0 && p.g.prefix("toother", t) > 0:
		return true // "remind her to call": vise reminds nobody else
	case oneOf(t[0].low, "的 得") || p.g.suffix("evaluative", t) > 0:
		return true // "请记住我的名字", "记住密码很难"
	case p.g.prefix("forget", p.t.toks) > 0 && p.questioned():
		return true // "do you remember" in Chinese: "记得小时候吗"
	case p.g.prefix("remind", v) > 0 && t[0].before != "" && t[len(t)-1].low == "了":
		return true // "提醒一下，会议取消了" reminds others of what is so
	case oneOf(t[0].low, "a an") && len(t) == 2 && p.g.prefix("artefact", t[1:]) > 0:
		return true // "write down a poem"
	case p.g.prefix("baretodo", v) > 0 && t[0].before == "":
		return p.g.prefix("det", v) > 0 || p.questioned() || p.predicate(t) // "the task was hard"
	}
	return false
}

// notMeant tells "I had to call her", "I will be in Paris" and "wake me" from
// what is to be done.
func (p *parser) notMeant(t, v []token) bool {
	if _, ok := p.g.whole("leaving", t); ok {
		return true // "I have to go now"
	}
	if p.g.prefix("tellme", v) > 0 && scriptOf(t[0].low) == russian && !infinitive(t[0].low) {
		return true // "скажи мне завтра погоду"
	}
	wish := p.g.prefix("wish", v) > 0
	return p.g.prefix("pastneed", t) > 0 || wish && (p.g.contains("spokento", t) || p.subject() == "" && oneOf(t[len(t)-1].low, "it them that this его ее это 它") || oneOf(t[0].low, "be been have being быть 在 是"))
}

// asks says that a part is a question whether something is so, which no
// request to change a todo is: "do reminders repeat?"
func (p *parser) asks(v []token) bool {
	if len(v) == 0 || !oneOf(v[0].low, "do does did was were is are has have had am") {
		return false
	}
	return v[0].low != "do" && v[0].low != "have" || p.questioned()
}

// questioned says that the request ends as a question.
func (p *parser) questioned() bool {
	n := len(p.t.toks)
	if n > 1 && oneOf(p.t.toks[n-1].low, "吗 么") {
		return !oneOf(p.t.toks[n-2].low, "好 行 以 成") // "好吗" asks for a favour
	}
	return strings.ContainsAny(p.t.tail, "?")
}

// predicate says that words go on from a subject, as those of no title do.
func (p *parser) predicate(t []token) bool {
	if p.g.prefix("predicate", t) > 0 {
		return true
	}
	if p.g.contains("copula", t[:min(3, len(t))]) {
		return true
	}
	low := t[0].low
	if scriptOf(low) != russian || infinitive(low) {
		return false
	}
	return hasAnySuffix(low, "ло", "ла", "ли", "лся", "лась", "лось", "лись", "ет", "ют", "ят", "ит", "ут", "ат", "тся", "ая", "ое", "ые", "ый", "ий")
}
