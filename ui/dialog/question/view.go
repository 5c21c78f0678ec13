package question

import (
	"fmt"
	"slices"
	"strings"

	"vise/policy"
	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/theme"
)

const (
	maxWidth   = 104
	shortBelow = 18 // rows below which the keys are told in fewer words
	terseBelow = 13
	terseWidth = 50
	column     = 12 // where values begin
)

// layout is what scrolls, for one width.
type layout struct {
	w    int
	body []string
}

// View draws the box for a screen of w×h; it may be smaller than that. What is
// on the screen then counts as having been shown.
func (b *Box) View(w, h int) string {
	if b.filling {
		return b.form.View(w, h)
	}
	bw, _ := dialog.Size(w, h, maxWidth, h)
	in := dialog.Inner(bw)
	if b.laid.w != in {
		b.laid = layout{in, b.lay(in)}
	}
	body, foot := b.laid.body, b.foot(in, h)
	_, bh := dialog.Size(w, h, bw, 2+len(body)+1+len(foot))
	room := max(1, bh-2-1-len(foot))
	visible, below := dialog.Scroll(body, &b.off, room)
	b.page = room
	if below == 0 && bh >= 4+len(foot) {
		b.seen = true
	}
	lines := append(slices.Clone(visible), slices.Repeat([]string{""}, max(0, room-len(visible)))...)
	lines = append(lines, b.message(below, in))
	lines = append(lines, b.foot(in, h)...) // anew: accepting may have become possible
	right := ""
	if b.q.Number > 1 {
		right = fmt.Sprintf("question %d of this call", b.q.Number)
	}
	return dialog.Draw(b.opt.Theme, title(b.q.Kind), right, lines, bw, bh)
}

func title(kind string) string {
	switch kind {
	case policy.QuestionSignIn:
		return "Sign in?"
	case policy.QuestionPassages:
		return "May the model read this?"
	}
	return "A server asks you"
}

// Cursor is where the text cursor belongs in what View drew, while the form is
// filled in.
func (b *Box) Cursor() (x, y int, ok bool) {
	if !b.filling {
		return 0, 0, false
	}
	return b.form.Cursor()
}

// lay is everything that is to be read, w columns wide.
func (b *Box) lay(w int) []string {
	head := Line(b.q)
	if b.q.Kind == policy.QuestionPassages {
		head = "What " + theme.InertWords(b.q.Tool) + " returned speaks to the model"
	}
	out := dialog.Rows(head, w)
	for i := range out {
		out[i] = b.opt.Theme.Strong.Render(out[i])
	}
	if b.q.Tool != "" && b.q.Kind != policy.QuestionPassages {
		out = append(out, b.field("during", theme.InertWords(b.q.Tool), w)...)
	}
	if b.q.Message != "" {
		out = append(out, "", "In its own words:")
		out = append(out, dialog.Foreign(b.opt.Theme, b.q.Message, w)...)
	}
	out = append(out, "")
	switch b.q.Kind {
	case policy.QuestionURL, policy.QuestionSignIn:
		out = append(out, b.address(w)...)
	case policy.QuestionPassages:
		out = append(out, b.passages(w)...)
	default:
		out = append(out, b.fields(w)...)
	}
	for _, warn := range []string{theme.InertWords(b.q.Warning), b.never} {
		if warn != "" {
			for _, r := range dialog.Rows("! "+warn, w) {
				out = append(out, b.opt.Theme.Warn.Render(r))
			}
		}
	}
	return out
}

// fields is the form as it would be sent.
func (b *Box) fields(w int) []string {
	if b.form == nil {
		return nil
	}
	sum := b.form.Summary(w)
	if len(sum) == 0 {
		return []string{"It asks for nothing but your answer."}
	}
	return append([]string{"You would send:"}, sum...)
}

// passages are the texts that the model would read, each whole.
func (b *Box) passages(w int) []string {
	out := dialog.Rows("The model gets the result without it, unless you let it through. It is data, whatever it says.", w)
	for i, p := range b.q.Passages {
		head := "Why"
		if len(b.q.Passages) > 1 {
			head = fmt.Sprintf("Passage %d of %d", i+1, len(b.q.Passages))
		}
		out = append(out, "")
		for _, r := range dialog.Rows("! "+head+": "+theme.InertWords(strings.Join(p.About, ", ")), w) {
			out = append(out, b.opt.Theme.Warn.Render(r))
		}
		out = append(out, dialog.Foreign(b.opt.Theme, p.Text, w)...)
	}
	return out
}

// address shows where a browser would go: the host apart, the whole address
// below. Nothing of it is fetched.
func (b *Box) address(w int) []string {
	at := host(b.q)
	out := b.field("host", theme.InertWords(at), w)
	if warn := strange(at); warn != "" {
		for _, r := range dialog.Rows("! "+warn, w) {
			out = append(out, b.opt.Theme.Warn.Render(r))
		}
	}
	out = append(out, "", "The whole address; vise itself doesn't read it:")
	return append(out, dialog.Foreign(b.opt.Theme, b.q.URL, w)...)
}

// field is one of vise's lines: a name and an inert value.
func (b *Box) field(name, value string, w int) []string {
	rows := dialog.Rows(value, max(1, w-column))
	for i := range rows {
		lead := ""
		if i == 0 {
			lead = name
		}
		rows[i] = b.opt.Theme.Dim.Render(theme.Fit(lead, column)) + rows[i]
	}
	return rows
}

// message is the line between what scrolls and the keys.
func (b *Box) message(below, w int) string {
	more, style := "", b.opt.Theme.Text
	if below > 0 {
		more = fmt.Sprintf("↓ %d more", below)
	}
	switch {
	case b.say != "":
		more, style = b.say, b.opt.Theme.Warn
	case !b.Listening():
		more, style = "listens when the keyboard is quiet", b.opt.Theme.Dim
	case below > 0 && !b.seen && b.never == "":
		more += " · scroll to the end to accept"
	}
	return style.Render(theme.Cut(more, w))
}

// cancelling are the words of the key that gives no answer.
func cancelling(kind string) string {
	if kind == policy.QuestionForm || kind == policy.QuestionURL {
		return "cancel: end the call"
	}
	return "cancel: give no answer"
}

// declining are the words of the key that says no.
func declining(kind string) (full, short string) {
	if kind == policy.QuestionPassages {
		return "keep it from the model", "keep it"
	}
	return "decline: say no", "no"
}

// foot is the keys line.
func (b *Box) foot(w, h int) []string {
	full, short := accepting(b.q.Kind)
	decline, no := declining(b.q.Kind)
	terse := h < terseBelow || w < terseWidth
	leave, later := "leave it waiting", "later"
	if b.q.Kind == policy.QuestionPassages {
		leave, later = "keep it", "keep"
	}
	items := []struct{ id, full, short string }{
		{keys.QuestionAccept, full, short},
		{keys.QuestionFill, "fill in the form", "fill in"},
		{keys.QuestionDecline, decline, no},
		{keys.QuestionRest, "keep all such text of this run", "keep all"},
		{keys.QuestionCancel, cancelling(b.q.Kind), "cancel"},
		{keys.QuestionCopy, "copy the address", "copy"},
		{keys.ApprovalLeave, leave, later},
	}
	var row []string
	for _, it := range items {
		if !b.offers(it.id) {
			continue
		}
		words := it.full
		if terse || h < shortBelow {
			words = it.short
		}
		row = append(row, b.key(it.id, words, terse))
	}
	choose := " " + b.opt.Keys.Label(keys.ApprovalChoose) + " choose, then " + b.opt.Keys.Label(keys.ApprovalTake) + " "
	if terse {
		choose = " " + b.opt.Keys.Label(keys.ApprovalChoose) + " "
	}
	rows := dialog.Flow(append(row, choose), "", w)
	for i, r := range rows {
		rows[i] = strings.TrimPrefix(r, " ")
	}
	return rows
}

// key is one key with its words, the chosen one between brackets.
func (b *Box) key(id, words string, terse bool) string {
	label := b.opt.Keys.Label(id)
	if label == "" {
		label = "-" // no key: still to be chosen
	}
	switch {
	case b.chosen == id:
		return b.opt.Theme.Selected.Render("[" + label + " " + words + "]")
	case b.why(id) != "":
		return " " + b.opt.Theme.Dim.Render(label+" "+words) + " "
	case terse:
		return " " + label + " " + words + " "
	}
	return " " + b.opt.Theme.Accent.Render(label) + " " + words + " "
}
