package builtin_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadLines(t *testing.T) {
	w := newWorld(t, map[string]string{
		"config/http.go": "one\r\ntwo\n\nfour",
		"empty":          "",
		"bom.txt":        "\ufeffx\n",
		"bad.txt":        "good text, and plenty of it\nbad \xff byte\n",
	})
	r := w.ok("file.read", `{"path":"config/http.go"}`)
	if r.Result.Text != "1\tone\n2\ttwo\n3\t\n4\tfour\n" || r.Result.TotalLines != 4 || r.Result.NextStart != 0 || r.Result.StartLine != 1 || r.Result.EndLine != 4 {
		t.Errorf("%+v", r.Result)
	}
	src := r.Result.Sources[0]
	if src.URI != "file://"+w.dir+"/config/http.go#L1-L4" || src.Name != "config/http.go:1-4" || src.Version == "" || src.Excerpt != "one\ntwo\n\nfour" {
		t.Errorf("%+v", src)
	}
	r = w.ok("file.read", `{"path":"config/http.go","start_line":2,"max_lines":2}`)
	if r.Result.Text != "2\ttwo\n3\t\n" || r.Result.NextStart != 4 || !strings.Contains(r.Result.Hint, "start_line 4") {
		t.Errorf("%+v", r.Result)
	}
	w.refused("file.read", `{"path":"config/http.go","start_line":5}`, "past_end")
	if r := w.ok("file.read", `{"path":"empty"}`); r.Result.Summary != "empty is empty" {
		t.Errorf("%+v", r.Result)
	}
	if r := w.ok("file.read", `{"path":"bom.txt"}`); r.Result.Text != "1\tx\n" {
		t.Errorf("%+v", r.Result)
	}
	if r := w.ok("file.read", `{"path":"bad.txt"}`); !strings.Contains(r.Result.Text, "bad \uFFFD byte") || r.Result.Note == "" {
		t.Errorf("%+v", r.Result)
	}
}

func TestReadPathsInAllWritings(t *testing.T) {
	w := newWorld(t, map[string]string{"a b/ü.txt": "one\ntwo\nthree\n", "odd:3": "x\n"})
	for path, start := range map[string]int{
		"a b/ü.txt": 1, "./a b/../a b/ü.txt": 1, w.dir + "/a b/ü.txt": 1, "a b/ü.txt:2": 2, "a b/ü.txt:2-3": 2, "a b/ü.txt#L3": 3,
		"file://" + w.dir + "/a%20b/%C3%BC.txt#L2": 2, "odd:3": 1,
	} {
		if r := w.ok("file.read", fmt.Sprintf(`{"path":%q}`, path)); r.Result.StartLine != start {
			t.Errorf("%s starts at %d, want %d", path, r.Result.StartLine, start)
		}
	}
}

func TestReadFolder(t *testing.T) {
	w := newWorld(t, map[string]string{"b.txt": "12345", "a/": "", ".env": "x", "link": "-> b.txt", "c.txt": ""})
	r := w.ok("file.read", `{"path":"."}`)
	var got []string
	for _, e := range r.Result.Entries {
		got = append(got, e.Name+" "+e.Type)
	}
	if strings.Join(got, ", ") != "a folder, b.txt file, c.txt file, link link" || r.Result.Withheld != 1 {
		t.Errorf("%v, %d withheld", got, r.Result.Withheld)
	}
	r = w.ok("file.read", `{"path":"`+w.dir+`","start_line":2,"max_lines":2}`)
	if len(r.Result.Entries) != 2 || r.Result.Entries[0].Name != "b.txt" || r.Result.NextStart != 4 {
		t.Errorf("%+v", r.Result)
	}
	w.refused("file.read", `{"path":".","start_line":9}`, "past_end")
	if r := w.ok("file.read", `{"path":"a"}`); len(r.Result.Entries) != 0 {
		t.Errorf("%+v", r.Result)
	}
}

func TestUnreadable(t *testing.T) {
	if os.Geteuid() == 0 {
		// Root may read everything; what is left is that the walk goes on.
		t.Log("running as root: only the vanished root is tried")
	} else {
		w := newWorld(t, map[string]string{"x.txt": "needle", "y.txt": "needle", "d/z.txt": "needle"})
		os.Chmod(filepath.Join(w.dir, "x.txt"), 0)
		os.Chmod(filepath.Join(w.dir, "d"), 0)
		defer os.Chmod(filepath.Join(w.dir, "d"), 0o755)
		w.refused("file.read", `{"path":"x.txt"}`, "permission_denied")
		if r := w.ok("file.search", `{"query":"needle"}`); r.names() != "y.txt:1" || r.Result.Skipped["other"] != 2 {
			t.Errorf("%s %v", r.names(), r.Result.Skipped)
		}
	}
	w := newWorld(t, map[string]string{"x.txt": "needle"})
	if err := os.RemoveAll(w.dir); err != nil {
		t.Fatal(err)
	}
	w.refused("file.read", `{"path":"x.txt"}`, "not_found")
	if r := w.ok("file.search", `{"query":"needle"}`); len(r.Result.Sources) != 0 {
		t.Errorf("%+v", r.Result)
	}
}
