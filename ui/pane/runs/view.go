package runs

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"vise/ui/keys"
	"vise/ui/pane/eventline"
	"vise/ui/pane/rows"
	"vise/ui/theme"
)

// View draws the screen: h lines of at most w cells.
func (p *Pane) View(w, h int) string {
	if w < 1 || h < 1 {
		return ""
	}
	p.pair.ListAs.Right = fmt.Sprint(len(p.some))
	if len(p.some) != len(p.all) {
		p.pair.ListAs.Right = fmt.Sprintf("%d of %d", len(p.some), len(p.all))
	}
	out := p.pair.View(w, h-1)
	return strings.Join(append(out, p.foot(w)), "\n")
}

func (p *Pane) foot(w int) string {
	switch {
	case p.asking:
		run, _ := p.Selected()
		yes, no := p.keys.Label(keys.ConfirmYes), p.keys.Label(keys.ConfirmNo)
		ask := " delete this run and what it read? It can't be undone · " + yes + " delete · " + no + " keep"
		if theme.Width(ask) > w {
			ask = " delete it? " + yes + " yes · " + no + " no"
		} else if room := w - theme.Width(ask) - 3; room > 12 {
			ask += "  “" + theme.Cut(theme.InertWords(run.Task), room) + "”"
		}
		return p.th.Warn.Render(theme.Cut(ask, w))
	case p.filter.Typing():
		return p.filter.View(p.th, w)
	case p.note != "":
		return theme.Cut(" "+p.note, w)
	}
	return rows.Foot(p.th, p.keys, w,
		rows.Hint{Words: "replay", IDs: []string{keys.Open}},
		rows.Hint{Words: "go on", IDs: []string{keys.RunsGoOn}},
		rows.Hint{Words: "resume", IDs: []string{keys.RunsResume}},
		rows.Hint{Words: "filter", IDs: []string{keys.Find}},
		rows.Hint{Words: "delete", IDs: []string{keys.RunsDelete}},
		rows.Hint{Words: "export", IDs: []string{keys.ReplayExport}},
		rows.Hint{Words: "details", IDs: []string{keys.NextPane}},
		rows.Hint{Words: "back", IDs: []string{keys.Back}})
}

// Widths of the columns of a row, in cells.
const (
	statusCells = 14
	whenCells   = 16
)

func (p *Pane) row(i, w int) string {
	r := p.some[i]
	s := eventline.Ending(r)
	status := s.Tone.Style(p.th).Render(theme.Fit(s.Head(), statusCells))
	if w < statusCells+whenCells+10 {
		return s.Tone.Style(p.th).Render(s.Mark) + " " + theme.InertWords(r.Task)
	}
	return status + " " + p.th.Dim.Render(theme.Fit(p.when(r.Started), whenCells)) + " " + theme.InertWords(r.Task)
}

// when is a past time as short as it can be told.
func (p *Pane) when(t time.Time) string {
	t, now := t.In(p.zone), p.now.In(p.zone)
	switch {
	case t.YearDay() == now.YearDay() && t.Year() == now.Year():
		return t.Format("15:04")
	case now.Sub(t) < 7*24*time.Hour && now.After(t):
		return t.Format("Mon 15:04")
	case t.Year() == now.Year():
		return t.Format("2 Jan 15:04")
	}
	return t.Format("2 Jan 2006")
}

// details lays out the run under the cursor.
func (p *Pane) details() {
	d := rows.NewDoc(p.th)
	p.pair.Doc = d
	r, ok := p.Selected()
	if !ok {
		return
	}
	words := theme.InertWords
	d.Quote(r.Task)
	d.Text("")
	s := eventline.Ending(r)
	status := []string{s.Head()}
	for _, more := range []string{string(r.FailureKind), r.Code} {
		if !slices.ContainsFunc(status, func(said string) bool { return strings.HasSuffix(said, words(more)) }) {
			status = append(status, words(more))
		}
	}
	d.Field("status", dots(status...))
	if r.Reason != string(r.Status) {
		d.Field("because", words(r.Reason))
	}
	if r.Unknown != "" {
		d.Field("unknown", words(r.Unknown)+" was started and never reported back: whether it took effect is not known")
	}
	if r.Waiting != "" {
		d.Field("waiting", words(r.Waiting)+" waits for your answer")
	}
	d.Field("started", r.Started.In(p.zone).Format("Mon 2 January 2006 15:04:05"))
	d.Field("took", eventline.Duration(r.Took().Milliseconds()))
	d.Field("used", dots(eventline.Count(r.Steps, "step"), eventline.Count(r.Calls, "call"), eventline.Count(r.Approvals, "approval")))
	d.Field("tools", words(strings.Join(r.Tools, ", ")))
	d.Field("model", words(r.Model))
	d.Field("asked in", words(r.Entry))
	d.Field("run", words(r.Run))
	d.Field("resumes", words(r.Resumes))
	d.Field("forked from", words(r.Parent))
	d.Field("conversation", words(r.Conversation))
	d.Field("events", fmt.Sprint(r.LastSeq))
}

func dots(parts ...string) string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, " · ")
}
