package composer

import (
	"testing"

	"vise/ui/theme"
)

func TestMention(t *testing.T) {
	for _, tc := range []struct {
		text, word string
		ok         bool
	}{
		{"@", "", true}, {"read @src/ma", "src/ma", true}, {"你好 ＠文件", "文件", true}, {"one\n@two", "two", true},
		{"ann@example.com", "", false}, {"@done ", "", false}, {"", "", false}, {"@a@b", "a@b", true},
	} {
		if word, ok := written(tc.text).Mention(); word != tc.word || ok != tc.ok {
			t.Errorf("%q: %q, %v", tc.text, word, ok)
		}
	}
}

func TestAFileIsChosen(t *testing.T) {
	c := written("look at @mai please")
	for range len(" please") {
		c.Left()
	}
	c.Choose("src/main.go", "~1.2k")
	if got := c.Value(); got != "look at @src/main.go please" {
		t.Errorf("sends %q", got)
	}
	if got := shown(c, 60, 3); got != "look at @src/main.go ~1.2k| please" {
		t.Errorf("shows %q", got)
	}
	if _, ok := c.Mention(); ok {
		t.Error("a chosen file goes on being completed")
	}
	c.Backspace()
	if got := c.Value(); got != "look at  please" {
		t.Errorf("left %q", got)
	}
}

func TestAFolderGoesOn(t *testing.T) {
	c := written("＠sr")
	c.Complete("src/")
	if word, ok := c.Mention(); !ok || word != "src/" || c.Value() != "@src/" {
		t.Errorf("%q, %v", word, ok)
	}
	c.Choose("src/main.go", "")
	if got := c.Value(); got != "@src/main.go " {
		t.Errorf("sends %q", got)
	}
}

func TestTheHistoryKnowsChosenFiles(t *testing.T) {
	c := written("@ma")
	c.Choose("main.go", "~9")
	c.Backspace() // the space
	c.Insert(":10-20 and @other.go")
	want := c.Value()
	if want != "@main.go:10-20 and @other.go" {
		t.Fatalf("sends %q", want)
	}
	c.Remember(want)
	c.Clear()
	c.Earlier()
	if got := shown(c, 60, 3); got != "@main.go ~9:10-20 and @other.go|" {
		t.Errorf("shows %q", got)
	}
	if c.Value() != want {
		t.Errorf("sends %q", c.Value())
	}
}

func TestALongPathStaysInItsRow(t *testing.T) {
	c := written("@v")
	c.Choose("very/long/path/to/some/file/that/is/wider/than/the/row.go", "~1.2k")
	for _, w := range []int{4, 10, 20} {
		for _, l := range func() []string { ls, _, _ := c.View(theme.New(true), w, 9); return ls }() {
			if theme.Width(l) > w {
				t.Errorf("at %d: %q", w, l)
			}
		}
	}
}
