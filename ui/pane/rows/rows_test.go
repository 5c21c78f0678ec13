package rows

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"vise/ui/keys"
	"vise/ui/theme"
)

func TestTheCursorStaysInTheWindow(t *testing.T) {
	var r Rows
	r.SetLen(100)
	at := func() [2]int { from, to := r.Window(10); return [2]int{from, to} }
	if at() != [2]int{0, 10} {
		t.Errorf("at first: %v", at())
	}
	for _, c := range []struct {
		key  string
		sel  int
		want [2]int
	}{
		{keys.Down, 1, [2]int{0, 10}}, {keys.PageDown, 10, [2]int{1, 11}}, {keys.Last, 99, [2]int{90, 100}}, {keys.Down, 99, [2]int{90, 100}},
		{keys.PageUp, 90, [2]int{90, 100}}, {keys.Up, 89, [2]int{89, 99}}, {keys.First, 0, [2]int{0, 10}},
	} {
		if !r.Key(c.key) || at() != c.want || r.Sel() != c.sel {
			t.Errorf("%s: cursor %d, window %v; want %d, %v", c.key, r.Sel(), at(), c.sel, c.want)
		}
	}
	r.To(99)
	r.SetLen(3)
	if r.Sel() != 2 || at() != [2]int{0, 3} {
		t.Errorf("a shorter list: %d %v", r.Sel(), at())
	}
	r.SetLen(0)
	if r.Sel() != 0 || at() != [2]int{0, 0} || r.Key(keys.Open) {
		t.Errorf("an empty list: %d %v", r.Sel(), at())
	}
}

func TestFieldFitsAndLosesNothing(t *testing.T) {
	th := theme.New(true)
	value := "一个 long value that has to be wrapped, with averylongwordthatdoesnotfitonaline at its end"
	for w := 4; w < 80; w++ {
		lines := Field(th, "a name 名前", value, 12, w)
		for _, l := range lines {
			if ansi.StringWidth(l) > w {
				t.Fatalf("width %d: %q", w, ansi.Strip(l))
			}
		}
		text := strings.Join(strings.Fields(ansi.Strip(strings.Join(lines, ""))), "")
		if !strings.HasSuffix(text, strings.Join(strings.Fields(value), "")) {
			t.Fatalf("width %d: something is lost: %q", w, text)
		}
	}
}

func TestUnderSharesABorder(t *testing.T) {
	th := theme.New(true)
	a, b := th.Draw(theme.Box{Title: "A"}, []string{"x"}, 10, 3), th.Draw(theme.Box{Title: "B", Focus: true}, []string{"y"}, 10, 3)
	got := ansi.Strip(strings.Join(Under(a, b), "\n"))
	if want := "╭─ A ────╮\n│x       │\n├─ B ────┤\n│y       │\n╰────────╯"; got != want {
		t.Errorf("got:\n%s", got)
	}
}

func TestFootKeepsTheWayOut(t *testing.T) {
	th, km := theme.New(true), keys.Default()
	hints := []Hint{{"step", []string{keys.ReplayBack, keys.ReplayForward}}, {"play", []string{keys.ReplayPlay}}, {"back", []string{keys.Back}}}
	for w, want := range map[int]string{40: " ← → step · space play · esc back", 25: " ← → step · esc back", 12: " esc back", 6: " esc …"} {
		if got := ansi.Strip(Foot(th, km, w, hints...)); got != want {
			t.Errorf("%d cells: %q, want %q", w, got, want)
		}
	}
}
