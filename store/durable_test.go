package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"vise/builtin/todo"
	"vise/session"
)

func TestSyncIsOn(t *testing.T) {
	d := openDB(t, dbPath(t))
	for _, write := range []bool{false, true} {
		if o := boltOptions(write); o.NoSync || o.NoGrowSync || o.NoFreelistSync || o.ReadOnly == write {
			t.Errorf("the options are %v", o)
		}
	}
	if err := d.update(t.Context(), func(t2 *tx) error {
		if db := t2.DB(); db.NoSync || db.NoGrowSync || db.NoFreelistSync {
			t.Error("syncing is off")
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

func TestFailuresAroundCommit(t *testing.T) {
	errFail := errors.New("fail point")
	for _, c := range []struct {
		point string
		kept  bool
	}{{pointCommit, false}, {pointCommitted, true}} {
		t.Run(c.point, func(t *testing.T) {
			d := openDB(t, dbPath(t))
			l := begin(t, d, "r1")
			first := fill(t, l, "r1", 1)
			next := event("r1", first, "two")
			p := proof(t, d, "todo.create", "call_1")
			d.h.point = func(point string) error {
				if point == c.point {
					return errFail
				}
				return nil
			}
			after := event("r1", next, "three")
			wantErr(t, l.Append(t.Context(), entry(next, blob("b")), anchored(entry(after))), errFail)
			if _, _, err := d.CreateTodo(t.Context(), p, todo.Draft{Title: "milk", Key: "k"}); !errors.Is(err, errFail) {
				t.Fatal(err)
			}
			d.h.point = nil
			records, err := d.Since(t.Context(), "r1", 0)
			if want := map[bool]int{false: 1, true: 3}[c.kept]; err != nil || len(records) != want {
				t.Errorf("%d events, want %d, %v", len(records), want, err)
			}
			if _, err := d.Blob(t.Context(), blob("b").Hash); (err == nil) != c.kept {
				t.Errorf("the blob: %v", err)
			}
			err = l.Append(t.Context(), entry(next))
			if c.kept {
				wantErr(t, err, session.ErrConflict)
			} else if err != nil {
				t.Error(err)
			}
			if c.kept {
				p = proof(t, d, "todo.create", "call_2") // the first was spent
			}
			if _, created, err := d.CreateTodo(t.Context(), p, todo.Draft{Title: "milk", Key: "k"}); err != nil || created == c.kept {
				t.Errorf("trying the todo again: created %v, %v", created, err)
			}
		})
	}
}

// TestPowerCut rebuilds what a power cut can leave of a commit: any part of
// its data pages without the new header, or all of them with a torn header.
// The file then is as it was before, or as after.
func TestPowerCut(t *testing.T) {
	path := dbPath(t)
	d := openDB(t, path)
	l := begin(t, d, "r1")
	first := fill(t, l, "r1", 30)
	read := func() []byte {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	before := read()
	appendOK(t, l, entry(event("r1", first, "the last"), blob(strings.Repeat("z", 9000))))
	after := read()
	size := os.Getpagesize()
	before = append(before, make([]byte, len(after)-len(before))...)
	var dirty []int
	for page := 2; page*size < len(after); page++ {
		if !bytes.Equal(before[page*size:(page+1)*size], after[page*size:(page+1)*size]) {
			dirty = append(dirty, page)
		}
	}
	if len(dirty) < 4 {
		t.Fatalf("only the pages %v were written", dirty)
	}
	count := func(data []byte) int {
		t.Helper()
		copied := filepath.Join(t.TempDir(), "vise.db")
		if err := os.WriteFile(copied, data, 0o600); err != nil {
			t.Fatal(err)
		}
		d := openDB(t, copied)
		records, err := d.Since(t.Context(), "r1", 0)
		if err != nil {
			t.Fatal(err)
		}
		checkChain(t, records)
		return len(records)
	}
	for range 20 {
		cut := bytes.Clone(before)
		for _, page := range dirty {
			if rand.IntN(2) == 0 {
				copy(cut[page*size:(page+1)*size], after[page*size:])
			}
		}
		if n := count(cut); n != 30 {
			t.Fatalf("without the new header: %d events", n)
		}
	}
	for torn := 0; torn <= 2*size; torn += 4 {
		if torn > 120 && torn < size || torn > size+120 && torn < 2*size {
			continue
		}
		cut := bytes.Clone(after)
		copy(cut[:2*size], before[:2*size])
		copy(cut[:torn], after[:torn])
		if n := count(cut); n != 30 && n != 31 {
			t.Fatalf("with %d bytes of the headers: %d events", torn, n)
		}
	}
	if n := count(after); n != 31 {
		t.Fatalf("the whole commit: %d events", n)
	}
}

// setSchema writes a version into a closed database.
func setSchema(t *testing.T, path string, v uint32) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(b *bbolt.Tx) error {
		return b.Bucket([]byte(tableMeta)).Put(schemaKey, binary.BigEndian.AppendUint32(nil, v))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestNewerAndOlder(t *testing.T) {
	path := dbPath(t)
	d := openDB(t, path)
	setSchema(t, path, 7) // while it is in use here
	wantErr(t, d.SetSetting(t.Context(), "a", "b"), ErrNewer)
	d.Close()
	_, err := Open(t.Context(), path, Options{})
	wantErr(t, err, ErrNewer)
	if !strings.Contains(err.Error(), "version 7") || !strings.Contains(err.Error(), "up to 2") {
		t.Errorf("%q doesn't name both versions", err)
	}
	setSchema(t, path, 0)
	_, err = Open(t.Context(), path, Options{})
	wantErr(t, err, ErrDamaged)
}

func TestMigration(t *testing.T) {
	path := dbPath(t)
	d := openDB(t, path)
	addRun(t, d, done("r1", "c1", "task", day(1)))
	l := begin(t, d, "live")
	opts := Options{}.withDefaults()
	var ran []string
	step := func(name string, err error) migration {
		return func(tx *tx) error {
			ran = append(ran, name)
			return errors.Join(err, tx.table(tableSettings).Put([]byte(name), []byte("x")))
		}
	}
	run := func(steps ...migration) error {
		return migrate(t.Context(), path, opts, thisProcess(), schema+len(steps), append(migrations(), steps...))
	}
	err := run(step("2", nil))
	wantErr(t, err, ErrOlder)
	if !strings.Contains(err.Error(), "live") || len(ran) != 0 {
		t.Errorf("%v, ran %v", err, ran)
	}
	if err := l.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantErr(t, run(step("2", nil), step("3", errNotSeen)), errNotSeen)
	if _, err := d.Summary(t.Context(), "r1"); err != nil {
		t.Errorf("a migration that failed changed the file: %v", err)
	}
	ran = nil
	if err := run(step("2", nil), step("3", nil)); err != nil {
		t.Fatal(err)
	}
	_, err = d.Summary(t.Context(), "r1")
	wantErr(t, err, ErrNewer)
	if strings.Join(ran, " ") != "2 3" {
		t.Errorf("ran %v", ran)
	}
}

func TestVersionAndWatch(t *testing.T) {
	path := dbPath(t)
	d := openDB(t, path)
	version := func() uint64 {
		t.Helper()
		v, err := d.Version(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	before := version()
	if _, err := d.Todos(t.Context()); err != nil || version() != before {
		t.Errorf("reading changed the version: %v", err)
	}
	changed := d.Changed()
	if err := d.SetSetting(t.Context(), "a", "b"); err != nil {
		t.Fatal(err)
	}
	if version() != before+1 {
		t.Errorf("the version went from %d to %d", before, version())
	}
	wait := func(what string) {
		t.Helper()
		select {
		case <-changed:
		case <-time.After(3 * time.Second):
			t.Fatalf("%s wasn't noticed", what)
		}
	}
	wait("this process's write")
	startHelper(t, "append", path, "r1", "1").finish(t)
	wait("another process's write")
	d.Close()
	for range changed { // closed, after what was left in it
	}
}

func TestFileGone(t *testing.T) {
	path := dbPath(t)
	d := openDB(t, path)
	d.Close()
	d = openDB(t, path)
	if err := d.view(t.Context(), func(*tx) error { return nil }); err != nil {
		t.Fatal(err)
	}
	for d.h.isOpen() {
		time.Sleep(time.Millisecond)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	_, err := d.Todos(t.Context())
	wantErr(t, err, ErrMissing)
	_, err = d.Version(t.Context())
	wantErr(t, err, ErrMissing)
}
