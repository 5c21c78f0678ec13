// Package runs lists past and present runs: filtered as one types, with the
// details of the one under the cursor. It changes nothing itself.
package runs

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui/keys"
	"vise/ui/pane/eventline"
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
	Replay            // step through the run
	Resume            // resume the run as a new one
	GoOn              // make its conversation the current one
	Delete            // delete the run: the person said yes
	Export            // export the run
)

// Action is what a key comes to, and the run it is about.
type Action struct {
	Do  Do
	Run session.Summary
}

// Pane is the list of runs. Make one with New.
type Pane struct {
	th   theme.Theme
	keys *keys.Map
	zone *time.Location
	now  time.Time
	all  []session.Summary
	some []session.Summary // those that the filter leaves
	pair rows.Pair

	filter rows.Filter
	asking bool // whether to delete the run under the cursor
	note   string
}

// New makes an empty list. Times are told in zone.
func New(th theme.Theme, km *keys.Map, zone *time.Location) *Pane {
	p := &Pane{th: th, keys: km, zone: zone}
	p.pair = rows.Pair{Th: th, ListAs: theme.Box{Title: "Runs"}, DocAs: theme.Box{Title: "Run"}, Row: p.row, Empty: "reading …"}
	return p
}

// SetTheme draws everything anew in another theme.
func (p *Pane) SetTheme(th theme.Theme) {
	p.th, p.pair.Th = th, th
	p.details()
}

// SetRuns shows runs, the newest first, as of now. The cursor stays on its
// run where that is still there.
func (p *Pane) SetRuns(runs []session.Summary, now time.Time) {
	p.all, p.now = runs, now
	p.pair.Empty = "no runs yet: what you ask is kept here"
	p.apply()
}

// SetError says why the runs can't be read.
func (p *Pane) SetError(err error) {
	p.all, p.some = nil, nil
	p.pair.SetLen(0)
	p.pair.Empty = theme.InertWords("The runs can't be read: " + err.Error())
	p.details()
}

// Selected is the run under the cursor.
func (p *Pane) Selected() (session.Summary, bool) {
	if len(p.some) == 0 {
		return session.Summary{}, false
	}
	return p.some[p.pair.Sel()], true
}

// Context is where the keys of this screen are looked up now.
func (p *Pane) Context() keys.Context {
	switch {
	case p.asking:
		return keys.Confirm
	case p.filter.Typing():
		return keys.Search
	}
	return keys.Runs
}

// Paste puts pasted text into the filter, if it is being typed.
func (p *Pane) Paste(text string) {
	if p.filter.Paste(text) {
		p.apply()
	}
}

// apply keeps the runs that have every word of the filter.
func (p *Pane) apply() {
	was, _ := p.Selected()
	words := p.filter.Words()
	p.some = p.some[:0:0]
	for _, r := range p.all {
		if has(r, words) {
			p.some = append(p.some, r)
		}
	}
	if len(p.all) > 0 {
		p.pair.Empty = theme.InertWords("no run has “" + p.filter.Text() + "”")
	}
	p.pair.SetLen(len(p.some))
	for i, r := range p.some {
		if r.Run == was.Run {
			p.pair.To(i)
		}
	}
	p.details()
}

// has reports that each word is in what is shown of r. The prefixes of the
// search of past requests are understood, though any field will do.
func has(r session.Summary, words []string) bool {
	text := strings.ToLower(strings.Join(append([]string{r.Task, eventline.Ending(r).Verb, string(r.Status), r.Model, r.Run, r.Reason}, r.Tools...), "\n"))
	for _, w := range words {
		w = strings.TrimPrefix(strings.TrimPrefix(w, "status:"), "tool:")
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// Key handles a key press.
func (p *Pane) Key(msg tea.KeyPressMsg) Action {
	p.note = ""
	id, _ := p.keys.Match(p.Context(), msg)
	switch p.Context() {
	case keys.Confirm:
		return p.confirmKey(id)
	case keys.Search:
		return p.filterKey(id, msg)
	}
	run, ok := p.Selected()
	switch id {
	case keys.Back:
		if p.filter.Drop() {
			p.apply()
			return Action{Do: Handled}
		}
		return Action{Do: Back}
	case keys.Find:
		p.filter.Type()
		return Action{Do: Handled}
	case keys.Open, keys.RunsReplay, keys.RunsGoOn, keys.RunsResume, keys.ReplayExport, keys.RunsDelete:
		if !ok {
			return Action{Do: Handled}
		}
		return p.about(id, run)
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

// about does what id says with the run under the cursor.
func (p *Pane) about(id string, run session.Summary) Action {
	switch id {
	case keys.RunsGoOn:
		return Action{GoOn, run}
	case keys.ReplayExport:
		return Action{Export, run}
	case keys.RunsResume:
		if !resumable(run) {
			p.note = "this run is " + eventline.Ending(run).Verb + ": there is nothing to resume · " + p.keys.Label(keys.RunsGoOn) + " goes on with its conversation"
			return Action{Do: Handled}
		}
		return Action{Resume, run}
	case keys.RunsDelete:
		if run.Status == session.StatusRunning {
			p.note = "a run that is going on can't be deleted: cancel it first"
		} else {
			p.asking = true
		}
		return Action{Do: Handled}
	}
	return Action{Replay, run}
}

// resumable reports runs that stopped before their answer.
func resumable(r session.Summary) bool {
	switch r.Status {
	case session.StatusFailed:
		return r.FailureKind != session.FailEvidence // it came to an answer
	case session.StatusInterrupted, session.StatusNeedsApproval, session.StatusBudget, session.StatusCancelled:
		return true
	}
	return false
}

func (p *Pane) confirmKey(id string) Action {
	switch id {
	case keys.ConfirmYes:
		p.asking = false
		run, _ := p.Selected()
		return Action{Delete, run}
	case keys.ConfirmNo:
		p.asking = false
		return Action{Do: Handled}
	}
	return Action{}
}

func (p *Pane) filterKey(id string, msg tea.KeyPressMsg) Action {
	by, changed, handled := p.filter.Key(p.keys, id, msg)
	switch {
	case !handled:
		return Action{}
	case changed:
		p.apply()
	case by != 0:
		p.pair.Move(by)
		p.details()
	}
	return Action{Do: Handled}
}
