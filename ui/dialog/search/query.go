// Package search finds past requests as one types.
package search

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"vise/session"
	"vise/ui/theme"
)

// statuses are the values of status:, with the words that people use for them.
var statuses = map[string]session.Status{
	"running": session.StatusRunning, "done": session.StatusDone, "failed": session.StatusFailed, "refused": session.StatusRefused,
	"needs_approval": session.StatusNeedsApproval, "waiting": session.StatusNeedsApproval, "budget": session.StatusBudget,
	"cancelled": session.StatusCancelled, "canceled": session.StatusCancelled, "interrupted": session.StatusInterrupted,
}

const (
	statusHelp = "status: takes done, failed, refused, waiting, budget, cancelled, interrupted or running"
	onHelp     = "on: takes a day such as today, yesterday, tue or 2026-11-30"
	toolHelp   = "tool: takes a tool's name, such as tool:todo.create"
)

// weekdays in English, Russian and Chinese, as short as people write them.
var weekdays = map[string]time.Weekday{
	"mon": time.Monday, "tue": time.Tuesday, "wed": time.Wednesday, "thu": time.Thursday, "fri": time.Friday, "sat": time.Saturday, "sun": time.Sunday,
	"пн": time.Monday, "вт": time.Tuesday, "ср": time.Wednesday, "чт": time.Thursday, "пт": time.Friday, "сб": time.Saturday, "вс": time.Sunday,
	"周一": time.Monday, "周二": time.Tuesday, "周三": time.Wednesday, "周四": time.Thursday, "周五": time.Friday, "周六": time.Saturday, "周日": time.Sunday,
}

var daysBack = map[string]int{"today": 0, "yesterday": 1, "сегодня": 0, "вчера": 1, "今天": 0, "昨天": 1}

// Parse reads what was typed: words that must be in the request, and the
// filters on:, status: and tool:. Anything else with a colon is a word, so
// that paths and addresses can be searched for. An error is for the person, as
// it stands; a filter without its value is one too.
func Parse(typed string, now time.Time, zone *time.Location) (session.RunQuery, error) {
	var q session.RunQuery
	var words []string
	seen := map[string]bool{}
	for _, w := range strings.Fields(typed) {
		key, value, ok := strings.Cut(strings.Replace(w, "：", ":", 1), ":")
		key = strings.ToLower(key)
		if !ok || key != "on" && key != "status" && key != "tool" {
			words = append(words, w)
			continue
		}
		if seen[key] {
			return q, fmt.Errorf("%s: is there twice", key)
		}
		seen[key] = true
		if err := filter(&q, key, value, now.In(zone)); err != nil {
			return q, err
		}
	}
	q.Text = strings.Join(words, " ")
	return q, nil
}

// filter puts one filter into q.
func filter(q *session.RunQuery, key, value string, now time.Time) error {
	switch key {
	case "on":
		day, ok := DayOf(value, now)
		if !ok {
			return unread(value, onHelp)
		}
		q.From, q.To = day, day.AddDate(0, 0, 1)
	case "status":
		s, ok := statuses[strings.ToLower(value)]
		if !ok {
			return unread(value, statusHelp)
		}
		q.Status = s
	case "tool":
		if value == "" {
			return unread(value, toolHelp)
		}
		q.Tool = value
	}
	return nil
}

// unread is the error for a value that a filter doesn't take.
func unread(value, help string) error {
	if value == "" {
		return errors.New(help)
	}
	return fmt.Errorf("%s; not %q", help, theme.InertWords(value))
}

// DayOf is the midnight in now's zone at which a day begins that is written as
// today, yesterday, tue or 2026-11-30, in English, Russian or Chinese words;
// false where it can't be read. A weekday is the last one there was, today
// among them.
func DayOf(s string, now time.Time) (time.Time, bool) {
	s = strings.ToLower(s)
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	if back, ok := daysBack[s]; ok {
		return today.AddDate(0, 0, -back), true
	}
	if d, ok := weekday(s); ok {
		return today.AddDate(0, 0, -(int(now.Weekday()-d)+7)%7), true
	}
	d, err := time.ParseInLocation(time.DateOnly, s, now.Location())
	return d, err == nil
}

// weekday reads a day of the week, in full or cut to three letters.
func weekday(s string) (time.Weekday, bool) {
	if d, ok := weekdays[s]; ok {
		return d, true
	}
	full := []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}
	i := slices.IndexFunc(full, func(f string) bool { return len(s) >= 3 && strings.HasPrefix(f, s) })
	return time.Weekday(max(i, 0)), i >= 0
}
