package markdown

import (
	"strings"

	"vise/ui/theme"
)

// gutter is left of every line of code; goesOn marks a line that goes on with
// the one before, which was too long.
const (
	gutter = "  "
	goesOn = "↪ "
)

// codeBlock draws code as it is: no words are moved, a line that is too long
// goes on below. Whole is the code that text is a piece of.
func (w *writer) codeBlock(lang, text, whole string, joined bool) {
	at := len(w.doc.Lines)
	if lang != "" && !joined {
		w.line(w.pal.paint(lookDim, theme.Cut(lang, w.room())))
	}
	pad, more := gutter, w.pal.paint(lookDim, goesOn)
	if w.room() < 2*MinWidth+len(gutter) {
		pad, more = "", ""
	}
	room := w.room() - len(pad)
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		for i, l := range hardWrap(expandTabs(line), room) {
			lead := pad
			if i > 0 {
				lead = more
			}
			w.line(strings.TrimRight(lead+w.pal.paint(lookBlock, l), " "))
		}
	}
	w.doc.Blocks = append(w.doc.Blocks, Block{Lang: lang, Text: whole, Line: at, Height: len(w.doc.Lines) - at})
}

// tabStop is the distance of tab stops in code.
const tabStop = 4

func expandTabs(s string) string {
	if !strings.Contains(s, "\t") {
		return s
	}
	var b strings.Builder
	col := 0
	for s != "" {
		cluster, w := theme.Cluster(s)
		if cluster[0] == '\t' {
			w = tabStop - col%tabStop
			b.WriteString("    "[:w])
			cluster = cluster[:1]
		} else {
			b.WriteString(cluster)
		}
		col += w
		s = s[len(cluster):]
	}
	return b.String()
}

// hardWrap cuts s, which has no tabs, into pieces of at most room cells.
func hardWrap(s string, room int) []string {
	if len(s) <= room || theme.Width(s) <= room {
		return []string{s}
	}
	var out []string
	start, col := 0, 0
	for i := 0; i < len(s); {
		cluster, w := theme.Cluster(s[i:])
		if col+w > room && i > start {
			out = append(out, s[start:i])
			start, col = i, 0
		}
		i, col = i+len(cluster), col+w
	}
	return append(out, s[start:])
}
