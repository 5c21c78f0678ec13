package rows

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"vise/ui/keys"
	"vise/ui/theme"
)

// A key can come before the first frame: between a message that lays details
// out and the drawing of them.
func TestKeysBeforeTheFirstDrawAndWithoutText(t *testing.T) {
	th := theme.New(true)
	text := func() *Doc {
		d := NewDoc(th)
		d.Heading("a heading")
		d.Field("name", "a value")
		d.Quote(strings.Repeat("what others wrote\n", 20))
		return d
	}
	docs := map[string]func() *Doc{
		"fresh":                      text,
		"fresh, resumed from one":    func() *Doc { d := text(); d.Resume(text()); return d },
		"empty":                      func() *Doc { return NewDoc(th) },
		"empty, drawn":               func() *Doc { d := NewDoc(th); d.Lines(20, 5); return d },
		"empty, resumed from a text": func() *Doc { old, d := text(), NewDoc(th); old.Lines(20, 5); d.Resume(old); return d },
	}
	scroll := []string{keys.Up, keys.Down, keys.PageUp, keys.PageDown, keys.First, keys.Last}
	for name, doc := range docs {
		for _, a := range scroll {
			for _, b := range scroll {
				d := doc()
				if !d.Key(a) || !d.Key(b) {
					t.Errorf("%s: %s, %s: not taken", name, a, b)
				}
				got := ansi.Strip(strings.Join(d.Lines(20, 5), "\n"))
				if strings.HasPrefix(name, "fresh") && !strings.HasPrefix(got, "a heading") {
					t.Errorf("%s: %s, %s: begins with\n%s", name, a, b, got)
				}
			}
		}
	}
}
