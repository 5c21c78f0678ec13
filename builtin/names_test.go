package builtin_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"vise/builtin"
)

// named are the paths that are found for a word in the world's root.
func (w *world) named(word string, limit int) []string {
	w.t.Helper()
	spaceless := func(p string) bool { return !strings.Contains(p, " ") }
	roots := []builtin.Root{{Name: "proj", Dir: w.dir}}
	found, err := builtin.FindNames(w.t.Context(), roots, []string{filepath.Join(w.dir, "own"), filepath.Join(w.dir, "a/note_own.txt")}, word, limit, spaceless)
	if err != nil {
		w.t.Fatal(err)
	}
	var out []string
	for _, f := range found {
		out = append(out, f.Path)
	}
	return out
}

func TestNamesAreFoundInAllFolders(t *testing.T) {
	w := newWorld(t, map[string]string{
		"src/client.go": "12345", "src/client_test.go": "", "src/http/old_client.go": "", "src/cli/event.go": "",
		"src/c_l_i_e_n_t.go": "", "client/run.go": "", "client.md": "", "docs/Клиент.md": "", "my client.go": "",
	})
	for word, want := range map[string][]string{
		"client":     {"client.md", "src/client.go", "src/client_test.go", "src/http/old_client.go", "src/c_l_i_e_n_t.go", "client/run.go", "src/cli/event.go"},
		"CLIENT.G":   {"src/client.go", "src/http/old_client.go", "src/c_l_i_e_n_t.go", "src/client_test.go", "client/run.go", "src/cli/event.go"},
		"src/cli":    {"src/client.go", "src/cli/event.go", "src/client_test.go", "src/c_l_i_e_n_t.go", "src/http/old_client.go"},
		"клиент":     {"docs/Клиент.md"},
		"tneilc":     nil,
		"":           nil,
		"\xff\ufffd": nil,
	} {
		if got := w.named(word, 50); !slices.Equal(got, want) {
			t.Errorf("%q: %q\nwant %q", word, got, want)
		}
	}
	if got := w.named("client", 2); !slices.Equal(got, []string{"client.md", "src/client.go"}) {
		t.Errorf("the best two: %q", got)
	}
}

// What file.search doesn't look at isn't offered as a file to be named.
func TestNamesAreThoseThatASearchSees(t *testing.T) {
	w := newWorld(t, map[string]string{
		"a/note.txt": "x", "a/.hidden/note.txt": "x", "a/note.bin": "\x00\x01",
		".gitignore": "built/\n*.tmp\n", "built/note.txt": "x", "a/note.tmp": "x", ".git/note.txt": "x",
		"a/.ssh/note.txt": "x", "a/note.pem": "x", "a/.env.note": "x", "own/note.txt": "x", "a/note_own.txt": "x",
		"a/note.link": "-> note.txt", "a/out": "-> ../../elsewhere",
	})
	w.files(filepath.Join(filepath.Dir(w.dir), "elsewhere"), map[string]string{"note.txt": "x"})
	if err := os.Link(filepath.Join(w.dir, "a/note_own.txt"), filepath.Join(w.dir, "a/note_kept.txt")); err != nil {
		t.Fatal(err)
	}
	got := w.named("note", 50)
	slices.Sort(got)
	want := []string{"a/.hidden/note.txt", "a/note.bin", "a/note.txt"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

func TestManyNames(t *testing.T) {
	w := newWorld(t, nil)
	for d := range 20 {
		dir := filepath.Join(w.dir, fmt.Sprintf("d%02d", d))
		w.files(dir, map[string]string{"f": ""})
		for i := d * 500; i < d*500+500; i++ {
			if err := os.Link(filepath.Join(dir, "f"), filepath.Join(dir, fmt.Sprintf("f%d.txt", i))); err != nil {
				t.Fatal(err)
			}
		}
	}
	synctest.Test(t, func(t *testing.T) { // no time passes, however slow the machine is
		w.t = t
		if got := w.named("f9999", 50); !slices.Equal(got, []string{"d19/f9999.txt"}) {
			t.Errorf("%q", got)
		}
		if got := w.named("f", 50); len(got) != 50 || got[0] != "d00/f" {
			t.Errorf("%d: %q", len(got), got)
		}
	})
}

func TestALeftSearchForNamesEnds(t *testing.T) {
	w := newWorld(t, nil)
	files := map[string]string{}
	for i := range 200 {
		files[fmt.Sprintf("f%03d.txt", i)] = ""
	}
	w.files(w.dir, files)
	ctx, leave := context.WithCancel(t.Context())
	asked := 0
	_, err := builtin.FindNames(ctx, []builtin.Root{{Dir: w.dir}}, nil, "f", 50, func(string) bool {
		asked++
		leave()
		return true
	})
	if err != nil || asked > 40 {
		t.Errorf("%d names were looked at after nobody wanted them (%v)", asked, err)
	}
}
