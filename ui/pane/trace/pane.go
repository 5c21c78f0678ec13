// Package trace draws the events of a run, one line each, as they happen and
// afterwards alike.
package trace

import (
	"time"

	"vise/session"
	"vise/ui/list"
	"vise/ui/pane/eventline"
	"vise/ui/theme"
)

// recent is how many rows back a new event may change what a row says.
const recent = 30

// Pane is the trace of one run on the screen. Make one with New.
type Pane struct {
	th      theme.Theme
	zone    *time.Location
	list    list.List
	state   *session.State // of the run, for how things stand now
	events  []session.Event
	shown   []int // indexes into events, one a row
	items   []list.Item
	all     bool // minor events too
	sel     int  // the selected row, -1 for none
	version int
	running *session.CallProgress // how far the call is that runs; nil: nothing is told
}

// New makes an empty trace whose times are told in zone.
func New(th theme.Theme, zone *time.Location) *Pane {
	return &Pane{th: th, zone: zone, sel: -1}
}

// Reset shows another run: its events from the first one, and the state that
// they lead to. The state is read whenever events are appended.
func (p *Pane) Reset(state *session.State, events ...session.Event) {
	p.state, p.events, p.shown, p.items, p.sel, p.running = state, nil, nil, nil, -1, nil
	p.list.Forget()
	p.changed()
	p.list.End()
	p.Append(events...)
}

// Append adds events at the end.
func (p *Pane) Append(events ...session.Event) {
	for _, e := range events {
		p.events = append(p.events, e)
		p.show(len(p.events) - 1)
	}
	for i := max(len(p.items)-recent, 0); i < len(p.items); i++ {
		p.items[i].Version++
	}
	p.changed()
}

// show adds a row for event i. Minor events have one only while they are the
// last.
func (p *Pane) show(i int) {
	if n := len(p.shown); n > 0 && !p.all && n-1 != p.sel && eventline.Minor(p.events[p.shown[n-1]]) {
		p.shown, p.items = p.shown[:n-1], p.items[:n-1]
	}
	row := len(p.shown)
	p.shown = append(p.shown, i)
	p.items = append(p.items, list.Item{Version: i << 16, Lines: func(w int) []string { return []string{p.row(row, w)} }})
}

// ToggleMinor shows every event, or only those that matter to most.
func (p *Pane) ToggleMinor() {
	p.all = !p.all
	events := p.events
	p.Reset(p.state, events...)
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
	switch {
	case len(p.shown) == 0:
		return ""
	case p.running != nil:
		return p.progress(w)
	}
	return p.row(len(p.shown)-1, w)
}

// Progress shows below the events how far the running call is; nil when
// nothing is told of one.
func (p *Pane) Progress(c *session.CallProgress) {
	if c == nil && p.running == nil {
		return
	}
	p.running = c
	p.changed()
}

// progress is the line below the one of the call.
func (p *Pane) progress(w int) string {
	const lead = "          … "
	return p.th.Dim.Render(theme.Cut(lead+eventline.Progress(*p.running, max(w-len([]rune(lead)), 0)), w))
}

func (p *Pane) changed() {
	p.version++
	items := p.items
	if p.running != nil {
		items = append(items[:len(items):len(items)], list.Item{Version: -p.version, Lines: func(w int) []string { return []string{p.progress(w)} }})
	}
	p.list.SetItems(items)
}

func (p *Pane) row(row, w int) string {
	e := p.events[p.shown[row]]
	words := eventline.Line(e, p.state)
	head := theme.Fit(words.Head(), max(min(14, w/3), theme.Width(words.Head())))
	text := " " + head + "  " + words.Tail()
	at := e.Time.In(p.zone).Format("15:04:05")
	if row == p.sel {
		return p.th.Selected.Render(theme.Fit("▸"+at+text, w))
	}
	if w <= len(at)+1 {
		return theme.Cut(" "+at, w)
	}
	return " " + p.th.Dim.Render(at) + words.Tone.Style(p.th).Render(theme.Cut(text, w-1-len(at)))
}

// Select moves the selection by n rows; with none selected it begins at the
// last one.
func (p *Pane) Select(n int) {
	if len(p.shown) == 0 {
		return
	}
	to := len(p.shown) - 1
	if p.sel >= 0 {
		to = min(max(p.sel+n, 0), to)
	}
	p.pick(to)
	p.list.Show(to)
	if to == len(p.shown)-1 {
		p.list.End()
	}
}

// SelectEdge selects the first event, or with end the last one.
func (p *Pane) SelectEdge(end bool) {
	p.Select(0)
	if end {
		p.Select(len(p.shown))
	} else {
		p.Select(-len(p.shown))
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
	if p.sel < 0 || p.sel >= len(p.shown) {
		return session.Event{}, false
	}
	return p.events[p.shown[p.sel]], true
}

// Scroll moves the window by n lines, up for a negative n.
func (p *Pane) Scroll(n int) { p.list.Scroll(n); p.version++ }
