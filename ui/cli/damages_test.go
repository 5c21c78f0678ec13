//go:build !race

package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Damage is done without looking for races: a damaged file has none, and there
// are many places to damage.

// What isn't a database, or no more, is an error and nothing else.
func TestVerifyingWhatIsDamaged(t *testing.T) {
	tr := newTrace(t)
	whole, err := os.ReadFile(tr.path)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"cut": whole[:len(whole)/2], "of zeros": make([]byte, len(whole)), "text": []byte("not a database"), "empty": {},
	} {
		tr.path = filepath.Join(t.TempDir(), "vise.db")
		if err := os.WriteFile(tr.path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if code, _, errs := tr.verify(); code != exitFailed || !strings.Contains(errs, "damaged") {
			t.Errorf("%s: ends with %d: %s", name, code, errs)
		}
	}
	for at := 0; at < len(whole); at += 997 { // every page is hit
		data := bytes.Clone(whole)
		for i := at; i < min(at+16, len(data)); i++ {
			data[i] ^= 0xff
		}
		if err := os.WriteFile(tr.path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if code, out, errs := tr.verify(); code != exitDone && code != exitFailed {
			t.Errorf("%d: ends with %d: %s %s", at, code, out, errs)
		}
	}
	tr.path = filepath.Join(t.TempDir(), "sub", "vise.db")
	if code, _, errs := tr.verify(); code != exitFailed || !strings.Contains(errs, "no such file") {
		t.Errorf("where there is none it ends with %d: %s", code, errs)
	}
	if _, err := os.Stat(filepath.Dir(tr.path)); err == nil {
		t.Error("it made the folder")
	}
}
