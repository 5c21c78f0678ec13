package stdio

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// The kernel ends the server with its supervisor, also where the program can't
// do anything about it.
func TestSupervisorKilledAlone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pids")
	cmd := exec.Command(os.Args[0], helper, "vise", path)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Wait() }()
	defer func() { _ = cmd.Process.Kill() }()
	eventually(t, 10*time.Second, "the family runs", func() bool { return len(noted(path)) == everyone })
	pids := noted(path)
	defer func() {
		for _, pid := range pids {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}()
	supervisor, group, ok := stat(strconv.Itoa(pids["server"]))
	if !ok || group != pids["server"] {
		t.Fatalf("the server %d is in the group %d, below %d", pids["server"], group, supervisor)
	}
	if err := cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(supervisor, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	eventually(t, 3*time.Second, "the server has ended", func() bool { return !alive(pids["server"]) })
}
