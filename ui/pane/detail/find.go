package detail

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"vise/ui/list"
)

// Find goes to the next line that holds a text, whatever its case, or to the
// one before where dir is negative; at is what was found before. It tells
// which one of how many it is; of is 0 where there is none.
func (p *Pane) Find(want string, at list.Hit, dir int) (now list.Hit, n, of int) {
	if at.Item < 0 {
		at = p.list.Top()
		at.Line-- // the first line counts
	}
	var hits []list.Hit
	low := strings.ToLower(want)
	for i, line := range p.lines {
		if !strings.Contains(strings.ToLower(line), low) {
			continue
		}
		found := p.list.Hits(i, want, ansi.Strip)
		if len(found) == 0 {
			found = []list.Hit{{Item: i}} // it goes over the end of a line
		}
		hits = append(hits, found...)
	}
	if len(hits) == 0 {
		return at, 0, 0
	}
	k := list.Next(hits, at, dir)
	p.list.Jump(hits[k])
	return hits[k], k + 1, len(hits)
}
