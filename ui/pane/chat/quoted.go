package chat

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"vise/ui/markdown"
	"vise/ui/theme"
)

// marks are what lines of vise begin with in a conversation: how a call stands,
// what a check found, what is folded, how a run ended.
const marks = "⏸✓✗■▸▾⧗⚑○●…–·!?"

// quoted draws a part of what the model wrote. Where a line of it begins like
// one of vise's, all of the part stands behind a bar: a model can be talked into
// writing that a call was made.
func quoted(c markdown.Chunk, w int, th theme.Theme) []string {
	lines := c.Render(w, th).Lines
	for _, l := range lines {
		if !markedLine(l) {
			continue
		}
		lines = c.Render(max(w-2, 1), th).Lines
		for i, l := range lines {
			lines[i] = th.Barred(l, w)
		}
		return lines
	}
	return lines
}

// barLines is quoted for a text that still grows: lines are cut that would have
// to be wrapped anew.
func barLines(lines []string, w int, th theme.Theme) []string {
	for i, l := range lines {
		if markedLine(l) {
			lines[i] = th.Barred(l, w)
		}
	}
	return lines
}

// markedLine reports a line that begins with one of the marks, under its styles.
func markedLine(line string) bool {
	if len(line) > 0 && line[0] != 0x1b && line[0] != ' ' && line[0] < utf8.RuneSelf && line[0] != '!' && line[0] != '?' {
		return false // most lines
	}
	r, n := utf8.DecodeRuneInString(strings.TrimLeft(ansi.Strip(line), " "))
	return n > 0 && strings.ContainsRune(marks, r)
}
