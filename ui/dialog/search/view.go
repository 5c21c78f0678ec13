package search

import (
	"fmt"
	"strings"
	"time"

	"vise/session"
	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/pane/eventline"
	"vise/ui/theme"
)

const (
	width    = 104
	visible  = 16
	fullFrom = 60 // columns from which a row says how the run ended in words
)

// View draws the search for a screen of w×h.
func (s *Search) View(w, h int) string {
	bw, bh := dialog.Size(w, h, width, visible+6)
	in := dialog.Inner(bw)
	text, cx, _ := s.line.View(in-2, 1)
	s.cx = 2 + 2 + cx
	lines := []string{"> " + text[0]}
	if s.line.Text() == "" {
		lines[0] += s.th.Dim.Render(theme.Cut("words · on:tue · status:failed · tool:todo.create", in-3))
	}
	if s.bad != "" { // nothing is listed: it wouldn't be what was asked for
		for _, l := range theme.Wrap("! That isn't understood: "+s.bad, in) {
			lines = append(lines, s.th.Warn.Render(l))
		}
		return s.draw(lines[:min(len(lines), max(bh-4, 1))], bw, bh)
	}
	lines = append(lines, s.message(in))
	room := max(1, bh-6)
	if s.at < s.off {
		s.off = s.at
	} else if s.at >= s.off+room {
		s.off = s.at - room + 1
	}
	for i := s.off; i < min(len(s.runs), s.off+room); i++ {
		lines = append(lines, s.row(i, in))
	}
	return s.draw(lines, bw, bh)
}

// draw puts the lines over those of the run under the cursor and of the keys.
func (s *Search) draw(lines []string, bw, bh int) string {
	in := dialog.Inner(bw)
	for len(lines) < bh-4 {
		lines = append(lines, "")
	}
	lines = append(lines, s.detail(in), s.foot(in))
	return dialog.Draw(s.th, "Past requests", "", lines, bw, bh)
}

// Cursor is where the text cursor belongs in what View drew.
func (s *Search) Cursor() (x, y int, ok bool) { return s.cx, 1, true }

// message says what is wrong, or how many were found.
func (s *Search) message(w int) string {
	switch {
	case s.fail != "":
		return s.th.Bad.Render(theme.Cut("✗ past runs can't be read: "+s.fail, w))
	case s.shown == 0:
		return s.th.Dim.Render("looking …")
	case len(s.runs) == 0:
		return s.th.Dim.Render("no past request is like that")
	case len(s.runs) >= Limit:
		return s.th.Dim.Render(fmt.Sprintf("the newest %d", len(s.runs)))
	}
	return s.th.Dim.Render(eventline.Count(len(s.runs), "run"))
}

func (s *Search) foot(w int) string {
	return s.keys.Pick(w, keys.ListTake, keys.SearchReplay, keys.SearchGoOn, keys.ListUp+"+"+keys.ListDown, keys.ListClose)
}

// row is one run: when, how it ended, what was asked.
func (s *Search) row(i, w int) string {
	r := s.runs[i]
	at := "  "
	if i == s.at {
		at = s.th.Accent.Render("▸") + " "
	}
	how := eventline.Ending(r)
	state := theme.Fit(how.Mark, 2)
	if w >= fullFrom {
		state = theme.Fit(how.Mark+" "+how.Verb, 14)
	}
	left := at + s.th.Dim.Render(theme.Fit(s.day(r.Started), 13)) + state
	task := theme.Cut(first(r.Task), max(0, w-theme.Width(left)))
	if i == s.at {
		task = s.th.Strong.Render(task)
	}
	return left + task
}

// day says when a run was started: "today 10:00", "Fri 20:15", "30 Nov 2025".
func (s *Search) day(t time.Time) string {
	t, now := t.In(s.zone), s.now.In(s.zone)
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, s.zone)
	switch {
	case !t.Before(midnight) && t.Before(midnight.AddDate(0, 0, 1)):
		return "today " + t.Format("15:04")
	case !t.Before(midnight.AddDate(0, 0, -6)) && t.Before(midnight):
		return t.Format("Mon 15:04")
	case t.Year() == now.Year():
		return t.Format("2 Jan 15:04")
	}
	return t.Format("2 Jan 2006")
}

// detail is more about the run under the cursor, on one line.
func (s *Search) detail(w int) string {
	if s.bad != "" || s.at >= len(s.runs) {
		return ""
	}
	r := s.runs[s.at]
	parts := []string{theme.InertWords(r.Model), eventline.Count(r.Calls, "call")}
	if len(r.Tools) > 0 {
		parts = append(parts, theme.InertWords(strings.Join(r.Tools, ", ")))
	}
	if why := reason(r); why != "" {
		parts = append(parts, why)
	}
	return s.th.Dim.Render(theme.Cut(strings.Join(parts, " · "), w))
}

// reason says why a run has no answer.
func reason(r session.Summary) string {
	switch {
	case r.Unknown != "":
		return "whether " + theme.InertWords(r.Unknown) + " took effect isn't known"
	case r.Status == session.StatusDone:
		return ""
	}
	return theme.InertWords(r.Reason)
}
