// Package replay steps through the events of one run: the conversation as it
// was then, the events, the details of one. It has nothing to call a model or
// a tool with, and changes nothing.
package replay

import (
	"time"

	"vise/session"
	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/pane/chat"
	"vise/ui/pane/eventline"
	"vise/ui/pane/rows"
	"vise/ui/theme"
)

// PlayEvery is the time between two steps while the replay plays.
const PlayEvery = 400 * time.Millisecond

// Pane is the replay screen of one run. Make one with New.
type Pane struct {
	th    theme.Theme
	keys  *keys.Map
	zone  *time.Location
	run   session.Summary
	steps steps
	rows  rows.Rows // the events; the cursor is the step
	chat  *chat.Pane
	focus part

	raw     bool
	playing bool
	ticking bool         // a tick is to come
	find    *dialog.Line // the text that is being typed; nil when none is
	sought  string       // what was looked for last
	note    string       // what the last key came to, in words
	detail  *rows.Doc    // the details of the event under the cursor
	prompt  *prompt      // what the model saw; nil while it isn't shown
}

// part of the screen that pgup, pgdn, ↑ and ↓ go to.
type part int

const (
	onEvents part = iota
	onDetail
	onConversation
	parts
)

// New makes the replay of a run, before its first step. Times are told in
// zone.
func New(th theme.Theme, km *keys.Map, zone *time.Location, run session.Summary, events []session.Event) *Pane {
	p := &Pane{th: th, keys: km, zone: zone, run: run, steps: newSteps(events), chat: chat.New(th)}
	p.rows.SetLen(len(events))
	p.moved()
	return p
}

// SetTheme draws everything anew in another theme.
func (p *Pane) SetTheme(th theme.Theme) {
	p.th = th
	p.chat.SetTheme(th)
	p.moved()
}

// Run is the id of the run.
func (p *Pane) Run() string { return p.run.Run }

// Asked is what the run was asked, and its answer; empty where it gave none.
func (p *Pane) Asked() (task string, answer session.Content) {
	for _, e := range p.steps.events {
		if a, ok := e.Payload.(session.AnswerCreated); ok {
			answer = a.Answer
		}
	}
	return p.run.Task, answer
}

// Step is the number of the step that is shown, from 1; 0 for an empty run.
func (p *Pane) Step() int { return p.steps.at }

// Len is the number of events.
func (p *Pane) Len() int { return len(p.steps.events) }

// State is the run as it was at this step. It isn't to be changed.
func (p *Pane) State() *session.State { return &p.steps.state }

// Go shows step n, from 1, or as near as there is one.
func (p *Pane) Go(n int) {
	p.rows.To(n - 1)
	p.moved()
}

// Tick goes one step on while the replay plays; false when it doesn't, or is
// at the end, so that no further tick is wanted.
func (p *Pane) Tick() bool {
	p.ticking = false
	if !p.playing {
		return false
	}
	p.rows.Move(1)
	p.moved()
	p.playing = p.Step() < p.Len()
	p.ticking = p.playing
	return p.ticking
}

// Stop ends playing.
func (p *Pane) Stop() { p.playing = false }

// Playing reports whether the replay plays.
func (p *Pane) Playing() bool { return p.playing }

// Wanted lists the contents on the screen that have to be fetched.
func (p *Pane) Wanted() []session.Content { return p.chat.Wanted() }

// Loaded gives the pane a content that Wanted had asked for.
func (p *Pane) Loaded(hash string, c chat.Content) { p.chat.Loaded(hash, c) }

// Event is the event under the cursor.
func (p *Pane) Event() (session.Event, bool) {
	if p.rows.Len() == 0 {
		return session.Event{}, false
	}
	return p.steps.events[p.rows.Sel()], true
}

// maxItems bounds how much of a long conversation is handed to the chat at
// each step.
const maxItems = 200

// moved brings the rest of the screen to the step under the cursor.
func (p *Pane) moved() {
	if p.rows.Len() > 0 {
		p.steps.to(p.rows.Sel() + 1)
	}
	s := p.steps.state // the chat reads it and keeps nothing of its slices
	if n := len(s.Items) - maxItems; n > 0 {
		items := make([]session.Item, 0, maxItems+1)
		items = append(items, session.Item{Kind: session.ItemGate, Words: eventline.Count(n, "earlier message") + " not shown here"})
		s.Items = append(items, s.Items[n:]...)
	}
	p.chat.Show(&s)
	p.chat.End()
	p.details()
}

// details lays out the event under the cursor.
func (p *Pane) details() {
	p.detail = rows.NewDoc(p.th)
	e, ok := p.Event()
	switch {
	case !ok:
	case p.raw:
		p.detail.Quote(eventline.Raw(e))
	default:
		for _, f := range eventline.Detail(e) {
			p.detail.Field(f.Name, f.Value)
		}
	}
}
