package offline

import (
	"strconv"
	"strings"
)

func (s *whenScan) setClock(c clock) {
	s.m.clocks++
	if c.h > 24 || c.min > 59 || c.h == 24 && c.min > 0 {
		s.m.bad = true
		return
	}
	s.m.clock = &c
}

func (s *whenScan) digital(raw string) {
	hh, mm, _ := strings.Cut(raw, ":")
	h, _ := strconv.Atoi(hh)
	min, _ := strconv.Atoi(mm)
	s.setClock(clock{h: h, min: min, lit: true})
}

// clock reads an hour that is marked as one.
func (s *whenScan) clock(i, preps int) int {
	if i >= len(s.toks) {
		return 0
	}
	if raw := s.toks[i].raw; s.toks[i].kind == kindClock || preps > 0 && s.dotted(i) {
		s.digital(strings.Replace(raw, ".", ":", 1))
		return 1 + s.halfAt(i+1)
	}
	for _, f := range []func(int) int{s.namedHour, s.fraction, s.roughHour, s.hanClock} {
		if n := f(i); n > 0 {
			return n
		}
	}
	h, n := number(s.toks, i)
	if n == 0 || h > 24 {
		return 0
	}
	j := i + n
	min := 0
	mark := s.words(j, "o'clock", "o’clock", "oclock")
	if oneOf(s.low(j), "ч час часа часов") && preps > 0 {
		mark = 1
		if m, k := number(s.toks, j+1); k > 0 && m < 60 && oneOf(s.low(j+1+k), "мин минут минуты") {
			min, mark = m, 2+k
		}
	}
	half := s.halfAt(j + mark)
	if mark+half == 0 {
		return 0
	}
	s.setClock(clock{h: h, min: min})
	return n + mark + half
}

// halfAt reads am, утра, "in the evening" after an hour.
func (s *whenScan) halfAt(i int) int {
	for _, p := range []struct {
		half    string
		phrases []string
	}{
		{"am", []string{"am", "a.m", "in_the_morning", "утра"}}, {"pm", []string{"pm", "p.m", "in_the_afternoon"}},
		{"eve", []string{"in_the_evening", "вечера"}}, {"noon", []string{"дня"}}, {"night", []string{"at_night", "ночи"}},
	} {
		if n := s.words(i, p.phrases...); n > 0 {
			s.m.half = p.half
			return n
		}
	}
	return 0
}

// dotted reports an hour written with a dot: в 9.30.
func (s *whenScan) dotted(i int) bool {
	t := s.toks[i]
	return t.kind == kindDate && strings.Count(t.raw, ".") == 1 && !strings.Contains(t.raw, "-") && oneOf(s.low(i-1), "в к at с")
}

func (s *whenScan) namedHour(i int) int {
	for _, p := range []struct {
		hour    int
		phrases []string
	}{
		{12, []string{"noon", "midday", "полдень", "полудня", "полудню", "正午"}},
		{24, []string{"midnight", "полночь", "полуночи", "午夜", "半夜"}},
		{13, []string{"lunchtime", "обед", "обеда", "обеду", "午饭"}},
	} {
		if n := s.words(i, p.phrases...); n > 0 {
			if p.hour == 13 && !s.edge(i, i+n) && !s.afterDay(i-1) && !oneOf(s.low(i-2), "напомни мне me") {
				return 0
			}
			s.setClock(clock{h: p.hour, sure: true})
			return n
		}
	}
	return 0
}

// fraction reads half past nine, без четверти десять, полдесятого.
func (s *whenScan) fraction(i int) int {
	if rest, ok := strings.CutPrefix(s.low(i), "пол"); ok {
		if h := ordinalHalf(rest); h > 0 {
			s.setClock(clock{h: h - 1, min: 30})
			return 1 + s.halfAt(i+1)
		}
	}
	if n := s.words(i, "половина", "половине", "половину", "пол"); n > 0 {
		if h := ordinalHalf(s.low(i + n)); h > 0 {
			s.setClock(clock{h: h - 1, min: 30})
			return n + 1 + s.halfAt(i+n+1)
		}
		return 0
	}
	if n := s.words(i, "half_past", "quarter_past", "a_quarter_past", "quarter_to", "a_quarter_to"); n > 0 {
		h, k := number(s.toks, i+n)
		if k == 0 || h > 12 {
			return 0
		}
		c := clock{h: h, min: 30}
		if s.words(i, "quarter_past", "a_quarter_past") > 0 {
			c.min = 15
		} else if s.words(i, "quarter_to", "a_quarter_to") > 0 {
			c = clock{h: h - 1, min: 45}
		}
		s.setClock(c)
		return n + k + s.halfAt(i+n+k)
	}
	if h := ordinalHalf(s.low(i + 1)); h > 0 && s.low(i) == "четверть" { // четверть девятого
		s.setClock(clock{h: h - 1, min: 15})
		return 2 + s.halfAt(i+2)
	}
	if n := s.words(i, "差一刻", "差十五分"); n > 0 || s.low(i) == "差" {
		min := 15
		if n == 0 {
			m, k := number(s.toks, i+1)
			min, n = m, 1+k+s.words(i+1+k, "分钟", "分")
		}
		h, k := number(s.toks, i+n)
		mark := s.words(i+n+k, "点钟", "点")
		if k == 0 || mark == 0 || h < 1 || min > 59 {
			return 0
		}
		s.setClock(clock{h: h - 1, min: 60 - min})
		return n + k + mark
	}
	if s.low(i) == "без" {
		min, n := 15, s.words(i+1, "четверти")
		if n == 0 {
			min, n = number(s.toks, i+1)
			n += s.words(i+1+n, "минут")
		}
		h, k := number(s.toks, i+1+n)
		if n == 0 || k == 0 || h < 1 || min > 59 {
			return 0
		}
		s.setClock(clock{h: h - 1, min: 60 - min})
		return 1 + n + k + s.halfAt(i+1+n+k)
	}
	return 0
}

// roughHour reads the Russian order that says "about": часов в шесть вечера.
func (s *whenScan) roughHour(i int) int {
	if !oneOf(s.low(i), "часов часа часиков") || !oneOf(s.low(i+1), "в к около до") {
		return 0
	}
	h, n := number(s.toks, i+2)
	if n == 0 || h > 24 {
		return 0
	}
	s.setClock(clock{h: h})
	return 2 + n + s.halfAt(i+2+n)
}

// hanClock reads 9点, 三点半, 8点一刻, 10点20分.
func (s *whenScan) hanClock(i int) int {
	h, n := number(s.toks, i)
	mark := s.words(i+n, "点钟", "点", "时", "點")
	if n == 0 || mark == 0 || s.words(i+n, "时候", "点击", "点评") > 0 {
		return 0
	}
	j := i + n + mark
	c := clock{h: h}
	switch {
	case s.words(j, "半") > 0:
		c.min = 30
		j++
	case s.words(j, "一刻") > 0:
		c.min = 15
		j += 2
	case s.words(j, "三刻") > 0:
		c.min = 45
		j += 2
	default:
		if m, k := number(s.toks, j); k > 0 && (s.low(j+k) == "分" || m >= 10 && m < 60 && s.toks[j].kind == kindNum) {
			c.min = m
			j += k + s.words(j+k, "分")
		}
	}
	s.setClock(c)
	return j - i
}

// dayPart reads in the morning, вечером, 下午.
func (s *whenScan) dayPart(i, preps int) int {
	n := s.dayPartAt(i)
	if n == 0 {
		return 0
	}
	if s.low(i)[0] < 0xD0 && preps == 0 && s.low(i) != "in" && !s.afterDay(i) {
		return 0
	}
	half, hour := s.partOf(i)
	if s.low(i) == "night" && s.afterDay(i) {
		half, hour = "eve", hourTonight
	}
	s.setPart(half, hour)
	return n
}

// afterDay reports whether a day ends right before i: tomorrow evening.
func (s *whenScan) afterDay(i int) bool {
	n := len(s.m.found)
	return n > 0 && s.m.found[n-1].to == i
}

func (s *whenScan) partOf(i int) (string, int) {
	for _, p := range parts() {
		if s.words(i, p.phrases...) > 0 {
			return p.half, p.hour
		}
	}
	return "", 0
}

func (s *whenScan) dayPartAt(i int) int {
	for _, p := range parts() {
		if n := s.words(i, p.phrases...); n > 0 {
			return n
		}
	}
	return 0
}

type dayPart struct {
	half    string
	hour    int
	phrases []string
}

func parts() []dayPart {
	return []dayPart{
		{"am", hourMorning, []string{"in_the_morning", "the_morning", "morning", "утром", "с_утра", "утру", "утро", "早上", "上午", "早晨", "清晨", "一早"}},
		{"am", 5, []string{"凌晨"}},
		{"noon", hourNoon, []string{"中午"}},
		{"pm", hourAfternoon, []string{"in_the_afternoon", "the_afternoon", "afternoon", "下午", "午后"}},
		{"noon", hourAfternoon, []string{"днем", "после_обеда"}},
		{"eve", hourEvening, []string{"in_the_evening", "the_evening", "evening", "вечером", "вечеру", "вечер", "傍晚"}},
		{"eve", hourTonight, []string{"晚上", "夜里", "晚间"}},
		{"night", hourNight, []string{"night", "ночью"}},
	}
}

// bareHour reads the number in "at 9", "в 9", which only its preposition marks.
func (s *whenScan) bareHour(i, preps int) int {
	if preps == 0 {
		return 0
	}
	prep := s.low(i - 1)
	if prep == "в" && s.low(i) == "час" {
		s.setClock(clock{h: 1})
		return 1 + s.halfAt(i+1)
	}
	h, n := number(s.toks, i)
	if n == 0 {
		return 0
	}
	end := i + n
	next := s.low(end)
	switch {
	case hasAny(next, "percent", "процент", "раз", "%", "%") || strings.HasSuffix(next, "ах") || strings.HasSuffix(next, "ях"):
		return 0
	case oneOf(prep, "at в"):
	case prep == "на" && s.afterDay(i-1) && (end >= len(s.toks) || s.toks[end].before != ""): // на завтра на 10
	case oneOf(prep, "by before until till around about from к до с около") && s.edge(i, end) && next != "days" && (end >= len(s.toks) || s.toks[end].before != "" || oneOf(next, "to today tomorrow сегодня завтра")):
	default:
		return 0
	}
	s.setClock(clock{h: h})
	return n
}
