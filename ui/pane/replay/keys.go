package replay

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/pane/eventline"
)

// Do is what the root has to do after a key.
type Do int

// What a key comes to.
const (
	Ignored  Do = iota // not one of this screen's keys
	Handled            // done; draw again
	Back               // leave the replay
	Play               // call Tick every PlayEvery until it returns false
	Model              // fetch what the model saw at the event Seq, then SetPrompt
	Export             // export the run
	Allow              // ask about the call that the event refuses, or that waits
	Feedback           // ask what the answer was worth
	Case               // save the run as a case
)

// Action is what a key comes to. Seq is the event it is about.
type Action struct {
	Do  Do
	Seq int
}

// Context is where the keys of this screen are looked up now.
func (p *Pane) Context() keys.Context {
	if p.find != nil {
		return keys.Search
	}
	return keys.Replay
}

// Paste puts pasted text into the line of the search, if one is open.
func (p *Pane) Paste(text string) {
	if p.find != nil {
		p.find.Insert(text)
	}
}

// Key handles a key press.
func (p *Pane) Key(msg tea.KeyPressMsg) Action {
	if p.find != nil {
		return p.findKey(msg)
	}
	id, ok := p.keys.Match(keys.Replay, msg)
	if !ok {
		return Action{}
	}
	p.note = ""
	if p.prompt != nil {
		return p.promptKey(id)
	}
	switch id {
	case keys.ReplayBack, keys.ReplayForward, keys.ReplayNext, keys.ReplayPrev, keys.First, keys.Last:
		p.playing = false
		p.step(id)
		return Action{Do: Handled}
	case keys.ReplayPlay:
		return p.play()
	case keys.ReplayRaw:
		p.raw = !p.raw
		p.details()
		return Action{Do: Handled}
	case keys.ReplayModel:
		return p.wantPrompt()
	case keys.AllowRefused:
		return Action{Do: Allow}
	case keys.ReplayExport:
		return Action{Do: Export}
	case keys.Feedback:
		return Action{Do: Feedback}
	case keys.SaveCase:
		return Action{Do: Case}
	case keys.Find:
		p.playing = false
		p.find = dialog.NewLine("")
		return Action{Do: Handled}
	case keys.NextPane, keys.PrevPane:
		p.turn(id)
		return Action{Do: Handled}
	case keys.Open:
		p.open()
		return Action{Do: Handled}
	case keys.Back:
		return Action{Do: Back}
	}
	return p.scroll(id)
}

// step moves the cursor.
func (p *Pane) step(id string) {
	switch id {
	case keys.ReplayBack:
		p.rows.Move(-1)
	case keys.ReplayForward:
		p.rows.Move(1)
	case keys.ReplayNext:
		p.decision(1)
	case keys.ReplayPrev:
		p.decision(-1)
	default:
		p.rows.Key(id)
	}
	p.moved()
}

// decision goes to the next decision in direction d.
func (p *Pane) decision(d int) {
	for i := p.rows.Sel() + d; i >= 0 && i < p.Len(); i += d {
		if eventline.Decision(p.steps.events[i]) {
			p.rows.To(i)
			return
		}
	}
	p.note = "no further decision"
	if d < 0 {
		p.note = "no earlier decision"
	}
}

func (p *Pane) play() Action {
	if p.playing || p.Len() == 0 {
		p.playing = false
		return Action{Do: Handled}
	}
	if p.Step() == p.Len() {
		p.Go(1)
	}
	p.playing = true
	if p.ticking {
		return Action{Do: Handled} // the tick that is still to come goes on
	}
	p.ticking = true
	return Action{Do: Play}
}

// turn gives ↑ ↓ and the page keys to the next part of the screen.
func (p *Pane) turn(id string) {
	d := part(1)
	if id == keys.PrevPane {
		d = parts - 1
	}
	p.focus = (p.focus + d) % parts
}

// open goes from the events to the details of one, and back.
func (p *Pane) open() {
	if p.focus == onDetail {
		p.focus = onEvents
	} else {
		p.focus = onDetail
	}
}

// scroll handles the keys of the part that has the focus.
func (p *Pane) scroll(id string) Action {
	n, ok := scrolls[id]
	if !ok {
		return Action{}
	}
	switch p.focus {
	case onConversation:
		p.chat.Scroll(n)
	case onDetail:
		p.detail.Key(id)
	default:
		p.playing = false
		p.rows.Key(id)
		p.moved()
	}
	return Action{Do: Handled}
}

// scrolls is by how many lines the conversation scrolls.
var scrolls = map[string]int{keys.Up: -1, keys.Down: 1, keys.PageUp: -10, keys.PageDown: 10}

func (p *Pane) findKey(msg tea.KeyPressMsg) Action {
	id, ok := p.keys.Match(keys.Search, msg)
	switch {
	case ok && id == keys.ListClose:
		p.find = nil
	case ok && id == keys.ListTake:
		if text := p.find.Text(); text != "" {
			p.sought = text
		}
		p.find = nil
		p.seek()
	case p.find.Key(p.keys, keys.Search, msg):
	default:
		return Action{}
	}
	return Action{Do: Handled}
}

// seek goes to the next event that holds the text, from the cursor on and
// round to it.
func (p *Pane) seek() {
	want := strings.ToLower(strings.TrimSpace(p.sought))
	if want == "" {
		return
	}
	for k := range p.Len() {
		i := (p.rows.Sel() + 1 + k) % p.Len()
		if holds(p.steps.events[i], want) {
			if i <= p.rows.Sel() {
				p.note = "found from the start on"
			}
			p.rows.To(i)
			p.moved()
			return
		}
	}
	p.note = "not found: " + p.sought
}

// holds reports that what is shown of e has the text, which is in lower case.
func holds(e session.Event, want string) bool {
	if strings.Contains(strings.ToLower(eventline.Line(e, nil).String()), want) {
		return true
	}
	for _, f := range eventline.Detail(e) {
		if strings.Contains(strings.ToLower(f.Name), want) || strings.Contains(strings.ToLower(f.Value), want) {
			return true
		}
	}
	return false
}
