package mcpclient

import (
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient/config"
	"vise/policy"
)

func TestProgram(t *testing.T) {
	t.Parallel()
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
	if ch := h.Configure([]config.Server{program("files", "server", "", "another\n")}); len(ch.Restarted) != 1 {
		t.Errorf("%+v", ch)
	}
	h.Wait(t.Context(), 10*time.Second)
	next, err := callText(h, "files", "pid")
	if err != nil || next == pid || runs(pid) {
		t.Errorf("after a reload: %s and %s, %v", pid, next, err)
	}
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	if runs(next) {
		t.Error("it runs on")
	}
}

func runs(pid string) bool {
	n, err := strconv.Atoi(pid)
	return err == nil && syscall.Kill(n, 0) == nil
}

// Whatever servers do wrong, it is said in words, and the others go on.
func TestProgramsThatFail(t *testing.T) {
	t.Parallel()
	servers := []config.Server{
		program("broken", "broken"),
		{Name: "missing", Command: "no-such-program-anywhere"},
		program("banner", "server", "Welcome to the server\n\n", ""),
		program("old", "old"),
	}
	h := ready(t, Config{MaxResult: 1 << 20}, servers...)
	for name, want := range map[string]string{
		"broken": "it exited with code 3 before it answered", "missing": "PATH",
	} {
		st := state(t, h, name)
		if st.State != policy.ServerFailed || !strings.Contains(st.LastError, want) || st.Try == "" {
			t.Errorf("%s: %+v", name, st)
		}
	}
	if st := state(t, h, "broken"); !strings.Contains(strings.Join(st.Tail, "\n"), "no module named 'gizmo'") || !strings.Contains(st.LastError, "gizmo") || strings.Contains(st.LastError, "\x1b") {
		t.Errorf("broken: %+v", st)
	}
	for name, version := range map[string]string{"banner": modernVersion, "old": "2024-11-05"} {
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

// A server that sleeps takes nobody's time but its own.
func TestSleeper(t *testing.T) {
	t.Parallel()
	h := newHost(t, Config{ConnectTimeout: 300 * time.Millisecond, Times: short()}, map[string]*mcp.Server{policy.BuiltinServer: serverWith("file.read")})
	h.Configure([]config.Server{program("sleeper", "sleeper", "10m")})
	if offered, _ := ids(catalogue(t, h)); offered != "file.read" {
		t.Errorf("offered %q", offered)
	}
	missing := h.Wait(t.Context(), 10*time.Second)
	if len(missing) != 1 || missing[0].State != policy.ServerFailed || !strings.Contains(missing[0].LastError, "it didn't answer within 300ms") || missing[0].Try == "" {
		t.Errorf("%+v", missing)
	}
}
