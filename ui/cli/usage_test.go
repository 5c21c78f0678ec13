package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// ended runs one command without a terminal and returns its exit code, and
// what it wrote to stderr.
func ended(args ...string) (int, string) {
	var out, errs bytes.Buffer
	code := Main(context.Background(), args, Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
	return code, errs.String()
}

// apart gives the test a configuration, a database and a folder of its own.
func apart(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("VISE_CONFIG_DIR", filepath.Join(dir, "config"))
	t.Setenv("VISE_DATA_DIR", filepath.Join(dir, "data"))
	t.Setenv("OLLAMA_HOST", "127.0.0.1:1")
	work := filepath.Join(dir, "work")
	if err := os.Mkdir(work, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(work)
	return dir
}

// Whatever the command, a mistake in how it is called is exit code 2, with a
// word about it: a wrong flag, too few arguments, too many.
func TestUsageOfEveryCommand(t *testing.T) {
	apart(t)
	e := &env{getenv: os.Getenv}
	count := 0
	var walk func(c *cobra.Command, path []string)
	walk = func(c *cobra.Command, path []string) {
		for _, sub := range c.Commands() {
			walk(sub, append(append([]string{}, path...), sub.Name()))
		}
		if len(path) == 0 || !c.Runnable() {
			return
		}
		count++
		wrong := [][]string{append(path[:len(path):len(path)], "--no-such-flag")}
		if err := c.ValidateArgs(nil); err != nil {
			wrong = append(wrong, path)
		}
		many := []string{"a", "b", "c", "d", "e"}
		if err := c.ValidateArgs(many); err != nil {
			wrong = append(wrong, append(path[:len(path):len(path)], many...))
		}
		for _, args := range wrong {
			code, said := ended(args...)
			if code != exitUsage || !strings.HasPrefix(said, "vise: ") || strings.Contains(said, "arg(s)") {
				t.Errorf("vise %s ends with %d and says %q", strings.Join(args, " "), code, said)
			}
		}
	}
	walk(e.root(), nil)
	if count < 40 {
		t.Errorf("only %d commands were tried", count)
	}
}

// So is a name or an id that nothing has: of a server, a tool, a run, a decision,
// a todo, and what is allowed always.
func TestNamesThatAreNotThere(t *testing.T) {
	dir := apart(t)
	if err := os.Mkdir(filepath.Join(dir, "config"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "config", "mcp.json"), []byte(`{"mcpServers": {"github": {"command": "x", "disabled": true}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"servers remove gihub", "servers enable gihub", "servers disable gihub", "servers approve gihub", "servers login gihub", "servers logout gihub", "servers log gihub",
		"tools review gihub", "tools approve gihub --all", "tools show gihub/x", "tools block gihub/x", "tools enable gihub/x", "tools disable gihub/x", "tools ask gihub/x",
		"tools show no.such", "call gihub/x {}", "call no.such {}",
		"replay NONE", "resume NONE", "export NONE", "runs delete NONE", "decisions allow NONE", "decisions allow NONE/call_001", "decisions allow NONE --always", "decisions deny NONE",
		"todo done NONE", "policy revoke NONE",
	} {
		code, said := ended(strings.Fields(line)...)
		if code != exitUsage || !strings.HasPrefix(said, "vise: ") {
			t.Errorf("vise %s ends with %d and says %q", line, code, said)
		}
	}
}

// A line has no space at its end, also where there is nothing to add.
func TestLinesEndWithAWord(t *testing.T) {
	dir := apart(t)
	if err := os.Mkdir(filepath.Join(dir, "config"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "config", "mcp.json"), []byte(`{"mcpServers": {"github": {"command": "x", "disabled": true}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"servers enable github", "servers disable github", "servers", "tools", "tools disable time.now", "tools", "servers remove github"} {
		var out, errs bytes.Buffer
		code := Main(context.Background(), strings.Fields(line), Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
		if code != exitDone || out.Len() == 0 || strings.Contains(out.String(), " \n") {
			t.Errorf("vise %s ends with %d and says %q, %q", line, code, out.String(), errs.String())
		}
	}
}
