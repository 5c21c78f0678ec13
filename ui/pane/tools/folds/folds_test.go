package folds

import (
	"slices"
	"strings"
	"testing"
)

const long = "Every call is counted against the limit of your account."

func TestWhatThreeToolsSayIsNamedFromTheSecondOn(t *testing.T) {
	for _, c := range []struct {
		name  string
		tools [][]string
		want  string // of each tool's passages: "-" is shown, else as which tool
	}{
		{"three say it", [][]string{{long}, {"other", long}, {long}}, "- | - a | a"},
		{"two say it", [][]string{{long}, {long}, {"other"}}, "- | - | -"},
		{"it is short", [][]string{{"same"}, {"same"}, {"same"}}, "- | - | -"},
		{"one says it thrice", [][]string{{long, long, long}, {"x"}, {"y"}}, "- - - | - | -"},
		{"one says it twice", [][]string{{long, long}, {long, long}, {long}}, "- - | a a | a"},
		{"one letter differs", [][]string{{long}, {long}, {long + "!"}}, "- | - | -"},
	} {
		f := New(c.tools)
		var tools []string
		named := 0
		for i, passages := range c.tools {
			f.At(string(rune('a' + i)))
			var got []string
			for _, p := range passages {
				as := f.As(p)
				if as == "" {
					as = "-"
				} else {
					named++
				}
				got = append(got, as)
			}
			tools = append(tools, strings.Join(got, " "))
		}
		if got := strings.Join(tools, " | "); got != c.want || f.Named() != named {
			t.Errorf("%s: %s, %d named; want %s", c.name, got, f.Named(), c.want)
		}
	}
	var none *Folds
	if none.As(long) != "" || none.Named() != 0 {
		t.Error("without folds something is folded")
	}
}

func TestPassagesLoseNothing(t *testing.T) {
	for _, text := range []string{"a", "a\n\nb", "a\n\n\nb", "\n\na", "a\n\n", "a\n", "\n", "a\nb\n\n\n\nc\n"} {
		if got := strings.Join(Paragraphs(text), "\n"); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	if Paragraphs("") != nil {
		t.Error("no text has paragraphs")
	}
	got := Groups([]string{"  a", "b", "  c", "  d", "e"}, func(l string) bool { return strings.HasPrefix(l, " ") })
	if want := []string{"  a", "b\n  c\n  d", "e"}; !slices.Equal(got, want) {
		t.Errorf("groups: %q", got)
	}
}

func TestHead(t *testing.T) {
	for passage, want := range map[string]string{"": "", "one": "one", "one\n": "one", "one\ntwo": "one …"} {
		if got := Head(passage); got != want {
			t.Errorf("%q: %q", passage, got)
		}
	}
}
