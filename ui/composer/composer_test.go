package composer

import (
	"fmt"
	"strings"
	"testing"

	"vise/ui/theme"
	"vise/ui/uitest"
)

// shown draws the composer with | where the cursor is.
func shown(c *Composer, w, h int) string {
	lines, x, y := c.View(theme.New(true), w, h)
	for i := range lines {
		lines[i] = strings.TrimSuffix(uitest.Plain(lines[i]), "\n")
	}
	l := lines[y]
	col := 0
	for i := range l + " " {
		if col >= x || i == len(l) {
			lines[y] = l[:i] + "|" + l[i:]
			break
		}
		col = theme.Width(l[:i+1])
		if i+1 < len(l) && l[i+1]&0xc0 == 0x80 {
			continue
		}
	}
	return strings.Join(lines, "\n")
}

func written(s string) *Composer {
	c := New("placeholder")
	c.Insert(s)
	return c
}

func TestEditing(t *testing.T) {
	for _, tc := range []struct {
		name string
		do   func(*Composer)
		in   string
		want string
	}{
		{"backspace takes a whole character", (*Composer).Backspace, "a👩‍👩‍👧", "a"},
		{"backspace takes a mark with its letter", (*Composer).Backspace, "e\u0301", ""},
		{"word", (*Composer).DeleteWord, "one two-three ", "one two-"},
		{"word over a line", (*Composer).DeleteWord, "one\ntwo", "one\n"},
		{"to the start", (*Composer).DeleteToStart, "one\ntwo", "one\n"},
		{"to the start, at it", func(c *Composer) { c.DeleteToStart(); c.DeleteToStart() }, "one\ntwo", "one"},
		{"to the end", func(c *Composer) { c.LineStart(); c.DeleteToEnd() }, "one\ntwo", "one\n"},
		{"in the middle", func(c *Composer) { c.WordLeft(); c.Insert("X") }, "one two", "one Xtwo"},
		{"delete", func(c *Composer) { c.LineStart(); c.Delete() }, "abc", "bc"},
		{"word right", func(c *Composer) { c.LineStart(); c.WordRight(); c.Insert("!") }, "one two", "one! two"},
		{"control characters are inert", func(c *Composer) { c.Insert("\x1b[2J\a") }, "", `\x1b[2J\x07`},
		{"edges", func(c *Composer) {
			c.Right()
			c.Right()
			c.LineStart()
			c.Left()
			c.Left()
			c.Insert("<")
		}, "a", "<a"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := written(tc.in)
			tc.do(c)
			if got := c.Value(); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestWrapping(t *testing.T) {
	for _, tc := range []struct {
		in   string
		w    int
		want string
	}{
		{"one two three", 8, "one two\nthree|"},
		{"你好世界再见", 5, "你好\n世界\n再见|"},
		{"a你好b", 4, "a你\n好b|"},
		{"abcdefgh", 3, "abc\ndef\ngh|"},
		{"one\n", 8, "one\n|"},
	} {
		if got := shown(written(tc.in), tc.w, 10); got != tc.want {
			t.Errorf("%q at %d: got %q, want %q", tc.in, tc.w, got, tc.want)
		}
	}
}

func TestUpAndDownKeepTheColumnAndStopAtTheEdges(t *testing.T) {
	c := written("long first line\nab\nlong third line")
	if c.Down(40) {
		t.Error("went below the last row")
	}
	for range 2 {
		if !c.Up(40) {
			t.Fatal("didn't go up")
		}
	}
	if got := shown(c, 40, 10); !strings.HasPrefix(got, "long first line|") {
		t.Errorf("the column was lost: %q", got)
	}
	if c.Up(40) {
		t.Error("went above the first row")
	}
}

func TestUpInWrappedTextIsOneRow(t *testing.T) {
	c := written("aaaa bbbb cccc")
	for y := 2; y > 0; y-- {
		if got, _ := c.cursor(5); got != y {
			t.Fatalf("on row %d, want %d", got, y)
		}
		if !c.Up(5) {
			t.Fatal("didn't go up")
		}
	}
}

func TestTheCursorStaysInView(t *testing.T) {
	c := New("")
	for i := range 50 {
		c.Insert(fmt.Sprintf("line %d\n", i))
	}
	if got := shown(c, 20, 5); !strings.Contains(got, "line 49") || !strings.HasSuffix(got, "|") {
		t.Errorf("shows %q", got)
	}
	for range 50 {
		c.Up(20)
	}
	if got := shown(c, 20, 5); !strings.Contains(got, "|line 0") {
		t.Errorf("shows %q", got)
	}
}

func TestALongPasteIsFoldedWholeAndOpens(t *testing.T) {
	var b strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&b, "line %d\r\n", i)
	}
	c := written("before ")
	c.Paste(b.String())
	c.Insert(" after")
	if got := shown(c, 80, 5); got != "before [pasted 2,000 lines] after|" {
		t.Errorf("shows %q", got)
	}
	want := "before " + strings.ReplaceAll(b.String(), "\r\n", "\n") + " after"
	if c.Value() != want {
		t.Error("the text isn't whole")
	}
	if !c.Unfold() || c.Value() != want || c.Height(80) != 2001 {
		t.Errorf("unfolded to %d rows", c.Height(80))
	}
	if c.Unfold() {
		t.Error("unfolded what isn't folded")
	}
}

func TestAShortPasteIsJustText(t *testing.T) {
	c := New("")
	c.Paste("one\rtwo\x1b[31m")
	if got := c.Value(); got != "one\ntwo\\x1b[31m" {
		t.Errorf("got %q", got)
	}
}

func TestHistory(t *testing.T) {
	c := New("")
	if c.Earlier() || c.Later() {
		t.Error("an empty history moved")
	}
	for _, s := range []string{"one", "two", "two", "three"} {
		c.Remember(s)
	}
	c.Insert("draft")
	var seen []string
	for c.Earlier() {
		seen = append(seen, c.Value())
	}
	for c.Later() {
		seen = append(seen, c.Value())
	}
	if got := strings.Join(seen, " "); got != "three two one two three draft" {
		t.Errorf("saw %s", got)
	}
}

func TestBackslashContinues(t *testing.T) {
	c := written(`one\`)
	if !c.Continued() || c.Value() != "one" || c.Continued() {
		t.Errorf("left %q", c.Value())
	}
}

func BenchmarkKeyInUnfoldedPaste(b *testing.B) {
	c := New("")
	c.Paste(strings.Repeat("some words on a line that is a little long\n", 2000))
	c.Unfold()
	th := theme.New(true)
	for b.Loop() {
		c.Insert("x")
		c.View(th, 100, 12)
	}
}
