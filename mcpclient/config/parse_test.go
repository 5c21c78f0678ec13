package config

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// environment is what the tests' variables are.
func environment(name string) (string, bool) {
	v, ok := map[string]string{
		"HOME": "/home/ada", "API_TOKEN": "tok-0123456789abcdef", "EMPTY": "",
		"DB_CONNECTION_STRING": "postgres://u:hunter2hunter2@db/x", "LINES": "a\nb",
	}[name]
	return v, ok
}

// describe is everything a file gave, for golden files.
func describe(f File, err error) string {
	var b strings.Builder
	if err != nil {
		fmt.Fprintf(&b, "error: %v\n", err)
	}
	for _, n := range f.Notes {
		fmt.Fprintf(&b, "note %d:%d: %s\n", n.Line, n.Column, n.Text)
	}
	for _, s := range f.Servers {
		fmt.Fprintf(&b, "\n%s (%d:%d) %s", s.Name, s.Source.Line, s.Source.Column, s.Transport)
		if s.Key != "" {
			fmt.Fprintf(&b, ", in the file %q", s.Key)
		}
		for word, on := range map[string]bool{" or sse": s.Auto, " off": s.Disabled} {
			if on {
				b.WriteString(word)
			}
		}
		fmt.Fprintf(&b, "\n  line: %s\n", s.CommandLine())
		for _, p := range []struct{ name, value string }{
			{"cwd", s.Cwd}, {"env", list(s.Env)}, {"headers", list(s.Headers)}, {"variables", strings.Join(s.Variables, " ")},
			{"secrets", strings.Join(s.Secrets, " | ")}, {"notes", strings.Join(s.Notes, "\n         ")},
		} {
			if p.value != "" {
				fmt.Fprintf(&b, "  %s: %s\n", p.name, p.value)
			}
		}
		if s.Timeout > 0 {
			fmt.Fprintf(&b, "  timeout: %v\n", s.Timeout)
		}
		if s.OAuth != nil {
			fmt.Fprintf(&b, "  oauth: %+v\n", *s.OAuth)
		}
		if s.Err != nil {
			fmt.Fprintf(&b, "  error: %v\n", s.Err)
		}
	}
	return b.String()
}

func list(m map[string]string) string {
	var out []string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		out = append(out, k+"="+m[k])
	}
	return strings.Join(out, " | ")
}

// golden compares with a file of testdata.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", path, got, want)
	}
}

// The files that other programs' documentation shows are taken as they are.
func TestFilesOfOtherPrograms(t *testing.T) {
	for name, as := range map[string]struct {
		path    string
		project bool
	}{
		"claude-desktop.json":  {"/home/ada/.config/Claude/claude_desktop_config.json", false},
		"claude-code.mcp.json": {"/src/app/.mcp.json", true},
		"gemini-settings.json": {"/src/app/.gemini/settings.json", true},
		"vscode.json":          {"/src/app/.vscode/mcp.json", true},
		"cline.json":           {"/home/ada/cline_mcp_settings.json", false},
		"names.json":           {"/home/ada/.config/Claude/claude_desktop_config.json", false},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join("testdata", "programs", name)
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			f, err := Parse(as.path, raw, as.project, environment)
			golden(t, strings.TrimSuffix(path, ".json")+".golden", describe(f, err))
		})
	}
}

// The place of the file decides, not the folder in which vise is started.
func TestWhereRelativePathsStart(t *testing.T) {
	for _, c := range []struct {
		path    string
		project bool
		entry   string
		command string
		cwd     string
	}{
		{"/p/.mcp.json", true, `{"command": "./x"}`, "/p/x", "/p"},
		{"/p/.mcp.json", true, `{"command": "npx"}`, "npx", "/p"},
		{"/p/.mcp.json", true, `{"command": "bin/x", "cwd": "sub"}`, "/p/sub/bin/x", "/p/sub"},
		{"/p/.cursor/mcp.json", true, `{"command": "./x", "cwd": "${workspaceFolder}/y"}`, "/p/y/x", "/p/y"},
		{"/p/.mcp.json", true, `{"command": "/abs/x", "cwd": "/elsewhere"}`, "/abs/x", "/elsewhere"},
		{"/c/mcp.json", false, `{"command": "npx"}`, "npx", ""},
		{"/c/mcp.json", false, `{"command": "./x"}`, "/c/x", ""},
		{"/c/mcp.json", false, `{"command": "~/x", "cwd": "~/y"}`, "/home/ada/x", "/home/ada/y"},
		{"/c/mcp.json", false, `{"command": "x", "cwd": "y"}`, "x", "/c/y"},
	} {
		f, err := Parse(c.path, []byte(`{"mcpServers": {"a": `+c.entry+`}}`), c.project, environment)
		if err != nil || f.Servers[0].Err != nil {
			t.Fatal(err, f.Servers)
		}
		if s := f.Servers[0]; s.Command != c.command || s.Cwd != c.cwd {
			t.Errorf("%s %s: command %q, folder %q", c.path, c.entry, s.Command, s.Cwd)
		}
	}
}

// What looks like servers and isn't read is never left out without a word.
func TestNotesOfAFile(t *testing.T) {
	for raw, want := range map[string]string{
		`{"mcpServers": {}, "mcpservers": {"a": {}}}`: `1:20 what stands under "mcpservers" isn't read`,
		`{"mcpServers": {}, "servers": {"a": {}}}`:    `1:20 what stands under "servers" isn't read`,
		`{"servers": {}, "inputs": []}`:               ``,
		`{"mcp": {"servers": {}}}`:                    ``,
		"{\"mcpServers\": {},\n}":                     `1:18 a comma after the last entry: vise reads past it, many programs refuse the file`,
	} {
		f, err := Parse("f", []byte(raw), false, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, n := range f.Notes {
			got += fmt.Sprintf("%d:%d %s", n.Line, n.Column, n.Text)
		}
		if got != want {
			t.Errorf("%s\ngot  %s\nwant %s", raw, got, want)
		}
	}
}
