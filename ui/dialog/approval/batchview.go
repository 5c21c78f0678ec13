package approval

import (
	"fmt"
	"slices"
	"strings"

	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/theme"
)

// View draws the dialog for a screen of w×h. What is on the screen then counts
// as having been shown.
func (b *Batch) View(w, h int) string {
	bw, _ := dialog.Size(w, h, maxWidth, h)
	in := dialog.Inner(bw)
	first := b.boxes[0]
	head := []string{b.opt.Theme.Strong.Render(theme.InertWords(first.a.Tool.ID())) + "  " + kind(first.a)}
	var body []string
	var starts []int
	if b.text {
		body = first.textLines(in)
	} else {
		body, starts = b.table(in, h)
	}
	foot := len(b.foot(in, h))
	_, bh := dialog.Size(w, h, bw, 2+len(head)+len(body)+1+foot)
	room := max(1, bh-3-len(head)-foot)
	b.reach(starts, room)
	visible, below := dialog.Scroll(body, &b.off, room)
	b.page = room
	if !b.text && below == 0 && bh >= 3+len(head)+foot {
		b.seen = true
	}
	lines := append(append(head, visible...), slices.Repeat([]string{""}, max(0, room-len(visible)))...)
	lines = append(append(lines, b.message(below, in)), b.foot(in, h)...)
	return dialog.Draw(b.opt.Theme, b.title(), "", lines, bw, bh)
}

// reach scrolls to the cursor's row after it was moved.
func (b *Batch) reach(starts []int, room int) {
	if !b.follow || len(starts) == 0 {
		return
	}
	b.follow = false
	from, to := starts[b.cursor], starts[b.cursor+1]
	if from < b.off || to-from >= room {
		b.off = from
	} else if to > b.off+room {
		b.off = to - room
	}
}

// table is what the calls have in common, then one block a call, and where
// each block starts, with the end of the last.
func (b *Batch) table(w, h int) (rows []string, starts []int) {
	first := b.boxes[0]
	first.Tick(b.Now())
	col := first.column(w)
	rows = first.words("Asked because", theme.InertWords(first.a.Decision.Reason), w, col)
	rows = append(rows, first.words("Will do", theme.InertWords(first.a.Effect), w, col)...)
	if h >= terseBelow {
		rows = append(rows, "")
	}
	if len(b.common) > 0 {
		rows = append(rows, b.opt.Theme.Heading.Render("the same in all"))
		for _, a := range b.common {
			rows = append(rows, first.argRows(a, w, col)...)
		}
	}
	for i, box := range b.boxes {
		starts = append(starts, len(rows))
		box.Tick(b.Now())
		rows = append(rows, b.block(i, box, w, col)...)
	}
	return rows, append(starts, len(rows))
}

// block is one call: its mark, and the arguments in which it differs.
func (b *Batch) block(i int, box *Box, w, col int) []string {
	at, mark := "  ", "[x] "
	if i == b.cursor {
		at = "▸ "
	}
	if b.out[i] {
		mark = "[ ] "
	}
	name := fmt.Sprintf("%s%s%d of %d", at, mark, i+1, len(b.boxes))
	if b.out[i] {
		name += "  left waiting"
	}
	if i == b.cursor {
		name = b.opt.Theme.Accent.Render(name)
	}
	rows := []string{name}
	for _, n := range b.differ {
		a, ok := box.arg(n)
		if !ok {
			rows = append(rows, "  "+b.opt.Theme.Dim.Render(theme.Cut(arg{name: n, named: true}.label()+" is left out of this one", w-2)))
			continue
		}
		for _, r := range box.argRows(a, w-2, max(0, col-2)) {
			rows = append(rows, "  "+r)
		}
	}
	return rows
}

// message is the line between what scrolls and the keys.
func (b *Batch) message(below, w int) string {
	m, style := "", b.opt.Theme.Text
	switch {
	case b.say != "":
		m, style = b.say, b.opt.Theme.Warn
	case !b.Listening():
		m, style = "listens when the keyboard is quiet", b.opt.Theme.Dim
	case below > 0 && !b.seen && !b.text:
		m = "↓ scroll to the end to allow"
	case below > 0:
		m = fmt.Sprintf("↓ %d more", below)
	}
	return style.Render(theme.Cut(m, w))
}

// foot is the keys line.
func (b *Batch) foot(w, h int) []string {
	full := [][2]string{
		{keys.ApprovalAllow, "allow these, once"}, {keys.ApprovalDeny, "deny these"}, {keys.ApprovalDenyStop, "deny and stop"},
		{keys.BatchMark, "in or out"}, {keys.ApprovalText, "full description"}, {keys.ApprovalLeave, "leave them waiting"},
	}
	if h < terseBelow || w < terseColumn {
		full = [][2]string{
			{keys.ApprovalAllow, "allow"}, {keys.ApprovalDeny, "deny"}, {keys.ApprovalDenyStop, "stop"},
			{keys.BatchMark, "in/out"}, {keys.ApprovalText, "text"}, {keys.ApprovalLeave, "leave"},
		}
	}
	k := &Box{opt: b.opt, chosen: b.chosen, seen: b.seen}
	var items []string
	for _, it := range full {
		items = append(items, k.key(it[0], it[1]))
	}
	items = slices.Insert(items, len(items)-1, " "+b.opt.Keys.Label(keys.ApprovalChoose)+" choose ")
	rows := flow(items, w)
	for i := range rows {
		rows[i] = strings.TrimRight(rows[i], " ")
	}
	return rows
}
