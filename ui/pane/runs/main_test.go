package runs

import (
	"syscall"
	"testing"

	"go.uber.org/goleak"
)

// No test leaves a goroutine behind. The program ends by syscall.Exit, since
// os.Exit sleeps for a second where it was built for finding races.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m, goleak.Cleanup(syscall.Exit)) }
