// Package dialog has what the dialogs of the workbench share: their frame,
// text that is wrapped without losing any of it, a line editor. The dialogs
// themselves are its sub-packages; theme.Overlay puts one over a screen.
package dialog

import (
	"strings"

	"vise/ui/theme"
)

// Inner is the width that is left for the lines of a dialog w columns wide.
func Inner(w int) int {
	if w < 4 {
		return max(1, w)
	}
	return max(1, w-4)
}

// Draw puts lines into a titled frame of exactly w×h; too many or too long
// lines are cut, so that nothing can leave the frame.
func Draw(th theme.Theme, title, right string, lines []string, w, h int) string {
	if w >= 4 && h >= 3 {
		in := make([]string, len(lines))
		for i, l := range lines {
			in[i] = " " + theme.Fit(l, w-4) + " "
		}
		lines = in
	}
	return strings.Join(th.Draw(theme.Box{Title: title, Right: right, Focus: true}, lines, w, h), "\n")
}

// Size is the size of a dialog that wants bw×bh on a screen of w×h: never
// larger than the screen, with a margin where there is room for one.
func Size(w, h, bw, bh int) (int, int) {
	mw, mh := w, h
	if w >= 100 {
		mw = w - 4
	}
	if h >= 30 {
		mh = h - 4
	}
	return max(1, min(bw, mw)), max(1, min(bh, mh))
}

// Foreign is a text that others wrote as lines w columns wide behind a bar, so
// that it can't pass for vise's own words.
func Foreign(th theme.Theme, text string, w int) []string {
	bar := th.Quote.Render("▏ ")
	var out []string
	for l := range strings.SplitSeq(theme.InertBlock(text), "\n") {
		for _, row := range Rows(l, max(1, w-2)) {
			out = append(out, bar+row)
		}
	}
	return out
}
