package theme

import "github.com/charmbracelet/x/ansi"

// splice puts over, bw cells wide, on line at column left; the result is w
// cells wide. A wide character that would be halved becomes a space.
func splice(line, over string, left, bw, w int) string {
	before := Fit(ansi.Truncate(line, left, ""), left)
	after := ""
	if left+bw < w {
		room := w - left - bw
		for cut := left + bw; ; cut++ {
			after = ansi.TruncateLeft(Fit(line, w), cut, "")
			if Width(after) <= room {
				break
			}
		}
		after = Fit("", room-Width(after)) + after
	}
	return before + over + after
}
