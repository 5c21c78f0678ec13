// Package decisions lists the calls that wait for a person, also those that
// other processes and ended runs left. It answers none: enter opens the
// approval.
package decisions

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui/keys"
	"vise/ui/pane/rows"
	"vise/ui/theme"
)

// Do is what the root has to do after a key.
type Do int

// What a key comes to.
const (
	Ignored Do = iota // not one of this screen's keys
	Handled           // done; draw again
	Back              // leave the screen
	Open              // open the approval
)

// Action is what a key comes to, and the approval it is about.
type Action struct {
	Do       Do
	Approval session.Approval
}

// Pane is the list of decisions. Make one with New.
type Pane struct {
	th   theme.Theme
	keys *keys.Map
	zone *time.Location
	now  time.Time
	all  []session.Pending
	pair rows.Pair
	note string
}

// New makes an empty list. Times are told in zone.
func New(th theme.Theme, km *keys.Map, zone *time.Location) *Pane {
	p := &Pane{th: th, keys: km, zone: zone}
	p.pair = rows.Pair{Th: th, ListAs: theme.Box{Title: "Waiting for you"}, DocAs: theme.Box{Title: "What is asked"}, Row: p.row, Empty: "nothing waits for you"}
	return p
}

// SetTheme draws everything anew in another theme.
func (p *Pane) SetTheme(th theme.Theme) {
	p.th, p.pair.Th = th, th
	p.details()
}

// SetWaiting shows approvals that wait, as of now.
func (p *Pane) SetWaiting(as []session.Approval, now time.Time) {
	all := make([]session.Pending, len(as))
	for i, a := range as {
		all[i].Approval = a
	}
	p.SetPending(all, now)
}

// SetPending shows approvals, answered ones too, as of now. The cursor stays
// on its approval where that is still there.
func (p *Pane) SetPending(all []session.Pending, now time.Time) {
	was, had := p.selected()
	p.all, p.now = all, now
	p.pair.SetLen(len(all))
	for i, a := range all {
		if had && a.Approval.ID == was.Approval.ID {
			p.pair.To(i)
		}
	}
	p.details()
}

func (p *Pane) selected() (session.Pending, bool) {
	if len(p.all) == 0 {
		return session.Pending{}, false
	}
	return p.all[p.pair.Sel()], true
}

// Context is where the keys of this screen are looked up.
func (p *Pane) Context() keys.Context { return keys.Browse }

// Key handles a key press.
func (p *Pane) Key(msg tea.KeyPressMsg) Action {
	p.note = ""
	id, _ := p.keys.Match(p.Context(), msg)
	switch id {
	case keys.Back:
		return Action{Do: Back}
	case keys.Open:
		return p.open()
	}
	handled, moved := p.pair.Press(id)
	if moved {
		p.details()
	}
	if !handled {
		return Action{}
	}
	return Action{Do: Handled}
}

func (p *Pane) open() Action {
	a, ok := p.selected()
	switch {
	case !ok:
		return Action{Do: Handled}
	case a.Answer != nil:
		p.note = "it was answered already"
		return Action{Do: Handled}
	}
	return Action{Open, a.Approval}
}

// View draws the screen: h lines of at most w cells.
func (p *Pane) View(w, h int) string {
	if w < 1 || h < 1 {
		return ""
	}
	foot := theme.Cut(" "+p.note, w)
	if p.note == "" {
		foot = rows.Foot(p.th, p.keys, w,
			rows.Hint{Words: "answer it", IDs: []string{keys.Open}},
			rows.Hint{Words: "details", IDs: []string{keys.NextPane}},
			rows.Hint{Words: "back", IDs: []string{keys.Back}})
	}
	return strings.Join(append(p.pair.View(w, h-1), foot), "\n")
}
