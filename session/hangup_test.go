//go:build !race

package session

import (
	"context"
	"errors"
	"testing"
)

// Whoever keeps a question hears why it is taken back, however soon the run
// ends: one whose terminal went away goes on waiting. Telling thousands takes
// many times as long where races are looked for, and is not about them.
func TestTheQuestionHearsThatTheTerminalWentAway(t *testing.T) {
	for range 10 {
		ctx, cancel := context.WithCancelCause(t.Context())
		g := newRig(t, call("todo_create", todoArgs))
		g.tools.listing = func(ctx context.Context) {
			for range 5_000 { // others that hear of it, so that it takes its time
				_, stop := context.WithCancel(ctx)
				t.Cleanup(stop)
			}
		}
		g.person.asking = func() { go cancel(ErrHangup) }
		g.person.withdrawn = func(why error) {
			if !errors.Is(why, ErrHangup) {
				t.Errorf("it was taken back for %v", why)
			}
		}
		g.run(ctx, "go")
	}
}
