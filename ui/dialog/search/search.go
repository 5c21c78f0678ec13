package search

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/theme"
)

// Pause is how long nothing must be typed before past runs are asked for.
const Pause = 120 * time.Millisecond

// Limit is how many runs are asked for at most.
const Limit = 100

// Do is what a key made of the search.
type Do int

const (
	None Do = iota
	Close
	Changed // ask Query after Pause
	Take    // put the request into the composer
	Replay  // step through the run
	GoOn    // go on with the run's conversation
)

// Action is what to do after a key.
type Action struct {
	Do  Do
	Seq int             // of Changed: for Query
	Run session.Summary // of Take, Replay and GoOn
}

// Search is the dialog. It is used from one goroutine. After New and after
// every Changed its owner waits for Pause, calls Query, and gives what it
// finds to SetResults.
type Search struct {
	keys *keys.Map
	th   theme.Theme
	now  time.Time
	zone *time.Location

	line  *dialog.Line
	seq   int
	query session.RunQuery
	bad   string // why the line can't be read as a query
	runs  []session.Summary
	shown int    // seq of runs, 0: none yet
	fail  string // why runs couldn't be read
	at    int
	off   int
	cx    int
}

// New opens the search over all runs, the newest first. Its first Query has
// seq 1.
func New(m *keys.Map, th theme.Theme, now time.Time, zone *time.Location) *Search {
	s := &Search{keys: m, th: th, now: now, zone: zone, line: dialog.NewLine("")}
	s.changed()
	return s
}

// Paste puts text into the line.
func (s *Search) Paste(text string) Action {
	s.line.Insert(text)
	return s.changed()
}

// changed reads the line anew.
func (s *Search) changed() Action {
	s.seq++
	s.line.Changed = false
	q, err := Parse(s.line.Text(), s.now, s.zone)
	s.bad = ""
	if err != nil {
		s.bad = err.Error()
		return Action{}
	}
	q.Limit = Limit
	s.query = q
	return Action{Do: Changed, Seq: s.seq}
}

// Query is what to look for; false when something else was typed since.
func (s *Search) Query(seq int) (session.RunQuery, bool) { return s.query, seq == s.seq && s.bad == "" }

// SetResults shows the runs found for a Query. Those of an older one than is
// shown are dropped.
func (s *Search) SetResults(seq int, runs []session.Summary, err error) {
	if seq < s.shown {
		return
	}
	s.shown, s.at, s.off, s.fail = seq, 0, 0, ""
	if err != nil {
		s.runs, s.fail = nil, theme.InertWords(err.Error())
		return
	}
	s.runs = runs
}

// Key takes one key press.
func (s *Search) Key(msg tea.KeyPressMsg) Action {
	id, _ := s.keys.Match(keys.Search, msg)
	switch id {
	case keys.ListClose:
		return Action{Do: Close}
	case keys.ListUp:
		s.at = max(0, s.at-1)
		return Action{}
	case keys.ListDown, keys.SearchOlder:
		s.at = max(0, min(len(s.runs)-1, s.at+1))
		return Action{}
	case keys.ListTake:
		return s.on(Take)
	case keys.SearchGoOn:
		return s.on(GoOn)
	case keys.SearchReplay:
		if s.line.AtEnd() {
			return s.on(Replay)
		}
	}
	return s.edit(id, msg)
}

// on is an action on the run under the cursor; none where there is none.
func (s *Search) on(do Do) Action {
	if s.bad != "" || s.at >= len(s.runs) {
		return Action{}
	}
	return Action{Do: do, Run: s.runs[s.at]}
}

// edit hands a key to the line. A replay key that isn't at the end moves the
// cursor.
func (s *Search) edit(id string, msg tea.KeyPressMsg) Action {
	s.line.Changed = false
	if id == keys.SearchReplay {
		s.line.Right()
	} else {
		s.line.Key(s.keys, keys.Search, msg)
	}
	if !s.line.Changed {
		return Action{}
	}
	return s.changed()
}

// first is the first line of a request.
func first(task string) string {
	line, _, more := strings.Cut(strings.TrimSpace(task), "\n")
	if more {
		line += " …"
	}
	return theme.InertWords(line)
}
