package offline

import "time"

// moment is what the time expressions of a request say together.
type moment struct {
	found []span // the tokens that say it

	day      *date // a calendar day
	weekday  *time.Weekday
	week     int // weeks from this one, where one was named
	this     bool
	clock    *clock
	half     string // of the day, said apart from the hour: am pm noon eve night
	part     int    // the hour that a named part of the day stands for
	ahead    ahead  // in 2 hours
	hasAhead bool
	days     int  // calendar days said
	clocks   int  // hours said
	bad      bool // an impossible day or hour
	repeats  bool // every day
	past     bool // yesterday
	vague    bool // later, this week
}

type date struct {
	y    int
	m    time.Month
	d    int
	soon bool // no year said: the next such day
}

type clock struct {
	h, min int
	sure   bool // the half of the day is certain
	lit    bool // as on a digital clock: 5:30 is in the morning
	part   bool // only a part of the day was said: morning
}

// ahead is a distance from now.
type ahead struct {
	months, days int
	d            time.Duration
}

// problem is why a moment can't be used.
type problem string

const (
	problemNone    problem = ""
	problemPast    problem = "past"
	problemBad     problem = "bad"
	problemTwo     problem = "two"
	problemRepeats problem = "repeats"
	problemVague   problem = "vague"
)

func (m moment) empty() bool {
	return len(m.found) == 0
}

// Hours that parts of a day stand for, and the hour of a day without any.
const (
	hourMorning   = 9
	hourNoon      = 12
	hourAfternoon = 15
	hourEvening   = 19
	hourTonight   = 20
	hourNight     = 22
	hourDefault   = 9
)

// resolve turns a moment into an instant after now, in now's zone.
func (m moment) resolve(now time.Time) (time.Time, problem) {
	switch {
	case m.repeats:
		return time.Time{}, problemRepeats
	case m.bad:
		return time.Time{}, problemBad
	case m.past:
		return time.Time{}, problemPast
	case m.days > 1 || m.clocks > 1:
		return time.Time{}, problemTwo
	}
	t, ok := m.instant(now)
	if !ok || m.vague && m.calendar(now) == nil && !m.hasAhead {
		return t, problemVague
	}
	if !t.After(now) {
		return t, problemPast
	}
	return t, problemNone
}

// calendar is the day that was said, nil for none.
func (m moment) calendar(now time.Time) *date {
	if m.day != nil {
		return m.day
	}
	monday := now.AddDate(0, 0, -(int(now.Weekday())+6)%7)
	switch {
	case m.weekday != nil && m.week > 0:
		return dateOf(monday.AddDate(0, 0, 7*m.week+(int(*m.weekday)+6)%7))
	case m.weekday != nil:
		diff := (int(*m.weekday) - int(now.Weekday()) + 7) % 7
		if diff == 0 && !m.this {
			diff = 7
		}
		return dateOf(now.AddDate(0, 0, diff))
	case m.week > 0:
		return dateOf(monday.AddDate(0, 0, 7*m.week))
	}
	return nil
}

// instant puts the parts together; false where they say too little.
func (m moment) instant(now time.Time) (time.Time, bool) {
	c := m.hour()
	if m.hasAhead {
		t := now.AddDate(0, m.ahead.months, m.ahead.days)
		if c != nil && m.ahead.d == 0 {
			return at(t, c.h, c.min), true
		}
		return t.Add(m.ahead.d).Truncate(time.Second), true
	}
	d := m.calendar(now)
	switch {
	case d == nil && c == nil:
		return now, false
	case d == nil:
		t := at(now, c.h, c.min)
		if !t.After(now) {
			t = at(now.AddDate(0, 0, 1), c.h, c.min)
		}
		return t, true
	}
	day := d.next(now)
	if c == nil {
		c = &clock{h: hourDefault, part: true}
	}
	t := at(day, c.h, c.min)
	if c.part && sameDay(day, now) && !t.After(now) {
		return laterToday(now), true
	}
	return t, true
}

// laterToday is what "today" means once its morning is over.
func laterToday(now time.Time) time.Time {
	if evening := at(now, 18, 0); evening.After(now) {
		return evening
	}
	return at(now, 23, 59)
}

// hour is the hour said, with its half of the day decided: a bare 1 to 6 is
// the afternoon's, as people mean it.
func (m moment) hour() *clock {
	if m.clock == nil {
		if m.half == "" {
			return nil
		}
		return &clock{h: m.part, sure: true, part: true}
	}
	c := *m.clock
	if c.sure || c.h > 12 {
		return &c
	}
	switch m.half {
	case "am":
		c.h %= 12
	case "pm":
		c.h = c.h%12 + 12
	case "noon":
		if c.h <= 6 {
			c.h += 12
		}
	case "eve": // 12 in the evening is midnight
		c.h += 12
	case "night":
		if c.h >= 6 {
			c.h = (c.h + 12) % 24
		}
	default:
		if c.h >= 1 && c.h <= 6 && !c.lit {
			c.h += 12
		}
	}
	return &c
}

func (d date) next(now time.Time) time.Time {
	t := time.Date(d.y, d.m, d.d, 0, 0, 0, 0, now.Location())
	if d.soon {
		today := at(now, 0, 0)
		for range 8 {
			if !t.Before(today) && t.Day() == d.d {
				break
			}
			d.y++
			t = time.Date(d.y, d.m, d.d, 0, 0, 0, 0, now.Location())
		}
	}
	return t
}

func at(day time.Time, h, min int) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day(), h, min, 0, 0, day.Location())
}

func sameDay(a, b time.Time) bool {
	ay, am, ad := a.Date()
	by, bm, bd := b.Date()
	return ay == by && am == bm && ad == bd
}

func dateOf(t time.Time) *date {
	return &date{y: t.Year(), m: t.Month(), d: t.Day()}
}

func validDay(y int, m time.Month, d int) bool {
	if m < 1 || m > 12 || d < 1 {
		return false
	}
	t := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	return t.Day() == d && t.Month() == m
}
