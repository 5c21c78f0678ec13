package stdio

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"
)

const everyone = 4 // parent and its three

// allGone fails where one of the family runs; those that left the group are only
// found on Linux.
func allGone(t *testing.T, limit time.Duration, pids map[string]int, except ...string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		except = append(except, "apart", "left")
	}
	for _, who := range except {
		_ = syscall.Kill(pids[who], syscall.SIGKILL)
		delete(pids, who)
	}
	deadline := time.Now().Add(limit)
	for who, pid := range pids {
		eventually(t, time.Until(deadline), who+" has ended", func() bool { return !alive(pid) })
	}
}

func parentOf(t *testing.T, mode string) (*Process, map[string]int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pids")
	p := run(t, Config{Grace: 50 * time.Millisecond}, Command{}, "parent", path, mode)
	eventually(t, 10*time.Second, "the family runs", func() bool { return len(noted(path)) == everyone })
	return p, noted(path)
}

// After Close nobody is left, whether the server itself ends when asked or not.
func TestCloseLeavesNobody(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"ends", "stays"} {
		t.Run(mode, func(t *testing.T) {
			p, pids := parentOf(t, mode)
			if err := p.Close(); err != nil {
				t.Error(err)
			}
			allGone(t, 50*time.Millisecond, pids)
		})
	}
}

// Nobody is left when the server ends by itself.
func TestEndLeavesNobody(t *testing.T) {
	t.Parallel()
	p, pids := parentOf(t, "stays")
	if err := syscall.Kill(pids["server"], syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-p.Exited()
	allGone(t, 3*time.Second, pids)
}

// After a kill -9 of the supervisor, the server ends with it (on Linux by the
// kernel) and its group by this process. One that left the group isn't found.
func TestSupervisorKilled(t *testing.T) {
	t.Parallel()
	p, pids := parentOf(t, "stays")
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-p.Exited()
	allGone(t, 3*time.Second, pids, "apart", "left")
}

// After a kill -9 of the program itself nobody is left within three seconds.
func TestProgramKilled(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pids")
	cmd := exec.Command(os.Args[0], helper, "vise", path)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Wait() }()
	defer func() { _ = cmd.Process.Kill() }()
	eventually(t, 10*time.Second, "the family runs", func() bool { return len(noted(path)) == everyone })
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	allGone(t, 3*time.Second, noted(path))
}

// The supervisor ends its server when it is asked to end itself.
func TestSupervisorAsked(t *testing.T) {
	t.Parallel()
	p, pids := parentOf(t, "stays")
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-p.Exited()
	allGone(t, 3*time.Second, pids)
}
