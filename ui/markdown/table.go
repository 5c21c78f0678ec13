package markdown

import (
	"strings"

	extast "github.com/yuin/goldmark/extension/ast"

	"vise/ui/theme"
)

// minColumn is the narrowest column in cells that a table is drawn with.
const minColumn = 4

// barCells is the width of what stands between columns: " │ ".
const barCells = 3

// grid is a table with the text of its cells.
type grid struct {
	rows   [][][]span // row, column, spans; the header is first
	align  []extast.Alignment
	widths []int
}

func (w *writer) table(n *extast.Table, l look) {
	g := grid{align: n.Alignments}
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		as := l
		if row.Kind() == extast.KindTableHeader {
			as |= lookHeading
		}
		var cells [][]span
		for c := row.FirstChild(); c != nil && len(cells) < len(g.align); c = c.NextSibling() {
			cells = append(cells, spans(w.src, c, as))
		}
		for len(cells) < len(g.align) {
			cells = append(cells, nil)
		}
		g.rows = append(g.rows, cells)
	}
	if !g.fit(w.room()) {
		w.records(g)
		return
	}
	for i, cells := range g.rows {
		if i == 0 && w.skipHead {
			continue
		}
		w.row(g, cells)
		if i == 0 {
			w.rule(g)
		}
	}
}

// fit sets the widths of the columns so that the table takes at most room
// cells; it reports false when there is too little room for that.
func (g *grid) fit(room int) bool {
	room -= barCells * (len(g.align) - 1)
	if room < minColumn*len(g.align) {
		return false
	}
	g.widths = make([]int, len(g.align))
	total := 0
	for i := range g.widths {
		g.widths[i] = 1
		for _, r := range g.rows {
			g.widths[i] = max(g.widths[i], naturalWidth(r[i]))
		}
		total += g.widths[i]
	}
	if total > room {
		shrink(g.widths, room)
	}
	return true
}

func naturalWidth(cell []span) int {
	n := 0
	for _, s := range cell {
		n += theme.Width(s.text)
	}
	return n
}

// shrink takes from the widest columns until all together take room cells.
func shrink(widths []int, room int) {
	limit, left := 0, room
	for {
		wide, narrow := 0, 0
		for _, n := range widths {
			if n > limit {
				wide++
			} else {
				narrow += n
			}
		}
		next := (room - narrow) / max(wide, 1)
		if next <= limit {
			break
		}
		limit = next
	}
	for i, n := range widths {
		widths[i] = max(min(n, limit), 1)
		left -= widths[i]
	}
	for i := 0; i < len(widths) && left > 0; i++ {
		if widths[i] == limit {
			widths[i], left = widths[i]+1, left-1
		}
	}
}

// row draws one row: as many lines as its highest cell has.
func (w *writer) row(g grid, cells [][]span) {
	filled := make([][]flowLine, len(cells))
	height := 1
	for i, c := range cells {
		filled[i] = fill(&w.pal, c, g.widths[i])
		height = max(height, len(filled[i]))
	}
	for y := range height {
		var b strings.Builder
		for i, lines := range filled {
			if i > 0 {
				b.WriteString(" " + w.pal.paint(lookDim, "│") + " ")
			}
			var l flowLine
			if y < len(lines) {
				l = lines[y]
			}
			for _, id := range l.cites {
				w.doc.Cites = append(w.doc.Cites, Cite{id, len(w.doc.Lines)})
			}
			b.WriteString(aligned(l, g.widths[i], g.align[i]))
		}
		w.line(strings.TrimRight(b.String(), " "))
	}
}

func aligned(l flowLine, width int, a extast.Alignment) string {
	pad := max(width-l.width, 0)
	left := 0
	switch a {
	case extast.AlignRight:
		left = pad
	case extast.AlignCenter:
		left = pad / 2
	}
	return strings.Repeat(" ", left) + l.text + strings.Repeat(" ", pad-left)
}

func (w *writer) rule(g grid) {
	parts := make([]string, len(g.widths))
	for i, n := range g.widths {
		parts[i] = strings.Repeat("─", n)
	}
	w.line(w.pal.paint(lookDim, strings.Join(parts, "─┼─")))
}

// records draws a table that is too wide as one "header: value" line a cell.
func (w *writer) records(g grid) {
	for i, cells := range g.rows[1:] {
		if i > 0 {
			w.line("")
		}
		for c, cell := range cells {
			line := append([]span{}, g.rows[0][c]...)
			line = append(line, span{": ", lookDim, nil})
			w.flow(append(line, cell...))
		}
	}
}
