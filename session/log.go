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

	append sync.Mutex // one append at a time

	mu     sync.Mutex
	state  State
	events []Event
	hash   string
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

// emit redacts, numbers, chains and appends one event, and wakes the readers.
// When it fails the run must stop: nothing after it would be recorded.
func (t *Timeline) emit(ctx context.Context, actor Actor, p Payload, blobs ...Blob) error {
	t.append.Lock()
	defer t.append.Unlock()
	e, entry, err := t.prepare(actor, p)
	if err != nil {
		return err
	}
	entry.Blobs = blobs
	if err := t.log.Append(context.WithoutCancel(ctx), entry); err != nil {
		err = fmt.Errorf("recording %s: %w", p.Type(), err)
		t.mu.Lock()
		t.err = err
		t.wakeLocked()
		t.mu.Unlock()
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.state.Apply(e)
	t.events = append(t.events, e)
	t.hash = e.Hash
	if p.Type() == TypeModelMessage || p.Type() == TypeToolCall {
		t.draft = Draft{Version: t.draft.Version}
	}
	t.wakeLocked()
	return nil
}

func (t *Timeline) prepare(actor Actor, p Payload) (Event, Entry, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err != nil {
		return Event{}, Entry{}, t.err
	}
	p, err := redactPayload(p, t.redact)
	if err != nil {
		return Event{}, Entry{}, err
	}
	e := Event{V: Version, Run: t.run, Seq: len(t.events) + 1, Time: t.clock.Now().Truncate(time.Millisecond), Type: p.Type(), Actor: actor, Payload: p, PrevHash: t.hash}
	rec, err := Codec{}.Encode(e)
	if err != nil {
		return Event{}, Entry{}, err
	}
	e.ID, e.Hash = EventID(e.Seq), rec.Hash
	after := t.state.Clone()
	after.Apply(e)
	sum := Summarize(after)
	sum.LastSeq, sum.LastHash = e.Seq, e.Hash
	return e, Entry{Record: rec, Summary: sum}, nil
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
		sum.FailureKind, sum.Code, sum.Reason = f.FailureKind, f.Code, f.Reason
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
