package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// changed is what one change makes of a text.
func changed(t *testing.T, before string, change func(*Document) error) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mcp.json")
	if err := os.WriteFile(path, []byte(before), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := Edit(path, change); err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Parse(path, after, false, environment); err != nil {
		t.Errorf("the result can't be read: %v", err)
	}
	return string(after)
}

func add(s Server) func(*Document) error { return func(d *Document) error { return d.Add(s) } }

func remove(name string) func(*Document) error {
	return func(d *Document) error { return d.Remove(name) }
}

func disable(name string, off bool) func(*Document) error {
	return func(d *Document) error { return d.SetDisabled(name, off) }
}

var (
	tiny = Server{Name: "new", Command: "x"}
	full = Server{Name: "new", Transport: HTTP, URL: "https://x.example/?a=1&b=<2>", Headers: map[string]string{"Authorization": "Bearer ${T}"},
		Timeout: 30 * time.Second, Disabled: true, OAuth: &OAuth{ClientID: "c", CallbackPort: 8080, Scopes: []string{"a", "b"}}}
)

const commented = `{
    // my servers
    "mcpServers": {
        /* files */
        "files": {"command": "npx", "args": ["-y", "files"]}, // keep

        // the one for issues,
        // from work
        "issues": {
            "url": "https://issues.example/mcp", // not /sse
            "disabled": false
        } /* last */ // really
        // "old": {"command": "old"}
    },
    "theme": "dark",
}
`

// Comments, order, layout and line ends stay; only what was meant changes.
func TestEditsKeepTheRest(t *testing.T) {
	for name, c := range map[string]struct {
		before string
		change func(*Document) error
	}{
		"add":                  {commented, add(full)},
		"add-program":          {commented, add(Server{Name: "new", Command: "npx", Args: []string{"-y", "x"}, Env: map[string]string{"B": "2", "A": "${A}"}, Cwd: "/x"})},
		"add-after-trailing":   {"{\n\t\"mcpServers\": {\n\t\t\"a\": {\"command\": \"x\"}, // a\n\t\t// end\n\t},\n}\n", add(tiny)},
		"add-to-line":          {`{"mcpServers": {"a": {"command": "x"}}}`, add(tiny)},
		"add-to-line-trailing": {`{"mcpServers": {"a": {"command": "x"}, }, }`, add(tiny)},
		"add-to-empty-object":  {"{\n  \"mcpServers\": {\n    // none yet\n  }\n}\n", add(tiny)},
		"add-to-empty-file":    {"", add(tiny)},
		"add-to-braces":        {"{}", add(tiny)},
		"add-to-settings":      {"{\n  \"theme\": \"dark\" // night\n}\n", add(tiny)},
		"add-to-vscode":        {"{\n  \"servers\": {\n    \"a\": {\"command\": \"x\"}\n  }\n}", add(tiny)},
		"add-crlf":             {"{\r\n  \"mcpServers\": {\r\n    \"a\": {\"command\": \"x\"} // a\r\n  }\r\n}\r\n", add(tiny)},
		"add-bom":              {"\xef\xbb\xbf{\"mcpServers\": {}}", add(tiny)},
		"remove-first":         {commented, remove("files")},
		"remove-last":          {commented, remove("issues")},
		"remove-only":          {"{\n  \"mcpServers\": {\n    \"a/b~c\": {\"command\": \"x\"}\n  }\n}\n", remove("a/b~c")},
		"remove-vscode":        {"{\n  \"mcp\": {\n    \"servers\": {\n      \"a\": {\"command\": \"x\"},\n      \"b\": {}\n    }\n  }\n}\n", remove("a")},
		"off":                  {commented, disable("files", true)},
		"off-where-on":         {commented, disable("issues", true)},
		"off-enabled":          {`{"mcpServers": {"a": {"enabled": true, "command": "x"}}}`, disable("a", true)},
		"on-both":              {`{"mcpServers": {"a": {"enabled": false, "disabled": true, "command": "x"}}}`, disable("a", false)},
		"on-already":           {commented, disable("files", false)},
		"off-many-lines":       {"{\n  \"mcpServers\": {\n    \"a\": {\n      \"command\": \"x\",\n    }\n  }\n}\n", disable("a", true)},
		"everything-in-one-write": {commented, func(d *Document) error {
			return errors.Join(d.Remove("files"), d.Add(tiny), d.SetDisabled("new", true), d.SetDisabled("issues", true))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			golden(t, filepath.Join("testdata", "edit", name+".golden"), changed(t, c.before, c.change))
		})
	}
}

// A server is named as its file calls it, or as vise does; what the file calls
// exactly so goes before.
func TestEditsByEitherName(t *testing.T) {
	const before = `{"mcpServers": {"My Server": {"command": "a"}, "@s/x": {"command": "b"}, "s-x": {"command": "c"}, "文件": {"command": "d"}}}`
	for _, c := range []struct {
		change func(*Document) error
		want   string
	}{
		{disable("My Server", true), `{"mcpServers": {"My Server": {"command": "a", "disabled": true}, "@s/x": {"command": "b"}, "s-x": {"command": "c"}, "文件": {"command": "d"}}}`},
		{disable("My-Server", true), `{"mcpServers": {"My Server": {"command": "a", "disabled": true}, "@s/x": {"command": "b"}, "s-x": {"command": "c"}, "文件": {"command": "d"}}}`},
		{remove("My-Server"), `{"mcpServers": { "@s/x": {"command": "b"}, "s-x": {"command": "c"}, "文件": {"command": "d"}}}`},
		{remove("s/x"), `{"mcpServers": {"My Server": {"command": "a"}, "s-x": {"command": "c"}, "文件": {"command": "d"}}}`},
		{remove("s-x"), `{"mcpServers": {"My Server": {"command": "a"}, "@s/x": {"command": "b"}, "文件": {"command": "d"}}}`},
		{remove("文件"), `{"mcpServers": {"My Server": {"command": "a"}, "@s/x": {"command": "b"}, "s-x": {"command": "c"}}}`},
		{remove(safeName("文件")), `{"mcpServers": {"My Server": {"command": "a"}, "@s/x": {"command": "b"}, "s-x": {"command": "c"}}}`},
	} {
		if got := changed(t, before, c.change); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// What was added is read again as it was.
func TestAddedServersAreRead(t *testing.T) {
	for _, s := range []Server{tiny, full, {Name: "new", Transport: SSE, URL: "https://x.example"}, {Name: "new", Transport: HTTP, Auto: true, URL: "https://x.example"}} {
		after := changed(t, commented, add(s))
		f, err := Parse("f", []byte(after), false, func(string) (string, bool) { return "${T}", true })
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Servers[len(f.Servers)-1]; !got.Equal(s) {
			t.Errorf("got  %+v\nwant %+v\n%s", got, s, after)
		}
	}
}

func TestEditsThatAreRefused(t *testing.T) {
	for _, c := range []struct {
		name, before, want string
		change             func(*Document) error
	}{
		{"taken", `{"mcpServers": {"new": {}}}`, `there is a server named "new" in FILE already, on line 1: remove it first, or take another name`, add(tiny)},
		{"another scheme", `{}`, `the URL of "a" has to begin with https:// or http:// and a host: it looks like https://example.com/mcp`, add(Server{Name: "a", Transport: HTTP, URL: "ftp://x"})},
		{"built-in", `{}`, `"builtin" is the name of vise's own server: take another name`, add(Server{Name: "builtin", Command: "x"})},
		{"bad name", `{}`, `the server name "a b" can't be used: use 1 to 128 of A–Z a–z 0–9 _ . / -`, add(Server{Name: "a b", Command: "x"})},
		{"no command", `{}`, `the server "a" has neither a command nor a URL: name one`, add(Server{Name: "a"})},
		{"not UTF-8", `{}`, `the server "a" has text in it that isn't UTF-8, which a file can't hold`, add(Server{Name: "a", Command: "x", Args: []string{"\xff"}})},
		{"near", `{"mcpServers": {"github": {}, "files": {}}}`, `there is no server named "gihub" in FILE: did you mean "github"?`, remove("gihub")},
		{"far", `{"mcpServers": {"github": {}, "files": {}}}`, `there is no server named "weather" in FILE: it has github, files`, disable("weather", true)},
		{"none", ``, `there is no server named "x" in FILE: it has none`, remove("x")},
		{"broken", "{\"mcpServers\": {\n\"a\" 1}}", `FILE:2:5: expected a colon after the key`, add(tiny)},
		{"misspelt section", `{"mcpServer": {"a": {}}}`, `FILE:1:2: there is no "mcpServers" in this file: did you mean "mcpServers" instead of "mcpServer"?`, add(tiny)},
		{"not an object", `{"mcpServers": {"a": 1}}`, `FILE:1:22: a server has to be an object, found a number`, disable("a", true)},
		{"not an object at all", `[]`, `FILE:1:1: expected an object, found a list: the file looks like {"mcpServers": {"name": {"command": "…"}}}`, add(tiny)},
		{"too large", `{}`, `FILE: it is larger than 1024 KiB: keep only mcpServers in it`, add(Server{Name: "a", Command: strings.Repeat("x", maxFile)})},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "mcp.json")
			if err := os.WriteFile(path, []byte(c.before), 0o600); err != nil {
				t.Fatal(err)
			}
			err := Edit(path, c.change)
			if err == nil || strings.ReplaceAll(err.Error(), path, "FILE") != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
			if after, _ := os.ReadFile(path); string(after) != c.before {
				t.Errorf("the file was changed: %s", after)
			}
			if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestFilesOnDisk(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	mode := func(path string) fs.FileMode {
		info, err := os.Lstat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode()
	}

	if f, err := Read(at("none.json"), false, nil); err != nil || len(f.Servers) > 0 || f.Path != at("none.json") {
		t.Errorf("a missing file: %+v, %v", f, err)
	}
	if err := Edit(at("sub/new.json"), add(tiny)); err != nil || mode(at("sub/new.json")) != 0o600 {
		t.Errorf("a new file: %v, %v", err, mode(at("sub/new.json")))
	}
	if f, err := Read(at("sub/new.json"), true, nil); err != nil || len(f.Servers) != 1 || f.Servers[0].Cwd != at("sub") {
		t.Errorf("read again: %+v, %v", f, err)
	}

	if err := errors.Join(os.WriteFile(at("real.json"), []byte("{}"), 0o644), os.Symlink("real.json", at("link.json")), os.Symlink("gone.json", at("dangling.json"))); err != nil {
		t.Fatal(err)
	}
	if err := Edit(at("link.json"), add(tiny)); err != nil || mode(at("link.json"))&fs.ModeSymlink == 0 || mode(at("real.json")) != 0o644 {
		t.Errorf("through a link: %v, %v, %v", err, mode(at("link.json")), mode(at("real.json")))
	}
	if f, err := Read(at("real.json"), false, nil); err != nil || len(f.Servers) != 1 {
		t.Errorf("what the link points to: %+v, %v", f, err)
	}
	var bad *Error
	if err := Edit(at("dangling.json"), add(tiny)); !errors.As(err, &bad) {
		t.Errorf("a link that leads nowhere: %v", err)
	}

	if err := syscall.Mkfifo(at("pipe.json"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"pipe.json", "sub"} {
		if _, err := Read(at(name), false, nil); !errors.As(err, &bad) || bad.What != "this isn't an ordinary file" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := os.WriteFile(at("large.json"), make([]byte, maxFile+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(at("large.json"), false, nil); !errors.As(err, &bad) {
		t.Errorf("a large file: %v", err)
	}
}

// A change that another program makes in between isn't lost.
func TestEditNoticesOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mcp.json")
	times := 0
	err := Edit(path, func(d *Document) error {
		if times++; times == 1 {
			if err := os.WriteFile(path, []byte(`{"mcpServers": {"theirs": {"command": "x"}}}`), 0o600); err != nil {
				return err
			}
		}
		return d.Add(tiny)
	})
	if f, _ := Read(path, false, nil); err != nil || times != 2 || len(f.Servers) != 2 {
		t.Errorf("%v after %d times: %+v", err, times, f.Servers)
	}
	err = Edit(path, func(d *Document) error {
		times++
		if err := os.WriteFile(path, fmt.Appendf(nil, `{"mcpServers": {"s%d": {}}}`, times), 0o600); err != nil {
			return err
		}
		return d.Add(Server{Name: "other", Command: "x"})
	})
	if err == nil || !strings.Contains(err.Error(), "keeps writing") {
		t.Errorf("a file that never rests: %v", err)
	}
}

// editForever is the process that the next test kills.
func editForever(path string) {
	for i := 0; ; i++ {
		err := Edit(path, func(d *Document) error {
			return errors.Join(d.SetDisabled("a", i%2 == 0), d.SetDisabled("b", i%2 == 0))
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func TestMain(m *testing.M) {
	if path := os.Getenv("CONFIG_TEST_EDIT"); path != "" {
		editForever(path)
	}
	syscall.Exit(m.Run()) // built for finding races, os.Exit sleeps for a second
}

// Whatever the file looks like, adding and removing a server leaves the others
// as they were.
func FuzzEdit(f *testing.F) {
	for _, s := range []string{commented, ``, `{}`, `{"servers":{"a":{"url":"https://x"},/**/}}`, "{\"mcpServers\":{\"a\":{\"command\":\"x\",\"enabled\":false}}// x", "{\"mcpServers\":{\r\n\"a\":{} /* \n */,\r\n//\r\n}}", `{"mcp":{"servers":{}}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		before, err := Parse("f.json", raw, false, environment)
		if err != nil || len(before.Servers) > maxServers-2 {
			return
		}
		d := &Document{text{path: "f.json", raw: bytes.TrimPrefix(raw, bom)}}
		if err := d.Add(Server{Name: "a-new-one", Command: "x"}); err != nil {
			return
		}
		same := func(step string, extra int) {
			t.Helper()
			after, err := Parse("f.json", d.raw, false, environment)
			if err != nil || len(after.Servers) != len(before.Servers)+extra {
				t.Fatalf("%s: %v, %d servers of %d\n%q\n%q", step, err, len(after.Servers), len(before.Servers), raw, d.raw)
			}
			for i, s := range before.Servers {
				if !s.Equal(after.Servers[i]) {
					t.Errorf("%s: %+v became %+v\n%q\n%q", step, s, after.Servers[i], raw, d.raw)
				}
			}
			if extra > 0 && after.Servers[len(before.Servers)].Disabled != (step == "off") {
				t.Errorf("%s: it isn't\n%q", step, d.raw)
			}
		}
		same("add", 1)
		for _, step := range []string{"off", "on"} {
			if err := d.SetDisabled("a-new-one", step == "off"); err != nil {
				t.Fatalf("%s: %v\n%q", step, err, d.raw)
			}
			same(step, 1)
		}
		if err := d.Remove("a-new-one"); err != nil {
			t.Fatalf("remove: %v\n%q", err, d.raw)
		}
		same("remove", 0)
	})
}
