package rows

import (
	"strings"

	"vise/session"
	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/list"
	"vise/ui/theme"
)

// Doc is a text of several parts that scrolls; only what is on the screen is
// wrapped. What is added must be inert, except for Quote.
type Doc struct {
	th    theme.Theme
	items []list.Item
	list  list.List
	at    [2]int // size it was drawn for
	seen  bool   // its end has been on the screen
	last  bool   // it begins at its end
}

// NewDoc makes an empty text.
func NewDoc(th theme.Theme) *Doc { return &Doc{th: th} }

func (d *Doc) add(lines func(w int) []string) {
	d.items = append(d.items, list.Item{Lines: lines})
}

// Heading adds a line in vise's own words, and an empty one before it.
func (d *Doc) Heading(words string) {
	if len(d.items) > 0 {
		d.add(func(int) []string { return []string{""} })
	}
	d.add(func(w int) []string { return []string{d.th.Strong.Render(theme.Cut(words, w))} })
}

// Text adds wrapped text. Where it goes on in the next row it is set in: it may
// name things in the words of others, and only vise's begin at the edge.
func (d *Doc) Text(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		d.add(func(w int) []string { return theme.Hang(line, w) })
	}
}

// fieldCells is the width of the column of names.
const fieldCells = 14

// Field adds "name  value"; nothing for an empty value.
func (d *Doc) Field(name, value string) {
	if value != "" {
		d.add(func(w int) []string { return Field(d.th, name, value, fieldCells, w) })
	}
}

// Quote adds text that others wrote, whole and behind a bar, so that none of
// it passes for vise's words. It is made inert here.
func (d *Doc) Quote(text string) {
	if text != "" {
		d.quote(theme.InertBlock(text))
	}
}

// Foreign is Quote for a text that is kept apart as others'.
func (d *Doc) Foreign(text session.Foreign) {
	if text.Len() > 0 {
		d.quote(theme.Inert(text))
	}
}

// Exact is Quote for a text of which every character counts, such as a command
// line: joined together its rows are the text again.
func (d *Doc) Exact(text string) {
	for line := range strings.SplitSeq(theme.InertBlock(text), "\n") {
		d.add(func(w int) []string {
			out := dialog.Rows(line, max(w-2, 1))
			for i := range out {
				out[i] = d.th.Barred(out[i], w)
			}
			return out
		})
	}
}

func (d *Doc) quote(inert string) {
	for line := range strings.SplitSeq(inert, "\n") {
		d.add(func(w int) []string {
			out := theme.Wrap(line, max(w-2, 2))
			for i := range out {
				out[i] = d.th.Barred(out[i], w)
			}
			return out
		})
	}
}

// Diff adds a line that others wrote, with a mark that says what became of it:
// '+' it was added, '-' it was taken out, anything else that it stayed.
func (d *Doc) Diff(mark byte, text string) {
	style, sign := d.th.Text, "  "
	switch mark {
	case '+':
		style, sign = d.th.Added, "+ "
	case '-':
		style, sign = d.th.Removed, "- "
	}
	d.add(func(w int) []string {
		out := theme.Wrap(theme.InertBlock(text), max(w-4, 2))
		for i := range out {
			out[i] = d.th.Barred(style.Render(sign+out[i]), w)
		}
		return out
	})
}

// Span is a stretch of a text that others wrote, with a mark as Diff has it.
type Span struct {
	Mark byte
	Text string
}

// Spans adds a text that others wrote, of which parts were added and taken out:
// those stand between marks, so that they are seen without colours, too.
func (d *Doc) Spans(spans []Span) {
	lines := []string{""}
	for _, s := range spans {
		style, from, to := d.th.Text, "", ""
		switch s.Mark {
		case '+':
			style, from, to = d.th.Added, "{+", "+}"
		case '-':
			style, from, to = d.th.Removed, "[-", "-]"
		}
		for i, text := range strings.Split(theme.InertBlock(s.Text), "\n") {
			if i > 0 {
				lines = append(lines, "")
			}
			if text != "" {
				lines[len(lines)-1] += style.Render(from + text + to)
			}
		}
	}
	for _, line := range lines {
		d.add(func(w int) []string {
			out := theme.Wrap(line, max(w-2, 2))
			for i := range out {
				out[i] = d.th.Barred(out[i], w)
			}
			return out
		})
	}
}

// FromEnd makes the text one that is begun at its end, such as a log.
func (d *Doc) FromEnd() { d.last = true }

// Resume scrolls to where old is, a text of the same thing as it was before.
func (d *Doc) Resume(old *Doc) {
	d.list, d.at = old.list, old.at
	d.list.Forget()
	d.list.SetItems(d.items)
}

// Seen reports that the last part has been on the screen, in this text's
// present form.
func (d *Doc) Seen() bool { return d.seen }

// Lines draws at most h lines of at most w cells; at a new size it begins at
// the top, or where FromEnd was called at the end.
func (d *Doc) Lines(w, h int) []string {
	if size := [2]int{max(w, 1), max(h, 0)}; size != d.at {
		d.at = size
		d.list.Size(size[0], size[1])
		d.list.SetItems(d.items)
		if d.list.Home(); d.last {
			d.list.End()
		}
	}
	lines := d.list.Lines()
	d.seen = d.seen || d.list.Whole()
	return lines
}

// Key scrolls; false when a binding isn't about that.
func (d *Doc) Key(id string) bool {
	page := max(d.at[1]-1, 1)
	switch id {
	case keys.Up:
		d.list.Scroll(-1)
	case keys.Down:
		d.list.Scroll(1)
	case keys.PageUp:
		d.list.Scroll(-page)
	case keys.PageDown:
		d.list.Scroll(page)
	case keys.First:
		d.list.Home()
	case keys.Last:
		d.list.End()
	default:
		return false
	}
	return true
}

// Box draws the text in a box, with a cell free on both sides.
func (d *Doc) Box(b theme.Box, w, h int) []string {
	lines := d.Lines(max(w-4, 1), max(h-2, 0))
	for i := range lines {
		lines[i] = " " + lines[i]
	}
	return d.th.Draw(b, lines, w, h)
}
