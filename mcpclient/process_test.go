package mcpclient

import (
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"vise/mcpclient/config"
	"vise/policy"
)

func TestProgram(t *testing.T) {
	start := time.Now()
	h := ready(t, Config{LogDir: t.TempDir()}, program("files", "server", "", "hello\n"))
	t.Logf("ready after %v", time.Since(start))
	cat := catalogue(t, h)
	if offered, _ := ids(cat); offered != "files/die files/fine files/pid" {
		t.Errorf("offered %q", offered)
	}
	if text, err := callText(h, "files", "fine"); err != nil || text != "from fine" {
		t.Errorf("%q, %v", text, err)
	}
	st := state(t, h, "files")
	if st.State != policy.ServerReady || st.Transport != "stdio" || !strings.Contains(st.Reached, "helper server") || st.Source != "mcp.json:3" ||
		st.Protocol != modernVersion || st.Title != "test 1" || st.Since.IsZero() || st.Restarts != 0 || st.Log == "" || st.Offered != 3 {
		t.Errorf("%+v", st)
	}
	pid, _ := callText(h, "files", "pid")
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	if runs(pid) {
		t.Error("it runs on")
	}
}

func runs(pid string) bool {
	n, err := strconv.Atoi(pid)
	return err == nil && syscall.Kill(n, 0) == nil
}

// Whatever servers do wrong, it is said in words, and the others go on.
func TestProgramsThatFail(t *testing.T) {
	servers := []config.Server{
		program("fine", "server", "", ""),
		program("broken", "broken"),
		{Name: "missing", Command: "no-such-program-anywhere"},
		program("banner", "server", "Welcome to the server\n\n", ""),
		program("sleeper", "sleeper", "10m"),
		program("old", "old"),
	}
	cfg := Config{ConnectTimeout: 2 * time.Second, MaxResult: 1 << 20, Times: short()}
	cfg.Times.Discover = time.Minute
	h := ready(t, cfg, servers...)
	for name, want := range map[string]string{
		"broken": "it exited with code 3 before it answered", "missing": "PATH", "sleeper": "it didn't answer within 2s",
	} {
		st := state(t, h, name)
		if st.State != policy.ServerFailed || !strings.Contains(st.LastError, want) || st.Try == "" {
			t.Errorf("%s: %+v", name, st)
		}
	}
	if st := state(t, h, "broken"); !strings.Contains(strings.Join(st.Tail, "\n"), "no module named 'gizmo'") || !strings.Contains(st.LastError, "gizmo") || strings.Contains(st.LastError, "\x1b") {
		t.Errorf("broken: %+v", st)
	}
	for name, version := range map[string]string{"fine": modernVersion, "banner": modernVersion, "old": "2024-11-05"} {
		if st := state(t, h, name); st.State != policy.ServerReady || st.Protocol != version {
			t.Errorf("%s: %+v", name, st)
		}
	}
	if st := state(t, h, "banner"); !strings.Contains(strings.Join(st.Notes, "\n"), "Welcome") {
		t.Errorf("banner: %+v", st)
	}
	if text, err := callText(h, "old", "one"); err != nil || text != "called" {
		t.Errorf("old: %q, %v", text, err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := callText(h, "old", "huge")
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), "1.0 MiB") && !strings.Contains(err.Error(), "1048576") && !strings.Contains(err.Error(), "1 MiB") {
		t.Errorf("40 MiB: %v", err)
	}
	if grown := (after.TotalAlloc - before.TotalAlloc) >> 20; grown > 10 {
		t.Errorf("40 MiB took %d MiB of memory", grown)
	}
	if err := eventually(func() error { _, err := callText(h, "old", "one"); return err }); err != nil {
		t.Errorf("it doesn't come back: %v", err)
	}
}
