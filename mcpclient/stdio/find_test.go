package stdio

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func write(t *testing.T, mode os.FileMode, text string, path ...string) string {
	t.Helper()
	name := filepath.Join(path...)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	plain := write(t, 0o600, "", dir, "first", "tool")
	tool := write(t, 0o700, "", dir, "second", "tool")
	write(t, 0o700, "", dir, "work", "bin", "own")
	path := func(dirs ...string) []string { return []string{"PATH=" + strings.Join(dirs, ":")} }

	for _, c := range []struct {
		name, command, dir string
		env                []string
		want, problem      string
	}{
		{"in PATH, past a file that can't be run", "tool", "", path(dir+"/first", dir+"/second"), tool, ""},
		{"only one that can't be run", "tool", "", path(dir + "/first"), "", plain + " isn't executable: chmod +x"},
		{"nowhere", "npx", "", path("/nowhere", dir), "", "npx isn't in PATH (searched: /nowhere:" + dir + ")"},
		{"no PATH", "npx", "", nil, "", "PATH is empty"},
		{"relative folders of PATH aren't searched", "tool", "", path(".", "", "second"), "", "isn't in PATH"},
		{"a path below the working folder", "bin/own", dir + "/work", nil, dir + "/work/bin/own", ""},
		{"a path that isn't there", "./own", dir, nil, "", "./own isn't there"},
		{"a home that nothing replaces", "~/own", dir, nil, "", "write ${HOME}"},
		{"a folder", dir, "", nil, "", "is a folder"},
		{"none", "", "", nil, "", "no command"},
		{"with an escape", "a\x1b[2Jb", "", nil, "", `a\x1b[2Jb isn't in PATH`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := find(c.command, c.dir, c.env)
			if got != c.want || (err == nil) != (c.problem == "") || err != nil && !strings.Contains(err.Error(), c.problem) {
				t.Errorf("%q, %v; want %q, %q", got, err, c.want, c.problem)
			}
		})
	}
}

func TestStartErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	noLoader := write(t, 0o700, "#!/nowhere/python3\n", dir, "script")
	noProgram := write(t, 0o700, "\x00\x01\x02", dir, "junk")
	env := func() []string { return []string{"PATH=/usr/bin"} }
	for _, c := range []struct {
		name    string
		c       Command
		problem string
	}{
		{"a script whose interpreter is missing", Command{Command: noLoader}, "interpreter that its first line names"},
		{"no program", Command{Command: noProgram}, "no program of this system"},
		{"no working folder", Command{Command: "true", Dir: dir + "/gone"}, `gone isn't there: make it, or change "cwd"`},
		{"a working folder that is a file", Command{Command: "true", Dir: noLoader}, "is a file"},
		{"a zero byte", Command{Command: "true", Args: []string{"a\x00b"}}, "zero byte"},
		{"a name of a variable", Command{Command: "true", Env: map[string]string{"A=B": "c"}}, `"A=B" can't be set`},
		{"another PATH", Command{Command: "true", Env: map[string]string{"PATH": dir}}, "searched: " + dir},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := Start(t.Context(), Config{Env: env}, c.c)
			if err == nil {
				_ = p.Close()
			}
			if err == nil || !strings.Contains(err.Error(), c.problem) {
				t.Errorf("%v; want %q", err, c.problem)
			}
		})
	}
	var missing *NotFoundError
	if _, err := Start(t.Context(), Config{Env: env}, Command{Command: "npx-of-nobody"}); !errors.As(err, &missing) || missing.Path != "/usr/bin" {
		t.Errorf("a command that isn't there: %v", err)
	}
}
