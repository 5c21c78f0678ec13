package offline

import (
	"strings"
	"time"
)

// whenScan finds the time expressions among tokens.
type whenScan struct {
	toks []token
	now  time.Time
	m    moment
}

// findMoment reads all time expressions of toks.
func findMoment(toks []token, now time.Time) moment {
	s := &whenScan{toks: toks, now: now}
	for i := 0; i < len(toks); {
		n := s.take(i)
		if n == 0 {
			i++
			continue
		}
		s.m.found = append(s.m.found, span{i, i + n})
		i += n
	}
	return s.m
}

// without gives toks without the time expressions.
func (m moment) without(toks []token) []token {
	if len(m.found) == 0 {
		return toks
	}
	out := make([]token, 0, len(toks))
	i, before := 0, ""
	for _, f := range append(m.found, span{len(toks), len(toks)}) {
		for ; i < f.from; i++ {
			out = append(out, toks[i])
			if before != "" && toks[i].before == "" {
				out[len(out)-1].before = before
			}
			before = ""
		}
		if f.to > i {
			// "запиши: завтра позвонить": the colon stands for what follows.
			if toks[f.from].before != "" {
				before = toks[f.from].before
			}
			i = f.to
		}
	}
	return out
}

func (s *whenScan) low(i int) string {
	if i < 0 || i >= len(s.toks) || s.toks[i].kind == kindQuote {
		return ""
	}
	return s.toks[i].low
}

// words reports how many tokens from i on spell one of the phrases, in which
// _ parts words and Han words are single characters; 0 for none.
func (s *whenScan) words(i int, phrases ...string) int {
	best := 0
	for _, p := range phrases {
		if n := s.phrase(i, p); n > best {
			best = n
		}
	}
	return best
}

func (s *whenScan) phrase(i int, p string) int {
	n := 0
	for p != "" {
		w := s.low(i + n)
		if w == "" || !strings.HasPrefix(p, w) {
			return 0
		}
		p = p[len(w):]
		if p != "" && p[0] == '_' {
			p = p[1:]
		} else if p != "" && w[0] < 0xE3 { // letters must end here
			return 0
		}
		n++
	}
	return n
}

const prepositions = "on at by for from until till before due around about starting в во на к ко до с около примерно ровно ближе где-то 在 于 到"

// take reads one expression with its prepositions at i and gives its length.
func (s *whenScan) take(i int) int {
	p := 0
	for p < 3 && oneOf(s.low(i+p), prepositions) {
		p++
	}
	if n := s.words(i, "не_позже", "не_позднее", "到了", "等到", "不晚于"); n > 0 {
		p = n
	}
	for ; p >= 0; p-- {
		if n := s.expression(i+p, p); n > 0 {
			return p + n + s.trailing(i+p+n)
		}
	}
	return 0
}

// trailing takes words that belong to the expression before them.
func (s *whenScan) trailing(i int) int {
	if s.low(i) == "整" && !oneOf(s.low(i-1), "点 钟 分 时") {
		return 0 // 周末整理
	}
	return s.words(i, "之前", "以前", "前", "sharp", "ровно", "整", "那天", "的时候")
}

func (s *whenScan) expression(i, preps int) int {
	for _, f := range []func(int, int) int{s.repeat, s.distance, s.dated, s.weekdays, s.named, s.clock, s.dayPart, s.bareHour} {
		before := s.m
		if n := f(i, preps); n > 0 {
			return n
		}
		s.m = before
	}
	return 0
}

// edge reports whether tokens i to j stand where a bare word can be a time: at
// an end of the request, or next to what belongs to a reminder.
func (s *whenScan) edge(i, j int) bool {
	if i <= 0 || j >= len(s.toks) || s.toks[i].before != "" || s.toks[j].before != "" {
		return true
	}
	if n := len(s.m.found); n > 0 && s.m.found[n-1].to == i {
		return true
	}
	return oneOf(s.low(i-1), "me todo task reminder напомни напомните мне 我 this next") || oneOf(s.low(j), "to that at on in by в на чтобы") ||
		s.toks[j].kind == kindNum || s.toks[j].kind == kindClock
}

func (s *whenScan) setDay(d date) {
	s.m.days++
	if !validDay(d.y, d.m, d.d) && !(d.soon && d.m == 2 && d.d == 29) {
		s.m.bad = true
		return
	}
	s.m.day = &d
}

func (s *whenScan) inDays(n int) {
	s.m.days++
	s.m.day = dateOf(s.now.AddDate(0, 0, n))
}

func (s *whenScan) setPart(half string, hour int) {
	s.m.half, s.m.part = half, hour
}

// repeat reads "every day", "по понедельникам", 每天.
func (s *whenScan) repeat(i, _ int) int {
	if oneOf(s.low(i), "every each каждый каждую каждое каждые") {
		j := i + 1
		if oneOf(s.low(j), "other second single второй вторую") {
			j++
		}
		if _, n := number(s.toks, j); n > 0 {
			j += n
		}
		_, day := weekdayOf(strings.TrimSuffix(s.low(j), "s"))
		_, unit := timeUnit(s.low(j))
		if day || unit || oneOf(s.low(j), "morning evening night afternoon weekday weekend утро вечер ночь") {
			s.m.repeats = true
			return j + 1 - i
		}
	}
	n := s.words(i, "每天", "每周", "每月", "每年", "每晚", "每早", "每星期", "每个月", "每小时", "ежедневно", "еженедельно", "ежемесячно",
		"по_понедельникам", "по_вторникам", "по_средам", "по_четвергам", "по_пятницам", "по_субботам", "по_воскресеньям", "по_утрам", "по_вечерам", "по_будням", "по_выходным")
	if _, day := weekdayOf(strings.TrimSuffix(s.low(i), "s")); day && n == 0 && len(s.low(i)) > 6 && strings.HasSuffix(s.low(i), "s") {
		n = 1 // on mondays
	}
	if n == 0 && oneOf(s.low(i), "daily weekly monthly yearly hourly") && i+1 == len(s.toks) {
		n = 1
	}
	s.m.repeats = s.m.repeats || n > 0
	return n
}

// distance reads "in 2 hours", "через полчаса", 两小时后.
func (s *whenScan) distance(i, _ int) int {
	j := i
	lead := oneOf(s.low(i), "in within через спустя after") // "after": only with an amount
	if n := s.words(i, "再过", "过"); n > 0 {
		lead, j = true, i+n
	} else if lead {
		j++
	}
	total, n := s.roughly(i)
	if n > 0 {
		lead, j = true, i
	} else {
		total, n = s.amount(j)
	}
	if n == 0 {
		return 0
	}
	j += n
	for range 2 {
		k := j
		if oneOf(s.low(k), "and и") {
			k++
		}
		more, n := s.amount(k)
		if n == 0 {
			break
		}
		total, j = total.plus(more), k+n
	}
	after := s.words(j, "以后", "之后", "后", "from_now", "later", "спустя")
	if !lead && after == 0 || s.low(i) == "in" && oneOf(s.low(j), "of") {
		return 0
	}
	s.m.ahead, s.m.hasAhead = total, true
	s.m.days++
	if total.d > 0 && total.days == 0 && total.months == 0 {
		s.m.clocks++
	}
	return j + after - i
}

// roughly reads the Russian order that says "about": минут через двадцать.
func (s *whenScan) roughly(i int) (ahead, int) {
	u, ok := timeUnit(s.low(i))
	if !ok || s.low(i+1) != "через" {
		return ahead{}, 0
	}
	value, n := number(s.toks, i+2)
	times := float64(value)
	if oneOf(s.low(i+2), "пару полтора полторы") {
		times, n = 1.5, 1
		if s.low(i+2) == "пару" {
			times = 2
		}
	}
	if n == 0 {
		return ahead{}, 0
	}
	return u.times(times), 2 + n
}

// amount reads a number with its unit of time.
func (s *whenScan) amount(i int) (ahead, int) {
	hour := ahead{d: time.Hour}
	if n := s.words(i, "half_an_hour", "half_hour", "half_a_hour", "a_half_hour", "полчаса", "пол_часа", "полчасика", "半小时", "半个小时", "半个钟头"); n > 0 {
		return hour.times(.5), n
	}
	if n := s.words(i, "an_hour_and_a_half", "one_and_a_half_hours", "полтора_часа", "一个半小时", "一个半钟头"); n > 0 {
		return hour.times(1.5), n
	}
	if n := s.words(i, "半天"); n > 0 {
		return hour.times(12), n
	}
	value, n := 0.0, 0
	if a, b, ok := strings.Cut(s.low(i), "."); ok && isDigits(a) && isDigits(b) && len(a) < 4 && len(b) == 1 {
		whole, _ := number([]token{{raw: a, kind: kindNum}}, 0)
		value, n = float64(whole)+float64(b[0]-'0')/10, 1
	} else if v, k := number(s.toks, i); k > 0 {
		value, n = float64(v), k
	} else if k := s.words(i, "a_couple_of", "couple_of", "a_couple", "пару", "пара"); k > 0 {
		value, n = 2, k
	} else if k := s.words(i, "a_few", "few", "несколько", "几"); k > 0 {
		value, n = 3, k
	} else if oneOf(s.low(i), "a an one") {
		value, n = 1, 1
	}
	u, k := s.unit(i + n)
	if k == 0 {
		return ahead{}, 0
	}
	if n == 0 { // a bare unit counts as one in Russian: через час
		if s.low(i)[0] < 0xD0 {
			return ahead{}, 0
		}
		value = 1
	}
	return u.times(value), n + k
}

func (s *whenScan) unit(i int) (ahead, int) {
	if u, ok := timeUnit(s.low(i)); ok && s.low(i) != "" {
		return u, 1
	}
	for _, w := range []struct {
		u       ahead
		phrases []string
	}{
		{ahead{d: time.Minute}, []string{"分钟", "分"}}, {ahead{d: time.Hour}, []string{"小时", "个小时", "个钟头", "钟头"}},
		{ahead{days: 1}, []string{"天", "日"}}, {ahead{days: 7}, []string{"周", "星期", "个星期", "个礼拜", "礼拜"}},
		{ahead{months: 1}, []string{"个月"}}, {ahead{months: 12}, []string{"年"}}, {ahead{d: time.Second}, []string{"秒", "秒钟"}},
	} {
		if n := s.words(i, w.phrases...); n > 0 {
			return w.u, n
		}
	}
	return ahead{}, 0
}
