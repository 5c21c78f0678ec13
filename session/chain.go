package session

import (
	"bytes"
	"errors"
	"fmt"
)

// Break is one place at which what is stored isn't what was written.
type Break struct {
	Run   string `json:"run"`             // Workspace for what happened outside runs
	Event string `json:"event,omitempty"` // its id; empty where it is the run as a whole
	What  string `json:"what"`
}

func (b Break) Error() string {
	if b.Event == "" {
		return b.What
	}
	return b.Event + ": " + b.What
}

// VerifyChain checks that rs, from the first event on, are the events of one
// run in order, each hashed over its own bytes and the one before. The error
// names the first that isn't.
func VerifyChain(rs []Record) error {
	if bs := Breaks(rs); len(bs) > 0 {
		return bs[0]
	}
	return nil
}

// Breaks are all places at which rs aren't the events of one run, from the
// first on, in order. What follows from another break isn't told again.
func Breaks(rs []Record) []Break {
	var found []Break
	prev, known, next := "", true, 1 // the hash of the event before, where that is known
	for _, r := range rs {
		say := func(format string, args ...any) {
			found = append(found, Break{r.Run, EventID(r.Seq), fmt.Sprintf(format, args...)})
		}
		switch {
		case r.Seq > next:
			say("%s missing before it", events(next, r.Seq-1))
			known = false
		case r.Seq < next:
			say("it stands after event %d: out of order", next-1)
			known = false
		}
		next = max(next, r.Seq+1)
		e, err := checkRecord(r)
		switch {
		case err != nil:
			say("%s", err)
			known = false
			continue
		case known && e.PrevHash != prev:
			say("it doesn't follow the event before it: it names %s, which has %s", orNone(e.PrevHash), orNone(prev))
		}
		prev, known = e.Hash, true
	}
	return found
}

// checkRecord decodes a record that is, by itself, as it was written.
func checkRecord(r Record) (Event, error) {
	if len(r.Bytes) == 0 {
		return Event{}, errors.New("its bytes are damaged and can't be read")
	}
	e, err := Codec{}.Decode(r.Bytes)
	if err != nil {
		return e, err
	}
	cut := bytes.LastIndex(r.Bytes, []byte(hashField))
	if cut < 0 {
		return e, errors.New("it has no hash")
	}
	body := append(bytes.Clone(r.Bytes[:cut]), '}')
	switch {
	case e.Run != r.Run:
		return e, fmt.Errorf("it is an event of run %q", e.Run)
	case e.Seq != r.Seq || e.ID != EventID(r.Seq):
		return e, fmt.Errorf("the event that stands here is %s with seq %d: out of order", e.ID, e.Seq)
	case HashBytes(body) != e.Hash:
		return e, fmt.Errorf("its bytes were changed after they were written: its hash is %s, and they come to %s", orNone(e.Hash), HashBytes(body))
	case e.Hash != r.Hash || e.PrevHash != r.PrevHash:
		return e, errors.New("it is kept under other hashes than its own")
	}
	return e, nil
}

// events are the events from one seq to another, in words.
func events(from, to int) string {
	if from == to {
		return fmt.Sprintf("event %d is", from)
	}
	return fmt.Sprintf("events %d to %d are", from, to)
}

func orNone(hash string) string {
	if hash == "" {
		return "no event"
	}
	return hash
}
