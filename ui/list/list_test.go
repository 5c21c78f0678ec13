package list

import (
	"fmt"
	"strings"
	"testing"
)

// items makes n items of 1, 2, 3, 1, … lines and counts what is rendered.
func items(n int, rendered *int) []Item {
	out := make([]Item, n)
	for i := range out {
		out[i] = Item{Version: 1, Lines: func(int) []string {
			*rendered++
			var ls []string
			for k := range i%3 + 1 {
				ls = append(ls, fmt.Sprintf("%d.%d", i, k))
			}
			return ls
		}}
	}
	return out
}

func window(l *List) string { return strings.Join(l.Lines(), " ") }

func TestOnlyWhatIsOnTheScreenIsRendered(t *testing.T) {
	var n int
	l := new(List)
	l.Size(80, 20)
	l.SetItems(items(100_000, &n))
	if got := len(l.Lines()); got != 20 {
		t.Fatalf("%d lines", got)
	}
	if n > 30 {
		t.Errorf("%d items were rendered for 20 lines", n)
	}
	before := n
	for range 100 {
		l.Lines()
	}
	if n != before {
		t.Errorf("%d items were rendered again though nothing changed", n-before)
	}
}

func TestScrollingBackAndForthIsExact(t *testing.T) {
	var n int
	l := new(List)
	l.SetItems(items(50, &n))
	l.Size(80, 7)
	end := window(l)
	if !strings.HasSuffix(end, "49.1") {
		t.Fatalf("the end isn't shown: %s", end)
	}
	seen := []string{end}
	for range 30 {
		l.Scroll(-1)
		seen = append(seen, window(l))
	}
	for i := 29; i >= 0; i-- {
		l.Scroll(1)
		if got := window(l); got != seen[i] {
			t.Fatalf("step %d: %s, want %s", i, got, seen[i])
		}
	}
	if !l.AtEnd() {
		t.Error("scrolled to the end, it doesn't follow it")
	}
	l.Scroll(-10_000)
	if got := window(l); !strings.HasPrefix(got, "0.0 1.0") {
		t.Errorf("the beginning: %s", got)
	}
	l.End()
	if got := window(l); got != end {
		t.Errorf("the end: %s", got)
	}
}

func TestNewItemsDontMoveAWindowThatLooksElsewhere(t *testing.T) {
	var n int
	l := new(List)
	l.Size(80, 7)
	l.SetItems(items(50, &n))
	l.Scroll(-20)
	was := window(l)
	l.SetItems(items(60, &n))
	if got := window(l); got != was {
		t.Errorf("moved from %s to %s", was, got)
	}
	l.End()
	l.SetItems(items(61, &n))
	if got := window(l); !strings.HasSuffix(got, "60.0") {
		t.Errorf("doesn't follow the end: %s", got)
	}
}

func TestShowBringsTheWholeItem(t *testing.T) {
	var n int
	l := new(List)
	l.Size(80, 7)
	l.SetItems(items(50, &n))
	for _, i := range []int{0, 2, 1, 30, 49, 48, 47, 46, 5} {
		l.Show(i)
		want := fmt.Sprintf("%d.0", i)
		last := fmt.Sprintf("%d.%d", i, i%3)
		if got := window(l); !strings.Contains(got, want) || !strings.Contains(got, last) {
			t.Errorf("item %d isn't in %s", i, got)
		}
	}
}

func TestAChangedItemIsRenderedAgain(t *testing.T) {
	l := new(List)
	l.Size(80, 3)
	text := "old"
	it := Item{Version: 1, Lines: func(int) []string { return []string{text} }}
	l.SetItems([]Item{it})
	_ = l.Lines()
	text, it.Version = "new", 2
	l.SetItems([]Item{it})
	if got := window(l); got != "new" {
		t.Errorf("shows %q", got)
	}
}

func TestAnEmptyListAndATinyWindow(t *testing.T) {
	l := new(List)
	l.Scroll(-3)
	l.Scroll(3)
	l.Show(0)
	l.Home()
	l.Scroll(1)
	l.End()
	l.Size(0, 0)
	if len(l.Lines()) != 0 {
		t.Error("an empty list shows something")
	}
	var n int
	l.SetItems(items(3, &n))
	l.Size(1, 1)
	if got := window(l); got != "2.2" {
		t.Errorf("shows %q", got)
	}
}
