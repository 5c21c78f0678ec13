package session

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Timeline is one run's events as they are made: the only way to append to a
// run, and where its readers wait. Readers lose nothing: they are woken and
// read Since. Its methods may be called from any goroutine.
type Timeline struct {
	run    string
	log    EventLog
	redact Redactor
	clock  Clock

	append sync.Mutex // one append at a time; state, events and err change under both locks

	mu     sync.Mutex
	state  State
	events []Event
	err    error // the append that failed; nothing is appended after it
	draft  Draft
	subs   map[chan struct{}]struct{}
	closed bool
}

// NewTimeline starts the timeline of a new run.
func NewTimeline(run string, log EventLog, redact Redactor, clock Clock) *Timeline {
	return &Timeline{run: run, log: log, redact: redact, clock: clock, state: State{Run: run}, subs: map[chan struct{}]struct{}{}}
}

// Run is the run's id.
func (t *Timeline) Run() string { return t.run }

// fact is what is to be an event.
type fact struct {
	actor   Actor
	payload Payload
	blobs   []Blob // that it names
	at      time.Time
}

// emit redacts, numbers, chains and appends events, all or none of them, and
// wakes the readers. When it fails the run must stop: nothing after it would
// be recorded.
func (t *Timeline) emit(ctx context.Context, facts ...fact) error {
	t.append.Lock()
	defer t.append.Unlock()
	if err := t.Err(); err != nil || len(facts) == 0 {
		return err
	}
	next, err := t.prepare(facts)
	if err != nil {
		return err
	}
	if err := t.log.Append(context.WithoutCancel(ctx), next.entries...); err != nil {
		err = fmt.Errorf("recording %s: %w", facts[len(facts)-1].payload.Type(), err)
		t.mu.Lock()
		t.err = err
		t.wakeLocked()
		t.mu.Unlock()
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.state = next.state
	t.events = append(t.events, next.events...)
	if next.settles {
		t.draft = Draft{Version: t.draft.Version}
	}
	t.wakeLocked()
	return nil
}

// prepared are events that can be appended, and what they make of the run.
type prepared struct {
	events  []Event
	entries []Entry
	state   State
	settles bool // a draft is over with them
}

// prepare is called with t.append held: nothing else changes state and events.
func (t *Timeline) prepare(facts []fact) (prepared, error) {
	n := prepared{state: t.state.Clone()}
	prev, seq := "", len(t.events)
	if seq > 0 {
		prev = t.events[seq-1].Hash
	}
	for _, f := range facts {
		p, err := redactPayload(f.payload, t.redact)
		if err != nil {
			return n, err
		}
		seq++
		e := Event{V: Version, Run: t.run, Seq: seq, Time: f.at.Truncate(time.Millisecond), Type: p.Type(), Actor: f.actor, Payload: p, PrevHash: prev}
		rec, err := Codec{}.Encode(e)
		if err != nil {
			return n, err
		}
		e.ID, e.Hash = EventID(e.Seq), rec.Hash
		prev = e.Hash
		n.state.Apply(e)
		n.events = append(n.events, e)
		n.entries = append(n.entries, Entry{Record: rec, Blobs: f.blobs, Summary: summaryAt(n.state, e), Anchor: t.anchor(e)})
		n.settles = n.settles || e.Type == TypeModelMessage || e.Type == TypeToolCall
	}
	return n, nil
}

func summaryAt(s State, e Event) Summary {
	sum := Summarize(s)
	sum.LastSeq, sum.LastHash = e.Seq, e.Hash
	return sum
}

// anchor puts the head of a run that is over into the workspace chain: with
// its last event, so that there is no run that is over and not anchored.
func (t *Timeline) anchor(e Event) func(int, string) (Record, error) {
	if e.Type != TypeRunFinished {
		return nil
	}
	return func(seq int, hash string) (Record, error) {
		return Codec{}.Encode(Event{Run: Workspace, Seq: seq + 1, Time: e.Time, Actor: ActorVise, Payload: RunHead{Run: e.Run, Seq: e.Seq, Hash: e.Hash}, PrevHash: hash})
	}
}

func redactPayload(p Payload, r Redactor) (Payload, error) {
	raw, err := marshal(p)
	if err != nil {
		return nil, fmt.Errorf("encoding %s: %w", p.Type(), err)
	}
	red, n := RedactJSON(raw, r)
	if n == 0 {
		return p, nil
	}
	return decodePayload(p.Type(), red)
}

// State is the run as it stands.
func (t *Timeline) State() State {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.state.Clone()
}

// Since returns the events after seq.
func (t *Timeline) Since(seq int) []Event {
	t.mu.Lock()
	defer t.mu.Unlock()
	if seq < 0 || seq >= len(t.events) {
		if seq >= len(t.events) {
			return nil
		}
		seq = 0
	}
	return t.events[seq:len(t.events):len(t.events)]
}

// Err is the append that failed, after which nothing is recorded.
func (t *Timeline) Err() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.err
}

// Subscribe returns a channel that gets a value after new events or a new
// draft, and is closed with the timeline; one value may stand for many.
// Readers that have had enough call stop.
func (t *Timeline) Subscribe() (changed <-chan struct{}, stop func()) {
	ch := make(chan struct{}, 1)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		close(ch)
		return ch, func() {}
	}
	ch <- struct{}{} // there may be something to read already
	t.subs[ch] = struct{}{}
	return ch, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.subs, ch)
	}
}

// Close wakes the readers for the last time.
func (t *Timeline) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return
	}
	t.closed = true
	for ch := range t.subs {
		close(ch)
	}
	t.subs = nil
}

// Draft is the reply that is being streamed.
func (t *Timeline) Draft() Draft {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.draft
}

func (t *Timeline) setDraft(d Draft) {
	t.mu.Lock()
	defer t.mu.Unlock()
	d.Version = t.draft.Version + 1
	t.draft = d
	t.wakeLocked()
}

// setProgress tells the readers how far a call is.
func (t *Timeline) setProgress(p CallProgress) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.draft = Draft{Version: t.draft.Version + 1, Step: t.draft.Step, Call: &p}
	t.wakeLocked()
}

func (t *Timeline) wakeLocked() {
	for ch := range t.subs {
		select {
		case ch <- struct{}{}:
		default: // it has a wake-up waiting
		}
	}
}

// Summarize is what lists show of a run in that state. LastHash isn't known
// to a state.
func Summarize(s State) Summary {
	sum := Summary{Run: s.Run, Conversation: s.Started.Conversation, Task: s.Started.Task, Entry: s.Started.Entry, Model: s.Started.Model.Name,
		Status: s.Status, Started: s.StartedAt, Updated: s.UpdatedAt, Steps: s.Step, Calls: s.Ran(), Resumes: s.Started.Resumes,
		Parent: s.Started.Parent, LastSeq: s.Seq}
	if f := s.Finished; f != nil {
		sum.FailureKind, sum.Code, sum.Reason, sum.Millis = f.FailureKind, f.Code, f.Reason, f.Millis
	}
	seen := map[string]bool{}
	for _, c := range s.Calls {
		if c.Request != nil {
			sum.Approvals++
		}
		switch c.Phase {
		case PhaseWaiting:
			sum.Waiting = c.ID
		case PhaseRunning, PhaseUnknown:
			sum.Unknown = c.ID
		}
		if !seen[c.Tool] {
			seen[c.Tool] = true
			sum.Tools = append(sum.Tools, c.Tool)
		}
	}
	return sum
}
