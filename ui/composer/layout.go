package composer

import (
	"fmt"
	"strings"

	"vise/ui/theme"
)

// layout is the text as rows of one width.
type layout struct {
	version, width int
	rows           []row
}

// row is atoms[from:to]; a line feed at its end belongs to it.
type row struct{ from, to int }

// rows lays the text out; what was laid out last is kept.
func (c *Composer) rows(w int) []row {
	w = max(w, 2)
	if c.laid.rows != nil && c.laid.version == c.version && c.laid.width == w {
		return c.laid.rows
	}
	c.laid = layout{version: c.version, width: w, rows: c.wrap(w)}
	return c.laid.rows
}

func (c *Composer) wrap(w int) []row {
	var out []row
	from, width, brk, brkWidth := 0, 0, -1, 0
	for i, a := range c.atoms {
		aw := a.cells(w)
		if a.s == "\n" {
			out = append(out, row{from, i + 1})
			from, width, brk = i+1, 0, -1
			continue
		}
		if width+aw > w && i > from {
			to := i
			if brk > from {
				to, width = brk, width-brkWidth
			} else {
				width = 0
			}
			out = append(out, row{from, to})
			from, brk = to, -1
		}
		width += aw
		if a.s == " " || aw > 1 {
			brk, brkWidth = i+1, width
		}
	}
	return append(out, row{from, len(c.atoms)})
}

// cells is the width that a is shown with; a chip is never wider than a row.
func (a atom) cells(w int) int {
	if a.folds {
		return min(theme.Width(a.chip()), w)
	}
	if a.mention {
		return min(a.mentionWidth(), w)
	}
	return a.w
}

// chip is how folded text is shown.
func (a atom) chip() string {
	n := strings.Count(strings.TrimSuffix(a.s, "\n"), "\n") + 1
	if n == 1 {
		return fmt.Sprintf("[pasted %s characters]", thousands(len([]rune(a.s))))
	}
	return fmt.Sprintf("[pasted %s lines]", thousands(n))
}

func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Height is how many rows the text takes at a width, at least one.
func (c *Composer) Height(w int) int { return len(c.rows(w)) }

// View draws the part of the text around the cursor in at most h rows of w
// cells, and says where the cursor is in it.
func (c *Composer) View(th theme.Theme, w, h int) (lines []string, x, y int) {
	if len(c.atoms) == 0 {
		return []string{th.Dim.Render(theme.Cut(c.Placeholder, w))}, 0, 0
	}
	rows := c.rows(w)
	cur, x := c.cursor(w)
	first := max(min(cur-h/2, len(rows)-h), 0)
	for _, r := range rows[first:min(first+max(h, 1), len(rows))] {
		lines = append(lines, c.draw(th, r, w))
	}
	return lines, x, cur - first
}

func (c *Composer) draw(th theme.Theme, r row, w int) string {
	var b strings.Builder
	for _, a := range c.atoms[r.from:r.to] {
		switch {
		case a.folds:
			b.WriteString(th.Accent.Render(theme.Cut(a.chip(), w)))
		case a.mention:
			b.WriteString(a.drawMention(th, w))
		case a.s != "\n":
			b.WriteString(a.s)
		}
	}
	return b.String()
}

// cursor is the row and the column of the cursor.
func (c *Composer) cursor(w int) (y, x int) {
	rows := c.rows(w)
	y = len(rows) - 1
	for i, r := range rows {
		if c.at >= r.from && (c.at < r.to || c.at == r.to && i == len(rows)-1) {
			y = i
			break
		}
	}
	for _, a := range c.atoms[rows[y].from:c.at] {
		x += a.cells(w)
	}
	return y, min(x, max(w-1, 0))
}

// Up moves a row up; false when the cursor is on the first one.
func (c *Composer) Up(w int) bool { return c.vertical(w, -1) }

// Down moves a row down; false when the cursor is on the last one.
func (c *Composer) Down(w int) bool { return c.vertical(w, 1) }

func (c *Composer) vertical(w, by int) bool {
	rows := c.rows(w)
	y, x := c.cursor(w)
	if y+by < 0 || y+by >= len(rows) {
		return false
	}
	if c.goal < 0 {
		c.goal = x
	}
	r, goal := rows[y+by], c.goal
	i, col := r.from, 0
	for i < r.to && c.atoms[i].s != "\n" {
		aw := c.atoms[i].cells(w)
		if col+aw > goal || i == r.to-1 && y+by < len(rows)-1 && c.atoms[i].s != "\n" && col >= goal {
			break
		}
		col += aw
		i++
	}
	if i == r.to && y+by < len(rows)-1 && i > r.from {
		i-- // behind the last character would be the next row
	}
	c.at = i
	c.version++
	c.goal = goal
	return true
}
