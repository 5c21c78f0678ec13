package builtin

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// tree writes files of made-up code: about 8 KB each, 20 in a folder, and in
// every one the word common.
func tree(tb testing.TB, files int) *rootSet {
	tb.Helper()
	words := strings.Fields("func return if err != nil { } := range retry config server client context string int error the of request handle // package import (x, y) buffer")
	random := rand.New(rand.NewPCG(1, 2))
	dir := tb.TempDir()
	for i := range files {
		var b strings.Builder
		for line := range 250 {
			if line == 100 {
				b.WriteString("common ")
			}
			for range 6 {
				b.WriteString(words[random.IntN(len(words))] + " ")
			}
			b.WriteByte('\n')
		}
		path := filepath.Join(dir, fmt.Sprintf("d%d/e%d/f%d.go", i/400, i/20, i))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(b.String()), 0o644)); err != nil {
			tb.Fatal(err)
		}
	}
	set, err := openRoots([]Root{{Name: "r", Dir: dir}}, nil)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { set.Close() })
	return set
}

func BenchmarkSearch(b *testing.B) {
	set := tree(b, 3000)
	for name, q := range map[string]string{
		"rare": "zebraquartz", "phrase": "retry timeout", "cyrillic": "таймаут", "chinese": "重试超时", "first50": "common",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := set.search(context.Background(), query{text: q, max: 50}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	if rg, err := exec.LookPath("rg"); err == nil {
		b.Run("ripgrep", func(b *testing.B) {
			for b.Loop() {
				exec.Command(rg, "-n", "zebraquartz", set.all[0].dir).Run() // it finds nothing, which it calls an error
			}
		})
	}
}

// TestOpenFailures names each way in which opening fails; some can't be brought
// about by every user.
func TestOpenFailures(t *testing.T) {
	set := tree(t, 1)
	for code, err := range map[string]error{
		"permission_denied": &fs.PathError{Op: "open", Path: "x", Err: unix.EACCES},
		"not_found":         &fs.PathError{Op: "open", Path: "x", Err: unix.ENOENT},
		"symlink_escape":    errExchanged,
		"unreadable":        &fs.PathError{Op: "read", Path: "x", Err: unix.EIO},
	} {
		if got := set.openFailure(set.all[0], "x", err); !isCode(got, code) {
			t.Errorf("%v: %v, want %s", err, got, code)
		}
	}
}

// TestImpatientSearchGoesOn gives a search so little time that it has to hand
// over its cursor in the middle, and follows it to the end.
func TestImpatientSearchGoesOn(t *testing.T) {
	set := tree(t, 200)
	names := func(f findings) (n []string) {
		for _, h := range f.hits {
			n = append(n, fmt.Sprint(h.rel, h.line))
		}
		return n
	}
	var whole, parts []string
	timeouts := 0
	for _, patience := range []time.Duration{time.Minute, time.Microsecond} {
		var all []string
		for q := (query{text: "common", max: 50}); ; {
			set.patience = patience
			f, err := set.search(context.Background(), q)
			if isCode(err, "timeout") {
				patience *= 2
				timeouts++
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, names(f)...)
			if f.next == nil {
				break
			}
			q.after, q.only = *f.next, f.tier
		}
		whole, parts = parts, all
	}
	if timeouts == 0 || len(whole) != 200 || !slices.Equal(whole, parts) {
		t.Errorf("%d time-outs, %d hits in parts, %d in one", timeouts, len(parts), len(whole))
	}
}
