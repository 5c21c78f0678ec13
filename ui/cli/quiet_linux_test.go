package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// inOwnTerminal runs the program itself, as a process whose input and output
// are a terminal that answers no questions.
func inOwnTerminal(t *testing.T, args ...string) *terminal {
	t.Helper()
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	vise := filepath.Join(dir, "vise")
	if err := os.Symlink(self, vise); err != nil { // testscript runs the command that the binary is called by
		t.Fatal(err)
	}
	ptm, tty, err := openTerminal()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), vise, args...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, tty, tty, tty
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "OLLAMA_HOST=127.0.0.1:1", "VISE_DATA_DIR="+filepath.Join(dir, ".data"), "VISE_CONFIG_DIR="+filepath.Join(dir, ".config"))
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	x := &terminal{t: t, ptm: ptm, code: make(chan int, 1)}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go x.show()
	go func() {
		_ = cmd.Wait()
		x.code <- cmd.ProcessState.ExitCode()
		_ = tty.Close()
	}()
	t.Cleanup(func() { _ = ptm.Close() })
	return x
}

// A command that ends badly ends at once: it asks the terminal nothing, whose
// answer would come to the person's next line, or never.
func TestAFailureAsksTheTerminalNothing(t *testing.T) {
	refused := inOwnTerminal(t, "run", "remind me tomorrow at 9 to buy milk")
	refused.waitFor("[y/N]", 1)
	refused.press("n\n")
	unknown := inOwnTerminal(t, "replay", "nothing")
	wrong := inOwnTerminal(t, "runs", "--nothing")
	for _, c := range []struct {
		x    *terminal
		code int
		says string
	}{
		{refused, exitRefused, "you refused todo.create"},
		{unknown, exitUsage, "no such run"},
		{wrong, exitUsage, "unknown flag"},
	} {
		if code := c.x.end(); code != c.code {
			t.Errorf("exit code %d, want %d:\n%s", code, c.code, c.x.text())
		}
		c.x.waitFor(c.says, 1)
		if strings.Contains(c.x.text(), "\x1b]11;?") {
			t.Errorf("it asks the terminal for its colour:\n%q", c.x.text())
		}
	}
}
