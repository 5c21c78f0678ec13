package rows

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"vise/ui/dialog"
	"vise/ui/theme"
)

// seam makes the upper border of a box one that goes on from a box above.
func seam(border string) string {
	border = strings.Replace(border, "╭", "├", 1)
	if i := strings.LastIndex(border, "╮"); i >= 0 {
		border = border[:i] + "┤" + border[i+len("╮"):]
	}
	return border
}

// Field draws "name  value" with the value wrapped beside its name, names in a
// column of nameW cells; in a narrow place the value stands below. Both must be
// inert.
func Field(th theme.Theme, name, value string, nameW, w int) []string {
	if w < nameW+12 {
		lines := []string{th.Dim.Render(theme.Cut(name, w))}
		for _, l := range theme.Wrap(value, max(w-2, 2)) {
			lines = append(lines, "  "+l)
		}
		return lines
	}
	var lines []string
	label := theme.Fit(name, nameW)
	if theme.Width(name) > nameW {
		lines, label = append(lines, th.Dim.Render(theme.Cut(name, w))), theme.Fit("", nameW)
	}
	for _, l := range theme.Wrap(value, w-nameW-1) {
		lines = append(lines, th.Dim.Render(label)+" "+l)
		label = theme.Fit("", nameW)
	}
	return lines
}

// Input draws a line of text that is being typed, with its cursor, behind a
// label, in w cells.
func Input(th theme.Theme, label string, in *dialog.Line, w int) string {
	lead := " " + label + " "
	text, x, _ := in.View(max(w-theme.Width(lead)-1, 2), 1)
	left, rest := ansi.Truncate(text[0], x, ""), ansi.TruncateLeft(text[0], x, "")
	under := " "
	if rest != "" {
		under, _ = theme.Cluster(rest)
		rest = rest[len(under):]
	}
	return theme.Fit(" "+th.Accent.Render(label)+" "+left+th.Selected.Render(under)+rest, w)
}
