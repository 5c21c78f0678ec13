package judge

import (
	"fmt"
	"strings"
	"testing"

	"vise/session"
	"vise/ui/keys"
	"vise/ui/theme"
	"vise/ui/uitest"
)

const (
	task   = "Where is the retry timeout set?"
	answer = "The timeout is set in config/http.go:42 [ev_001].\nIt is 10 s.\x1b[2J\n\nMore\nof it"
)

func box() *Box { return New(keys.Default(), theme.New(true), task, answer) }

// press presses keys and returns what the last one came to; a word is typed.
func press(b *Box, names ...string) Action {
	var a Action
	for _, n := range names {
		a = b.Key(uitest.Key(n))
	}
	return a
}

func TestWhatKeysComeTo(t *testing.T) {
	for _, tc := range []struct {
		keys string
		want Action
	}{
		{"esc", Action{Do: Close}},
		{"c", Action{Do: Case}},
		{"u enter", Action{Do: Keep, Mark: session.MarkUseful}},
		{"г enter", Action{Do: Keep, Mark: session.MarkUseful}}, // a Cyrillic г lies on u's key
		{"n n o enter", Action{Do: Keep, Mark: session.MarkUseless, Note: "no"}},
		{"w u esc m c enter", Action{Do: Keep, Mark: session.MarkMissing, Note: "c"}},
		{"m esc esc", Action{Do: Close}},
		{"enter", Action{}},
		{"q", Action{}},
		{"tab enter enter", Action{Do: Keep, Mark: session.MarkUseful}},
		{"tab tab tab enter x enter", Action{Do: Keep, Mark: session.MarkWrongSource, Note: "x"}},
		{"shift+tab enter", Action{Do: Case}},
		{"shift+tab tab enter", Action{}}, // round to none
	} {
		if got := press(box(), strings.Fields(tc.keys)...); got != tc.want {
			t.Errorf("%s: %+v, want %+v", tc.keys, got, tc.want)
		}
	}
}

func TestPastedTextOnlyGoesIntoTheNote(t *testing.T) {
	b := box()
	b.Paste("u")
	if b.Writing() {
		t.Error("a paste answered")
	}
	press(b, "m")
	b.Paste("it is 30 s\nnot 10")
	if a := press(b, "enter"); a.Note != "it is 30 s not 10" {
		t.Errorf("kept %q", a.Note)
	}
}

func TestANoteIsBounded(t *testing.T) {
	b := box()
	press(b, "m")
	b.Paste(strings.Repeat("я", session.MaxFeedback))
	if v := uitest.Plain(b.View(80, 24)); b.note.Text() != "" || !strings.Contains(v, "at most 4,096 bytes") {
		t.Errorf("%d bytes:\n%s", len(b.note.Text()), v)
	}
}

func TestView(t *testing.T) {
	for _, s := range [][2]int{{120, 40}, {80, 24}, {40, 10}, {20, 4}} {
		for _, ks := range [][]string{nil, {"enter"}, {"tab"}, {"w", "x"}} {
			b := box()
			press(b, ks...)
			v := b.View(s[0], s[1])
			uitest.Fits(t, v, s[0], s[1])
			p := uitest.Plain(v)
			if strings.Contains(v, "\x1b[2J") || s[0] >= 40 && ks == nil && (!strings.Contains(p, "m something is missing") || !strings.Contains(p, "esc close")) {
				t.Errorf("%v:\n%s", s, p)
			}
			if x, y, ok := b.Cursor(); ok && s[0] >= 40 {
				if row := []rune(strings.Split(p, "\n")[y]); row[x-1] != 'x' {
					t.Errorf("%v: the cursor isn't behind what was typed:\n%s", s, p)
				}
			}
		}
	}
	for _, s := range [][2]int{{120, 40}, {80, 24}} {
		b := box()
		press(b, "tab")
		uitest.Golden(t, fmt.Sprintf("%dx%d", s[0], s[1]), b.View(s[0], s[1]), s[0], s[1])
		press(b, "m", "3", "0")
		uitest.Golden(t, fmt.Sprintf("note-%dx%d", s[0], s[1]), b.View(s[0], s[1]), s[0], s[1])
	}
}
