package theme

import (
	"strings"
	"testing"

	"vise/session"
)

func TestWrapFillsLinesAndNeverOverflows(t *testing.T) {
	for _, c := range []struct {
		in   string
		w    int
		want string
	}{
		{"", 10, ""},
		{"short", 10, "short"},
		{"one two three", 7, "one two|three"},
		{"exactly-10 x", 10, "exactly-10|x"},
		{"abcdefghijkl", 5, "abcde|fghij|kl"},
		{"你好世界再见", 5, "你好|世界|再见"},
		{"see 你好世界", 8, "see 你好|世界"},
		{"你好世界。", 8, "你好世|界。"},
		{"a\n\nb", 5, "a||b"},
		{"👩‍👩‍👧 family", 8, "👩‍👩‍👧|family"},
		{"é is one", 5, "é is|one"},
	} {
		got := Wrap(c.in, c.w)
		if strings.Join(got, "|") != c.want {
			t.Errorf("Wrap(%q, %d) = %q, want %q", c.in, c.w, got, c.want)
		}
		for _, l := range got {
			if Width(l) > c.w {
				t.Errorf("Wrap(%q, %d): %q is %d cells wide", c.in, c.w, l, Width(l))
			}
		}
	}
}

func TestFitIsExact(t *testing.T) {
	for _, s := range []string{"", "abc", "a long line of text", "宽宽宽宽宽", "\x1b[1mbold and long enough\x1b[0m", "👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧"} {
		for _, w := range []int{1, 2, 5, 9, 30} {
			if got := Width(Fit(s, w)); got != w {
				t.Errorf("Fit(%q, %d) is %d cells wide", s, w, got)
			}
		}
	}
}

func TestBoxIsExact(t *testing.T) {
	th := New(true)
	for _, size := range [][2]int{{80, 24}, {10, 4}, {4, 3}, {3, 2}, {1, 1}} {
		lines := th.Draw(Box{Title: "Conversation 对话", Right: "right", Foot: "foot"}, []string{"宽宽宽宽宽宽", "x"}, size[0], size[1])
		if len(lines) != size[1] {
			t.Fatalf("%v: %d lines", size, len(lines))
		}
		for _, l := range lines {
			if Width(l) != size[0] {
				t.Errorf("%v: %q is %d cells wide", size, l, Width(l))
			}
		}
	}
}

func TestOverlayKeepsTheWidth(t *testing.T) {
	screen := []string{strings.Repeat("宽", 10), strings.Repeat("x", 20), strings.Repeat("宽", 10)}
	for _, box := range [][]string{{"[-----]"}, {"[----]", "[----]"}, {strings.Repeat("=", 20)}} {
		for _, l := range Overlay(screen, box, 20) {
			if Width(l) != 20 {
				t.Errorf("%q is %d cells wide", l, Width(l))
			}
		}
	}
}

func TestInertLeavesNothingThatATerminalActsOn(t *testing.T) {
	in := "a\x1b[2Jb\x07\u202ec\u200bd\r\n\te\x9b31m\xff"
	got := Inert(session.Untrusted(in))
	want := "a\\x1b[2Jb\\x07<U+202E>c<U+200B>d\n    e\\x9b31m\\xff"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := InertLine(session.Untrusted("a\nb")); got != "a b" {
		t.Errorf("got %q", got)
	}
	if got := InertWords("👩‍👧 ❤️ 1️⃣"); got != "👩‍👧 ❤️ 1️⃣" {
		t.Errorf("emoji were taken apart: %q", got)
	}
}

func FuzzInert(f *testing.F) {
	f.Add("a\x1b]52;c;x\x07\u2066")
	f.Fuzz(func(t *testing.T, s string) {
		for _, r := range Inert(session.Untrusted(s)) {
			if r != '\n' && (r < 0x20 || r >= 0x7f && r < 0xa0 || r == 0x202e || r == 0x2066) {
				t.Errorf("%q keeps %U", s, r)
			}
		}
	})
}

func TestHangSetsInWhatALineGoesOnWith(t *testing.T) {
	if got := strings.Join(Hang("one two ✓ forged by one", 9), "|"); got != "one two|  ✓|  forged|  by one" {
		t.Errorf("got %q", got)
	}
	if got := Hang("exactly-10", 10); len(got) != 1 || got[0] != "exactly-10" {
		t.Errorf("got %q", got)
	}
}
