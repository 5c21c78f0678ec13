package models

import (
	"fmt"
	"slices"
	"strings"

	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/theme"
)

const (
	width = 104
	// From these widths inside the frame a row has another column.
	withFamily = 72
	withState  = 52
	roomy      = 15 // height from which there is a heading, and more about the model
)

// View draws the dialog for a screen of w×h.
func (d *Models) View(w, h int) string {
	bw, bh := dialog.Size(w, h, width, max(len(d.list), 4)+13)
	in := dialog.Inner(bw)
	top := d.top(in, bh)
	bottom := d.bottom(in, bh)
	room := max(1, bh-2-len(top)-len(bottom))
	lines := append(top, d.rows(in, room)...)
	for len(lines) < bh-2-len(bottom) {
		lines = append(lines, "")
	}
	lines = append(lines, bottom...)
	return dialog.Draw(d.th, "Model", "thinking: "+d.think, lines, bw, bh)
}

// Cursor is where the text cursor belongs in what View drew.
func (d *Models) Cursor() (x, y int, ok bool) { return d.cx, d.cy, d.typing }

// top is where the list comes from, the filter and the heading.
func (d *Models) top(w, h int) []string {
	var out []string
	rows := theme.Wrap(d.source(), w)
	n := 1 + h/roomy
	if d.bare() {
		n = 3 // what to do about it matters more than the list
	}
	rows = first(rows, n, w)
	for _, r := range rows {
		if d.fail != "" {
			r = d.th.Bad.Render(r)
		}
		out = append(out, r)
	}
	if d.typing || d.line.Text() != "" {
		text, cx, _ := d.line.View(w-2, 1)
		d.cx, d.cy = 2+2+cx, 1+len(out)
		out = append(out, "/ "+text[0])
	}
	if h >= roomy {
		out = append(out, "", d.th.Dim.Render(row(w, "    ", "name", "size", "family", "context", "tools", "")))
	}
	return out
}

// first is the first n of the lines of a text, with "…" where more is left.
func first(lines []string, n, w int) []string {
	if len(lines) <= n {
		return lines
	}
	return append(lines[:n-1:n-1], theme.Cut(strings.Join(lines[n-1:], " "), w))
}

// bare reports that Ollama gave no model to choose.
func (d *Models) bare() bool {
	return d.listed && !slices.ContainsFunc(d.list, func(c Choice) bool { return c.Installed && c.Name != offline })
}

// source is the note about the list.
func (d *Models) source() string {
	switch {
	case d.fail != "":
		return "✗ the models can't be listed: " + d.fail
	case !d.listed:
		return "looking …"
	}
	return d.note
}

// bottom is more about the model under the cursor, what goes on, and the keys.
func (d *Models) bottom(w, h int) []string {
	var out []string
	c, ok := d.on()
	if ok {
		about := first(theme.Wrap(d.about(c, w), w), 1+2*min(h/roomy, 1), w)
		if h >= roomy {
			out = append(out, "")
		}
		for _, l := range about {
			out = append(out, d.th.Dim.Render(l))
		}
	}
	switch {
	case d.said != "":
		for _, l := range first(theme.Wrap(d.said, w), 3, w) {
			out = append(out, d.th.Accent.Render(l))
		}
	case d.pull != nil:
		out = append(out, d.pull.Line(w))
	case h >= roomy:
		out = append(out, "")
	}
	return append(out, d.foot(w))
}

func (d *Models) foot(w int) string {
	switch {
	case d.typing:
		return d.keys.Pick(w, keys.ListTake, keys.ListUp+"+"+keys.ListDown, keys.ListClose)
	case d.pull != nil:
		return theme.Cut(fmt.Sprintf("%s cancel the download · %s close, and let it go on", d.keys.Label(keys.ModelsClose), d.keys.Label(keys.OpenModel)), w)
	}
	return d.keys.Pick(w, keys.ModelsUse, keys.ModelsPull, keys.ModelsThink, keys.Find, keys.ModelsUp+"+"+keys.ModelsDown, keys.ModelsClose)
}

// about is all that is known of a model, in words.
func (d *Models) about(c Choice, w int) string {
	var parts []string
	if w < withState {
		parts = d.states(c)
	} else {
		parts = append(parts, dialog.ModelName(c.Name))
	}
	if c.About != "" {
		parts = append(parts, theme.InertWords(c.About))
	}
	if c.ContextTokens > 0 {
		parts = append(parts, fmt.Sprintf("made for %s tokens of context", dialog.Tokens(c.ContextTokens)))
	}
	if d.context != "" && same(c.Name, d.current) {
		parts = append(parts, d.context)
	}
	if c.Thinking {
		parts = append(parts, "can think")
	}
	if down := theme.InertWords(d.down); same(c.Name, d.current) && down != "" && down != d.note {
		parts = append(parts, down)
	}
	return strings.Join(parts, " · ")
}

// rows are the models that fit, those around the cursor.
func (d *Models) rows(w, room int) []string {
	if d.at < d.off {
		d.off = d.at
	} else if d.at >= d.off+room {
		d.off = d.at - room + 1
	}
	d.off = max(0, min(d.off, len(d.found)-room))
	var out []string
	for i := d.off; i < min(len(d.found), d.off+room); i++ {
		out = append(out, d.row(i, w))
	}
	if len(d.found) == 0 && d.listed {
		out = append(out, d.th.Dim.Render("no model is like that"))
	}
	return out
}

func (d *Models) row(i, w int) string {
	c := d.found[i]
	at := "  " + d.mark(c) + " "
	if i == d.at {
		at = "▸ " + d.mark(c) + " "
	}
	size, context, tools := "", "", "tools ✓"
	if c.Bytes > 0 {
		size = dialog.Bytes(c.Bytes)
	}
	if c.ContextTokens > 0 {
		context = dialog.Tokens(c.ContextTokens)
	}
	if !c.Tools {
		tools = "no tools"
	}
	family := strings.TrimSpace(theme.InertWords(c.Family) + " " + theme.InertWords(c.Params))
	line := row(w, at, dialog.ModelName(c.Name), size, family, context, tools, strings.Join(d.states(c), ", "))
	switch {
	case i == d.at:
		return d.th.Strong.Render(line)
	case !c.Installed:
		return d.th.Dim.Render(line)
	}
	return line
}

// mark is one character for what states says in words.
func (d *Models) mark(c Choice) string {
	switch {
	case same(c.Name, d.current) && d.down != "":
		return "○"
	case same(c.Name, d.current):
		return "●"
	case !c.Installed:
		return "↓"
	}
	return " "
}

// states are what else a person should know, in a word or two each.
func (d *Models) states(c Choice) []string {
	var out []string
	current := same(c.Name, d.current)
	if current {
		out = append(out, "in use")
	}
	switch {
	case current && d.down != "":
		out = append(out, "down")
	case c.Name == offline:
		out = append(out, "no language model")
	case !c.Installed:
		out = append(out, "not installed")
	case c.Loaded:
		out = append(out, "loaded")
	}
	return out
}

// row puts the columns of a model into a line of w cells; those that don't fit
// are left out.
func row(w int, at, name, size, family, context, tools, state string) string {
	rest := theme.Fit(size, 8) + " "
	if w >= withFamily {
		rest += theme.Fit(family, 14) + " " + theme.Fit(context, 7) + " "
	}
	rest += theme.Fit(tools, 8)
	if w >= withState {
		rest += " " + theme.Fit(state, max(18, w/4))
	}
	return at + theme.Fit(name, max(6, w-theme.Width(at)-theme.Width(rest)-1)) + " " + rest
}
