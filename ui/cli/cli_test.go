package cli

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"vise/session/app"
)

// promptEnd lets a process that was built for finding races end at once: it
// sleeps for a second otherwise.
const promptEnd = "atexit_sleep_ms=0"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == app.SuperviseCommand { // this program runs itself to start servers
		os.Exit(app.Supervise(os.Args[2:]))
	}
	testscript.Main(m, map[string]func(){"vise": func() {
		os.Exit(Main(context.Background(), os.Args[1:], Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
	}, "fixture": func() { os.Exit(fixture()) }})
}

// The command line as people script it: every story has its own home, its own
// database, and no terminal.
func TestStories(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("VISE_DATA_DIR", filepath.Join(e.WorkDir, ".data"))
			e.Setenv("VISE_CONFIG_DIR", filepath.Join(e.WorkDir, ".config"))
			e.Setenv("OLLAMA_HOST", "127.0.0.1:1")
			e.Setenv("TZ", "Europe/Moscow")
			e.Setenv("GORACE", promptEnd)
			return nil
		},
	})
}
