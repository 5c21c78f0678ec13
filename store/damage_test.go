package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vise/session"
)

// sample is a database file with a bit of everything, closed.
func sample(t *testing.T) (path string, data []byte) {
	t.Helper()
	path = dbPath(t)
	d := openDB(t, path)
	for i := range 8 {
		addRun(t, d, done(fmt.Sprint("r", i), "c1", "task", day(i+1)), blob(strings.Repeat("b", 5000)))
	}
	l := begin(t, d, "long")
	fill(t, l, "long", 40)
	if err := l.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := makeTodo(t.Context(), d, "r1", 1); err != nil {
		t.Fatal(err)
	}
	if err := d.DeleteRun(t.Context(), "r3", tomb("r3")); err != nil {
		t.Fatal(err)
	}
	d.Close()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, data
}

// useAll reads and writes everything of the file with that content, and
// returns the first error. It must not panic and must not hang.
func useAll(t *testing.T, data []byte) error {
	t.Helper()
	path := filepath.Join(t.TempDir(), "vise.db")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	d, err := Open(ctx, path, Options{})
	if err != nil {
		return err
	}
	defer d.Close()
	runs, err := d.Runs(ctx, session.RunQuery{})
	errs := []error{err}
	for _, r := range runs {
		records, err := d.Since(ctx, r.Run, 0)
		checkChain(t, records) // also those before an error
		errs = append(errs, err)
	}
	_, err = d.Todos(ctx)
	_, err2 := d.Pending(ctx)
	_, err3 := d.Blob(ctx, blob(strings.Repeat("b", 5000)).Hash)
	errs = append(errs, err, err2, err3, makeTodo(ctx, d, "r1", 2), d.DeleteRun(ctx, "r2", tomb("r2")))
	l, err := d.Begin(ctx, "new")
	if err == nil {
		err = errors.Join(l.Append(ctx, entry(event("new", session.Record{}, "x"))), l.Release(ctx))
	}
	return errors.Join(append(errs, err)...)
}

func TestSampleIsFine(t *testing.T) {
	_, data := sample(t)
	if err := useAll(t, data); err != nil {
		t.Fatal(err)
	}
}

func TestTruncated(t *testing.T) {
	_, data := sample(t)
	used := int(mustHeader(t, data).pages) * os.Getpagesize()
	lengths := []int{0, 1, 15, 64, 100, 511, 4095, 4096, 4097, 8191, 8192, 12288, used - 1}
	for n := 16384; n < used; n += 12288 + n%5 {
		lengths = append(lengths, n)
	}
	for _, n := range lengths {
		if err := useAll(t, data[:n]); !errors.Is(err, ErrDamaged) {
			t.Errorf("cut to %d of %d bytes: %v", n, len(data), err)
		}
	}
}

func mustHeader(t *testing.T, data []byte) header {
	t.Helper()
	h, err := readHeader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestCutWhileOpen shortens the file under an open map, which faults.
func TestCutWhileOpen(t *testing.T) {
	path, _ := sample(t)
	d := openDB(t, path)
	err := d.view(t.Context(), func(tx *tx) error {
		if err := os.Truncate(path, 2*int64(os.Getpagesize())); err != nil {
			t.Fatal(err)
		}
		_, err := tx.lastRecord("long")
		return err
	})
	wantErr(t, err, ErrDamaged)
}

func TestFlippedBitIsNoticed(t *testing.T) {
	_, data := sample(t)
	at := bytes.LastIndex(data, []byte("event 17")) // the page in use: older copies come before
	for i := bytes.Index(data, []byte("event 17")); i >= 0 && i <= at; {
		data[i] ^= 1
		next := bytes.Index(data[i+1:], []byte("event 17"))
		if next < 0 {
			break
		}
		i += 1 + next
	}
	if err := useAll(t, data); !errors.Is(err, ErrDamaged) {
		t.Errorf("got %v", err)
	}
}

func TestSalvage(t *testing.T) {
	path, data := sample(t)
	for i := range 4 { // no header, no list of free pages
		clear(data[i*os.Getpagesize() : (i+1)*os.Getpagesize()])
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := Salvage(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Records["long"]) != 40 || len(got.Records["r1"]) != 1 || len(got.Blobs) != 1 {
		t.Errorf("%d and %d events, %d blobs", len(got.Records["long"]), len(got.Records["r1"]), len(got.Blobs))
	}
	checkChain(t, got.Records["long"])
	for n := 0; n < len(data); n += 3001 { // any cut is fine
		if err := os.WriteFile(path, data[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Salvage(path); err != nil {
			t.Fatal(err)
		}
	}
}
