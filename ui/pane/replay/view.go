package replay

import (
	"fmt"
	"strings"

	"vise/session"
	"vise/ui/keys"
	"vise/ui/pane/eventline"
	"vise/ui/pane/rows"
	"vise/ui/theme"
)

// wide is the width in cells from which the conversation stands beside the
// events.
const wide = 100

// View draws the screen: h lines of at most w cells.
func (p *Pane) View(w, h int) string {
	if w < 1 || h < 1 {
		return ""
	}
	foot := p.foot(w)
	body := max(h-2, 0)
	var out []string
	switch {
	case p.prompt != nil:
		out = p.prompt.view(p.th, w, body)
	case h < 3:
		return theme.Fit(p.position(), w)
	case w >= wide && body >= 10:
		left := w * 55 / 100
		events := p.eventsBox(w-left, body*2/5)
		out = rows.Beside(p.chatBox(left, body), rows.Under(events, p.detailBox(w-left, body-len(events)+1)))
	case body >= 18:
		top := body * 2 / 5
		events := p.eventsBox(w, (body-top)/2)
		out = append(p.chatBox(w, top), rows.Under(events, p.detailBox(w, body-top-len(events)+1))...)
	default:
		out = p.one(w, body)
	}
	out = append([]string{p.head(w)}, out...)
	if len(out) < h {
		out = append(out, foot)
	}
	return strings.Join(out, "\n")
}

// one draws only the part that has the focus, for a small screen.
func (p *Pane) one(w, h int) []string {
	switch p.focus {
	case onConversation:
		return p.chatBox(w, h)
	case onDetail:
		return p.detailBox(w, h)
	}
	return p.eventsBox(w, h)
}

// head is the top line: which run, how it ended, which step.
func (p *Pane) head(w int) string {
	right := p.position() + " "
	s := eventline.Status(p.run.Status)
	ended := s.Tone.Style(p.th).Render(s.Head())
	facts := []string{ended, eventline.Duration(p.run.Took().Milliseconds()), eventline.Count(p.run.Calls, "call")}
	if p.run.Approvals > 0 {
		facts = append(facts, eventline.Count(p.run.Approvals, "approval"))
	}
	end := strings.Join(facts, " · ")
	left := " " + p.th.Accent.Render("replay") + "  run " + theme.Cut(theme.InertWords(p.run.Run), 9)
	room := w - theme.Width(left) - theme.Width(end) - theme.Width(right) - 6
	if room >= 10 {
		left += "  " + theme.Fit("“"+theme.Cut(theme.InertWords(p.run.Task), room-2)+"”", room)
	}
	if theme.Width(left)+theme.Width(end)+theme.Width(right)+3 <= w {
		left += "  " + end
	}
	return theme.Between(left, right, w)
}

func (p *Pane) position() string {
	if p.playing {
		return fmt.Sprintf("▶ step %d of %d", p.Step(), p.Len())
	}
	return fmt.Sprintf("step %d of %d", p.Step(), p.Len())
}

// foot is the bottom line: the search that is typed, what the last key came
// to, else the keys.
func (p *Pane) foot(w int) string {
	switch {
	case p.find != nil:
		return rows.Input(p.th, p.findLabel(w), p.find, w)
	case p.note != "":
		return theme.Cut(" "+theme.InertWords(p.note), w)
	}
	return rows.Foot(p.th, p.keys, w, p.hints(w)...)
}

// findLabel stands before what is looked for, and says while that is empty
// what enter looks for again.
func (p *Pane) findLabel(w int) string {
	if p.sought == "" || p.find.Text() != "" {
		return "find"
	}
	return "find (" + p.keys.Label(keys.ListTake) + ": “" + theme.Cut(theme.InertWords(p.sought), max(w/2, 1)) + "” again)"
}

func (p *Pane) hints(w int) []rows.Hint {
	back := rows.Hint{Words: "back", IDs: []string{keys.Back}}
	if p.prompt != nil {
		return []rows.Hint{{Words: "scroll", IDs: []string{keys.Up, keys.Down}}, {Words: "a page", IDs: []string{keys.PageUp, keys.PageDown}}, back}
	}
	decision, saw := "next/previous decision", "what the model saw"
	if w < wide {
		decision, saw = "decision", "model"
	}
	var allow []rows.Hint
	if e, ok := p.Event(); ok && eventline.Refused(e) {
		allow = []rows.Hint{{Words: "allow it all the same …", IDs: []string{keys.AllowRefused}}}
	} else if ok && eventline.Asked(e) != "" && (p.run.Status == session.StatusNeedsApproval || p.run.Status == session.StatusRunning) {
		allow = []rows.Hint{{Words: "answer it", IDs: []string{keys.AllowRefused}}}
	}
	return append(allow, []rows.Hint{
		{Words: "step", IDs: []string{keys.ReplayBack, keys.ReplayForward}},
		{Words: decision, IDs: []string{keys.ReplayNext, keys.ReplayPrev}},
		{Words: "play", IDs: []string{keys.ReplayPlay}},
		{Words: "find", IDs: []string{keys.Find}},
		{Words: "raw", IDs: []string{keys.ReplayRaw}},
		{Words: saw, IDs: []string{keys.ReplayModel}},
		{Words: "export", IDs: []string{keys.ReplayExport}},
		{Words: "feedback", IDs: []string{keys.Feedback}},
		{Words: "case", IDs: []string{keys.SaveCase}},
		back,
	}...)
}

func (p *Pane) chatBox(w, h int) []string {
	p.chat.Size(max(w-2, 1), max(h-2, 0))
	return p.th.Draw(theme.Box{Title: "Conversation at this step", Focus: p.focus == onConversation}, p.chat.Lines(), w, h)
}

func (p *Pane) eventsBox(w, h int) []string {
	box := theme.Box{Title: "Events", Focus: p.focus == onEvents}
	if p.Len() == 0 {
		return p.th.Draw(box, []string{" this run has no events"}, w, h)
	}
	from, to := p.rows.Window(max(h-2, 1))
	lines := make([]string, 0, to-from)
	for i := from; i < to; i++ {
		lines = append(lines, p.row(i, w-2))
	}
	return p.th.Draw(box, lines, w, h)
}

// headCells is the width of the first column of an event's line.
const headCells = 16

func (p *Pane) row(i, w int) string {
	e := p.steps.events[i]
	words := p.words(i, e)
	style := words.Tone.Style(p.th)
	if i >= p.steps.at {
		style = p.th.Dim // still to come
	}
	digits := len(fmt.Sprint(p.Len()))
	line := rows.Mark(p.th, i == p.rows.Sel()) + p.th.Dim.Render(fmt.Sprintf("%*d", digits, i+1)) + " "
	head := words.Head()
	if theme.Width(head) <= headCells {
		head = theme.Fit(head, headCells)
	}
	return theme.Cut(line+style.Render(head)+" "+words.Tail(), w)
}

// words says what event i is, as things stood at this step.
func (p *Pane) words(i int, e session.Event) eventline.Words {
	if i >= p.steps.at {
		return eventline.Line(e, nil)
	}
	return eventline.Line(e, &p.steps.state)
}

func (p *Pane) detailBox(w, h int) []string {
	title := "Detail"
	if p.raw {
		title = "Detail · as it is stored"
	}
	return p.detail.Box(theme.Box{Title: title, Focus: p.focus == onDetail}, w, h)
}
