package offline

import "time"

// time understands questions about the time and the day, here or elsewhere.
func (p *parser) time(v []token) action {
	if _, ok := p.g.whole("timeno", v); ok {
		return action{}
	}
	for _, name := range []string{"time", "timeday"} {
		m, ok := p.g.whole(name, v)
		if !ok {
			continue
		}
		a := action{verb: doTime, askDate: p.g.contains("td", v) && !p.g.contains("clockword", v)}
		if z := m.get("p"); z != nil {
			a.zone, a.place = p.g.at.named(z), p.raw(z)
		}
		if w := m.get("w"); w != nil {
			a.isDay = weekdayIn(w)
		}
		return a
	}
	if m, ok := p.g.whole("timeunknown", v); ok && len(m.get("p")) <= 3 {
		return action{verb: doAsk, why: "place", wants: doTime, known: &action{verb: doTime, place: p.raw(m.get("p"))}}
	}
	return action{}
}

func weekdayIn(toks []token) *time.Weekday {
	w, ok := weekdayOf(toks[len(toks)-1].low)
	if !ok {
		s := whenScan{toks: append([]token{{low: "周"}}, toks[len(toks)-1:]...)}
		if s.hanWeekday(0) == 0 || s.m.weekday == nil {
			return nil
		}
		w = *s.m.weekday
	}
	return &w
}
