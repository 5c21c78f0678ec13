package form

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/theme"
)

const (
	maxWidth  = 104
	editRows  = 6  // of the field at hand
	otherRows = 2  // of the others
	saidRows  = 2  // of a description
	shortOf   = 14 // rows
	terseOf   = 60 // columns
)

// View draws the form for a screen of w×h.
func (f *Form) View(w, h int) string {
	bw, _ := dialog.Size(w, h, maxWidth, h)
	in := dialog.Inner(bw)
	rows, from, to := f.rows(in, h)
	_, bh := dialog.Size(w, h, bw, 2+len(rows)+2)
	room := max(1, bh-4)
	if from < f.off || to-from > room {
		f.off = from
	} else if to > f.off+room {
		f.off = to - room
	}
	visible, below := dialog.Scroll(rows, &f.off, room)
	f.cy = 1 + f.cy - f.off
	lines := append([]string{}, visible...)
	for len(lines) < room {
		lines = append(lines, "")
	}
	say := ""
	switch {
	case f.say != "":
		say = f.opt.Theme.Warn.Render(theme.Cut(f.say, in))
	case below > 0:
		say = fmt.Sprintf("↓ %d more", below)
	}
	lines = append(lines, say, f.opt.Keys.Footer(keys.Form, in))
	title, right := f.opt.Title, f.opt.Note
	if title == "" {
		title = "Edit " + theme.InertWords(f.opt.Tool)
	}
	if right == "" {
		right = "then it is decided again"
	}
	if in < terseOf {
		right = ""
	}
	return dialog.Draw(f.opt.Theme, title, right, lines, bw, bh)
}

// Cursor is where the text cursor belongs in what View drew.
func (f *Form) Cursor() (x, y int, ok bool) {
	at := f.at()
	return f.cx, f.cy, at != nil && at.line != nil && !(at.omitted && at.was != nil)
}

// rows are all fields and the last line; from and to frame the one at hand.
func (f *Form) rows(w, h int) (rows []string, from, to int) {
	var kept []string
	if f.opt.About != "" && h >= shortOf {
		rows = append(dialog.Foreign(f.opt.Theme, f.opt.About, w), "")
	}
	for i, x := range f.all {
		if f.kept(x) {
			if x.was != nil {
				kept = append(kept, theme.InertWords(x.name))
			}
			continue
		}
		if i == f.focus {
			from = len(rows)
		}
		rows = append(rows, f.fieldRows(i, x, w, h, len(rows))...)
		if i == f.focus {
			to = len(rows)
		}
		if h >= shortOf {
			rows = append(rows, "")
		}
	}
	if len(kept) > 0 {
		for _, r := range dialog.Rows("vise filled in "+strings.Join(kept, ", ")+": it stays", max(1, w-2)) {
			rows = append(rows, "  "+f.opt.Theme.Dim.Render(r))
		}
		if h >= shortOf {
			rows = append(rows, "")
		}
	}
	use := theme.Cut(f.opt.Use, max(1, w-4))
	last := "  " + use
	if f.invalid() {
		last = "  " + f.opt.Theme.Dim.Render(use)
	}
	if f.focus == len(f.all) {
		from, to = len(rows), len(rows)+1
		last = f.opt.Theme.Selected.Render("▸ ["+use+"]") + "  " + f.opt.Keys.Label(keys.FormEnter)
	}
	return append(rows, last), from, to
}

// invalid reports a field whose value can't be used.
func (f *Form) invalid() bool {
	return slices.ContainsFunc(f.all, func(x *field) bool { return x.problem != "" && !f.kept(x) })
}

// fieldRows is one field: its name, what it takes, its value, what is wrong.
func (f *Form) fieldRows(i int, x *field, w, h, above int) []string {
	here := i == f.focus
	at := "  "
	name := theme.InertWords(x.name)
	if here {
		at, name = "▸ ", f.opt.Theme.Accent.Render(name)
	}
	hint := x.hint()
	if x.touched || x.omitted != (x.was == nil) {
		hint += " · changed"
	}
	if here && x.kind == several {
		hint += " · space takes one in or out"
	}
	rows := []string{at + name + "  " + f.opt.Theme.Dim.Render(hint)}
	if t := x.schema.Title; t != "" && t != x.name {
		rows = append(rows, "    "+f.opt.Theme.Barred(theme.InertWords(t), w-4))
	}
	if d := x.schema.Description; here && d != "" && h >= shortOf {
		said := dialog.Foreign(f.opt.Theme, d[:min(len(d), 4*w*saidRows)], w-4) // the rest is in the box, under its key
		for _, r := range said[:min(saidRows, len(said))] {
			rows = append(rows, "    "+r)
		}
	}
	for _, r := range f.valueRows(x, here, w-4, above+len(rows)) {
		rows = append(rows, "    "+r)
	}
	if here && len(x.offers) > 0 {
		rows = append(rows, "    "+f.opt.Theme.Dim.Render(theme.Cut(f.opt.Keys.Label(keys.FormNext)+": "+offered(x.offers), w-4)))
	}
	if words := f.when(x); words != "" {
		rows = append(rows, "    "+f.opt.Theme.Dim.Render(theme.Cut(words, w-4)))
	}
	if x.problem != "" {
		rows = append(rows, "    "+f.opt.Theme.Bad.Render(theme.Cut("! "+x.problem, w-4)))
	}
	return rows
}

// valueRows is a field's value as it is edited; it notes where the cursor is.
func (f *Form) valueRows(x *field, here bool, w, above int) []string {
	switch {
	case x.kind == choice:
		return dialog.Flow(x.choices(w), " ", w)
	case x.kind == several:
		return dialog.Flow(x.marks(here, w), " ", w)
	case x.omitted && x.was != nil:
		return []string{f.opt.Theme.Dim.Render("left out; it was " + theme.Cut(theme.InertWords(string(x.was)), max(1, w-18)))}
	case x.omitted && !here:
		return []string{f.opt.Theme.Dim.Render("left out")}
	}
	if !here {
		rows, more := x.line.Head(w-2, otherRows)
		for i := range rows {
			rows[i] = "> " + rows[i]
		}
		if more {
			rows = append(rows, "  …")
		}
		return rows
	}
	rows, cx, cy := x.line.View(w-2, editRows)
	for i := range rows {
		rows[i] = "> " + rows[i]
	}
	f.cx, f.cy = 2+4+2+cx, above+cy
	return rows
}

// choices are the options, the chosen one between brackets.
func (x *field) choices(w int) []string {
	var out []string
	bare := texts(x.options)
	for i, o := range x.options {
		s := theme.Cut(o.words(theme.InertWords, bare), max(1, w-2))
		if i == x.chosen && !x.omitted {
			s = "[" + s + "]"
		} else {
			s = " " + s + " "
		}
		out = append(out, s)
	}
	if !x.required {
		if x.omitted {
			return append(out, "[left out]")
		}
		return append(out, " left out ")
	}
	return out
}

// marks are the options of a list, with a mark at those that are in it; the
// one at hand stands between brackets.
func (x *field) marks(here bool, w int) []string {
	var out []string
	bare := texts(x.options)
	for i, o := range x.options {
		mark := "○ "
		if x.marked[i] && !x.omitted {
			mark = "✓ "
		}
		s := theme.Cut(mark+o.words(theme.InertWords, bare), max(1, w-2))
		if here && i == x.chosen {
			s = "[" + s + "]"
		} else {
			s = " " + s + " "
		}
		out = append(out, s)
	}
	return out
}

// offered are completions on one line, the one that is taken first.
func offered(offers []string) string {
	out := make([]string, len(offers))
	for i, o := range offers {
		out[i] = theme.Cut(theme.InertWords(o), 60)
	}
	return strings.Join(out, " · ")
}

// when is the human form of a time.
func (f *Form) when(x *field) string {
	if x.kind != instant || x.omitted {
		return ""
	}
	t, err := time.Parse(time.RFC3339, strings.TrimSpace(x.line.Text()))
	if err != nil {
		return ""
	}
	return dialog.When(t, f.opt.Now, f.opt.Zone)
}
