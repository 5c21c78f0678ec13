//go:build ollama

package cli

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"golang.org/x/sys/unix"
)

// screen is a person before the workbench, the built program in a terminal of
// its own.
type screen struct {
	t   *testing.T
	ptm *os.File
	cmd *exec.Cmd
	env []string

	mu sync.Mutex
	em *vt.Emulator
}

// workbenchOn opens the workbench with a model of a real server.
func workbenchOn(t *testing.T, o *realOllama, model string) *screen {
	t.Helper()
	vise := filepath.Join(t.TempDir(), "vise")
	if out, err := exec.Command("go", "build", "-o", vise, "vise").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	dir := project(t)
	ptm, tty, err := openTerminal()
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	if err := unix.IoctlSetWinsize(int(tty.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: 120}); err != nil {
		t.Fatal(err)
	}
	s := &screen{t: t, ptm: ptm, em: vt.NewEmulator(120, 40)}
	s.env = append(os.Environ(), "TERM=xterm-256color", "OLLAMA_HOST="+o.host, "VISE_DATA_DIR="+filepath.Join(dir, ".data"), "VISE_CONFIG_DIR="+filepath.Join(dir, ".config"))
	s.cmd = exec.Command(vise, "--model", "ollama/"+model)
	s.cmd.Dir, s.cmd.Env, s.cmd.Stdin, s.cmd.Stdout, s.cmd.Stderr = dir, s.env, tty, tty, tty
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.cmd.Process.Kill(); _ = ptm.Close() })
	go s.answer()
	go s.show()
	s.see("Ask, or /", "● up")
	return s
}

// answer is what the terminal says to the program's questions.
func (s *screen) answer() {
	_, _ = io.Copy(s.ptm, s.em) // it ends with the terminal
}

func (s *screen) show() {
	buf := make([]byte, 32<<10)
	for {
		n, err := s.ptm.Read(buf)
		s.mu.Lock()
		_, _ = s.em.Write(buf[:n])
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (s *screen) press(keys string) {
	s.t.Helper()
	if _, err := s.ptm.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

func (s *screen) shown() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.em.String()
}

// see waits until all the texts are on the screen.
func (s *screen) see(texts ...string) {
	s.t.Helper()
	s.until(strings.Join(texts, ", "), func(shown string) bool {
		for _, text := range texts {
			if !strings.Contains(shown, text) {
				return false
			}
		}
		return true
	})
}

// until waits for a screen; a busy machine takes long to read a prompt.
func (s *screen) until(what string, ok func(shown string) bool) {
	s.t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if ok(s.shown()) {
			return
		}
	}
	s.t.Fatalf("%s: not on the screen:\n%s", what, s.shown())
}

// quit clears the line and leaves.
func (s *screen) quit() {
	s.t.Helper()
	s.press("\x15")
	time.Sleep(50 * time.Millisecond)
	s.press("\x04")
	ended := make(chan error, 1)
	go func() { ended <- s.cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			s.t.Errorf("it ended with %v", err)
		}
	case <-time.After(10 * time.Second):
		s.t.Errorf("it doesn't end:\n%s", s.shown())
	}
}

// The workbench with a real server: the box comes up, and what is allowed is
// written.
func TestRealWorkbenchAsks(t *testing.T) {
	s := workbenchOn(t, startOllama(t), "tiny-todo")
	s.press("remind me of the plants\r")
	s.see("Approve this call?", "Water the plants", "a allow once")
	time.Sleep(time.Second) // an opened box is deaf for a moment
	s.press("a")
	s.see("Finished: that is what the tool said.", "✓ todo.create", "✓ done")
	s.quit()
	list := exec.Command(s.cmd.Path, "todo", "list")
	list.Env = s.env
	if got, err := list.CombinedOutput(); err != nil || !strings.Contains(string(got), "Water the plants") {
		t.Errorf("todos: %s, %v", got, err)
	}
}

// The server dies while it writes: what came is marked, what the person was
// typing stays, and the next request works once it is back. Then esc.
func TestRealWorkbenchOutlivesTheServer(t *testing.T) {
	o := startOllama(t)
	s := workbenchOn(t, o, "tiny-loop")
	s.press("go on for ever\r")
	s.see("tick tock tick")
	s.press("half a thought")
	s.see("▌ half a thought")
	o.kill()
	s.see("cut off", "▌ half a thought", "→ send it again", "○ down")
	o.start()
	s.see("● up")
	s.press("\r")
	s.until("a reply to the second request", func(shown string) bool {
		_, after, ok := strings.Cut(shown, "half a thought")
		return ok && strings.Contains(after, "tick tock tick") && strings.Contains(shown, "esc cancel")
	})
	began := time.Now()
	s.press("\x1b")
	s.see("Cancelled.")
	if d := time.Since(began); d > 400*time.Millisecond { // 100 ms, and what the screen and a busy machine take
		t.Errorf("cancelled after %v", d)
	}
	if !o.logged(`"/api/chat"`) { // of requests that are over
		t.Error("the server goes on writing: the connection wasn't closed")
	}
	s.quit()
}
