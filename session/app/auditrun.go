package app

import (
	"cmp"
	"context"
	"slices"

	"vise/session"
	"vise/store"
)

// chain checks that events are what was written, each after the one before.
func (a *auditor) chain(run string, rs []session.Record) {
	for _, b := range session.Breaks(rs) {
		a.broken(run, b.Event, "%s", b.What)
	}
}

// run checks all that is stored of a run.
func (a *auditor) run(ctx context.Context, id string) error {
	chain, err := a.db.Chain(ctx, id)
	if err != nil {
		return err
	}
	a.Runs++
	a.Events += len(chain.Records)
	a.chain(id, chain.Records)
	end, over := a.end(id, chain)
	sum := chain.Summary
	head, anchored := a.heads[id]
	switch {
	case anchored:
		a.Anchored++
		a.head(id, head, chain)
	case chain.Live || !over && sum.Status == session.StatusInterrupted:
		a.Open = append(a.Open, id)
	default:
		a.over = append(a.over, id)
	}
	switch {
	case !chain.Listed:
		a.broken(id, "", "its events are there, and the list of runs doesn't have it")
	case !chain.Live && (sum.LastSeq != end.Seq || sum.LastHash != end.Hash):
		a.broken(id, "", "it ends with event %d (%s); the list of runs says with event %d (%s)", end.Seq, end.Hash, sum.LastSeq, sum.LastHash)
	}
	if t, deleted := a.gone[id]; deleted {
		a.broken(id, "", "it was deleted (%s), and is there all the same", t.Reason)
	}
	return a.runBlobs(ctx, id, chain)
}

// end is the last event of a run, and whether it says that the run is over.
// What comes after such an event is a break.
func (a *auditor) end(id string, chain store.Chain) (last session.Record, over bool) {
	for _, r := range chain.Records {
		if over {
			a.broken(id, session.EventID(r.Seq), "it comes after the end of the run")
			return r, true
		}
		last = r
		e, err := session.Codec{}.Decode(r.Bytes)
		over = err == nil && e.Type == session.TypeRunFinished
	}
	return last, over
}

// head checks a run against where its end was anchored.
func (a *auditor) head(id string, head session.RunHead, chain store.Chain) {
	i, found := slices.BinarySearchFunc(chain.Records, head.Seq, func(r session.Record, seq int) int { return cmp.Compare(r.Seq, seq) })
	switch {
	case !found:
		last := 0
		if n := len(chain.Records); n > 0 {
			last = chain.Records[n-1].Seq
		}
		a.broken(id, "", "it was anchored at event %d, and that isn't there: the last one is event %d", head.Seq, last)
	case len(chain.Records[i].Bytes) > 0 && chain.Records[i].Hash != head.Hash:
		a.broken(id, session.EventID(head.Seq), "the run was anchored with %s here, and this event has %s: the run was written anew", head.Hash, chain.Records[i].Hash)
	case i < len(chain.Records)-1:
		a.broken(id, session.EventID(chain.Records[i+1].Seq), "it was added after the run's end was anchored at event %d", head.Seq)
	}
}
