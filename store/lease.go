package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"vise/session"
)

// missedBeats is how many heartbeats an owner that can't be looked at, because
// it is on another machine, may miss before it counts as gone.
const missedBeats = 6

// owner is a lease as it is stored.
type owner struct {
	process
	Nonce   string        `json:"nonce"`
	Command string        `json:"command"`
	Since   time.Time     `json:"since"`
	Beat    time.Time     `json:"beat"`
	Every   time.Duration `json:"every"`
}

// live reports whether the owner still runs. A process of this machine is
// looked at, however long it has slept; another is judged by its heartbeat.
func (o owner) live(t *tx) bool {
	if o.Host == t.self.Host {
		start, alive := startOf(o.PID)
		return alive && (start == o.Start || start == "" || o.Start == "")
	}
	age := t.now.Sub(o.Beat)
	return age < missedBeats*o.Every
}

func (o owner) notOwner(run string) error {
	return fmt.Errorf("%w: run %s belongs to process %d (%s) since %s", session.ErrNotOwner, run, o.PID, clean(o.Command), o.Since.Local().Format(time.DateTime))
}

// Lease is the right to append to one run. It implements session.EventLog.
type Lease struct {
	db    *DB
	run   string
	nonce string
	stop  context.CancelFunc
	beats sync.WaitGroup
}

var _ session.EventLog = (*Lease)(nil)

// Begin takes run for this process until Release. session.ErrNotOwner names
// the process that has it; one that is gone loses it. ErrFinished where the
// run is over: it never grows again.
func (d *DB) Begin(ctx context.Context, run string) (*Lease, error) {
	if err := checkID("run", run); err != nil {
		return nil, err
	}
	if run == session.Workspace {
		return nil, fmt.Errorf("%w: the workspace chain has no owner", session.ErrNotOwner)
	}
	l := &Lease{db: d, run: run, nonce: rand.Text()}
	if err := d.update(ctx, func(t *tx) error { return t.claim(run, l.nonce, d.h.opts) }); err != nil {
		return nil, err
	}
	beating, stop := context.WithCancel(context.Background())
	l.stop = stop
	l.beats.Go(func() { l.beat(beating) })
	return l, nil
}

func (t *tx) claim(run, nonce string, opts Options) error {
	s, ok, err := t.summary(run)
	if err != nil {
		return err
	}
	if ok && s.Status != session.StatusRunning && s.Status != "" {
		return fmt.Errorf("%w: run %s is %s", ErrFinished, run, s.Status)
	}
	o, ok, err := t.owner(run)
	if err != nil {
		return err
	}
	if ok && o.live(t) {
		return o.notOwner(run)
	}
	if err := t.sweepLeases(); err != nil {
		return err
	}
	o = owner{process: t.self, Nonce: nonce, Command: opts.Command, Since: t.now, Beat: t.now, Every: opts.Heartbeat}
	return putJSON(t.table(tableLeases), []byte(run), o)
}

func (t *tx) owner(run string) (owner, bool, error) {
	return getJSON[owner](t, t.table(tableLeases), []byte(run))
}

// isLive reports whether run has an owner that still runs.
func (t *tx) isLive(run string) (bool, error) {
	o, ok, err := t.owner(run)
	return ok && err == nil && o.live(t), err
}

// sweepLeases drops those whose owner is gone: a run without one counts as
// interrupted all the same.
func (t *tx) sweepLeases() error {
	b := t.table(tableLeases)
	for _, k := range keysWith(b, nil) {
		if o, ok, err := t.owner(string(k)); err != nil || !ok || o.live(t) {
			continue // one that can't be read is told by who uses its run
		}
		if err := b.Delete(k); err != nil {
			return err
		}
	}
	return nil
}

// liveRuns lists the runs that go on. A lease that can't be read counts.
func (t *tx) liveRuns() []string {
	var live []string
	c := t.table(tableLeases).Cursor()
	for k, v := c.First(); k != nil; k, v = c.Next() {
		if o, err := decode[owner](t, k, v); err != nil || o.live(t) {
			live = append(live, string(k))
		}
	}
	return live
}

// own fails with session.ErrNotOwner unless run belongs to nonce.
func (t *tx) own(run, nonce string) error {
	o, ok, err := t.owner(run)
	switch {
	case err != nil:
		return err
	case !ok:
		return fmt.Errorf("%w: the lease of run %s was given back", session.ErrNotOwner, run)
	case o.Nonce != nonce:
		return o.notOwner(run)
	}
	return nil
}

// beat shows that this process is alive, until ctx ends or the run is lost.
// A beat that fails is tried again with the next one.
func (l *Lease) beat(ctx context.Context) {
	for t := time.NewTicker(l.db.h.opts.Heartbeat); ; {
		select {
		case <-ctx.Done():
			t.Stop()
			return
		case <-t.C:
			err := l.db.update(ctx, func(t *tx) error { return t.beat(l.run, l.nonce) })
			if errors.Is(err, session.ErrNotOwner) || errors.Is(err, ErrClosed) {
				t.Stop()
				return
			}
		}
	}
}

func (t *tx) beat(run, nonce string) error {
	if err := t.own(run, nonce); err != nil {
		return err
	}
	o, _, err := t.owner(run)
	if err != nil {
		return err
	}
	o.Beat = t.now
	return putJSON(t.table(tableLeases), []byte(run), o)
}

// Since is DB.Since.
func (l *Lease) Since(ctx context.Context, run string, seq int) ([]session.Record, error) {
	return l.db.Since(ctx, run, seq)
}

// Blob is DB.Blob.
func (l *Lease) Blob(ctx context.Context, hash string) ([]byte, error) { return l.db.Blob(ctx, hash) }

// Release gives the run back. Doing it twice is fine; session.ErrNotOwner
// means that another process had taken it over.
func (l *Lease) Release(ctx context.Context) error {
	l.stop()
	l.beats.Wait()
	return l.db.update(ctx, func(t *tx) error {
		o, ok, err := t.owner(l.run)
		if err != nil || !ok {
			return err
		}
		if o.Nonce != l.nonce {
			return o.notOwner(l.run)
		}
		return t.table(tableLeases).Delete([]byte(l.run))
	})
}
