package offline

import (
	"strconv"
	"strings"
	"time"
)

// dated reads a day by its date: 2026-12-10, 5 December, 12月5日, the 5th.
func (s *whenScan) dated(i, preps int) int {
	for _, f := range []func(int, int) int{s.digits, s.slashed, s.dayMonth, s.monthDay, s.hanDate, s.dayOfMonth} {
		if n := f(i, preps); n > 0 {
			return n
		}
	}
	return 0
}

// slashed reads 12/25, which names a day only where one number can't be a
// month.
func (s *whenScan) slashed(i, preps int) int {
	if i >= len(s.toks) || preps == 0 && !s.edge(i, i+1) {
		return 0
	}
	parts := strings.Split(s.toks[i].raw, "/")
	if len(parts) < 2 || len(parts) > 3 || s.toks[i].kind == kindQuote {
		return 0
	}
	var n [3]int
	for k, p := range parts {
		if !isDigits(p) || len(p) > 4 {
			return 0
		}
		n[k], _ = strconv.Atoi(p)
	}
	d, m := n[0], n[1]
	switch {
	case d > 12 && m <= 12:
	case m > 12 && d <= 12 || d == m:
		d, m = m, d
	default:
		s.m.vague = true
		return 1
	}
	day := date{y: n[2], m: time.Month(m), d: d}
	if len(parts) == 2 {
		day.y, day.soon = s.now.Year(), true
	} else if day.y < 100 {
		day.y += 2000
	}
	s.setDay(day)
	return 1
}

func (s *whenScan) digits(i, preps int) int {
	if i >= len(s.toks) || s.toks[i].kind != kindDate || preps > 0 && s.dotted(i) {
		return 0
	}
	raw, hour, _ := strings.Cut(s.toks[i].raw, "T")
	parts := strings.Split(raw, ".")
	if strings.Contains(raw, "-") {
		parts = strings.Split(raw, "-")
		parts[0], parts[2] = parts[2], parts[0]
	}
	var n [3]int
	for k, p := range parts {
		n[k], _ = strconv.Atoi(p)
	}
	d := date{y: n[2], m: time.Month(n[1]), d: n[0]}
	if len(parts) == 2 {
		if preps == 0 && !s.edge(i, i+1) || !validDay(2024, d.m, d.d) {
			return 0
		}
		d.y, d.soon = s.now.Year(), true
	} else if d.y < 100 {
		d.y += 2000
	}
	s.setDay(d)
	if len(hour) >= 5 && isClock(hour[:5]) {
		s.digital(hour[:5])
	}
	return 1
}

// year takes an optional year after a day and a month.
func (s *whenScan) year(i int, d *date) int {
	d.y, d.soon = s.now.Year(), true
	if i < len(s.toks) && s.toks[i].kind == kindNum && len(s.toks[i].raw) == 4 {
		y, _ := strconv.Atoi(s.toks[i].raw)
		if y >= 1970 && y < 2200 {
			d.y, d.soon = y, false
			return 1 + s.words(i+1, "года", "год", "г")
		}
	}
	return 0
}

func (s *whenScan) dayMonth(i, _ int) int {
	j := i + s.words(i, "the")
	day, n := number(s.toks, j)
	if n == 0 {
		return 0
	}
	j += n
	if oneOf(s.low(j), "st nd rd th го е ого") || oneOf(s.low(j), "-го") {
		j++
	}
	j += s.words(j, "of")
	m := monthOf(s.low(j))
	if m == 0 {
		return 0
	}
	d := date{m: m, d: day}
	j++
	j += s.year(j, &d)
	s.setDay(d)
	return j - i
}

func (s *whenScan) monthDay(i, _ int) int {
	m := monthOf(s.low(i))
	if m == 0 || s.low(i)[0] >= 0xD0 {
		return 0
	}
	j := i + 1 + s.words(i+1, "the")
	day, n := number(s.toks, j)
	if n == 0 || day > 31 {
		return 0
	}
	j += n
	if oneOf(s.low(j), "st nd rd th") {
		j++
	}
	if oneOf(s.low(j), "am pm") {
		return 0
	}
	d := date{m: m, d: day}
	j += s.year(j, &d)
	s.setDay(d)
	return j - i
}

// hanDate reads 2026年12月5日, 12月5号, 下个月5号, 5号.
func (s *whenScan) hanDate(i, _ int) int {
	j, d := i, date{y: s.now.Year(), m: s.now.Month(), soon: true}
	if y, n := number(s.toks, j); n > 0 && s.low(j+n) == "年" && y > 1900 {
		d.y, d.soon = y, false
		j += n + 1
	}
	month := 0
	if n := s.words(j, "下个月", "下月"); n > 0 {
		t := s.now.AddDate(0, 1, 1-s.now.Day())
		d.y, d.m, d.soon, month = t.Year(), t.Month(), false, 1
		j += n
	} else if m, n := number(s.toks, j); n > 0 && s.low(j+n) == "月" && m <= 12 {
		d.m, month = time.Month(m), 1
		j += n + 1
	}
	day, n := number(s.toks, j)
	if n == 0 || !oneOf(s.low(j+n), "日 号") || s.low(j+n+1) == "线" {
		return 0
	}
	d.d = day
	if month == 0 {
		s.monthless(&d)
	}
	s.setDay(d)
	return j + n + 1 - i
}

// monthless puts a day without a month into this month or the next.
func (s *whenScan) monthless(d *date) {
	d.soon = false
	if d.d < s.now.Day() {
		t := s.now.AddDate(0, 1, 1-s.now.Day())
		d.y, d.m = t.Year(), t.Month()
	}
}

// dayOfMonth reads "the 5th", "5-го числа".
func (s *whenScan) dayOfMonth(i, preps int) int {
	j := i + s.words(i, "the")
	day, n := number(s.toks, j)
	if n == 0 || day > 31 || s.toks[j].kind != kindNum {
		return 0
	}
	k := j + n
	switch {
	case oneOf(s.low(k), "st nd rd th") && (preps > 0 || j > i):
		k++
	case s.low(k) == "числа":
		k++
	case oneOf(s.low(k), "го ого е -го -е") && (preps > 0 || s.low(k+1) == "числа" || s.edge(i, k+1)):
		k += 1 + s.words(k+1, "числа")
	default:
		return 0
	}
	d := date{y: s.now.Year(), m: s.now.Month(), d: day}
	s.monthless(&d)
	s.setDay(d)
	return k - i
}

// weekdays reads Friday, next Friday, 下周五, в эту пятницу.
func (s *whenScan) weekdays(i, preps int) int {
	if n := s.hanWeekday(i); n > 0 {
		return n
	}
	j, week, named := i, 0, preps > 0
	switch {
	case oneOf(s.low(i), "next following следующий следующую следующее следующая следующего следующей"):
		j, week, named = i+1, 1, true
	case oneOf(s.low(i), "this coming ближайший ближайшую ближайшее этот эту это"):
		j, named = i+1, true
		s.m.this = true
	}
	w, ok := weekdayOf(strings.TrimSuffix(s.low(j), "'s"))
	if !ok {
		return 0
	}
	j++
	if oneOf(s.low(j), "week") && oneOf(s.low(j-1), "") {
		return 0
	}
	if !named && !s.edge(i, j) && s.dayPartAt(j) == 0 {
		return 0
	}
	s.m.weekday = &w
	s.m.days++
	s.m.week = max(s.m.week, week)
	return j - i
}

func (s *whenScan) hanWeekday(i int) int {
	j, week, this := i, 0, false
	if n := s.words(j, "下下个", "下下"); n > 0 {
		j, week = j+n, 2
	} else if n := s.words(j, "下个", "下"); n > 0 {
		j, week = j+n, 1
	} else if n := s.words(j, "这个", "这", "本"); n > 0 {
		j, this = j+n, true
	}
	n := s.words(j, "周", "星期", "礼拜")
	if n == 0 {
		return 0
	}
	j += n
	if s.low(j) == "末" { // the weekend
		w := time.Saturday
		s.m.weekday, s.m.week, s.m.days = &w, week, s.m.days+1
		return j + 1 - i
	}
	k := strings.Index("日一二三四五六天", s.low(j))
	if s.low(j) == "" || k < 0 || len(s.low(j)) != 3 {
		if week == 0 {
			if this {
				s.m.vague = true
				return j - i
			}
			return 0
		}
		s.m.week, s.m.days = week, s.m.days+1
		return j - i
	}
	w := time.Weekday(k / 3 % 7)
	s.m.weekday, s.m.week, s.m.this, s.m.days = &w, week, this, s.m.days+1
	return j + 1 - i
}

// named reads days that have a name of their own.
func (s *whenScan) named(i, preps int) int {
	for _, d := range []struct {
		days    int
		phrases []string
	}{
		{2, []string{"the_day_after_tomorrow", "day_after_tomorrow", "послезавтра", "后天"}},
		{3, []string{"大后天", "послепослезавтра"}},
		{1, []string{"tomorrow", "tmrw", "tmr", "tomorow", "завтра", "завтрашний_день", "明天", "明日", "明儿"}},
		{0, []string{"today", "later_today", "сегодня", "今天", "今日", "今儿"}},
	} {
		if n := s.words(i, d.phrases...); n > 0 {
			s.inDays(d.days)
			return n
		}
	}
	if n := s.words(i, "yesterday", "вчера", "позавчера", "昨天", "前天", "last_week", "на_прошлой_неделе", "上周"); n > 0 {
		s.m.past = true
		return n
	}
	return s.namedPart(i) + s.period(i, preps)
}

// namedPart reads tonight, 明早: a day and a part of it in one word.
func (s *whenScan) namedPart(i int) int {
	for _, d := range []struct {
		days, hour int
		half       string
		phrases    []string
	}{
		{0, hourTonight, "eve", []string{"tonight", "今晚", "今夜"}}, {1, hourTonight, "eve", []string{"明晚"}},
		{0, hourMorning, "am", []string{"this_morning", "今早"}}, {1, hourMorning, "am", []string{"明早"}},
		{0, hourAfternoon, "pm", []string{"this_afternoon"}}, {0, hourEvening, "eve", []string{"this_evening"}},
	} {
		if n := s.words(i, d.phrases...); n > 0 {
			s.inDays(d.days)
			s.setPart(d.half, d.hour)
			return n
		}
	}
	return 0
}

// period reads the ends and beginnings of weeks and months.
func (s *whenScan) period(i, _ int) int {
	now := s.now
	monday := now.AddDate(0, 0, -(int(now.Weekday())+6)%7)
	first := now.AddDate(0, 0, 1-now.Day())
	for _, p := range []struct {
		day     time.Time
		phrases []string
	}{
		{monday.AddDate(0, 0, 4), []string{"the_end_of_the_week", "end_of_the_week", "end_of_week", "the_end_of_this_week", "конца_недели", "конце_недели", "концу_недели"}},
		{first.AddDate(0, 1, -1), []string{"the_end_of_the_month", "end_of_the_month", "end_of_month", "month_end", "the_end_of_this_month", "конца_месяца", "конце_месяца", "концу_месяца", "月底", "本月底", "这个月底"}},
		{time.Date(now.Year(), 12, 31, 0, 0, 0, 0, now.Location()), []string{"the_end_of_the_year", "end_of_the_year", "end_of_year", "конца_года", "конце_года", "концу_года", "年底"}},
		{first.AddDate(0, 1, 0), []string{"next_month", "следующем_месяце", "следующий_месяц", "下个月", "下月"}},
		{monday.AddDate(0, 0, 5), []string{"the_weekend", "this_weekend", "weekend", "выходных", "выходные", "выходным"}},
	} {
		n := s.words(i, p.phrases...)
		if n == 0 {
			continue
		}
		day := p.day
		if day.Before(at(now, 0, 0)) {
			day = day.AddDate(0, 0, 7) // this week's is over
		}
		s.setDay(*dateOf(day))
		return n
	}
	return s.looseWeek(i)
}

// looseWeek reads next week, this week, later, end of day.
func (s *whenScan) looseWeek(i int) int {
	if n := s.words(i, "next_week", "следующей_неделе", "следующую_неделю", "той_неделе"); n > 0 {
		s.m.week = 1
		if s.m.weekday == nil {
			s.m.days++
		}
		return n
	}
	if n := s.words(i, "end_of_day", "end_of_the_day", "the_end_of_the_day", "eod", "конца_дня", "концу_дня", "下班前", "下班时", "下班之前", "下班以前"); n > 0 {
		s.inDays(0)
		s.m.clock = &clock{h: 18, sure: true, part: true}
		return n
	}
	if n := s.words(i, "this_week", "этой_неделе", "later", "позже", "потом", "попозже", "稍后", "待会儿", "待会", "一会儿", "回头", "晚点"); n > 0 && s.edge(i, i+n) {
		s.m.vague = true
		return n
	}
	return 0
}
