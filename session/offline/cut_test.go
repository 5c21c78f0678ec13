//go:build !race

package offline

import (
	"strings"
	"testing"
)

// TestCutShort holds that a request which breaks off has an answer too, and
// that the beginning of one which asks for nothing asks for nothing.
func TestCutShort(t *testing.T) {
	t.Parallel()
	m := shared()
	for _, words := range []string{"мне пора", "мне надо", "I need to", "我需要", "n't", "'s", "where", "где", "в каком", "把", "на", "差", "差一", "минут через", "часов в", "чем", "@"} {
		if got, answer := callsFor(t, m, line{ID: words, Text: words, Now: "2026-11-30T09:12:00+03:00", Zone: "Europe/Moscow"}); answer == "" || len(got) > 0 {
			t.Errorf("%q: %v, answer %q", words, got, answer)
		}
	}
	for _, l := range everyThird(readLines(t, "corpus.jsonl")) {
		words := strings.Fields(l.Text)
		for n := 1; n < len(words); n++ {
			l.Text = strings.Join(words[:n], " ")
			if got, answer := callsFor(t, m, l); answer == "" || len(l.Calls) == 0 && len(got) > 0 {
				t.Errorf("%q: %v, answer %q", l.Text, got, answer)
			}
		}
	}
}

func TestApostrophesAreLeftOut(t *testing.T) {
	for words, want := range map[string]string{"whats": "what is", "dont": "do not", "Im": "i am", "cant": "can not", "todays": "today is", "ive": "i have", "wont": "will not", "wants": "wants", "him": "him", "paint": "paint"} {
		var low []string
		for _, x := range lex(words).toks {
			low = append(low, x.low)
		}
		if got := strings.Join(low, " "); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}

func everyThird(lines []line) (out []line) {
	for i := 0; i < len(lines); i += 3 {
		out = append(out, lines[i])
	}
	return out
}
