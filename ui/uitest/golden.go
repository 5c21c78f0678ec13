package uitest

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"
)

// Plain is a view without styles and without trailing spaces.
func Plain(view string) string {
	lines := strings.Split(ansi.Strip(view), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// Golden compares a view with testdata/TEST/NAME.golden, and fails where a line
// is wider than w cells or there are more than h lines. go test -update writes
// the file.
func Golden(t *testing.T, name, view string, w, h int) {
	t.Helper()
	Fits(t, view, w, h)
	golden.RequireEqual(part{t, name}, Plain(view))
}

// part is a part of a test, with its own golden file. It can be where subtests
// can't, and the test goes on after it failed.
type part struct {
	testing.TB
	name string
}

// Name is that of the file.
func (p part) Name() string { return p.TB.Name() + "/" + p.name }

// Fatalf fails this part.
func (p part) Fatalf(format string, args ...any) {
	p.Helper()
	p.Errorf(p.name+": "+format, args...)
}

// Fits fails where a line of a view is wider than w cells or there are more
// than h lines.
func Fits(tb testing.TB, view string, w, h int) {
	tb.Helper()
	lines := strings.Split(view, "\n")
	if len(lines) > h {
		tb.Errorf("the view has %d lines, more than %d:\n%s", len(lines), h, Plain(view))
	}
	for i, l := range lines {
		if n := ansi.StringWidth(l); n > w {
			tb.Errorf("line %d is %d cells wide, more than %d: %q", i+1, n, w, ansi.Strip(l))
		}
	}
}
