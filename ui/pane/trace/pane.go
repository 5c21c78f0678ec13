package trace

import (
	"time"

	"vise/session"
	"vise/ui/list"
	"vise/ui/theme"
)

// Pane is the trace of one run on the screen. Make one with New.
type Pane struct {
	th      theme.Theme
	zone    *time.Location
	list    list.List
	events  []session.Event
	items   []list.Item
	sel     int // index of the selected event, -1 for none
	version int
}

// New makes an empty trace whose times are told in zone.
func New(th theme.Theme, zone *time.Location) *Pane {
	return &Pane{th: th, zone: zone, sel: -1}
}

// Reset shows another run's events, from the first one.
func (p *Pane) Reset(events ...session.Event) {
	p.events, p.items, p.sel = nil, nil, -1
	p.list.Forget()
	p.list.End()
	p.Append(events...)
}

// Append adds events at the end.
func (p *Pane) Append(events ...session.Event) {
	for _, e := range events {
		i := len(p.events)
		p.events = append(p.events, e)
		p.items = append(p.items, list.Item{Lines: func(w int) []string { return []string{p.row(i, w)} }})
	}
	p.changed()
}

// SetTheme draws everything anew in another theme.
func (p *Pane) SetTheme(th theme.Theme) { p.th = th; p.list.Forget(); p.changed() }

// Size sets the size: w cells, h lines.
func (p *Pane) Size(w, h int) { p.list.Size(w, h); p.version++ }

// Version grows with everything that may change Lines.
func (p *Pane) Version() int { return p.version }

// Lines is what is on the screen.
func (p *Pane) Lines() []string { return p.list.Lines() }

// Len is the number of events.
func (p *Pane) Len() int { return len(p.events) }

// Last is the last event in one line, for a screen without room for the pane.
func (p *Pane) Last(w int) string {
	if len(p.events) == 0 {
		return ""
	}
	return p.row(len(p.events)-1, w)
}

func (p *Pane) changed() { p.version++; p.list.SetItems(p.items) }

func (p *Pane) row(i, w int) string {
	e := p.events[i]
	r := Describe(e)
	label := theme.Fit(r.Label, max(min(18, w/3), theme.Width(r.Label)))
	text := " " + label + "  " + r.Words
	at := e.Time.In(p.zone).Format("15:04:05")
	if i == p.sel {
		return p.th.Selected.Render(theme.Fit("▸"+at+text, w))
	}
	return " " + p.th.Dim.Render(at) + r.Tone.Style(p.th).Render(theme.Cut(text, w-1-len(at)))
}

// Select moves the selection by n events; with none selected it begins at the
// last one.
func (p *Pane) Select(n int) {
	if len(p.events) == 0 {
		return
	}
	to := len(p.events) - 1
	if p.sel >= 0 {
		to = min(max(p.sel+n, 0), to)
	}
	p.pick(to)
	p.list.Show(to)
	if to == len(p.events)-1 {
		p.list.End()
	}
}

// SelectEdge selects the first event, or with end the last one.
func (p *Pane) SelectEdge(end bool) {
	if end {
		p.Select(len(p.events))
	} else {
		p.Select(0)
		p.Select(-len(p.events))
	}
}

// Deselect leaves nothing selected.
func (p *Pane) Deselect() { p.pick(-1) }

func (p *Pane) pick(to int) {
	for _, i := range []int{p.sel, to} {
		if i >= 0 && i < len(p.items) {
			p.items[i].Version++
		}
	}
	p.sel = to
	p.changed()
}

// Selected is the selected event; false when none is.
func (p *Pane) Selected() (session.Event, bool) {
	if p.sel < 0 || p.sel >= len(p.events) {
		return session.Event{}, false
	}
	return p.events[p.sel], true
}

// Scroll moves the window by n lines, up for a negative n.
func (p *Pane) Scroll(n int) { p.list.Scroll(n); p.version++ }
