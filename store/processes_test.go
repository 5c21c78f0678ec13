package store

import (
	"bufio"
	"fmt"
	"math/rand/v2"
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

// TestKill kills a process at random points of its work: what it was told is
// kept is kept, what was appended together is there together, and a write that
// is tried again isn't done twice.
func TestKill(t *testing.T) {
	kills := kills
	if testing.Short() {
		kills = 8
	}
	path := dbPath(t)
	d := openDB(t, path)
	todos, pairs := 0, 0
	for i := range kills {
		run := fmt.Sprintf("run%03d", i)
		w := startHelper(t, "work", path, run)
		first := w.line(t) // it is under way
		delay := time.Duration(rand.IntN(20_000)) * time.Microsecond
		time.AfterFunc(delay, func() { _ = w.Process.Kill() }) // it can't have ended
		said := readAcks(t, first, w.out)
		_ = w.Wait() // it was killed

		records, err := d.Since(t.Context(), run, 0)
		if err != nil {
			t.Fatalf("kill %d after %v: %v", i, delay, err)
		}
		checkChain(t, records)
		if len(records) < said["event"] {
			t.Fatalf("kill %d after %v: event %d was acknowledged, %d are there", i, delay, said["event"], len(records))
		}
		pairs += len(records) / 2
		anchors, err := d.Since(t.Context(), session.Workspace, 0)
		if err != nil || len(records)%2 != 0 || len(anchors) != pairs {
			t.Fatalf("kill %d after %v: %d events, and %d anchors of %d pairs, %v", i, delay, len(records), len(anchors), pairs, err)
		}
		checkChain(t, anchors)
		if s, err := d.Summary(t.Context(), run); err != nil || s.Status != session.StatusInterrupted || s.LastSeq != len(records) {
			t.Fatalf("kill %d: the summary is %+v, %v", i, s, err)
		}
		for n := max(1, said["try"]-1); n <= said["try"]; n++ { // the last one may or may not be kept
			if err := makeTodo(t.Context(), d, run, n); err != nil {
				t.Fatal(err)
			}
		}
		todos += said["try"]
		list, err := d.Todos(t.Context())
		if err != nil || len(list) != todos {
			t.Fatalf("kill %d after %v: %d todos are there, want %d, %v", i, delay, len(list), todos, err)
		}
	}
}

// readAcks reads lines of a word and a number until the process is gone, and
// returns the last number of each word. A line cut off doesn't count.
func readAcks(t *testing.T, first string, out *bufio.Reader) map[string]int {
	t.Helper()
	said := map[string]int{}
	for line := first + "\n"; strings.HasSuffix(line, "\n"); line, _ = out.ReadString('\n') {
		var word string
		var n int
		if _, err := fmt.Sscan(line, &word, &n); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		said[word] = n
	}
	return said
}
