package todos

import (
	"fmt"
	"strings"
	"time"

	"vise/builtin/todo"
	"vise/ui/dialog"
	"vise/ui/pane/rows"
	"vise/ui/theme"
)

// counts says how many are open, and how many of them late.
func (p *Pane) counts() string {
	open, late := 0, 0
	for _, t := range p.todos {
		if t.Status == todo.Open {
			open++
			if p.late(t) {
				late++
			}
		}
	}
	if late > 0 {
		return fmt.Sprintf("%d open · %d late", open, late)
	}
	return fmt.Sprintf("%d open", open)
}

func (p *Pane) late(t todo.Todo) bool {
	return t.Status == todo.Open && t.DueAt != nil && t.DueAt.Before(p.now)
}

// dueCells is the width of the column that says when.
const dueCells = 18

func (p *Pane) row(i, w int) string {
	t := p.todos[i]
	mark, style := "☐", p.th.Text
	switch {
	case t.Status == todo.Done:
		mark, style = "✓", p.th.Dim
	case t.Status == todo.Cancelled:
		mark, style = "✗", p.th.Dim
	case p.late(t):
		mark, style = "!", p.th.Warn
	}
	title := style.Render(theme.InertWords(t.Title))
	if w < dueCells+14 {
		return style.Render(mark) + " " + title
	}
	return style.Render(mark) + " " + p.th.Dim.Render(theme.Fit(p.due(t), dueCells)) + " " + title
}

// due says in a few words when t is due, or how it ended.
func (p *Pane) due(t todo.Todo) string {
	switch {
	case t.Status == todo.Cancelled:
		return "cancelled"
	case t.Status == todo.Done && t.DoneAt != nil:
		return "done " + p.day(*t.DoneAt)
	case t.Status == todo.Done:
		return "done"
	case t.DueAt == nil:
		return "no date"
	case p.late(t):
		return "late: " + p.day(*t.DueAt)
	}
	return p.day(*t.DueAt)
}

// day is a time as seen from now: "today 09:00", "Mon 09:00", "2 Jan 2027".
func (p *Pane) day(t time.Time) string {
	t, now := t.In(p.zone), p.now.In(p.zone)
	date := func(x time.Time) time.Time { return time.Date(x.Year(), x.Month(), x.Day(), 0, 0, 0, 0, time.UTC) }
	days := int(date(t).Sub(date(now)).Hours() / 24)
	switch {
	case days == 0:
		return "today " + t.Format("15:04")
	case days == 1:
		return "tomorrow " + t.Format("15:04")
	case days == -1:
		return "yesterday"
	case days > 1 && days < 7:
		return t.Format("Mon 15:04")
	case t.Year() == now.Year():
		return t.Format("2 Jan")
	}
	return t.Format("2 Jan 2006")
}

// details lays out the todo under the cursor.
func (p *Pane) details() {
	d := rows.NewDoc(p.th)
	p.pair.Doc = d
	t, ok := p.Selected()
	if !ok {
		return
	}
	d.Quote(t.Title)
	d.Text("")
	if t.DueAt != nil {
		when := t.DueAt.In(p.zone).Format("Mon 2 January 2006 15:04")
		if t.Status == todo.Open {
			when = dialog.When(*t.DueAt, p.now, p.zone)
		}
		d.Field("due", when)
	}
	d.Field("status", theme.InertWords(string(t.Status)))
	if t.DoneAt != nil {
		d.Field("done", t.DoneAt.In(p.zone).Format("Mon 2 January 2006 15:04"))
	}
	d.Field("made", t.CreatedAt.In(p.zone).Format("Mon 2 January 2006 15:04"))
	d.Field("by run", theme.InertWords(t.Run))
	if t.Prior != nil {
		d.Field("before", theme.InertWords(strings.Join(p.changes(*t.Prior, t), " · ")))
	}
	d.Field("id", theme.InertWords(t.ID))
}

// changes says what was different in the version before.
func (p *Pane) changes(was, is todo.Todo) []string {
	var out []string
	if was.Title != is.Title {
		out = append(out, "“"+was.Title+"”")
	}
	if was.Status != is.Status {
		out = append(out, string(was.Status))
	}
	switch {
	case was.DueAt == nil && is.DueAt != nil:
		out = append(out, "no date")
	case was.DueAt != nil && (is.DueAt == nil || !was.DueAt.Equal(*is.DueAt)):
		out = append(out, "due "+was.DueAt.In(p.zone).Format("Mon 2 January 2006 15:04"))
	}
	return out
}
