package trace

import (
	"strings"

	"vise/session"
	"vise/ui/list"
	"vise/ui/pane/eventline"
)

// Find selects the next event that holds a text in its row or its details,
// whatever its case, or the one before where dir is negative; at is what was
// found before. It tells which one of how many it is; of is 0 where there is
// none.
func (p *Pane) Find(want string, at list.Hit, dir int) (now list.Hit, n, of int) {
	if at.Item < 0 {
		at.Item = p.sel - 1 // the selected one counts
	}
	var hits []list.Hit
	want = strings.ToLower(want)
	for row, i := range p.shown {
		if p.holds(p.events[i], want) {
			hits = append(hits, list.Hit{Item: row})
		}
	}
	if len(hits) == 0 {
		return at, 0, 0
	}
	k := list.Next(hits, at, dir)
	p.pick(hits[k].Item)
	p.list.Jump(hits[k])
	p.version++
	return hits[k], k + 1, len(hits)
}

// holds reports that what is shown of e has the text, which is in lower case.
func (p *Pane) holds(e session.Event, want string) bool {
	if strings.Contains(strings.ToLower(eventline.Line(e, p.state).String()), want) {
		return true
	}
	for _, f := range eventline.Detail(e) {
		if strings.Contains(strings.ToLower(f.Value), want) {
			return true
		}
	}
	return false
}
