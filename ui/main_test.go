package ui_test

import (
	"syscall"
	"testing"

	"go.uber.org/goleak"
)

// No test leaves a goroutine behind, but one of the terminal's library, which
// holds on to the last keys of a program that has ended. The program ends by
// syscall.Exit, since os.Exit sleeps for a second where it was built for
// finding races.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.Cleanup(syscall.Exit),
		goleak.IgnoreAnyFunction("github.com/charmbracelet/ultraviolet.(*TerminalReader).sendEvents"))
}
