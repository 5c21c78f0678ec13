package cli

import (
	"context"
	"os"
	"syscall"
	"testing"

	"github.com/charmbracelet/x/term"
	"github.com/rogpeppe/go-internal/testscript"

	"vise/session/app"
)

// zone is where the stories take place.
const zone = "Europe/Moscow"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == app.SuperviseCommand { // this program runs itself to start servers
		syscall.Exit(app.Supervise(os.Args[2:])) // built for finding races, os.Exit sleeps for a second
	}
	_ = os.Setenv("TZ", zone) // before anything asks for the time; it fails for bad names only
	testscript.Main(m, map[string]func(){"vise": func() {
		os.Exit(Main(context.Background(), os.Args[1:], Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Terminal: term.IsTerminal(os.Stdin.Fd())}))
	}, "hostile": func() { syscall.Exit(hostileProgram()) }, "browser": func() { syscall.Exit(browser()) }})
}
