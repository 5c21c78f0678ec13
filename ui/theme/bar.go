package theme

import (
	"math"

	"charm.land/bubbles/v2/progress"
	"github.com/charmbracelet/x/ansi"
)

// Bar is a bar of that many cells, filled by share (0 to 1). A cell counts once
// all of it is done, so that a full bar means the end. It has no colour of its
// own: the caller draws it as the text around it.
func Bar(cells int, share float64) string {
	if cells <= 0 {
		return ""
	}
	p := progress.New(progress.WithWidth(cells), progress.WithoutPercentage(), progress.WithFillCharacters('█', '░'))
	full := math.Floor(float64(cells)*min(max(share, 0), 1) + 1e-9)
	return ansi.Strip(p.ViewAs(full / float64(cells)))
}
