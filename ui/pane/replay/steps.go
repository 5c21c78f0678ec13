package replay

import (
	"sort"

	"vise/session"
)

// steps holds the state of a run after each of its events. It goes forward by
// applying the next event, and back from checkpoints.
type steps struct {
	events []session.Event
	at     int // events applied: 0 … len(events)
	state  session.State
	every  int
	kept   []checkpoint // in order of at
	near   []checkpoint // where stepping back comes by next, see nearSteps
}

type checkpoint struct {
	at    int
	state session.State
}

// Checkpoints are as dense as a run of usual length allows, and few enough
// that those of a very long one don't fill the memory: each is a copy of all
// that had happened by then.
const (
	minSpacing     = 500
	maxCheckpoints = 16
)

// nearSteps are how far before the step that one went back to further
// checkpoints are made, so that going on backwards costs little.
var nearSteps = [...]int{256, 16}

func newSteps(events []session.Event) steps {
	return steps{events: events, every: max(minSpacing, len(events)/maxCheckpoints)}
}

// to goes to the state after n events.
func (s *steps) to(n int) {
	n = min(max(n, 0), len(s.events))
	back := n < s.at
	if c := s.nearest(n); back || c.at > s.at {
		s.at, s.state = c.at, c.state.Clone()
	}
	for s.at < n {
		s.state.Apply(s.events[s.at])
		s.at++
		s.keep()
		if back {
			s.keepNear(n)
		}
	}
}

// nearest is the last checkpoint that isn't behind n events; at first that is
// the empty state.
func (s *steps) nearest(n int) checkpoint {
	var best checkpoint
	if i := sort.Search(len(s.kept), func(i int) bool { return s.kept[i].at > n }); i > 0 {
		best = s.kept[i-1]
	}
	for _, c := range s.near {
		if c.at <= n && c.at > best.at {
			best = c
		}
	}
	return best
}

// keepNear makes a checkpoint on the way to n where stepping back from there
// comes by. Those of an earlier way make room for it.
func (s *steps) keepNear(n int) {
	for i, d := range nearSteps {
		if n-s.at != d {
			continue
		}
		if s.near == nil {
			s.near = make([]checkpoint, len(nearSteps))
		}
		s.near[i] = checkpoint{s.at, s.state.Clone()}
	}
}

// keep makes a checkpoint where one is due and there is none.
func (s *steps) keep() {
	if s.at%s.every != 0 || len(s.kept) > 0 && s.kept[len(s.kept)-1].at >= s.at {
		return
	}
	s.kept = append(s.kept, checkpoint{s.at, s.state.Clone()})
}
