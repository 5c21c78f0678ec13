//go:build !race

package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// kills is how often the whole program is killed; the store has its own such
// test, with fifty. It is not built for finding races: kills find none.
const kills = 5

// killed is a project, and a vise in it that needs no approval for todos.
type killed struct {
	t            *testing.T
	project, env string
}

func (k killed) command(args ...string) *exec.Cmd {
	cmd := exec.CommandContext(k.t.Context(), k.env, args...)
	cmd.Dir = k.project
	cmd.Env = append(os.Environ(), "VISE_DATA_DIR="+filepath.Join(k.project, ".data"), "VISE_CONFIG_DIR="+filepath.Join(k.project, ".config"), "OLLAMA_HOST=127.0.0.1:1")
	return cmd
}

func (k killed) output(args ...string) string {
	k.t.Helper()
	out, err := k.command(args...).Output()
	if err != nil {
		k.t.Fatalf("vise %v: %v\n%s", args, err, out)
	}
	return string(out)
}

type printed struct {
	Run  string `json:"run_id"`
	Seq  int    `json:"seq"`
	Hash string `json:"hash"`
	Type string `json:"type"`
}

// A killed vise loses no event that it printed, and a resumed run doesn't do a
// write again that the killed one had done.
func TestKilledAtAnyPoint(t *testing.T) {
	dir := t.TempDir()
	vise := filepath.Join(dir, "bin", "vise")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{
		filepath.Join(dir, ".config", "vise.yaml"): "policy: {rules: [{tool: todo.create, decision: allow}]}\n",
		filepath.Join(dir, "http.go"):              "const retryTimeout = 10\n",
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Dir(vise), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, vise); err != nil { // testscript runs the command that the binary is called by
		t.Fatal(err)
	}
	k := killed{t: t, project: dir, env: vise}
	k.output("runs")
	whole := time.Now()
	k.output("run", "remind me to warm up")
	took := time.Since(whole)
	for i := range kills {
		title := fmt.Sprintf("task number %d of many", i)
		seen := k.killAfter(time.Duration(rand.Int64N(int64(took)*5/4)), "run", "--json", "remind me to "+title)
		if len(seen) == 0 {
			continue
		}
		k.keptAll(seen)
		if last := seen[len(seen)-1]; last.Type != "run_finished" {
			_, _ = k.command("resume", last.Run).CombinedOutput() // it may have ended after its last line was read
		}
		if n := strings.Count(k.output("todo", "list", "--json", "--all"), `"title":"`+title+`"`); n > 1 {
			t.Errorf("%q was written %d times", title, n)
		}
	}
}

// killAfter kills a vise after that long and returns the events that it
// printed.
func (k killed) killAfter(d time.Duration, args ...string) []printed {
	k.t.Helper()
	cmd := k.command(args...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		k.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		k.t.Fatal(err)
	}
	timer := time.AfterFunc(d, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	var seen []printed
	sc := bufio.NewScanner(out)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		var p printed
		if json.Unmarshal(sc.Bytes(), &p) == nil { // the last line may be half of one
			seen = append(seen, p)
		}
	}
	_ = cmd.Wait() // it was killed
	return seen
}

func (k killed) keptAll(seen []printed) {
	k.t.Helper()
	kept := map[int]string{}
	for line := range strings.Lines(k.output("replay", "--json", seen[0].Run)) {
		var p printed
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			k.t.Fatalf("%q: %v", line, err)
		}
		kept[p.Seq] = p.Hash
	}
	for _, p := range seen {
		if kept[p.Seq] != p.Hash {
			k.t.Errorf("event %d of %s was printed and isn't kept", p.Seq, p.Run)
		}
	}
}
