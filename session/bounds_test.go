//go:build !race

package session

import (
	"strings"
	"testing"
	"time"
)

// What one goroutine does with a lot of odd text is not built for finding races:
// there are none to find, and it takes many times as long.

// Hostile answers cost little.
func TestAnswersAreLookedAtInBounds(t *testing.T) {
	start := time.Now()
	for _, part := range []string{"I created ", "todo ", "I have created the todo. ", "[ev_001] 1 ", "\"", "已", "a_b ", "1,", "```\n", "задача создана "} {
		text := strings.Repeat(part, (256<<10)/len(part))
		falseClaims(text, text, nil)
		wishes().of(text)
		unsupported(text, text, func(string) (string, bool) { return text, true })
		if d := time.Since(start); d > time.Minute {
			t.Fatalf("%q: %v", part, d)
		}
	}
	g := newRig(t, scriptStep{text: string([]byte{'I', ' ', 0xff, 0xfe, '.', 0xf0, '"', '`'})})
	if st := g.run(t.Context(), string([]byte{0xff, '?', 0xc3})); st.Status != StatusDone {
		t.Errorf("%+v", st.Finished)
	}
}
