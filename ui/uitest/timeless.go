package uitest

import (
	"testing"
	"testing/synctest"
	"time"
)

// Timeless runs a test whose clock goes on only while nothing happens: what
// waits for half a second has waited as soon as everything else has come to
// rest, and a busy machine changes nothing. All that the test started must end
// with it. A test that starts processes or has subtests can't run so.
func Timeless(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		t.Cleanup(func() { time.Sleep(time.Minute) }) // for timers that nobody waits for any more
		test(t)
	})
}
