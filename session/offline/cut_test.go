package offline

import "testing"

// TestCutShort holds that a request which breaks off has an answer too.
func TestCutShort(t *testing.T) {
	t.Parallel()
	m := shared()
	for _, words := range []string{"мне пора", "мне надо", "I need to", "我需要", "n't", "n't remind me"} {
		if _, answer := callsFor(t, m, line{ID: words, Text: words, Now: "2026-11-30T09:12:00+03:00", Zone: "Europe/Moscow"}); answer == "" {
			t.Errorf("%q: no answer", words)
		}
	}
}
