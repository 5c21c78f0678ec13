package composer

import (
	"strings"

	"vise/ui/theme"
)

// Pasted text of more lines or bytes than these is folded into a chip.
const (
	foldLines = 6
	foldBytes = 1000
)

// Paste puts pasted text at the cursor, whole; long text is folded.
func (c *Composer) Paste(s string) {
	s = clean(s)
	if strings.Count(s, "\n") < foldLines && len(s) < foldBytes {
		c.put(split(s))
		return
	}
	c.put([]atom{{s: s, folds: true}})
}

// Unfold opens the folded text at the cursor, or the last one; false when
// nothing is folded.
func (c *Composer) Unfold() bool {
	i := c.foldNear()
	if i < 0 {
		return false
	}
	as := split(c.atoms[i].s)
	rest := append([]atom(nil), c.atoms[i+1:]...)
	c.atoms = append(append(c.atoms[:i], as...), rest...)
	c.at = i
	c.changed()
	return true
}

func (c *Composer) foldNear() int {
	for _, i := range []int{c.at - 1, c.at} {
		if i >= 0 && i < len(c.atoms) && c.atoms[i].folds {
			return i
		}
	}
	for i := len(c.atoms) - 1; i >= 0; i-- {
		if c.atoms[i].folds {
			return i
		}
	}
	return -1
}

// clean makes text safe to show and to send: line ends become line feeds, and
// what a terminal would act on becomes visible text.
func clean(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return theme.InertBlock(strings.ReplaceAll(s, "\r", "\n"))
}
