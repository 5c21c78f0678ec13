package offline

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"vise/session"
)

// created answers with what was really added, which an approval may have
// changed.
func (t *turn) created(a action, o *session.Observation) string {
	if !o.OK {
		return t.failed(o, "create")
	}
	item := todoItem{Title: a.title, DueAt: a.due}
	key := "created"
	if f := fieldsOf(o); f.Todo != nil {
		item = *f.Todo
		if item.Title != a.title || !sameInstant(item.DueAt, a.due) {
			key = "createdother"
		}
	}
	return t.say(key, t.item(item)) + citeAll(o)
}

func sameInstant(a, b *time.Time) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Equal(*b)
}

func (t *turn) updated(a action, item todoItem, o *session.Observation) string {
	if !o.OK {
		return t.failed(o, "update")
	}
	key := a.status
	switch {
	case a.undo:
		key = "undone"
	case a.newTitle != "":
		key = "renamed"
		item.Title = a.newTitle
	case a.due != nil:
		key = "moved"
		item.DueAt = a.due
	}
	if f := fieldsOf(o); f.Todo != nil {
		item = *f.Todo
		other := a.status != "" && item.Status != "" && item.Status != a.status && !a.undo ||
			a.newTitle != "" && item.Title != a.newTitle || a.due != nil && !sameInstant(item.DueAt, a.due)
		if other {
			key = "changedother"
		}
	}
	return t.say(key, t.item(item)) + citeAll(o)
}

// listed answers with the todos that came back.
func (t *turn) listed(a action, o *session.Observation) string {
	if !o.OK {
		return t.failed(o, "list")
	}
	todos := t.onDay(a, fieldsOf(o).Todos)
	if len(todos) == 0 {
		if a.since != nil {
			if last := a.until.AddDate(0, 0, -1); sameDay(last, *a.since) {
				return t.say("nodoneday", t.date(last))
			}
			return t.say("nodone", t.date(*a.since), t.date(a.until.AddDate(0, 0, -1)))
		}
		if a.status == "" && a.dueSet == "" && a.text == "" {
			return t.say("nolist")
		}
		return t.say("notodos")
	}
	return t.say("todos", strconv.Itoa(len(todos))) + citeAll(o) + "\n" + t.items(todos, true)
}

// onDay keeps the todos of the day or the week that was asked for.
func (t *turn) onDay(a action, ts []todoItem) []todoItem {
	if a.since != nil {
		return slices.DeleteFunc(slices.Clone(ts), func(x todoItem) bool {
			return x.DoneAt == nil || x.DoneAt.Before(*a.since) || !x.DoneAt.Before(*a.until)
		})
	}
	if a.on == nil {
		return ts
	}
	from := at(*a.on, 0, 0)
	to := from.AddDate(0, 0, 1)
	if a.onWeek {
		to = from.AddDate(0, 0, 7)
	}
	var out []todoItem
	for _, x := range ts {
		if x.DueAt != nil && !x.DueAt.Before(from) && x.DueAt.Before(to) {
			out = append(out, x)
		}
	}
	return out
}

func (t *turn) items(ts []todoItem, numbered bool) string {
	var lines []string
	for i, x := range ts[:min(len(ts), maxTodos)] {
		lines = append(lines, fmt.Sprintf("%d. %s", i+1, t.item(x)))
	}
	if rest := len(ts) - maxTodos; rest > 0 {
		lines = append(lines, "… +"+strconv.Itoa(rest))
	}
	return strings.Join(lines, "\n")
}

// item is one todo in words. A title is a person's own, or from a model or a
// file: it stands in a code span only where it has marks of Markdown.
func (t *turn) item(x todoItem) string {
	title := oneLine(x.Title, maxLine)
	if strings.ContainsAny(title, "`*_[]<>#\\|!~") {
		title = code(title)
	} else {
		title = quote(title, t.plan.lang)
	}
	if x.DueAt != nil {
		title += ": " + t.day(*x.DueAt)
	}
	switch x.Status {
	case "done":
		title = "✓ " + title
	case "cancelled":
		title = "✗ " + title
	}
	return title
}

// quote puts a title into a language's quotation marks.
func quote(s string, l lang) string {
	if s == "" {
		return ""
	}
	s = uncited(s)
	if l == russian {
		return "«" + s + "»"
	}
	return "“" + s + "”"
}

// day is an instant in words: tomorrow, Tue 1 Dec 09:00 (Europe/Moscow).
func (t *turn) day(due time.Time) string {
	due = due.In(t.now.Location())
	s := t.date(due) + " " + due.Format("15:04")
	if near := t.near(due); near != "" {
		s = near + sep(t.plan.lang) + s
	}
	if t.zone != "" {
		s += " (" + t.zone + ")"
	}
	return s
}

func sep(l lang) string {
	if l == chinese {
		return "，"
	}
	return ", "
}

func (t *turn) near(due time.Time) string {
	names := [][]string{{"yesterday", "вчера", "昨天"}, {"today", "сегодня", "今天"}, {"tomorrow", "завтра", "明天"}, {"", "послезавтра", "后天"}}
	for i, n := range names {
		if sameDay(due, t.now.AddDate(0, 0, i-1)) {
			return n[langIndex(t.plan.lang)]
		}
	}
	return ""
}

func langIndex(l lang) int {
	switch l {
	case russian:
		return 1
	case chinese:
		return 2
	}
	return 0
}

// date is a day in the language of the answer; the year only where it isn't
// this one.
func (t *turn) date(d time.Time) string {
	year := ""
	if d.Year() != t.now.Year() {
		year = strconv.Itoa(d.Year())
	}
	switch t.plan.lang {
	case russian:
		return strings.TrimSpace(strings.Fields("вс пн вт ср чт пт сб")[d.Weekday()] + " " + strconv.Itoa(d.Day()) + " " +
			strings.Fields("января февраля марта апреля мая июня июля августа сентября октября ноября декабря")[d.Month()-1] + " " + year)
	case chinese:
		if year != "" {
			year += "年"
		}
		return year + fmt.Sprintf("%d月%d日", d.Month(), d.Day()) + strings.Fields("周日 周一 周二 周三 周四 周五 周六")[d.Weekday()]
	}
	return strings.TrimSpace(d.Format("Mon 2 Jan") + " " + year)
}

// timeIs answers with the time that the tool told.
func (t *turn) timeIs(a action, o *session.Observation) string {
	if !o.OK {
		return t.failed(o, "time")
	}
	f := fieldsOf(o)
	now, err := time.Parse(time.RFC3339, f.Now)
	if err != nil {
		return code(oneLine(o.Summary.Raw(), maxLine)) + citeAll(o)
	}
	zone := f.Timezone
	if loc, err := time.LoadLocation(zone); err == nil && zone != "" {
		now = now.In(loc)
	}
	s := now.Format("15:04") + sep(t.plan.lang) + t.date(now)
	if a.askDate {
		s = t.date(now) + sep(t.plan.lang) + now.Format("15:04")
	}
	if zone != "" {
		s += " (" + oneLine(zone, 60) + ")"
	}
	s = t.say("itis", s)
	if a.isDay != nil {
		key := "noday"
		if now.Weekday() == *a.isDay {
			key = "yesday"
		}
		s = t.say(key) + " " + s
	}
	return s + citeAll(o)
}
