//go:build !race

package offline

import (
	"os"
	"strings"
	"testing"
)

// What one goroutine understands of many wordings is not built for finding
// races: the corpus goes the same ways.

func TestVariants(t *testing.T) { hold(t, "variants.jsonl", 0.97) }

func TestHeldOut(t *testing.T) { hold(t, "heldout.jsonl", 0.95) }

// TestRefuse holds that none of these, one a line, leads to a call.
func TestRefuse(t *testing.T) {
	b, err := os.ReadFile("testdata/refuse.txt")
	if err != nil {
		t.Fatal(err)
	}
	t.Parallel()
	m := shared()
	for words := range strings.Lines(string(b)) {
		words = strings.TrimSpace(words)
		if got, _ := callsFor(t, m, line{ID: "refuse", Text: words, Now: "2026-11-30T09:12:00+03:00", Zone: "Europe/Moscow"}); len(got) > 0 {
			t.Errorf("%q made %v", words, got)
		}
	}
}
