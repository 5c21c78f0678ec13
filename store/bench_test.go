package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vise/session"
)

func BenchmarkAppend(b *testing.B) {
	d := openDB(b, dbPath(b))
	l := begin(b, d, "r1")
	body := strings.Repeat("x", 1000)
	var last session.Record
	for b.Loop() {
		last = appendOK(b, l, entry(event("r1", last, body)))
	}
}

// BenchmarkOpenRead opens the file, reads one setting and lets go of it.
func BenchmarkOpenRead(b *testing.B) {
	path := dbPath(b)
	openDB(b, path)
	manyRuns(b, path, 2000)
	for b.Loop() {
		d, err := Open(b.Context(), path, Options{})
		if err != nil {
			b.Fatal(err)
		}
		if _, _, err := d.Setting(b.Context(), "model"); err != nil {
			b.Fatal(err)
		}
		d.Close()
	}
}

func BenchmarkRuns2000(b *testing.B) {
	path := dbPath(b)
	d := openDB(b, path)
	manyRuns(b, path, 2000)
	for name, q := range map[string]session.RunQuery{"newest200": {}, "search": {Text: "nowhere to be found"}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := d.Runs(b.Context(), q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkVersion(b *testing.B) {
	d := openDB(b, dbPath(b))
	for b.Loop() {
		if _, err := d.Version(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

// manyRuns stores n runs in one transaction.
func manyRuns(b *testing.B, path string, n int) {
	b.Helper()
	d := openDB(b, path)
	err := d.update(b.Context(), func(t *tx) error {
		for i := range n {
			run := fmt.Sprintf("01K%023d", i)
			e := session.Entry{Record: event(run, session.Record{}, "x"), Summary: done(run, "c", "find where the retry timeout is set", day(1).Add(time.Duration(i)*time.Minute), "file.search", "todo.create")}
			if err := t.appendRecord(e.Record); err != nil {
				return err
			}
			if err := t.putSummary(e); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
}

// BenchmarkSync is what one append can't be quicker than, twice: bbolt syncs
// data and header of a commit one after the other.
func BenchmarkSync(b *testing.B) {
	f, err := os.Create(filepath.Join(b.TempDir(), "f"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	page := make([]byte, os.Getpagesize())
	for b.Loop() {
		if _, err := f.WriteAt(page, 0); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
	}
}
