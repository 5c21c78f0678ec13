package worddiff

import (
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{"Greets.", "Greets.", ""},
		{"Search issues in a repository.", "Search all issues in a repository.", "Search{+ all+} issues in a repository."},
		{"limit: 10", "limit: 100", "limit: [-10-]{+100+}"},
		{"Ищет задачи.", "Ищет чужие задачи.", "Ищет{+ чужие+} задачи."},
		{"a\nb\nc", "a\nB\nc", "a\n[-b-]{+B+}\nc"},
		{"", "new", "{+new+}"},
		{"one", "one\ntwo", "one\n{+two+}"},
		{"1\n2\n3\n4\n5\n6\n7", "1\n2\n3\n4\n5\n6\nseven", "5\n6\n[-7-]{+seven+}"},
		{"x \uE800 y", "x z y", "x [-\uE800-]{+z+} y"},
	} {
		if got := Marked(c.before, c.after, "[-", "-]", "{+", "+}"); got != c.want {
			t.Errorf("%q, %q: %q, want %q", c.before, c.after, got, c.want)
		}
	}
}

// Put together, what stayed and went is the first text, what stayed and came
// the second.
func TestNothingIsLost(t *testing.T) {
	long := strings.Repeat("word and another ", 20000)
	for _, c := range [][2]string{{"a b c d", "b c x d e"}, {"", "x"}, {"\xff broken", "broken \xff"}, {long, "short"}, {"a, b; c", "a b c"}} {
		var before, after strings.Builder
		for _, p := range Compare(c[0], c[1]) {
			if p.Kind != Added {
				before.WriteString(p.Text)
			}
			if p.Kind != Removed {
				after.WriteString(p.Text)
			}
		}
		if before.String() != c[0] || after.String() != c[1] {
			t.Errorf("%.40q and %.40q became %.40q and %.40q", c[0], c[1], before.String(), after.String())
		}
	}
}
