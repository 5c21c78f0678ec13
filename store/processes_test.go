package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"vise/session"
)

func TestProcessesAppendAtTheSameTime(t *testing.T) {
	path := dbPath(t)
	const events = 25
	var writers []*helper
	for i := range 4 { // they also create the file at the same time
		writers = append(writers, startHelper(t, "append", path, fmt.Sprint("run", i), fmt.Sprint(events)))
	}
	d := openDB(t, path)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, w := range writers {
			w.finish(t)
		}
	}()
	reads := 0
	for reading := true; reading; reads++ {
		select {
		case <-done:
			reading = false
		default:
		}
		runs, err := d.Runs(t.Context(), session.RunQuery{})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range runs {
			got, err := d.Since(t.Context(), r.Run, 0)
			if err != nil || len(got) < r.LastSeq {
				t.Fatalf("run %s has %d events, its summary says %d, %v", r.Run, len(got), r.LastSeq, err)
			}
			checkChain(t, got)
		}
	}
	for i := range 4 {
		s, err := d.Summary(t.Context(), fmt.Sprint("run", i))
		if err != nil || s.LastSeq != events {
			t.Errorf("run%d ends at %d, %v", i, s.LastSeq, err)
		}
	}
	if reads < 3 {
		t.Errorf("the reader got in %d times only", reads)
	}
}

func TestRunIsNotOwnedTwice(t *testing.T) {
	path := dbPath(t)
	d := openDB(t, path)
	other := startHelper(t, "begin", path, "r1")
	if got := other.line(t); got != "mine" {
		t.Fatal(got)
	}
	_, err := d.Begin(t.Context(), "r1")
	wantErr(t, err, session.ErrNotOwner)
	if want := fmt.Sprintf("process %d (vise run)", other.Process.Pid); !strings.Contains(err.Error(), want) {
		t.Errorf("%q doesn't say %q", err, want)
	}
	wantErr(t, d.DeleteRun(t.Context(), "r1", tomb("r1")), ErrLive)
	if err := other.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = other.Wait() // it was killed
	s, err := d.Summary(t.Context(), "r1")
	if err != nil || s.Status != session.StatusInterrupted {
		t.Errorf("the killed run is %s, %v", s.Status, err)
	}
	l := begin(t, d, "r1")
	appendOK(t, l, entry(event("r1", event("r1", session.Record{}, "one"), "two")))
}

func TestLockedSaysByWhom(t *testing.T) {
	path := dbPath(t)
	openDB(t, path).Close()
	other := startHelper(t, "hold", path)
	if got := other.line(t); got != "held" {
		t.Fatal(got)
	}
	began := time.Now()
	_, err := Open(t.Context(), path, Options{Wait: 150 * time.Millisecond})
	wantErr(t, err, ErrLocked)
	if took := time.Since(began); took < 150*time.Millisecond || took > 2*time.Second {
		t.Errorf("it took %v", took)
	}
	if want := fmt.Sprintf("process %d (vise [31mserve)", other.Process.Pid); !strings.Contains(err.Error(), want) {
		t.Errorf("%q doesn't say %q", err, want)
	}
	waited := make(chan error)
	go func() {
		d, err := Open(t.Context(), path, Options{})
		if err == nil {
			d.Close()
		}
		waited <- err
	}()
	time.Sleep(20 * time.Millisecond)
	other.finish(t)
	if err := <-waited; err != nil {
		t.Errorf("who waits gets in when the other is done: %v", err)
	}
}

// TestOthersGetIn holds that a process that never stops using the file lets
// others in quickly.
func TestOthersGetIn(t *testing.T) {
	path := dbPath(t)
	d := openDB(t, path)
	stop, stopped := make(chan struct{}), make(chan struct{})
	for range 2 { // overlapping reads, so that the file is never idle
		go func() {
			defer func() { stopped <- struct{}{} }()
			for {
				select {
				case <-stop:
					return
				default:
					if _, err := d.Todos(t.Context()); err != nil {
						t.Error(err)
						return
					}
				}
			}
		}()
	}
	began := time.Now()
	startHelper(t, "append", path, "r1", "5").finish(t)
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("five appends of another process took %v", took)
	}
	close(stop)
	<-stopped
	<-stopped
}
