package stdio

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestStderrIsInertAndRedacted(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "logs")
	secret := "correct-horse-battery"
	text := "start\x1b[2J\r\nusing " + secret + "\n\n50%\r100%\nasks: "
	p := run(t, Config{LogDir: dir}, Command{Env: map[string]string{"API_TOKEN": secret}}, "server", "", text)
	connect(t, p)
	want := []string{`start\x1b[2J`, "using [secret:", "50%", "100%", "asks: "}
	ok := func(got []string) bool {
		return slices.EqualFunc(got, want, func(g, w string) bool { return strings.HasPrefix(g, w) })
	}
	eventually(t, 2*time.Second, "all of it", func() bool { return ok(p.Tail()) })
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if p.Log() != filepath.Join(dir, "one.log") {
		t.Errorf("log at %s", p.Log())
	}
	data, err := os.ReadFile(p.Log())
	if err != nil {
		t.Fatal(err)
	}
	if log := string(data); strings.Contains(log, secret) || strings.Contains(log, "\x1b") || !strings.Contains(log, `start\x1b[2J`) || !strings.Contains(log, "asks: ") {
		t.Errorf("the log:\n%s", log)
	}
	if info, err := os.Stat(p.Log()); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the log's mode: %v, %v", info.Mode(), err)
	}
}

// 10 MB of stderr neither block the server nor fill memory or disk; the last
// line is kept.
func TestStderrFlood(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := run(t, Config{LogDir: dir}, Command{}, "flood")
	if got, err := call(t, connect(t, p), "echo", 3); got != "3" || err != nil {
		t.Fatalf("%q, %v", got, err)
	}
	eventually(t, 2*time.Second, "the last line", func() bool {
		tail := p.Tail()
		return len(tail) > 0 && tail[len(tail)-1] == "the last word"
	})
	tail := p.Tail()
	if all := strings.Join(tail, ""); len(tail) > tailLines || len(all) > tailBytes || !strings.Contains(all, "left out") || strings.Contains(all, "\x1b") {
		t.Errorf("the tail: %d lines, %q", len(tail), tail)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	var sum int64
	logs, _ := os.ReadDir(dir)
	for _, e := range logs {
		if info, err := e.Info(); err == nil {
			sum += info.Size()
		}
	}
	if len(logs) == 0 || sum > 2*(maxLog+lineBytes+100) {
		t.Errorf("%d logs of %d bytes", len(logs), sum)
	}
}

func TestLogIsRotated(t *testing.T) {
	dir := t.TempDir()
	l := openLog(dir, "../a b")
	for range 3 * maxLog / lineBytes {
		l.write(strings.Repeat("x", lineBytes))
	}
	l.close()
	if l.err != nil {
		t.Fatal(l.err)
	}
	var names []string
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || info.Size() > maxLog+2*lineBytes {
			t.Errorf("%s: %v", e.Name(), info.Size())
		}
		names = append(names, e.Name())
	}
	if want := []string{"..%2Fa%20b.log", "..%2Fa%20b.log.old"}; !slices.Equal(names, want) {
		t.Errorf("files %q, want %q", names, want)
	}
}

// Without a log the server works, and the person is told.
func TestNoLog(t *testing.T) {
	t.Parallel()
	file := write(t, 0o600, "", t.TempDir(), "file")
	p := run(t, Config{LogDir: file}, Command{}, "server", "", "")
	if got, err := call(t, connect(t, p), "echo", 4); got != "4" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if w := p.Warnings(); len(w) != 1 || !strings.Contains(w[0], "its log can't be written") {
		t.Errorf("warnings: %q", w)
	}
}
