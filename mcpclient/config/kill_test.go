//go:build !race

package config

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Kills are done without looking for races: they find none, and a program that
// looks for them starts slowly.

// Whenever the process is killed, the file is one of the two it went between.
func TestKilledWhileWriting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mcp.json")
	filler := strings.Repeat("// "+strings.Repeat("x", 96)+"\n", 1000)
	if err := os.WriteFile(path, []byte("{\"mcpServers\": {\n\"a\": {\"command\": \"x\"},\n"+filler+"\"b\": {\"command\": \"x\"}}}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		before, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		cmd := exec.Command(os.Args[0])
		cmd.Env, cmd.Stderr = append(os.Environ(), "CONFIG_TEST_EDIT="+path), &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		written := false
		for end := time.Now().Add(10 * time.Second); !written && time.Now().Before(end); time.Sleep(time.Millisecond) {
			now, err := os.Stat(path)
			written = err == nil && !os.SameFile(before, now)
		}
		time.Sleep(time.Duration(i) * 700 * time.Microsecond) // at another point of its work each time
		_ = cmd.Process.Kill()                                // it may have ended by itself, which is said below
		_ = cmd.Wait()
		f, err := Read(path, false, nil)
		if !written || stderr.Len() > 0 || err != nil || len(f.Servers) != 2 || f.Servers[0].Disabled != f.Servers[1].Disabled {
			t.Fatalf("after kill %d: written %v, %s, %+v, %v", i, written, stderr.String(), f.Servers, err)
		}
	}
}
