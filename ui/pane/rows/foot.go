package rows

import (
	"strings"

	"vise/ui/keys"
	"vise/ui/theme"
)

// Hint is one entry of a footer: the keys of some bindings, and what they do.
type Hint struct {
	Words string
	IDs   []string
}

// Foot is a line of hints of at most w cells, the most important first. The
// last one, how to get away, is always there; others are left out when there
// is no room.
func Foot(th theme.Theme, km *keys.Map, w int, hints ...Hint) string {
	const gap = " · "
	var texts []string
	for _, h := range hints {
		var labels []string
		for _, id := range h.IDs {
			if l := km.Label(id); l != "" {
				labels = append(labels, l)
			}
		}
		if len(labels) > 0 {
			texts = append(texts, strings.Join(labels, " ")+" "+h.Words)
		}
	}
	if len(texts) == 0 {
		return ""
	}
	last := texts[len(texts)-1]
	line, room := "", w-2-theme.Width(last)
	for _, t := range texts[:len(texts)-1] {
		if room -= theme.Width(t) + len([]rune(gap)); room < 0 {
			break
		}
		line += t + gap
	}
	return th.Dim.Render(theme.Cut(" "+line+last, w))
}
