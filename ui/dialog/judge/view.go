package judge

import (
	"slices"

	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/theme"
)

const (
	width      = 76
	answerRows = 3
	noteRows   = 4
)

// View draws the box for a screen of w×h.
func (b *Box) View(w, h int) string {
	bw, _ := dialog.Size(w, h, width, h)
	in := dialog.Inner(bw)
	foot := b.foot(in)
	head := b.head(in)
	if room := h - 2 - len(foot); len(head) > room {
		head = head[:max(room, 0)] // the keys stay on the screen
	}
	b.cy += len(head)
	lines := slices.Concat(head, foot)
	_, bh := dialog.Size(w, h, bw, len(lines)+2)
	return dialog.Draw(b.th, "What was this answer worth?", "", lines, bw, bh)
}

// Cursor is where the text cursor belongs in what View drew.
func (b *Box) Cursor() (x, y int, ok bool) { return b.cx, b.cy, b.Writing() }

// head names the request and shows how its answer begins.
func (b *Box) head(w int) []string {
	out := []string{b.th.Dim.Render("asked") + "  " + theme.Cut(theme.InertWords(b.task), max(1, w-7))}
	if b.answer != "" {
		rows := dialog.Foreign(b.th, b.answer, w)
		if len(rows) > answerRows {
			rows = append(rows[:answerRows], b.th.Quote.Render("▏ ")+"…")
		}
		out = append(out, rows...)
	}
	return append(out, "")
}

// foot is the answers, or the note with its keys.
func (b *Box) foot(w int) []string {
	if b.Writing() {
		return b.noteLines(w)
	}
	b.cx, b.cy = 0, 0
	var items []string
	for _, m := range marks {
		items = append(items, b.key(m.id, m.words))
	}
	items = append(items, b.key(keys.SaveCase, "save the run as a case"), b.key(keys.ListClose, "close"))
	out := dialog.Flow(items, " ", w)
	if b.say != "" {
		return append([]string{b.th.Warn.Render(theme.Cut(b.say, w))}, out...)
	}
	return out
}

// key is one key with its words, the chosen one between brackets.
func (b *Box) key(id, words string) string {
	label := b.keys.Label(id)
	if label == "" {
		label = "-" // no key: still to be chosen
	}
	if b.chosen == id {
		return b.th.Selected.Render("[" + label + " " + words + "]")
	}
	return " " + b.th.Accent.Render(label) + " " + words + " "
}

func (b *Box) noteLines(w int) []string {
	lines, x, y := b.note.View(w-2, noteRows)
	out := []string{b.th.Strong.Render(theme.Cut(b.marked.ask, w))}
	for _, l := range lines {
		out = append(out, "> "+l)
	}
	b.cx, b.cy = 2+2+x, 2+y
	if b.say != "" {
		return append(out, b.th.Warn.Render(theme.Cut(b.say, w)))
	}
	return append(out, theme.Cut(b.keys.Label(keys.NoteSend)+" keep it · "+b.keys.Label(keys.NoteBack)+" back", w))
}
