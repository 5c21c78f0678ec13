package theme

import (
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// Width is the number of cells that s takes, styles not counted.
func Width(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] >= 0x7f {
			return ansi.StringWidth(s)
		}
	}
	return len(s)
}

// Cluster is the first character of s as a person sees it, with all its marks
// and joiners, and the cells it takes. s must not be empty.
func Cluster(s string) (string, int) {
	if s[0] >= 0x20 && s[0] < 0x7f && (len(s) == 1 || s[1] < 0x80) {
		return s[:1], 1
	}
	return ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
}

// Fit makes s exactly w cells wide: cut with "…", or padded with spaces.
func Fit(s string, w int) string {
	n := Width(s)
	if n > w {
		s = Cut(s, w)
		n = Width(s)
	}
	if n < w {
		return s + strings.Repeat(" ", w-n)
	}
	return s
}

// Cut shortens s to at most w cells, with "…" where something is missing.
func Cut(s string, w int) string {
	if w <= 0 {
		return ""
	}
	if Width(s) <= w {
		return s
	}
	out := ansi.Truncate(s, w, "…")
	for n := w - 1; n >= 0 && Width(out) > w; n-- { // it takes a keycap (1️⃣) for one cell
		out = ansi.Truncate(s, n, "…")
	}
	return out
}

// Between puts left and right at the two ends of a line of w cells. Where both
// don't fit the left one is cut.
func Between(left, right string, w int) string {
	room := w - Width(right)
	if room < 1 {
		return Fit(left, w)
	}
	return Fit(left, room) + right
}

// Hang wraps one line of inert text to w cells, and sets in what it goes on
// with.
func Hang(line string, w int) []string {
	if Width(line) <= w {
		return []string{line}
	}
	out := Wrap(line, max(w-2, 1))
	for i := 1; i < len(out); i++ {
		out[i] = Cut("  "+out[i], w)
	}
	return out
}

// Wrap breaks plain text (no styles) into lines of at most w cells: at spaces,
// between wide characters, and inside a word only where it is longer than a
// line. Spaces at a break are dropped; an empty text is one empty line.
func Wrap(s string, w int) []string {
	w = max(w, 2) // the widest character must fit
	var out []string
	for para := range strings.SplitSeq(s, "\n") {
		if len(para) <= w && Width(para) <= w {
			out = append(out, para)
			continue
		}
		out = wrapLine(out, para, w)
	}
	return out
}

func wrapLine(out []string, s string, w int) []string {
	start, width := 0, 0   // of the line being filled
	brk, brkWidth := -1, 0 // the last place to break, and the width up to it
	for i := 0; i < len(s); {
		cluster, cw := Cluster(s[i:])
		if width+cw > w && cluster != " " {
			end, next := i, i
			if brk > start {
				end, next, width = brk, brk, width-brkWidth
			} else {
				width = 0
			}
			out = append(out, strings.TrimRight(s[start:end], " "))
			start, brk = next, -1
		}
		width += cw
		i += len(cluster)
		if cluster == " " || cw > 1 && !closesNext(s[i:]) {
			brk, brkWidth = i, width
		}
	}
	return append(out, strings.TrimRight(s[start:], " "))
}

// closesNext reports that s begins with punctuation that may not begin a line.
func closesNext(s string) bool {
	for _, r := range s {
		return unicode.Is(unicode.Pe, r) || unicode.Is(unicode.Pf, r) || strings.ContainsRune("，。、；：？！,.;:?!…ー", r)
	}
	return false
}

// Barred is a line that others wrote, behind the bar that tells it from vise's
// own, cut to w columns.
func (t Theme) Barred(line string, w int) string { return Cut(t.Quote.Render("▏")+" "+line, w) }
