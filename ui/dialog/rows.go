package dialog

import "vise/ui/theme"

// Rows wraps one inert line to rows at most w columns wide. It breaks after a
// space where that leaves a row at least half full, else between characters;
// joined together the rows are the line again. An empty line is one row.
func Rows(line string, w int) []string {
	w = max(1, w)
	if len(line) <= w && theme.Width(line) <= w {
		return []string{line}
	}
	var out []string
	start, width := 0, 0   // of the row
	brk, brkWidth := -1, 0 // after the row's last space
	for at := 0; at < len(line); {
		cluster, cw := theme.Cluster(line[at:])
		if width+cw > w && at > start {
			if brk > start && brkWidth*2 >= w {
				out = append(out, line[start:brk])
				start, width = brk, width-brkWidth
			} else {
				out = append(out, line[start:at])
				start, width = at, 0
			}
			brk = -1
		}
		at += len(cluster)
		width += cw
		if cluster == " " {
			brk, brkWidth = at, width
		}
	}
	return append(out, line[start:])
}

// Flow puts items on rows at most w columns wide with gap between them; an
// item is never broken.
func Flow(items []string, gap string, w int) []string {
	var out []string
	row := ""
	for _, it := range items {
		if row != "" && theme.Width(row)+theme.Width(gap)+theme.Width(it) > w {
			out = append(out, row)
			row = ""
		}
		if row != "" {
			row += gap
		}
		row += it
	}
	return append(out, row)
}

// Scroll keeps an offset into rows: the rows that are visible in height, and
// how many lie below them. The offset is brought into range.
func Scroll(rows []string, off *int, height int) (visible []string, below int) {
	height = max(0, height)
	*off = max(0, min(*off, len(rows)-height))
	end := min(len(rows), *off+height)
	return rows[*off:end], len(rows) - end
}
