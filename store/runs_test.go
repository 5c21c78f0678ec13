package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"vise/session"
)

// addRun stores a finished run with one event.
func addRun(t testing.TB, d *DB, s session.Summary, blobs ...session.Blob) {
	t.Helper()
	l, err := d.Begin(t.Context(), s.Run)
	if err != nil {
		t.Fatal(err)
	}
	body := "body"
	for _, b := range blobs {
		body += " " + b.Hash
	}
	appendOK(t, l, session.Entry{Record: event(s.Run, session.Record{}, body), Blobs: blobs, Summary: s})
	if err := l.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func done(run, conversation, task string, started time.Time, tools ...string) session.Summary {
	return session.Summary{Run: run, Conversation: conversation, Task: task, Status: session.StatusDone, Started: started, Updated: started, Tools: tools}
}

func ids(runs []session.Summary) string {
	var s []string
	for _, r := range runs {
		s = append(s, r.Run)
	}
	return strings.Join(s, " ")
}

func TestRunsFilter(t *testing.T) {
	d := openDB(t, dbPath(t))
	addRun(t, d, done("B2", "c1", "Find the RETRY timeout", day(2), "file.search"))
	addRun(t, d, done("A1", "c1", "remind me to buy milk", day(1), "todo.create"))
	addRun(t, d, done("C3", "c2", "找到 Timeout", day(3), "file.search", "file.read"))
	failed := done("B4", "c2", "read the log", day(4))
	failed.Status = session.StatusFailed
	addRun(t, d, failed)
	killed := done("D5", "c3", "was killed", day(5))
	killed.Status = session.StatusRunning
	addRun(t, d, killed)
	for _, c := range []struct {
		name string
		q    session.RunQuery
		want string
	}{
		{"all, newest first", session.RunQuery{}, "D5 B4 C3 B2 A1"},
		{"words in any case", session.RunQuery{Text: "timeout retry"}, "B2"},
		{"a word", session.RunQuery{Text: "TIMEOUT"}, "C3 B2"},
		{"status", session.RunQuery{Status: session.StatusFailed}, "B4"},
		{"interrupted", session.RunQuery{Status: session.StatusInterrupted}, "D5"},
		{"running", session.RunQuery{Status: session.StatusRunning}, ""},
		{"tool", session.RunQuery{Tool: "file.search"}, "C3 B2"},
		{"conversation", session.RunQuery{Conversation: "c1"}, "B2 A1"},
		{"from", session.RunQuery{From: day(4)}, "D5 B4"},
		{"to is not included", session.RunQuery{To: day(3)}, "B2 A1"},
		{"between", session.RunQuery{From: day(2), To: day(4)}, "C3 B2"},
		{"limit", session.RunQuery{Limit: 2}, "D5 B4"},
		{"limit after filter", session.RunQuery{Limit: 1, Tool: "todo.create"}, "A1"},
	} {
		got, err := d.Runs(t.Context(), c.q)
		if err != nil || ids(got) != c.want {
			t.Errorf("%s: got %q, want %q, %v", c.name, ids(got), c.want, err)
		}
	}
	talk, err := d.Conversation(t.Context(), "c1")
	if err != nil || ids(talk) != "A1 B2" {
		t.Errorf("the conversation is %q, %v", ids(talk), err)
	}
	if talk, err := d.Conversation(t.Context(), "c"); err != nil || len(talk) != 0 {
		t.Errorf("part of an id found %q, %v", ids(talk), err)
	}
	for prefix, want := range map[string]any{"A1": "A1", "a": "A1", "C": "C3", "b2": "B2", "B": ErrAmbiguous, "x": session.ErrNoRun, "": session.ErrNoRun} {
		s, err := d.Summary(t.Context(), prefix)
		if e, ok := want.(error); ok {
			wantErr(t, err, e)
		} else if err != nil || s.Run != want {
			t.Errorf("%q found %q, %v", prefix, s.Run, err)
		}
	}
}

func tomb(run string) func(int, string) (session.Record, error) {
	return func(seq int, hash string) (session.Record, error) {
		return event(session.Workspace, session.Record{Seq: seq, Hash: hash}, "deleted "+run), nil
	}
}

func TestDeleteRun(t *testing.T) {
	d := openDB(t, dbPath(t))
	nested, shared, alone := blob("nested"), blob("shared"), blob("alone")
	manifest := blob(`{"messages":["` + nested.Hash + `"]}`)
	addRun(t, d, done("r1", "c1", "one", day(1)), shared, alone, nested, manifest)
	addRun(t, d, done("r10", "c1", "ten", day(2)), shared)
	// r3 names only the manifest, which it didn't bring: what is in it stays too.
	addRun(t, d, done("r3", "c1", "three", day(3)))
	l := begin(t, d, "r4")
	appendOK(t, l, session.Entry{Record: event("r4", session.Record{}, manifest.Hash), Summary: done("r4", "c1", "four", day(4))})
	wantErr(t, d.DeleteRun(t.Context(), "r4", tomb("r4")), ErrLive)
	wantErr(t, d.DeleteRun(t.Context(), "none", tomb("none")), session.ErrNoRun)
	if err := d.PutApproval(t.Context(), ask("r1", "call_1", day(1))); err != nil {
		t.Fatal(err)
	}
	proof(t, d, "todo.create", "call_1")
	wantErr(t, d.DeleteRun(t.Context(), "r1", func(int, string) (session.Record, error) { return session.Record{}, errNotSeen }), errNotSeen)
	if _, err := d.Since(t.Context(), "r1", 0); err != nil {
		t.Errorf("a delete that failed deleted: %v", err)
	}
	if err := d.DeleteRun(t.Context(), "r1", tomb("r1")); err != nil {
		t.Fatal(err)
	}
	_, err := d.Since(t.Context(), "r1", 0)
	wantErr(t, err, session.ErrNoRun)
	_, err = d.Approval(t.Context(), "r1/call_1")
	wantErr(t, err, ErrNoDecision)
	for b, kept := range map[string]bool{shared.Hash: true, alone.Hash: false, nested.Hash: true, manifest.Hash: true} {
		if _, err := d.Blob(t.Context(), b); (err == nil) != kept {
			t.Errorf("blob %s: kept %v, want %v", b, err == nil, kept)
		}
	}
	chain, err := d.Since(t.Context(), session.Workspace, 0)
	if err != nil || len(chain) != 1 {
		t.Fatalf("%d records in the workspace chain, %v", len(chain), err)
	}
	runs, err := d.Runs(t.Context(), session.RunQuery{})
	if err != nil || ids(runs) != "r4 r3 r10" {
		t.Errorf("left are %q, %v", ids(runs), err)
	}
	if got, err := d.Since(t.Context(), "r10", 0); err != nil || len(got) != 1 {
		t.Errorf("the run r10 has %d events, %v", len(got), err)
	}
	var left int
	err = d.view(t.Context(), func(t *tx) error {
		left = len(keysWith(t.table(tableTokens), nil)) + len(keysWith(t.table(tableRunBlobs), pairKey("r1", "")))
		return nil
	})
	if err != nil || left != 0 {
		t.Errorf("%d tokens and references are left, %v", left, err)
	}
}

func TestPrune(t *testing.T) {
	d := openDB(t, dbPath(t))
	for i := 1; i <= 6; i++ {
		addRun(t, d, done(fmt.Sprint("r", i), "c1", "task", day(i)))
	}
	late := done("r0", "c1", "began early, ended late", day(1))
	late.Updated = day(9)
	addRun(t, d, late)
	live := begin(t, d, "live")
	appendOK(t, live, session.Entry{Record: event("live", session.Record{}, "x"), Summary: session.Summary{Status: session.StatusRunning, Started: day(1), Updated: day(1)}})
	var buried []string
	gone, err := d.Prune(t.Context(), day(4), func(s session.Summary, seq int, hash string) (session.Record, error) {
		buried = append(buried, s.Run)
		return tomb(s.Run)(seq, hash)
	})
	if err != nil || ids(gone) != "r1 r2 r3" || !slices.Equal(buried, []string{"r1", "r2", "r3"}) {
		t.Errorf("pruned %q, buried %v, %v", ids(gone), buried, err)
	}
	left, err := d.Runs(t.Context(), session.RunQuery{})
	if err != nil || ids(left) != "r6 r5 r4 r0 live" && ids(left) != "r6 r5 r4 live r0" {
		t.Errorf("left are %q, %v", ids(left), err)
	}
	chain, err := d.Since(t.Context(), session.Workspace, 0)
	if err != nil || len(chain) != 3 {
		t.Fatalf("%d tombstones, %v", len(chain), err)
	}
	checkChain(t, chain)
}

func TestHashesIn(t *testing.T) {
	a, b := hashOf([]byte("a")), hashOf([]byte("b"))
	for text, want := range map[string][]string{
		"":                            nil,
		"sha256:":                     nil,
		a:                             {a},
		`{"x":"` + a + `",` + b + `}`: {a, b},
		"sha256:" + a:                 {a},
		a[:len(a)-1] + "x":            nil,
		a[:len(a)-1]:                  nil,
	} {
		if got := slices.Collect(hashesIn([]byte(text))); !slices.Equal(got, want) {
			t.Errorf("in %q: got %v, want %v", text, got, want)
		}
	}
}
