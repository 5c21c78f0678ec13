package app

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"vise/session"
	"vise/store"
)

// Audit says what was checked of the stored events, and where they aren't what
// was written.
type Audit struct {
	Runs     int             `json:"runs"`
	Events   int             `json:"events"`   // of those runs
	Outside  int             `json:"outside"`  // events of the workspace chain
	Anchored int             `json:"anchored"` // runs whose end stands in the workspace chain
	Open     []string        `json:"open"`     // runs that have no end: they go on, or were interrupted
	Deleted  int             `json:"deleted"`  // runs that are gone, with a tombstone
	Blobs    int             `json:"blobs"`
	Breaks   []session.Break `json:"breaks"`
}

// Audit checks every run's events, the workspace chain with the ends of runs
// that are anchored there, and all blobs; where run is given, that run only
// (its id, or the beginning of it) and what anchors it. Nothing is written.
// The error says that the database couldn't be read.
func (p Plan) Audit(ctx context.Context, run string) (Audit, error) {
	db, err := store.OpenExisting(ctx, p.database(), store.Options{Command: p.cfg.Command})
	if err != nil {
		return Audit{}, err
	}
	defer db.Close()
	a := newAuditor(db)
	err = a.all(ctx, run)
	return a.Audit, err
}

// auditor is one audit that goes on.
type auditor struct {
	Audit
	db    *store.DB
	blobs map[string]string             // hash → what is wrong with it; empty: nothing
	heads map[string]session.RunHead    // the ends of runs, by run, as the workspace chain has them
	gone  map[string]session.RunDeleted // the tombstones
	over  []string                      // runs that are over and had no anchor when they were read
	lost  []session.RunHead             // anchored, not there, and without a tombstone when looked for
	one   string                        // the only run that is looked at; empty: all
}

func newAuditor(db *store.DB) *auditor {
	return &auditor{db: db, blobs: map[string]string{}, heads: map[string]session.RunHead{}, gone: map[string]session.RunDeleted{},
		Audit: Audit{Open: []string{}, Breaks: []session.Break{}}}
}

func (a *auditor) all(ctx context.Context, prefix string) error {
	seen, err := a.workspace(ctx, 0)
	if err != nil {
		return err
	}
	runs, err := a.db.Chains(ctx)
	if err != nil {
		return err
	}
	runs = slices.DeleteFunc(runs, func(id string) bool { return id == session.Workspace })
	if prefix != "" {
		if a.one, err = a.find(prefix, runs); err != nil {
			return err
		}
		runs = slices.DeleteFunc(runs, func(id string) bool { return id != a.one })
	}
	for _, id := range runs {
		if err := a.run(ctx, id); err != nil {
			return fmt.Errorf("run %s: %w", id, err)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(a.heads)) {
		if _, there := slices.BinarySearch(runs, id); !there && a.meant(id) {
			a.lost = append(a.lost, a.heads[id])
		}
	}
	if a.one == "" {
		if err := a.otherBlobs(ctx); err != nil {
			return err
		}
	}
	return a.settle(ctx, seen)
}

// find is the one run that an id, or the beginning of one, stands for: one that
// is stored, or that the workspace chain knows.
func (a *auditor) find(prefix string, stored []string) (string, error) {
	ids := slices.Concat(stored, slices.Collect(maps.Keys(a.heads)), slices.Collect(maps.Keys(a.gone)))
	slices.Sort(ids)
	ids = slices.Compact(ids)
	for _, p := range []string{prefix, strings.ToUpper(prefix)} {
		if slices.Contains(ids, p) {
			return p, nil
		}
		fit := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !strings.HasPrefix(id, p) })
		switch {
		case len(fit) == 1:
			return fit[0], nil
		case len(fit) > 1:
			return "", fmt.Errorf("%w: %s could be %s or %s; give more of it", store.ErrAmbiguous, prefix, fit[0], fit[1])
		}
	}
	return "", fmt.Errorf("%w: %s", session.ErrNoRun, prefix)
}

func (a *auditor) meant(run string) bool { return a.one == "" || a.one == run }

func (a *auditor) broken(run, event, format string, args ...any) {
	a.Breaks = append(a.Breaks, session.Break{Run: run, Event: event, What: fmt.Sprintf(format, args...)})
}

// workspace reads the workspace chain and takes the anchors and tombstones of
// its events after seq. It returns the seq of its last event.
func (a *auditor) workspace(ctx context.Context, seq int) (last int, err error) {
	chain, err := a.db.Chain(ctx, session.Workspace)
	if err != nil {
		return 0, err
	}
	if seq == 0 {
		a.chain(session.Workspace, chain.Records)
		a.Outside = len(chain.Records)
	}
	for _, r := range chain.Records {
		last = r.Seq
		e, err := session.Codec{}.Decode(r.Bytes)
		if err != nil || r.Seq <= seq {
			continue // told of already
		}
		switch p := e.Payload.(type) {
		case session.RunHead:
			if before, ok := a.heads[p.Run]; ok && before != p && a.meant(p.Run) {
				a.broken(session.Workspace, e.ID, "run %s is anchored a second time, at event %d and before at event %d", p.Run, p.Seq, before.Seq)
			}
			a.heads[p.Run] = p
		case session.RunDeleted:
			a.gone[p.Run] = p
			if h, ok := a.heads[p.Run]; ok && a.meant(p.Run) && (h.Seq != p.Seq || h.Hash != p.Hash) {
				a.broken(session.Workspace, e.ID, "the tombstone of run %s says that it ended with event %d (%s); it was anchored at event %d (%s)", p.Run, p.Seq, p.Hash, h.Seq, h.Hash)
			}
		}
	}
	return last, nil
}

// settle looks again at what the workspace chain said meanwhile: a run may have
// ended, or been deleted, while the others were looked at.
func (a *auditor) settle(ctx context.Context, seen int) error {
	before := maps.Clone(a.gone)
	if _, err := a.workspace(ctx, seen); err != nil {
		return err
	}
	a.Breaks = slices.DeleteFunc(a.Breaks, func(b session.Break) bool { // it was looked at while it went
		_, was := before[b.Run]
		_, is := a.gone[b.Run]
		return is && !was
	})
	for _, h := range a.lost {
		if _, deleted := a.gone[h.Run]; !deleted {
			a.broken(h.Run, "", "it was anchored at event %d (%s), and nothing of it is there: it was taken away without a tombstone", h.Seq, h.Hash)
		}
	}
	for _, id := range a.over {
		_, anchored := a.heads[id]
		_, deleted := a.gone[id]
		if !anchored && !deleted {
			a.broken(id, "", "it is over, and its end isn't anchored: vise was killed at that very moment, or the anchor or the run's beginning was taken away")
		}
	}
	for id := range a.gone {
		if a.meant(id) {
			a.Deleted++
		}
	}
	return nil
}
