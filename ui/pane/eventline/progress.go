package eventline

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"vise/session"
	"vise/ui/theme"
)

// barCells is the width of a bar at most.
const barCells = 20

// Progress tells how far a call is in at most w cells: a bar where its server
// gives a total, and what the server says. It is inert.
func Progress(p session.CallProgress, w int) string {
	said := theme.InertLine(p.Message)
	share, ok := share(p.Done, p.Total)
	if !ok {
		if said == "" && p.Done > 0 && !math.IsInf(p.Done, 0) {
			said = amount(p.Done) + " so far"
		}
		return theme.Cut(said, w)
	}
	tail := fmt.Sprintf(" %d%%", int(share*100))
	if room := barCells + theme.Width(tail); room+3 <= w {
		tail = theme.Bar(barCells, share) + tail
	}
	tail = strings.TrimPrefix(tail, " ")
	if said != "" {
		tail += " · " + said
	} else if p.Total != 100 {
		tail += fmt.Sprintf(" · %s of %s", amount(p.Done), amount(p.Total))
	}
	return theme.Cut(tail, w)
}

// share is how much of the whole is done, 0 to 1; false where that can't be
// said.
func share(done, total float64) (float64, bool) {
	if !(total > 0) || math.IsInf(total, 0) || math.IsNaN(done) {
		return 0, false
	}
	return min(max(done/total, 0), 1), true
}

func amount(n float64) string { return strconv.FormatFloat(n, 'g', 6, 64) }
