package approval

import (
	"strings"

	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/theme"
)

const (
	idRaw    = keys.ApprovalRaw
	idReveal = keys.ApprovalReveal
)

// Heights below which the keys are shown in fewer words.
const (
	shortBelow  = 18
	terseBelow  = 13
	noteRows    = 3
	terseColumn = 50
)

// item is one key of the keys line, in full, short and terse words.
type item struct{ id, full, short, terse string }

// items are the keys in two groups: answers, and looking around.
func (b *Box) items() (give, look []item) {
	if b.mode == standing {
		return b.ruleItems()
	}
	tool := theme.InertWords(b.a.Tool.ID())
	give = []item{
		{keys.ApprovalAllow, "allow once", "allow once", "once"},
		{keys.ApprovalAllowTool, "allow " + theme.Cut(tool, 30) + ", any arguments, until /new", "any, until /new", "/new"},
		{keys.ApprovalAlways, "always …", "always", "always"},
		{keys.ApprovalEdit, "edit", "edit", "edit"},
		{keys.ApprovalDeny, "deny", "deny", "deny"},
		{keys.ApprovalDenyStop, "deny and stop", "and stop", "stop"},
		{keys.ApprovalDenyNote, "deny, say why", "say why", "why"},
	}
	look = []item{
		{keys.ApprovalRaw, "raw JSON", "raw", "raw"},
		{keys.ApprovalText, "full description", "description", "text"},
	}
	switch b.mode {
	case raw:
		look[0] = item{keys.ApprovalRaw, "back from raw JSON", "not raw", "args"}
	case text:
		look[1] = item{keys.ApprovalText, "back to the call", "back", "args"}
	}
	if b.secret {
		show := item{keys.ApprovalReveal, "show masked", "show masked", "shown"}
		if b.reveal {
			show = item{keys.ApprovalReveal, "mask again", "mask", "mask"}
		}
		look = append(look, show)
	}
	if b.waiting() > 1 {
		look = append(look, item{keys.ApprovalNext, "next", "next", "next"})
	}
	return give, look
}

// foot is the keys line, or the note being written.
func (b *Box) foot(w, h int) []string {
	if b.note != nil {
		return b.noteLines(w, h)
	}
	give, look := b.items()
	switch {
	case h < terseBelow || w < terseColumn:
		row := append(b.terse(give), b.terse(look)...)
		return dialog.Flow(append(row, b.opt.Keys.Label(keys.ApprovalChoose), b.chosenOr(keys.ApprovalLeave, "esc")), " ", w)
	case h < shortBelow:
		var row []string
		for _, it := range append(give, look...) {
			row = append(row, b.key(it.id, it.short))
		}
		row = append(row, " "+b.opt.Keys.Label(keys.ApprovalChoose)+" choose ", b.key(keys.ApprovalLeave, b.leaves("leave")))
		return flow(row, w)
	}
	var row1, row2 []string
	for _, it := range give {
		row1 = append(row1, b.key(it.id, it.full))
	}
	for _, it := range look {
		row2 = append(row2, b.key(it.id, it.full))
	}
	row2 = append(row2, " ↑↓ scroll ", " "+b.opt.Keys.Label(keys.ApprovalChoose)+" choose, then "+b.opt.Keys.Label(keys.ApprovalTake)+" ", b.key(keys.ApprovalLeave, b.leaves("leave it waiting")))
	return append(flow(row1, w), flow(row2, w)...)
}

// leaves are the words of the key that leaves the box, or goes back.
func (b *Box) leaves(words string) string {
	if b.Turned() {
		return "back"
	}
	return words
}

// flow puts keys on rows; each brings a column of its own at either side, for
// the brackets of the chosen one, of which the first on a row can do without.
func flow(items []string, w int) []string {
	rows := dialog.Flow(items, "", w)
	for i, r := range rows {
		rows[i] = strings.TrimPrefix(r, " ")
	}
	return rows
}

func (b *Box) terse(items []item) []string {
	var out []string
	for _, it := range items {
		out = append(out, b.chosenOr(it.id, b.opt.Keys.Label(it.id)+" "+it.terse))
	}
	return out
}

// chosenOr brackets words when the answer is the chosen one.
func (b *Box) chosenOr(id, words string) string {
	if b.chosen == id {
		return b.opt.Theme.Selected.Render("[" + words + "]")
	}
	if b.why(id) != "" {
		return b.opt.Theme.Dim.Render(words)
	}
	return words
}

// key is one key with its words, the chosen one between brackets.
func (b *Box) key(id, words string) string {
	label := b.opt.Keys.Label(id)
	switch {
	case label == "":
		label = "-" // no key: still to be chosen
	case b.chosen == id:
	case b.why(id) != "":
		return " " + b.opt.Theme.Dim.Render(label+" "+words) + " "
	}
	if b.chosen == id {
		return b.opt.Theme.Selected.Render("[" + label + " " + words + "]")
	}
	return " " + b.opt.Theme.Accent.Render(label) + " " + words + " "
}

// noteLines are the note that goes with a denial, and its keys.
func (b *Box) noteLines(w, h int) []string {
	rows := noteRows
	if h < terseBelow {
		rows = 1
	}
	lines, x, y := b.note.View(w-2, rows)
	out := []string{b.opt.Theme.Strong.Render(theme.Cut("Why not? The model is told:", w))}
	for _, l := range lines {
		out = append(out, "> "+l)
	}
	b.cx, b.cy = 2+2+x, 1+y
	return append(out, b.opt.Keys.Footer(keys.Note, w))
}
