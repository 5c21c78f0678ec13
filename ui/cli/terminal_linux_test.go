package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"vise/session/app"
	"vise/session/scripted"
)

// terminal is a person at a terminal, and a command in it.
type terminal struct {
	t    *testing.T
	ptm  *os.File
	code chan int

	mu     sync.Mutex
	screen strings.Builder
}

// inTerminal runs a command in a terminal of its own, in a project of its own.
func inTerminal(t *testing.T, config string, parts app.Parts, args ...string) *terminal {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("VISE_DATA_DIR", filepath.Join(dir, ".data"))
	t.Setenv("VISE_CONFIG_DIR", filepath.Join(dir, ".config"))
	t.Setenv("OLLAMA_HOST", "127.0.0.1:1")
	project := filepath.Join(dir, "project")
	for _, d := range []string{project, filepath.Join(dir, ".config")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, ".config", "vise.yaml"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir(project)
	return openWith(t, parts, args...)
}

// openWith runs a command in a terminal of its own.
func openWith(t *testing.T, parts app.Parts, args ...string) *terminal {
	t.Helper()
	ptm, tty, err := openTerminal()
	if err != nil {
		t.Fatal(err)
	}
	x := &terminal{t: t, ptm: ptm, code: make(chan int, 1)}
	go x.show()
	go func() {
		x.code <- Main(t.Context(), args, Streams{In: tty, Out: tty, Err: tty, Terminal: true, Parts: parts})
		_ = tty.Close()
	}()
	t.Cleanup(func() { _ = ptm.Close() })
	return x
}

// openTerminal makes a terminal: its own side, and that of the program in it.
func openTerminal() (ptm, tty *os.File, err error) {
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	return os.NewFile(uintptr(fd), "/dev/ptmx"), tty, err
}

func (x *terminal) show() {
	buf := make([]byte, 4096)
	for {
		n, err := x.ptm.Read(buf)
		x.mu.Lock()
		x.screen.Write(buf[:n])
		x.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (x *terminal) text() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.screen.String()
}

// waitFor waits until the terminal has shown text n times.
func (x *terminal) waitFor(text string, n int) {
	x.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		if strings.Count(x.text(), text) >= n {
			return
		}
	}
	x.t.Fatalf("%q was not shown %d times in:\n%s", text, n, x.text())
}

func (x *terminal) press(keys string) {
	x.t.Helper()
	if _, err := x.ptm.WriteString(keys); err != nil {
		x.t.Fatal(err)
	}
}

// end waits for the command's exit code.
func (x *terminal) end() int {
	x.t.Helper()
	select {
	case code := <-x.code:
		return code
	case <-time.After(30 * time.Second):
		x.t.Fatalf("it doesn't end:\n%s", x.text())
		return 0
	}
}

// todos are what vise todo list prints.
func (x *terminal) todos() string { return x.output("todo", "list") }

func (x *terminal) output(args ...string) string {
	var out strings.Builder
	Main(x.t.Context(), args, Streams{In: strings.NewReader(""), Out: &out, Err: &out})
	return out.String()
}

func TestAskedInATerminal(t *testing.T) {
	const question = "Allow this call once? [y/N]"
	for name, c := range map[string]struct {
		do   func(x *terminal)
		code int
		todo bool
		left bool // a decision waits
	}{
		"yes":                        {func(x *terminal) { x.press("y\n") }, exitDone, true, false},
		"no":                         {func(x *terminal) { x.press("n\n") }, exitRefused, false, false},
		"enter":                      {func(x *terminal) { x.press("\n") }, exitRefused, false, false},
		"ctrl+c":                     {func(*terminal) { _ = syscall.Kill(os.Getpid(), syscall.SIGINT) }, exitCancelled, false, false},
		"told to end":                {func(*terminal) { _ = syscall.Kill(os.Getpid(), syscall.SIGTERM) }, exitCancelled, false, false},
		"the input ends":             {func(x *terminal) { x.press("\x04") }, exitNeedsApproval, false, true},
		"the terminal goes away":     {func(x *terminal) { _ = x.ptm.Close() }, exitNeedsApproval, false, true},
		"the terminal says it's off": {func(*terminal) { _ = syscall.Kill(os.Getpid(), syscall.SIGHUP) }, exitNeedsApproval, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			x := inTerminal(t, "", app.Parts{Model: scripted.New(remind, scripted.Say("So be it."))}, "run", "remind me to buy milk")
			x.waitFor(question, 1)
			c.do(x)
			if code := x.end(); code != c.code {
				t.Errorf("exit code %d, want %d:\n%s", code, c.code, x.text())
			}
			if got := strings.Contains(x.todos(), "buy milk"); got != c.todo {
				t.Errorf("written: %v", got)
			}
			if got := strings.Contains(x.output("decisions"), "call_001"); got != c.left {
				t.Errorf("waits in the list: %v: %s", got, x.output("decisions"))
			}
			if runs := x.output("runs"); strings.Contains(runs, "interrupted") || strings.Contains(runs, "running") {
				t.Errorf("its end is not recorded: %s", runs)
			}
		})
	}
}

// Lines that were typed before a question came answer nothing.
func TestTypedAhead(t *testing.T) {
	hold := make(chan struct{})
	slow := scripted.Step{Calls: remind.Calls, Wait: hold}
	x := inTerminal(t, "", app.Parts{Model: scripted.New(slow, scripted.Say("So be it."))}, "run", "remind me to buy milk")
	x.press("y\ny\ny\n")
	x.waitFor("y\r\ny\r\ny\r\n", 1)
	time.Sleep(50 * time.Millisecond) // the lines are read by now
	close(hold)
	x.waitFor("[y/N]", 1)
	time.Sleep(50 * time.Millisecond) // an answer would have been taken by now
	if strings.Contains(x.todos(), "milk") {
		t.Fatal("it was allowed by what was typed before")
	}
	x.press("y\n")
	if code := x.end(); code != exitDone || !strings.Contains(x.todos(), "milk") {
		t.Errorf("exit code %d, todos %s", code, x.todos())
	}
}

func TestASpentBudgetIsAskedAboutInATerminal(t *testing.T) {
	look := func(q string) scripted.Step { return scripted.Call("file_search", map[string]any{"query": q}) }
	for answer, want := range map[string]int{"y\n": exitDone, "n\n": exitBudget} {
		x := inTerminal(t, "budget: {steps: 2}\n", app.Parts{Model: scripted.New(look("a"), look("b"), scripted.Say("Here."))}, "run", "look around")
		x.waitFor("2 of 2 steps are used", 1)
		x.press(answer)
		if code := x.end(); code != want {
			t.Errorf("%q ends with %d, want %d:\n%s", answer, code, want, x.text())
		}
	}
}

// A question that is answered elsewhere isn't asked any more.
func TestAnsweredElsewhere(t *testing.T) {
	x := inTerminal(t, "", app.Parts{Model: scripted.New(remind, scripted.Say("Added."))}, "run", "remind me to buy milk")
	x.waitFor("[y/N]", 1)
	id, _, _ := strings.Cut(x.output("decisions"), " ")
	if out := x.output("decisions", "allow", id); !strings.Contains(out, "answered: allow") {
		t.Fatal(out)
	}
	if code := x.end(); code != exitDone || !strings.Contains(x.todos(), "milk") {
		t.Errorf("exit code %d:\n%s", code, x.text())
	}
}

// JSON on a terminal is still JSON, and steers nothing.
func TestJSONOnATerminal(t *testing.T) {
	x := inTerminal(t, "", app.Parts{Model: scripted.New(scripted.Say("a\u009b31mb\u202ec\x7fd"))}, "run", "--json", "go")
	if code := x.end(); code != exitDone {
		t.Errorf("exit code %d", code)
	}
	x.waitFor("run_finished", 1)
	if got := x.text(); strings.ContainsAny(got, "\u009b\u202e\x7f\x1b") || !strings.Contains(got, `a\u009b31mb\u202ec\u007fd`) {
		t.Errorf("it shows %q", got)
	}
}
