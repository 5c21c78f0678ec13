package session

import (
	"errors"
	"testing"
)

// An error names its server once, and isn't called a lost connection when the
// server answered.
func TestTransportWords(t *testing.T) {
	for err, want := range map[string]string{
		"the server out answered with an error: no": "the server out answered with an error: no",
		"broken pipe":           "the server out gave no result: broken pipe",
		"the server outer died": "the server out gave no result: the server outer died",
	} {
		if got := transportWords("out", errors.New(err)); got != want {
			t.Errorf("%s", got)
		}
	}
}
