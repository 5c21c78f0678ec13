package chat

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"vise/session"
	"vise/ui/pane/eventline"
	"vise/ui/theme"
)

// marked is text behind a mark, wrapped with the rest of it under the text.
func (p *Pane) marked(mark, text string, w int, st lipgloss.Style) []string {
	in := theme.Width(mark)
	if w < in+6 { // no room to set it in
		text, mark, in = mark+text, "", 0
	}
	lines := theme.Wrap(theme.InertBlock(text), w-in)
	out := make([]string, len(lines))
	for i, l := range lines {
		lead := strings.Repeat(" ", in)
		if i == 0 {
			lead = mark
		}
		out[i] = st.Render(lead + l)
	}
	return out
}

// drawCall is one line: how the call stands, in words. Of a call by hand it is
// also what came of it.
func (m *message) drawCall(p *Pane, w int) []string {
	mark, words, st := CallWords(m.call, p.th)
	return append(p.marked(mark+" ", words, w, st), m.drawResult(p, w)...)
}

// resultLines is how many lines of a result are shown while it is folded.
const resultLines = 30

func (m *message) drawResult(p *Pane, w int) []string {
	text := m.text.Text
	if c, ok := p.contents[m.text.Blob]; ok && m.text.Blob != "" {
		text = c.Text
	}
	if text.IsZero() || w < 8 {
		return nil
	}
	lines := theme.Wrap(theme.Inert(text), w-4)
	more := len(lines) - resultLines
	if more > 0 && !m.unfolded {
		lines = lines[:resultLines]
	}
	out := make([]string, 0, len(lines)+1)
	for _, l := range lines {
		out = append(out, "  "+p.th.Dim.Render("▏ ")+l)
	}
	if more > 0 && !m.unfolded {
		out = append(out, p.th.Dim.Render(theme.Cut(fmt.Sprintf("  … %d more lines · space unfolds", more), w)))
	}
	return out
}

// CallWords says how a call stands: a mark, words, and how both are drawn.
func CallWords(c session.CallState, th theme.Theme) (mark, words string, st lipgloss.Style) {
	tool := theme.InertWords(c.Tool)
	switch c.Phase {
	case session.PhaseWaiting:
		return "⏸", "waiting for you: " + tool, th.Warn
	case session.PhaseRunning:
		return "…", tool + " is running", th.Dim
	case session.PhaseDone:
		return "✓", join(tool, fmt.Sprintf("%d ms", c.Millis), summary(c)), th.Dim
	case session.PhaseFailed:
		return "✗", join(tool, "failed", problem(c)), th.Bad
	case session.PhaseNotRun:
		return "–", join(tool, "not run", problem(c)), th.Warn
	case session.PhaseUnknown:
		return "?", tool + ": it was started, and whether it took effect is not known", th.Bad
	}
	return "·", tool, th.Dim
}

func join(parts ...string) string {
	out := parts[:0:0]
	for _, s := range parts {
		if s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, " · ")
}

func summary(c session.CallState) string {
	if c.Result == nil {
		return ""
	}
	return theme.Cut(theme.InertLine(c.Result.Summary), 200)
}

// problem is why a call didn't succeed, and what could be done.
func problem(c session.CallState) string {
	switch {
	case denied(c):
		return join("you denied it", theme.InertWords(c.Answer.Note))
	case c.Answer != nil && c.Answer.Verdict == session.VerdictUnanswered:
		return unanswered(theme.InertWords(c.Answer.Note))
	case c.Answer != nil && c.Answer.Verdict == session.VerdictEdit:
		return "you changed its arguments: see the next call"
	case c.Result != nil && c.Result.Error != nil:
		e := c.Result.Error
		return theme.Cut(eventline.Plainly(theme.InertLine(e.Message)), longProblem)
	case c.Decision != nil && c.Decision.Outcome != "allow":
		return join(theme.InertWords(c.Decision.Reason), theme.InertWords(c.Decision.Remedy))
	}
	return summary(c)
}

// unanswered says why a call that waited got no answer.
func unanswered(why string) string {
	if why == "" || strings.HasPrefix(why, "cancelled") {
		return "cancelled while it waited for you: nothing was done"
	}
	return join("nobody answered", why)
}

// longGate is how much of a gate's words stand in the conversation, in
// columns; the event has them all.
const longGate = 400

// longProblem is how much of why a call wasn't run stands in its line, in
// columns.
const longProblem = 300

// drawNotice says how a run ended or what a gate did: what happened, why, and
// what to do.
func (m *message) drawNotice(p *Pane, w int) []string {
	if m.kind == session.ItemGate {
		return p.marked("! ", theme.Cut(eventline.Plainly(m.words), longGate), w, p.th.Warn)
	}
	f := m.finished
	if f == nil {
		return p.marked("■ ", m.words, w, p.th.Warn)
	}
	out := p.marked("■ ", Ended(*f), w, p.th.Bad)
	if f.Reason != "" && !strings.EqualFold(f.Reason+".", Ended(*f)) {
		out = append(out, p.marked("  ", f.Reason, w, p.th.Text)...)
	}
	if f.Remedy != "" {
		out = append(out, p.marked("  → ", f.Remedy, w, p.th.Strong)...)
	}
	return out
}

// Ended says in words how a run ended.
func Ended(f session.RunFinished) string {
	switch f.Status {
	case session.StatusDone:
		return "Done."
	case session.StatusRefused:
		return "Stopped: it was refused."
	case session.StatusNeedsApproval:
		return "Stopped: a call needs an approval. It waits in the list of decisions."
	case session.StatusBudget:
		return "Stopped: the budget is spent."
	case session.StatusCancelled:
		return "Cancelled."
	}
	switch f.FailureKind {
	case session.FailModel:
		return "The model gave no usable reply."
	case session.FailTool:
		return "A tool failed."
	case session.FailPermission:
		return "Something wasn't permitted."
	case session.FailEvidence:
		if f.Code == "false_claim" {
			return "The answer isn't true."
		}
		return "Nothing supports the answer."
	}
	return "The run failed."
}
