package session

import (
	"bytes"
	"fmt"
)

// VerifyChain checks that rs, from the first event on, are the events of one
// run in order, each hashed over its own bytes and the one before. It names
// the first that isn't.
func VerifyChain(rs []Record) error {
	prev := ""
	for i, r := range rs {
		e, err := Codec{}.Decode(r.Bytes)
		if err != nil {
			return fmt.Errorf("event %d: %w", i+1, err)
		}
		cut := bytes.LastIndex(r.Bytes, []byte(hashField))
		if cut < 0 {
			return fmt.Errorf("%s: it has no hash", e.ID)
		}
		body := append(bytes.Clone(r.Bytes[:cut]), '}')
		switch {
		case e.Seq != i+1:
			return fmt.Errorf("%s: seq is %d where %d is next: an event is missing or out of order", e.ID, e.Seq, i+1)
		case e.PrevHash != prev:
			return fmt.Errorf("%s: it doesn't follow the event before it", e.ID)
		case HashBytes(body) != e.Hash:
			return fmt.Errorf("%s: its bytes were changed after they were written", e.ID)
		}
		prev = e.Hash
	}
	return nil
}
