//go:build !race

package builtin_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What one goroutine does with a lot of text is not built for finding races:
// there are none to find, and it takes many times as long.

func TestReadIsBounded(t *testing.T) {
	w := newWorld(t, map[string]string{
		"lines.txt": strings.Repeat("x\n", 5000),
		"long.txt":  strings.Repeat("é", 100_000) + "\nnext\n",
		"wide.txt":  strings.Repeat(strings.Repeat("y", 1900)+"\n", 100),
	})
	r := w.ok("file.read", `{"path":"lines.txt","max_lines":1000}`)
	if r.Result.EndLine != 1000 || r.Result.NextStart != 1001 || r.Result.TotalLines != 5000 {
		t.Errorf("%+v", r.Result.Summary)
	}
	r = w.ok("file.read", `{"path":"long.txt"}`)
	if len(r.Result.Text) > 2100 || strings.Contains(r.Result.Text, "\uFFFD") || !strings.Contains(r.Result.Text, "more bytes") || !strings.HasSuffix(r.Result.Text, "2\tnext\n") {
		t.Errorf("%d bytes: …%s", len(r.Result.Text), r.Result.Text[len(r.Result.Text)-80:])
	}
	r = w.ok("file.read", `{"path":"wide.txt"}`)
	if len(r.Result.Text) > 40_000 || r.Result.NextStart == 0 {
		t.Errorf("%d bytes, next %d", len(r.Result.Text), r.Result.NextStart)
	}
	huge, err := os.Create(filepath.Join(w.dir, "huge.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer huge.Close()
	if _, err := huge.WriteString(strings.Repeat("line\n", 4000)); err != nil {
		t.Fatal(err)
	}
	if err := huge.Truncate(1 << 40); err != nil { // sparse
		t.Fatal(err)
	}
	if r := w.ok("file.read", `{"path":"huge.txt","max_lines":3}`); r.Result.EndLine != 3 || r.Result.TotalLines != 0 {
		t.Errorf("%+v", r.Result)
	}
	if r := w.ok("file.search", `{"query":"line","glob":"huge.txt"}`); r.Result.Skipped["too_large"] != 1 {
		t.Errorf("%+v", r.Result.Skipped)
	}
	w.refused("file.read", `{"path":"huge.txt","start_line":5000}`, "too_far")
}
