//go:build !race

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

// Kills are done without looking for races: they find none, and a program that
// looks for them starts slowly.

// kills is how often a process is killed at work.
const kills = 50

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
