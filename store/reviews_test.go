package store

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"go.etcd.io/bbolt"

	"vise/policy"
	"vise/session"
)

func note(what string) Build {
	return func(seq int, hash string) (session.Record, error) {
		return session.Codec{}.Encode(session.Event{Run: session.Workspace, Seq: seq + 1, Actor: session.ActorUser, Payload: session.PinChanged{Tool: "t", What: what}, PrevHash: hash})
	}
}

func putReviews(t *testing.T, d *DB, list ...policy.Review) []policy.Review {
	t.Helper()
	var before []policy.Review
	err := d.PutReviews(t.Context(), list, func(_, was policy.Review) Build {
		before = append(before, was)
		return note("approved")
	})
	if err != nil {
		t.Fatal(err)
	}
	return before
}

func TestReviewsAreKept(t *testing.T) {
	path := dbPath(t)
	d := openDB(t, path)
	a := policy.Review{Identity: "npx a", Server: "a", Tool: "x", Pin: "sha256:1", Definition: []byte(`{"name":"x"}`), By: "ann", At: day(1)}
	b := policy.Review{Identity: "npx b", Server: "b", Tool: "x", Pin: "sha256:2", Blocked: true, By: "ann", At: day(1)}
	if was := putReviews(t, d, a, b); was[0].Pin != "" || was[1].Pin != "" {
		t.Errorf("something was there before: %+v", was)
	}
	a.Pin = "sha256:3"
	if was := putReviews(t, d, a); was[0].Pin != "sha256:1" {
		t.Errorf("before: %+v", was)
	}
	d.Close()
	d = openDB(t, path)
	list, err := d.Reviews(t.Context())
	if err != nil || len(list) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	for _, r := range list {
		if r.Tool != "x" || r.Server == "a" && (r.Pin != "sha256:3" || string(r.Definition) != `{"name":"x"}`) || r.Server == "b" && !r.Blocked {
			t.Errorf("%+v", r)
		}
	}
	chain, err := d.Since(t.Context(), session.Workspace, 0)
	if err != nil || len(chain) != 3 || session.VerifyChain(chain) != nil {
		t.Errorf("the chain has %d records: %v", len(chain), err)
	}
}

// A review whose event can't be made isn't kept either.
func TestReviewsAndEventsAreOne(t *testing.T) {
	d := openDB(t, dbPath(t))
	broken := errors.New("no event")
	err := d.PutReviews(t.Context(), []policy.Review{{Identity: "a", Tool: "x"}}, func(policy.Review, policy.Review) Build {
		return func(int, string) (session.Record, error) { return session.Record{}, broken }
	})
	if !errors.Is(err, broken) {
		t.Fatal(err)
	}
	if list, err := d.Reviews(t.Context()); len(list) != 0 || err != nil {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestReviewsThatAreDamaged(t *testing.T) {
	path := dbPath(t)
	d := openDB(t, path)
	a, b := policy.Review{Identity: "a", Tool: "x", Pin: "1"}, policy.Review{Identity: "b", Tool: "x", Pin: "2"}
	putReviews(t, d, a, b)
	d.Close()
	inside(t, path, func(tx *bbolt.Tx) error {
		bk := tx.Bucket([]byte(tableReviews))
		v := slices.Clone(bk.Get(reviewKey(b)))
		v[len(v)-2] ^= 1
		return bk.Put(reviewKey(b), v)
	})
	d = openDB(t, path)
	list, err := d.Reviews(t.Context())
	wantErr(t, err, ErrDamaged)
	if len(list) != 1 || list[0].Identity != "a" {
		t.Errorf("%+v", list)
	}
	putReviews(t, d, a)
	if list, err := d.Reviews(t.Context()); err != nil || len(list) != 1 {
		t.Errorf("after a new review: %+v, %v", list, err)
	}
	d.Close()
	inside(t, path, func(tx *bbolt.Tx) error { return tx.DeleteBucket([]byte(tableReviews)) })
	d = openDB(t, path)
	_, err = d.Reviews(t.Context())
	wantErr(t, err, ErrDamaged)
	putReviews(t, d, a)
	if list, err := d.Reviews(t.Context()); err != nil || len(list) != 1 {
		t.Errorf("after the table was lost: %+v, %v", list, err)
	}
}

func inside(t *testing.T, path string, do func(*bbolt.Tx) error) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(do), db.Close()); err != nil {
		t.Fatal(err)
	}
}

// A file of version 1 gets the new tables and keeps what it has.
func TestReviewsInAnOlderFile(t *testing.T) {
	path := dbPath(t)
	d := openDB(t, path)
	addRun(t, d, done("r1", "c1", "task", day(1)))
	d.Close()
	inside(t, path, func(tx *bbolt.Tx) error {
		return errors.Join(tx.DeleteBucket([]byte(tableReviews)), tx.DeleteBucket([]byte(tableStarts)), tx.DeleteBucket([]byte(tableOff)))
	})
	setSchema(t, path, 1)
	d = openDB(t, path)
	if list, err := d.Reviews(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if _, err := d.Summary(t.Context(), "r1"); err != nil {
		t.Error(err)
	}
}

func TestSwitchesAndStarts(t *testing.T) {
	path := dbPath(t)
	d := openDB(t, path)
	for tool, off := range map[string]bool{"file.read": true, "github/search": true, "todo.list": false} {
		if err := d.SetOff(t.Context(), tool, off, note("disabled")); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.SetOff(t.Context(), "file.read", false, note("enabled")); err != nil {
		t.Fatal(err)
	}
	s := Start{Server: "github", File: "/p/.mcp.json", Fingerprint: "sha256:1", Shown: "npx x"}
	for range 2 {
		if err := d.PutStart(t.Context(), s, note("start")); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := d.ReviewsVersion(t.Context()); err != nil || n != 6 {
		t.Errorf("version %d after 6 writes, %v", n, err)
	}
	d.Close()
	d = openDB(t, path)
	if off, err := d.Off(t.Context()); err != nil || !slices.Equal(off, []string{"github/search"}) {
		t.Errorf("off: %v, %v", off, err)
	}
	if list, err := d.Starts(t.Context()); err != nil || !reflect.DeepEqual(list, []Start{s}) {
		t.Errorf("starts: %+v, %v", list, err)
	}
	if err := d.DropStart(t.Context(), s, note("start")); err != nil {
		t.Fatal(err)
	}
	if list, err := d.Starts(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("starts: %+v, %v", list, err)
	}
}

// A prompt and a tool of one name are two, and how a server was started goes
// with what was approved of it, or not at all.
func TestReviewsOfOtherKinds(t *testing.T) {
	d := openDB(t, dbPath(t))
	tool := policy.Review{Identity: "a", Server: "a", Tool: "x", Pin: "sha256:1", FreeReads: true}
	prompt := policy.Review{Identity: "a", Server: "a", Kind: policy.KindPrompt, Tool: "x", Pin: "sha256:2", Via: "ann on 2026-11-18"}
	start := Start{Server: "a", Fingerprint: "hmac:1", Shown: "npx a", Env: map[string]string{"TOKEN": "hmac:2"}, At: day(1)}
	build := func(policy.Review, policy.Review) Build { return note("approved") }
	if err := d.PutReviews(t.Context(), []policy.Review{tool, prompt}, build, start); err != nil {
		t.Fatal(err)
	}
	list, err := d.Reviews(t.Context())
	if err != nil || len(list) != 2 || list[0].Kind == list[1].Kind || list[0].FreeReads == list[1].FreeReads || list[0].Via == list[1].Via {
		t.Errorf("%+v, %v", list, err)
	}
	starts, err := d.Starts(t.Context())
	if err != nil || len(starts) != 1 || !starts[0].SameAs(start) || starts[0].Env["TOKEN"] != "hmac:2" || !starts[0].At.Equal(day(1)) {
		t.Errorf("%+v, %v", starts, err)
	}
	other := start
	other.Fingerprint = "hmac:3"
	broken := errors.New("no event")
	err = d.PutReviews(t.Context(), []policy.Review{tool}, func(policy.Review, policy.Review) Build {
		return func(int, string) (session.Record, error) { return session.Record{}, broken }
	}, other)
	if starts, _ := d.Starts(t.Context()); !errors.Is(err, broken) || len(starts) != 1 {
		t.Errorf("%v; %d ways are known", err, len(starts))
	}
}
