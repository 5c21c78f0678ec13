package approval

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"vise/policy"
	"vise/ui/dialog"
	"vise/ui/theme"
)

// maxWidth is how wide the box gets at most.
const maxWidth = 104

// View draws the box for a screen of w×h; it may be smaller than that. What is
// on the screen then counts as having been shown.
func (b *Box) View(w, h int) string {
	bw, _ := dialog.Size(w, h, maxWidth, h)
	in := dialog.Inner(bw)
	head, body, end := b.body(in, h)
	foot := b.foot(in, h)
	_, bh := dialog.Size(w, h, bw, 2+len(head)+len(body)+1+len(foot))
	room := max(1, bh-2-len(head)-1-len(foot))
	visible, below := dialog.Scroll(body, &b.off, room)
	b.page = room
	if end >= 0 && b.off+len(visible) >= end && bh >= 3+len(head)+len(foot) {
		b.sawEnd()
	}
	lines := append(append(head, visible...), slices.Repeat([]string{""}, max(0, room-len(visible)))...)
	lines = append(lines, b.message(below, in))
	above := 1 + len(lines)
	lines = append(lines, b.foot(in, h)...) // anew: allowing may have become possible
	b.cy += above
	right := ""
	if n := b.waiting(); n > 1 {
		right = fmt.Sprintf("%d of %d waiting", max(1, b.a.Index), n)
	}
	return dialog.Draw(b.opt.Theme, "Approve this call?", right, lines, bw, bh)
}

// sawEnd says that the end of what is to be allowed has been on the screen.
func (b *Box) sawEnd() {
	if b.mode == standing {
		b.rule.seen = true
	} else {
		b.seen = true
	}
}

// Cursor is where the text cursor belongs in what View drew, while a note is
// being written.
func (b *Box) Cursor() (x, y int, ok bool) { return b.cx, b.cy, b.note != nil }

// layout is what stands above the keys, for one width and way of looking.
type layout struct {
	of   look
	head []string // always stays
	body []string // scrolls
	end  int      // index after the last line of the arguments, -1 where they aren't shown
}

// look is everything that a layout depends on.
type look struct {
	w      int
	terse  bool
	mode   mode
	reveal bool
	now    time.Time // to half a minute: the words about times
	rule   string    // what would be allowed from now on
}

// body is the layout for a width, made anew only when something changed:
// arguments can be a megabyte.
func (b *Box) body(w, h int) (head, body []string, end int) {
	of := look{w: w, terse: h < terseBelow, mode: b.mode, reveal: b.reveal, now: b.Now().Truncate(30 * time.Second)}
	if b.mode == standing {
		of.rule = fmt.Sprint(b.rule.row, policy.WordsOf(b.rule.holds))
	}
	if b.laid.of != of {
		b.laid = layout{of: of}
		b.laid.head, b.laid.body, b.laid.end = b.lay(of)
	}
	return slices.Clone(b.laid.head), b.laid.body, b.laid.end
}

func (b *Box) lay(of look) (head, body []string, end int) {
	w := of.w
	col := b.column(w)
	id := theme.InertWords(b.a.Tool.ID())
	head = []string{b.opt.Theme.Strong.Render(id) + gap(id, col) + kind(b.a)}
	switch b.mode {
	case raw:
		lines := b.rawLines(w)
		return head, lines, len(lines)
	case text:
		return head, b.textLines(w), -1
	case standing:
		lines := b.ruleLines(w)
		return head, lines, len(lines)
	}
	label := "Asked because"
	if b.a.Decision.Outcome == policy.Deny {
		label = "Refused because"
	}
	body = append(body, b.words(label, theme.InertWords(b.a.Decision.Reason), w, col)...)
	if b.opt.Other && b.a.Task != "" {
		body = append(body, b.words("Your request", quote(b.a.Task), w, col)...)
	}
	if b.a.Redacted {
		body = append(body, b.words("Can't be sent", redactedWhy, w, col)...)
	}
	blank := []string{""}
	if of.terse {
		blank = nil
	}
	body = append(append(body, blank...), b.argLines(w, col)...)
	end = len(body)
	body = append(body, blank...)
	return head, append(body, b.words("Will do", theme.InertWords(b.a.Effect), w, col)...), end
}

// column is where values begin; 0 puts them under their names.
func (b *Box) column(w int) int {
	if w < 56 {
		return 0
	}
	col := 17
	for _, a := range b.args {
		col = max(col, theme.Width(a.label())+2)
	}
	return min(col, max(17, w/3))
}

func gap(label string, col int) string {
	return strings.Repeat(" ", max(2, col-theme.Width(label)))
}

// words is one of vise's own lines: a label and its text.
func (b *Box) words(label, words string, w, col int) []string {
	if words == "" {
		return nil
	}
	if col == 0 {
		return dialog.Rows(label+": "+words, w)
	}
	rows := dialog.Rows(words, w-col)
	for i, r := range rows {
		lead := strings.Repeat(" ", col)
		if i == 0 {
			lead = label + gap(label, col)
		}
		rows[i] = lead + r
	}
	return rows
}

// barred moves the rows of a value to the right; all but the first stand
// behind a bar, so that none can pass for a line of vise's.
func (b *Box) barred(rows []string, by int) []string {
	lead := strings.Repeat(" ", by)
	bar := lead[:by-2] + b.opt.Theme.Quote.Render("┊ ")
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = lead + r
		lead = bar
	}
	return out
}

// argLines are the arguments, each with its value and where that came from.
func (b *Box) argLines(w, col int) []string {
	var out []string
	var filled []string
	for _, a := range b.args {
		if a.named && slices.Contains(b.a.Filled, a.name) {
			filled = append(filled, a.label())
			continue
		}
		out = append(out, b.argRows(a, w, col)...)
	}
	if len(out) == 0 {
		out = append(out, b.opt.Theme.Dim.Render("no arguments"))
	}
	if len(filled) > 0 {
		line := "vise filled in " + strings.Join(filled, ", ") + " (" + b.opt.Keys.Label(idRaw) + " shows)"
		for _, r := range dialog.Rows(line, w) {
			out = append(out, b.opt.Theme.Dim.Render(r))
		}
	}
	return out
}

// argRows is one argument.
func (b *Box) argRows(a arg, w, col int) []string {
	at := max(2, col)
	v := a.show(b.reveal)
	var rows []string
	for _, l := range v.lines {
		rows = append(rows, dialog.Rows(l, w-at)...)
	}
	words, style := b.clock(v)
	if last := len(rows) - 1; words != "" && theme.Width(rows[last])+3+theme.Width(words) <= w-at {
		rows[last] += "   " + style.Render(words)
		words = ""
	}
	label := a.label()
	out := b.barred(rows, at)
	if col == 0 || theme.Width(label)+2 > col {
		out = append(b.nameRows(label, w), out...)
	} else {
		out[0] = b.opt.Theme.Strong.Render(label) + gap(label, col) + rows[0]
	}
	if words != "" {
		for _, r := range dialog.Rows(words, w-at) {
			out = append(out, strings.Repeat(" ", at)+style.Render(r))
		}
	}
	for _, n := range b.notes(a, v) {
		for _, r := range dialog.Rows(n, w-at) {
			out = append(out, strings.Repeat(" ", at)+b.opt.Theme.Dim.Render(r))
		}
	}
	return out
}

// nameRows are a name that has rows of its own. A model makes it up, or a
// server: all but the first stand behind a bar.
func (b *Box) nameRows(label string, w int) []string {
	rows := dialog.Rows(label, w)
	if len(rows) > 1 {
		rows = dialog.Rows(label, max(1, w-2))
	}
	for i, r := range rows {
		if rows[i] = b.opt.Theme.Strong.Render(r); i > 0 {
			rows[i] = b.opt.Theme.Quote.Render("┊ ") + rows[i]
		}
	}
	return rows
}

// clock is the words for a point in time, styled; empty for other values.
func (b *Box) clock(v value) (words string, style lipgloss.Style) {
	switch {
	case !v.isTime:
		return "", style
	case v.when.Before(b.Now()):
		return "! " + dialog.When(v.when, b.Now(), b.zone), b.opt.Theme.Warn
	}
	return dialog.When(v.when, b.Now(), b.zone), style
}

// notes are vise's lines under a value.
func (b *Box) notes(a arg, v value) []string {
	var out []string
	if v.masked {
		out = append(out, "looks like a secret: "+b.opt.Keys.Label(idReveal)+" shows it")
	}
	if mark(a.raw) {
		out = append(out, "[secret:…] stands for a secret that the model never saw")
	}
	i := slices.IndexFunc(b.a.Decision.Origins, func(o policy.Origin) bool { return o.Argument == a.name })
	switch {
	case i >= 0:
		out = append(out, origins(b.a.Decision.Origins[i], b.a.Sources)...)
	case a.named:
		out = append(out, provenance(policy.Origin{}, nil))
	}
	return out
}

// rawLines are the exact bytes that will be sent.
func (b *Box) rawLines(w int) []string {
	bytes, masked := []byte(b.a.Args), false
	if !b.reveal {
		bytes, masked = mask("", bytes)
	}
	out := []string{fmt.Sprintf("raw JSON, %d bytes", len(b.a.Args))}
	if b.a.ArgsHash != "" {
		out = append(out, dialog.Rows(theme.InertWords(b.a.ArgsHash), w)...)
	}
	if masked {
		out = append(out, dialog.Rows("masked here, not in what is sent: "+b.opt.Keys.Label(idReveal)+" shows it", w)...)
	}
	if len(b.a.Filled) > 0 {
		out = append(out, dialog.Rows("filled in by vise: "+theme.InertWords(strings.Join(b.a.Filled, ", ")), w)...)
	}
	out = append(out, "")
	return append(out, dialog.Foreign(b.opt.Theme, string(bytes), w)...)
}

// textLines are the tool's own words, titled as such, and vise's on the rule.
func (b *Box) textLines(w int) []string {
	d := b.a.Tool.Described()
	who := "the server's own words"
	if b.a.Tool.Server == policy.BuiltinServer {
		who = "the tool's own words"
	}
	title := func(s string) string { return b.opt.Theme.Heading.Render(theme.Cut(s, w)) }
	var out []string
	out = append(out, dialog.Rows("Rule: "+theme.InertWords(b.a.Decision.Rule), w)...)
	if b.a.Decision.Remedy != "" {
		out = append(out, dialog.Rows("To change it: "+theme.InertWords(b.a.Decision.Remedy), w)...)
	}
	out = append(out, "", title("Full description: "+who))
	if d.Title != "" {
		out = append(out, dialog.Foreign(b.opt.Theme, d.Title, w)...)
	}
	if d.Description == "" {
		out = append(out, b.opt.Theme.Dim.Render("none"))
	} else {
		out = append(out, dialog.Foreign(b.opt.Theme, d.Description, w)...)
	}
	if len(d.InputSchema) > 0 {
		out = append(out, "", title("Arguments it takes: "+who))
		out = append(out, dialog.Foreign(b.opt.Theme, dialog.Pretty(d.InputSchema), w)...)
	}
	return out
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
	case below > 0 && !b.seen && b.mode != text && !b.a.Redacted:
		more += " · scroll to the end to allow"
		if theme.Width(more) > w {
			more = "↓ scroll to the end to allow"
		}
	}
	return style.Render(theme.Cut(more, w))
}
