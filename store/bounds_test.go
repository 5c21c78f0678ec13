//go:build !race

package store

import (
	"strings"
	"testing"

	"vise/session"
)

// What one goroutine does with a lot of text is not built for finding races:
// there are none to find, and it takes many times as long.

func TestSinceInPieces(t *testing.T) {
	d := openDB(t, dbPath(t))
	big := strings.Repeat("x", chunkBytes*2/5)
	l := begin(t, d, "r1")
	var last session.Record
	for range 4 {
		last = appendOK(t, l, entry(event("r1", last, big)))
	}
	got, err := d.Since(t.Context(), "r1", 0)
	if err != nil || len(got) != 4 {
		t.Fatalf("%d events, %v", len(got), err)
	}
	checkChain(t, got)
}
