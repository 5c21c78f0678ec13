// Package eventline says in plain words what an event is: one line for the
// trace and the replay, and the fields of its details. Whatever a model, a
// server or a file wrote comes out inert.
package eventline

import (
	"strings"

	"charm.land/lipgloss/v2"

	"vise/session"
	"vise/ui/theme"
)

// Tone is how a line stands out. The words say the same without it.
type Tone int

// Tones.
const (
	Plain Tone = iota
	Quiet
	Good
	Warn
	Bad
)

// Style is the tone's style in a theme.
func (t Tone) Style(th theme.Theme) lipgloss.Style {
	return [...]lipgloss.Style{th.Text, th.Dim, th.Good, th.Warn, th.Bad}[t]
}

// Words is one event as a line: "✓ file.search  12 ms · 2 hits · ev_001". All
// parts are inert and on one line; any may be empty.
type Words struct {
	Mark    string // ✓ ✗ ⏸ ! …
	Verb    string // started, tools, allowed …
	Subject string // mostly a tool
	Rest    string
	Tone    Tone
}

// Head is the first column: the mark with the subject where there is no verb,
// else the verb.
func (w Words) Head() string {
	if w.Verb == "" {
		return strings.TrimSpace(w.Mark + " " + w.Subject)
	}
	return strings.TrimSpace(w.Mark + " " + w.Verb)
}

// Tail is the second column: what Head doesn't say.
func (w Words) Tail() string {
	if w.Verb == "" || w.Subject == "" {
		return w.Rest
	}
	return strings.TrimRight(w.Subject+"  "+w.Rest, " ")
}

// String is the whole line.
func (w Words) String() string { return strings.TrimRight(w.Head()+"  "+w.Tail(), " ") }

// Minor reports events that a live trace leaves out because the next one says
// the same or more: a replay shows them all.
func Minor(e session.Event) bool {
	switch p := e.Payload.(type) {
	case session.ModelRequest, session.CallStarted, session.ToolCallClosed, session.EvidenceSelected:
		return true
	case session.ModelMessage:
		return p.Failed == ""
	}
	return false
}

// Decision reports events at which something was decided, asked or answered.
func Decision(e session.Event) bool {
	switch e.Payload.(type) {
	case session.PolicyDecision, session.ApprovalRequested, session.ApprovalAnswered, session.GateTriggered:
		return true
	}
	return false
}

// Line says what e is. St is the run's state; it tells how things stand now,
// such as whether a call still waits. It may be nil.
func Line(e session.Event, st *session.State) Words {
	w := line(e, st)
	w.Verb, w.Subject, w.Rest = theme.InertWords(w.Verb), theme.InertWords(w.Subject), theme.InertWords(w.Rest)
	return w
}

// dots joins the parts that aren't empty.
func dots(parts ...string) string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, " · ")
}
