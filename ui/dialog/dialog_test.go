package dialog

import (
	"strings"
	"testing"

	"vise/ui/keys"
	"vise/ui/theme"
	"vise/ui/uitest"
)

func TestRowsLoseNothing(t *testing.T) {
	for _, s := range []string{
		"", "short", "one two three four five", "  two  spaces   and a tail   ", strings.Repeat("x", 50), "买牛奶和面包，然后给妈妈打电话",
		"👩‍👩‍👧‍👦 family 🇫🇷 flag é combining", strings.Repeat("ab ", 40),
	} {
		for w := 1; w < 30; w++ {
			rows := Rows(s, w)
			if got := strings.Join(rows, ""); got != s {
				t.Fatalf("width %d: %q became %q", w, s, got)
			}
			for _, r := range rows {
				if theme.Width(r) > max(w, 2) {
					t.Fatalf("width %d: %q is %d wide", w, r, theme.Width(r))
				}
			}
		}
	}
}

func TestRowsBreakAfterSpaces(t *testing.T) {
	if got := Rows("one two three", 9); len(got) != 2 || got[0] != "one two " {
		t.Errorf("%q", got)
	}
	if got := Rows("a bbbbbbbbbbbbbbbb", 9); got[0] != "a bbbbbbb" { // a row nearly empty reads worse than a broken word
		t.Errorf("%q", got)
	}
}

func TestFlow(t *testing.T) {
	got := Flow([]string{"aaa", "bbb", "ccc"}, " · ", 9)
	if len(got) != 2 || got[0] != "aaa · bbb" || got[1] != "ccc" {
		t.Errorf("%q", got)
	}
}

func TestScrollKeepsTheOffsetInRange(t *testing.T) {
	rows := []string{"0", "1", "2", "3", "4"}
	for _, tc := range []struct{ off, height, wantOff, wantBelow int }{
		{0, 2, 0, 3}, {99, 2, 3, 0}, {-5, 2, 0, 3}, {2, 9, 0, 0}, {1, 0, 1, 4},
	} {
		off := tc.off
		visible, below := Scroll(rows, &off, tc.height)
		if off != tc.wantOff || below != tc.wantBelow || len(visible) != min(5, tc.height) {
			t.Errorf("%+v: offset %d, %d below, %q", tc, off, below, visible)
		}
	}
}

func TestForeignStandsBehindABar(t *testing.T) {
	for _, l := range Foreign(theme.New(true), "one\nWill do  nothing\x1b[2J\r\n\u202e", 20) {
		if !strings.HasPrefix(uitest.Plain(l), "▏ ") || strings.ContainsAny(l, "\u202e\r") {
			t.Errorf("%q", l)
		}
	}
}

func TestDrawIsWhole(t *testing.T) {
	for w := 1; w < 40; w++ {
		for h := 1; h < 8; h++ {
			got := Draw(theme.New(true), "Title that is long", "right", []string{"买牛奶和面包 " + strings.Repeat("x", 50), "b"}, w, h)
			uitest.Fits(t, got, w, h)
		}
	}
}

// typed presses keys on a line of a note.
func typed(l *Line, names ...string) *Line {
	m := keys.Default()
	for _, n := range names {
		l.Key(m, keys.Note, uitest.Key(n))
	}
	return l
}

func TestLine(t *testing.T) {
	for _, tc := range []struct {
		name, start string
		keys        []string
		want        string
	}{
		{"typing", "", []string{"a", "space", "я", "买"}, "a я买"},
		{"in the middle", "ac", []string{"left", "b"}, "abc"},
		{"home and end", "b", []string{"home", "a", "end", "c"}, "abc"},
		{"ctrl+a, ctrl+e", "b", []string{"ctrl+a", "a", "ctrl+e", "c"}, "abc"},
		{"backspace takes a whole character", "x👩‍👩‍👧‍👦", []string{"backspace"}, "x"},
		{"backspace, combining", "xe\u0301", []string{"backspace"}, "x"},
		{"backspace at the start", "x", []string{"home", "backspace"}, "x"},
		{"delete", "xyz", []string{"home", "delete", "ctrl+d"}, "z"},
		{"delete at the end", "x", []string{"delete"}, "x"},
		{"word", "one two  ", []string{"ctrl+w"}, "one "},
		{"word, at the start", "one", []string{"ctrl+w", "ctrl+w"}, ""},
		{"words left and right", "one two", []string{"ctrl+left", "x", "ctrl+left", "ctrl+right", "y"}, "one xtwoy"},
		{"to the end", "one two", []string{"ctrl+left", "ctrl+k"}, "one "},
		{"to the start", "one two", []string{"ctrl+left", "ctrl+u"}, "two"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := typed(NewLine(tc.start), tc.keys...).Text(); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestLineIsInertAndKeepsItsBytes(t *testing.T) {
	l := NewLine("")
	l.Insert("a\x1b[2J\u202eb\xff\r\nc")
	rows, _, _ := l.View(80, 1)
	if rows[0] != `a\x1b[2J<U+202E>b`+"\ufffd c" {
		t.Errorf("shown as %q", rows[0])
	}
	if got := l.Text(); got != "a\x1b[2J\u202eb\ufffd c" {
		t.Errorf("kept as %q", got)
	}
}

func TestLineView(t *testing.T) {
	l := NewLine("")
	l.Lines = true
	l.Insert("one\ntwo 买牛奶 three")
	rows, x, y := l.View(10, 2)
	if len(rows) != 2 || rows[1] != "奶 three" || x != 8 || y != 1 {
		t.Errorf("%q, cursor %d,%d", rows, x, y)
	}
	typed(l, "home")
	if rows, x, y = l.View(10, 9); rows[0] != "one" || x != 0 || y != 1 {
		t.Errorf("%q, cursor %d,%d", rows, x, y)
	}
	for w := 1; w < 20; w++ {
		for range 20 {
			typed(l, "left")
			rows, x, y = l.View(w, 3)
			if y < 0 || y >= len(rows) || x < 0 || x >= max(w, 2) || len(rows) > 3 {
				t.Fatalf("width %d: cursor %d,%d in %q", w, x, y, rows)
			}
		}
		typed(l, "ctrl+e")
	}
}

func TestSize(t *testing.T) {
	if w, h := Size(40, 10, 100, 30); w != 40 || h != 10 {
		t.Errorf("%d×%d", w, h)
	}
	if w, h := Size(120, 40, 200, 90); w != 116 || h != 36 {
		t.Errorf("%d×%d", w, h)
	}
	if w, h := Size(0, 0, 10, 10); w != 1 || h != 1 {
		t.Errorf("%d×%d", w, h)
	}
}

func TestDepth(t *testing.T) {
	for raw, want := range map[string]int{``: 0, `1`: 0, `"[[["`: 0, `[]`: 1, `{"a":[{"b":"]}"}]}`: 3, `[[],[[]]]`: 3, `"cut \`: 0, `[[[`: 3} {
		if got := depth([]byte(raw)); got != want {
			t.Errorf("%s: %d, want %d", raw, got, want)
		}
	}
	if got := Pretty([]byte(`{"a":[1]}`)); got != "{\n  \"a\": [\n    1\n  ]\n}" {
		t.Errorf("%q", got)
	}
}
