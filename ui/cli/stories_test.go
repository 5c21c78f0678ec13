package cli

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"vise/session/app"
)

// stories runs commands of stories in this process, one at a time: the
// environment and the current folder are the process's.
type stories struct {
	mu         sync.Mutex
	supervisor string
}

// passed are the variables of a story that a command sees.
func passed() []string {
	return []string{"HOME", "PATH", "TMPDIR", "WORK", "OLLAMA_HOST", "VISE_CONFIG_DIR", "VISE_DATA_DIR"}
}

// main is the command "main ARGS": vise with these arguments, and no input.
func (s *stories) main(ts *testscript.TestScript, neg bool, args []string) {
	if code := s.run(ts, args); (code != exitDone) != neg {
		ts.Fatalf("vise %q ends with %d", args, code)
	}
}

// exits is the command "exits CODE ARGS": vise ends with that exit code.
func (s *stories) exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE ARGS")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if code := s.run(ts, args[1:]); code != want {
		ts.Fatalf("vise %q ends with %d, want %d", args[1:], code, want)
	}
}

func (s *stories) run(ts *testscript.TestScript, args []string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	back, err := os.Getwd()
	ts.Check(err)
	defer func() { ts.Check(os.Chdir(back)) }()
	ts.Check(os.Chdir(ts.MkAbs(".")))
	for _, name := range passed() {
		defer func(old string, set bool) { ts.Check(restore(name, old, set)) }(os.LookupEnv(name))
		ts.Check(os.Setenv(name, ts.Getenv(name)))
	}
	return Main(context.Background(), args, Streams{In: strings.NewReader(""), Out: ts.Stdout(), Err: ts.Stderr(),
		Parts: app.Parts{Supervisor: []string{s.supervisor, app.SuperviseCommand}}})
}

func restore(name, value string, set bool) error {
	if !set {
		return os.Unsetenv(name)
	}
	return os.Setenv(name, value)
}

// buildPrograms returns a folder with vise and the program of its servers. The
// tests' own program could play both, but starts slowly, the more so where it
// was built for finding races.
func buildPrograms(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-ldflags=-s -w", "-o", dir, "vise", "vise/ui/cli/fixture").CombinedOutput(); err != nil {
		t.Fatalf("the programs aren't built: %v\n%s", err, out)
	}
	return dir
}

// The command line as people script it: every story has its own home, its own
// database, and no terminal. Commands run in this process where being one of
// their own isn't the point: "exec vise" is one, not built for finding races.
func TestStories(t *testing.T) {
	programs := buildPrograms(t)
	s := &stories{supervisor: filepath.Join(programs, "fixture")}
	files := storyFiles(t, "testdata")
	if !raceBuild {
		files = append(files, storyFiles(t, "testdata/processes")...)
	}
	testscript.Run(t, testscript.Params{
		Files:               files,
		RequireExplicitExec: true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"main": s.main, "exits": s.exits},
		Setup: func(e *testscript.Env) error {
			e.Setenv("PATH", programs+string(filepath.ListSeparator)+e.Getenv("PATH"))
			e.Setenv("VISE_DATA_DIR", e.WorkDir+"/.data")
			e.Setenv("VISE_CONFIG_DIR", e.WorkDir+"/.config")
			e.Setenv("OLLAMA_HOST", "127.0.0.1:1")
			e.Setenv("TZ", zone)
			return nil
		},
	})
}

// storyFiles are the stories in a folder, by paths that hold when a command
// changes the current folder.
func storyFiles(t *testing.T, dir string) []string {
	t.Helper()
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no stories in %s: %v", dir, err)
	}
	return files
}
