package store

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// lookAtAll reads all that is in a file, as an audit does.
func lookAtAll(t *testing.T, path string) (chains int, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	d, err := OpenExisting(ctx, path, Options{})
	if err != nil {
		return 0, err
	}
	defer d.Close()
	runs, err := d.Chains(ctx)
	if err != nil {
		return 0, err
	}
	for _, r := range runs {
		if _, err := d.Chain(ctx, r); err != nil {
			return 0, err
		}
	}
	_, err = d.Blobs(ctx)
	return len(runs), err
}

// However a file is damaged, looking at it ends, with an error or without one.
func TestLookingAtWhatIsDamagedEnds(t *testing.T) {
	path, data := sample(t)
	if n, err := lookAtAll(t, path); err != nil || n != 9 {
		t.Fatalf("%d chains, %v", n, err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	path = filepath.Join(t.TempDir(), "vise.db")
	for range 300 {
		bad := slices.Clone(data)
		for range 1 + r.IntN(3) {
			at := r.IntN(len(bad) - 16)
			for i := range 1 + r.IntN(16) {
				bad[at+i] ^= byte(1 + r.IntN(255))
			}
		}
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := lookAtAll(t, path); err != nil && !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrNewer) && !errors.Is(err, ErrOlder) {
			t.Errorf("%v", err)
		}
	}
}

func TestAChainWithHoles(t *testing.T) {
	d := openDB(t, dbPath(t))
	l := begin(t, d, "r")
	fill(t, l, "r", 6)
	if err := l.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	err := d.update(t.Context(), func(x *tx) error {
		b := x.table(tableEvents)
		if err := b.Delete(eventKey("r", 3)); err != nil {
			return err
		}
		return b.Put(eventKey("r", 5), []byte("no checksum"))
	})
	if err != nil {
		t.Fatal(err)
	}
	c, err := d.Chain(t.Context(), "r")
	var seqs []int
	for _, r := range c.Records {
		if seqs = append(seqs, r.Seq); (r.Seq == 5) != (len(r.Bytes) == 0) {
			t.Errorf("event %d has %d bytes", r.Seq, len(r.Bytes))
		}
	}
	if err != nil || !slices.Equal(seqs, []int{1, 2, 4, 5, 6}) || !c.Listed || c.Live {
		t.Errorf("%v, %+v, %v", seqs, c, err)
	}
	if c, err := d.Chain(t.Context(), "none"); err != nil || len(c.Records) > 0 || c.Listed {
		t.Errorf("%+v, %v", c, err)
	}
}
