package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"vise/session"
)

func TestAppendIsCompareAndAppend(t *testing.T) {
	first := event("r1", session.Record{}, "one")
	second := event("r1", first, "two")
	for _, c := range []struct {
		name string
		next session.Record
		want error
	}{
		{"next", second, nil},
		{"again", first, session.ErrConflict},
		{"gap", event("r1", second, "three"), session.ErrConflict},
		{"other past", session.Record{Run: "r1", Seq: 2, PrevHash: "sha256:other", Hash: "sha256:x"}, session.ErrConflict},
		{"no past", session.Record{Run: "r1", Seq: 2, Hash: "sha256:x"}, session.ErrConflict},
		{"other run", event("r2", session.Record{}, "one"), session.ErrNotOwner},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := openDB(t, dbPath(t))
			l := begin(t, d, "r1")
			appendOK(t, l, entry(first))
			err := l.Append(t.Context(), entry(c.next))
			if c.want == nil && err != nil {
				t.Fatal(err)
			}
			if c.want != nil {
				wantErr(t, err, c.want)
			}
			got, err := d.Since(t.Context(), "r1", 0)
			if err != nil {
				t.Fatal(err)
			}
			checkChain(t, got)
			if want := map[bool]int{true: 2, false: 1}[c.want == nil]; len(got) != want {
				t.Errorf("%d events are there, want %d", len(got), want)
			}
		})
	}
}

func TestAppendKeepsAllOrNothing(t *testing.T) {
	d := openDB(t, dbPath(t))
	l := begin(t, d, "r1")
	bad := entry(event("r1", session.Record{}, "one"), session.Blob{Hash: "sha256:no", Bytes: []byte("x")})
	if err := l.Append(t.Context(), bad); err == nil || !strings.Contains(err.Error(), "another hash") {
		t.Fatalf("a blob under a wrong hash: %v", err)
	}
	r := appendOK(t, l, entry(event("r1", session.Record{}, "one"), blob("hello")))
	got, err := l.Blob(t.Context(), blob("hello").Hash)
	if err != nil || string(got) != "hello" {
		t.Errorf("the blob is %q, %v", got, err)
	}
	_, err = l.Blob(t.Context(), "sha256:none")
	wantErr(t, err, session.ErrNoBlob)
	s, err := d.Summary(t.Context(), "r1")
	if err != nil || s.LastSeq != 1 || s.LastHash != r.Hash {
		t.Errorf("the summary is %+v, %v", s, err)
	}
}

// Events that are appended together are there together, in their order and
// with what goes into the workspace chain, or none of it is.
func TestAppendTogether(t *testing.T) {
	one := event("r1", session.Record{}, "one")
	two := event("r1", one, "two")
	first := entry(one, blob("of one"))
	broken := entry(two)
	broken.Anchor = func(int, string) (session.Record, error) { return session.Record{}, errNotSeen }
	foreign := entry(two)
	foreign.Anchor = func(int, string) (session.Record, error) { return event("r2", session.Record{}, "x"), nil }
	for _, c := range []struct {
		name    string
		entries []session.Entry
		want    error
	}{
		{"in order", []session.Entry{first, anchored(entry(two))}, nil},
		{"none", nil, nil},
		{"out of order", []session.Entry{entry(two), first}, session.ErrConflict},
		{"twice", []session.Entry{first, entry(one)}, session.ErrConflict},
		{"a gap", []session.Entry{first, entry(event("r1", two, "three"))}, session.ErrConflict},
		{"another run", []session.Entry{first, entry(event("r2", session.Record{}, "one"))}, session.ErrNotOwner},
		{"no anchor", []session.Entry{first, broken}, errNotSeen},
		{"an anchor in a run", []session.Entry{first, foreign}, session.ErrConflict},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := openDB(t, dbPath(t))
			l := begin(t, d, "r1")
			err := l.Append(t.Context(), c.entries...)
			if !errors.Is(err, c.want) {
				t.Fatalf("got %v, want %v", err, c.want)
			}
			kept := len(c.entries)
			if c.want != nil {
				kept = 0
			}
			records, err := d.Since(t.Context(), "r1", 0)
			if err != nil || len(records) != kept {
				t.Errorf("%d events, want %d, %v", len(records), kept, err)
			}
			checkChain(t, records)
			anchors, err := d.Since(t.Context(), session.Workspace, 0)
			if err != nil || len(anchors) != kept/2 {
				t.Errorf("%d anchors, %v", len(anchors), err)
			}
			if _, err := d.Blob(t.Context(), blob("of one").Hash); (err == nil) != (kept > 0) {
				t.Errorf("the blob: %v", err)
			}
			if s, err := d.Summary(t.Context(), "r1"); kept > 0 && (err != nil || s.LastSeq != 2 || s.LastHash != two.Hash) {
				t.Errorf("the summary is %+v, %v", s, err)
			}
		})
	}
}

func TestSince(t *testing.T) {
	d := openDB(t, dbPath(t))
	l := begin(t, d, "r1")
	if got, err := l.Since(t.Context(), "r1", 0); err != nil || len(got) != 0 {
		t.Errorf("a run that has only begun: %d events, %v", len(got), err)
	}
	fill(t, l, "r1", 5)
	for seq, want := range map[int]int{-1: 5, 0: 5, 3: 2, 5: 0, 9: 0} {
		got, err := d.Since(t.Context(), "r1", seq)
		if err != nil || len(got) != want || want > 0 && got[0].Seq != max(seq, 0)+1 {
			t.Errorf("since %d: %d events, want %d, %v", seq, len(got), want, err)
		}
	}
	_, err := d.Since(t.Context(), "r", 0)
	wantErr(t, err, session.ErrNoRun)
	if got, err := d.Since(t.Context(), session.Workspace, 0); err != nil || len(got) != 0 {
		t.Errorf("the empty workspace chain: %d, %v", len(got), err)
	}
}

func TestWorkspaceChain(t *testing.T) {
	d := openDB(t, dbPath(t))
	next := func(run string, skip int) func(int, string) (session.Record, error) {
		return func(seq int, hash string) (session.Record, error) {
			return event(run, session.Record{Seq: seq + skip, Hash: hash}, "w"), nil
		}
	}
	for range 3 {
		if err := d.AppendWorkspace(t.Context(), next(session.Workspace, 0)); err != nil {
			t.Fatal(err)
		}
	}
	wantErr(t, d.AppendWorkspace(t.Context(), next(session.Workspace, 1)), session.ErrConflict)
	wantErr(t, d.AppendWorkspace(t.Context(), next("r1", 0)), session.ErrConflict)
	wantErr(t, d.AppendWorkspace(t.Context(), func(int, string) (session.Record, error) { return session.Record{}, errNotSeen }), errNotSeen)
	got, err := d.Since(t.Context(), session.Workspace, 0)
	if err != nil || len(got) != 3 {
		t.Fatalf("%d records, %v", len(got), err)
	}
	checkChain(t, got)
	_, err = d.Begin(t.Context(), session.Workspace)
	wantErr(t, err, session.ErrNotOwner)
}

// put stores a lease as another process would have left it.
func putOwner(t *testing.T, d *DB, run string, o owner) {
	t.Helper()
	if err := d.update(t.Context(), func(t *tx) error { return putJSON(t.table(tableLeases), []byte(run), o) }); err != nil {
		t.Fatal(err)
	}
}

func TestWhoOwnsARun(t *testing.T) {
	self := thisProcess()
	with := func(change func(*process)) process {
		p := self
		change(&p)
		return p
	}
	for _, c := range []struct {
		name string
		by   process
		beat time.Duration // ago
		live bool
	}{
		{"this process", self, 0, true},
		{"this process, long asleep", self, time.Hour, true},
		{"a pid that is gone", with(func(p *process) { p.PID = 1 << 30 }), 0, false},
		{"a pid used again", with(func(p *process) { p.Start = "17" }), 0, false},
		{"another machine, beating", with(func(p *process) { p.Host = "elsewhere" }), 30 * time.Second, true},
		{"another machine, silent", with(func(p *process) { p.Host = "elsewhere" }), 61 * time.Second, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := openDB(t, dbPath(t))
			l := begin(t, d, "r1")
			fill(t, l, "r1", 2)
			putOwner(t, d, "r1", owner{process: c.by, Nonce: "other", Command: "vise serve", Since: time.Now(), Beat: time.Now().Add(-c.beat), Every: 10 * time.Second})
			s, err := d.Summary(t.Context(), "r1")
			if want := map[bool]session.Status{true: session.StatusRunning, false: session.StatusInterrupted}[c.live]; err != nil || s.Status != want {
				t.Errorf("the run is %s, want %s, %v", s.Status, want, err)
			}
			wantErr(t, l.Append(t.Context(), entry(event("r1", session.Record{Seq: 2, Hash: s.LastHash}, "x"))), session.ErrNotOwner)
			l2, err := d.Begin(t.Context(), "r1")
			if !c.live {
				if err != nil {
					t.Fatalf("a dead owner's run can't be taken over: %v", err)
				}
				appendOK(t, l2, entry(event("r1", session.Record{Seq: 2, Hash: s.LastHash}, "x")))
				wantErr(t, l.Release(t.Context()), session.ErrNotOwner)
				if err := l2.Release(t.Context()); err != nil {
					t.Error(err)
				}
				return
			}
			wantErr(t, err, session.ErrNotOwner)
			if want := fmt.Sprintf("process %d (vise serve)", c.by.PID); !strings.Contains(err.Error(), want) {
				t.Errorf("%q doesn't say %q", err, want)
			}
		})
	}
}

func TestReleaseAndFinish(t *testing.T) {
	d := openDB(t, dbPath(t))
	l := begin(t, d, "r1")
	_, err := d.Begin(t.Context(), "r1")
	wantErr(t, err, session.ErrNotOwner)
	last := fill(t, l, "r1", 1)
	for range 2 {
		if err := l.Release(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	wantErr(t, l.Append(t.Context(), entry(event("r1", last, "late"))), session.ErrNotOwner)
	l = begin(t, d, "r1")
	e := entry(event("r1", last, "end"))
	e.Summary.Status = session.StatusDone
	appendOK(t, l, e)
	if err := l.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, err = d.Begin(t.Context(), "r1")
	wantErr(t, err, ErrFinished)
	for _, id := range []string{"", "a\x00b", strings.Repeat("x", 300)} {
		if _, err := d.Begin(t.Context(), id); err == nil {
			t.Errorf("the id %q was taken", id)
		}
	}
}

func TestHeartbeat(t *testing.T) {
	path := dbPath(t)
	d, err := Open(t.Context(), path, Options{Heartbeat: 10 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	l, err := d.Begin(t.Context(), "r1")
	if err != nil {
		t.Fatal(err)
	}
	beat := func() (at time.Time) {
		err := d.view(t.Context(), func(tx *tx) error {
			o, _, err := tx.owner("r1")
			at = o.Beat
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	for first, end := beat(), time.Now().Add(5*time.Second); !beat().After(first); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("no heartbeat")
		}
	}
	putOwner(t, d, "r1", owner{process: thisProcess(), Nonce: "other", Every: time.Second})
	l.beats.Wait() // a lost run isn't beaten for any more
	wantErr(t, l.Release(context.Background()), session.ErrNotOwner)
}
