//go:build !race

package store

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vise/session"
)

// Damage is done without looking for races: a damaged file has none, and there
// are many places to damage.

func TestZeroedPages(t *testing.T) {
	_, data := sample(t)
	size := os.Getpagesize()
	hit := 0
	for page := range int(mustHeader(t, data).pages) {
		broken := bytes.Clone(data)
		clear(broken[page*size : (page+1)*size])
		err := useAll(t, broken)
		if err != nil {
			hit++
		}
		if err != nil && !errors.Is(err, ErrDamaged) && !errors.Is(err, session.ErrNoBlob) {
			t.Errorf("page %d zeroed: %v", page, err)
		}
	}
	if hit < 5 { // pages that are free, or the older header, do no harm
		t.Errorf("only %d of the pages matter", hit)
	}
	if err := useAll(t, make([]byte, len(data))); !errors.Is(err, ErrDamaged) {
		t.Errorf("all zero: %v", err)
	}
	if err := useAll(t, []byte(strings.Repeat("not a database\n", 5000))); !errors.Is(err, ErrDamaged) {
		t.Errorf("some text: %v", err)
	}
}

// TestRandomDamage holds that nothing panics or hangs, and that the events
// that can be read are a whole chain.
func TestRandomDamage(t *testing.T) {
	_, data := sample(t)
	rounds := 25
	if testing.Short() {
		rounds = 15
	}
	used := int(mustHeader(t, data).pages) * os.Getpagesize()
	rnd := rand.New(rand.NewPCG(1, 2))
	noticed := 0
	for range rounds {
		broken := bytes.Clone(data)
		for range 1 + rnd.IntN(40) {
			broken[rnd.IntN(used)] ^= byte(1 + rnd.IntN(255))
		}
		if useAll(t, broken) != nil {
			noticed++
		}
	}
	if noticed == 0 {
		t.Error("no damage was noticed")
	}
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
