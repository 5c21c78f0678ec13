package theme

import "strings"

// Box is a bordered part of the screen.
type Box struct {
	Title string // on the top border, left
	Right string // on the top border, right
	Foot  string // on the bottom border
	Focus bool
}

// Draw draws the box with exactly h lines of exactly w cells; lines that don't
// fit are left out, lines that are too wide are cut. Under 4×3 cells there is
// no room for a border, and the lines stand alone.
func (t Theme) Draw(b Box, lines []string, w, h int) []string {
	if h <= 0 || w <= 0 {
		return nil
	}
	if w < 4 || h < 3 {
		return fill(lines, w, h)
	}
	st := t.Border
	if b.Focus {
		st = t.BorderFocus
	}
	side := st.Render("│")
	out := make([]string, 0, h)
	out = append(out, t.edge(b, "╭", b.Title, b.Right, "╮", w))
	for _, l := range fill(lines, w-2, h-2) {
		out = append(out, side+l+side)
	}
	return append(out, t.edge(b, "╰", b.Foot, "", "╯", w))
}

func (t Theme) edge(b Box, open, left, right, shut string, w int) string {
	st := t.Border
	if b.Focus {
		st = t.BorderFocus
	}
	room := w - 4 // corners, and one line on each side
	text, end := "", ""
	if right != "" && Width(right)+2 < room {
		end = " " + right + " "
		room -= Width(end)
	}
	if left != "" && room > 4 {
		text = " " + Cut(left, room-2) + " "
		room -= Width(text)
	}
	if b.Focus && text != "" {
		text = t.Strong.Render(text)
	}
	return st.Render(open+"─") + text + st.Render(strings.Repeat("─", max(room, 0))) + end + st.Render("─"+shut)
}

// fill makes exactly h lines of exactly w cells.
func fill(lines []string, w, h int) []string {
	out := make([]string, h)
	for i := range out {
		if i < len(lines) {
			out[i] = Fit(lines[i], w)
		} else {
			out[i] = strings.Repeat(" ", w)
		}
	}
	return out
}

// Overlay draws box over the middle of screen, both as lines; every line of
// box has the same width.
func Overlay(screen, box []string, w int) []string {
	if len(box) == 0 {
		return screen
	}
	bw := Width(box[0])
	top, left := max((len(screen)-len(box))/2, 0), max((w-bw)/2, 0)
	out := append([]string(nil), screen...)
	for i, l := range box {
		if top+i < len(out) {
			out[top+i] = splice(out[top+i], l, left, bw, w)
		}
	}
	return out
}

// Lines cuts a drawn text into exactly h lines of exactly w cells.
func (t Theme) Lines(view string, w, h int) []string {
	return fill(strings.Split(view, "\n"), w, h)
}
