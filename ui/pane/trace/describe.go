// Package trace draws the events of a run, one line each, as they happen and
// afterwards alike.
package trace

import (
	"fmt"
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"vise/policy"
	"vise/session"
	"vise/ui/theme"
)

// Tone says how an event went.
type Tone int

// Tones.
const (
	Plain Tone = iota
	Quiet      // of interest to few
	Good
	Warn
	Bad
)

// Row is one event in words; both parts are inert.
type Row struct {
	Label string // one word: "plan", "✓ file.search"
	Words string
	Tone  Tone
}

// Style is how a tone is drawn.
func (t Tone) Style(th theme.Theme) lipgloss.Style {
	switch t {
	case Quiet:
		return th.Dim
	case Good:
		return th.Good
	case Warn:
		return th.Warn
	case Bad:
		return th.Bad
	}
	return th.Text
}

// Describe says in words what an event tells.
func Describe(e session.Event) Row {
	r := describe(e)
	r.Label, r.Words = theme.InertWords(r.Label), theme.InertWords(r.Words)
	return r
}

func describe(e session.Event) Row {
	switch p := e.Payload.(type) {
	case session.RunStarted:
		return Row{"started", join(model(p.Model), bound(p.Budget.Steps, "step"), bound(p.Budget.Calls, "call")), Plain}
	case session.ToolsDiscovered:
		return Row{"tools", join(fmt.Sprintf("%d offered", len(p.Offered)), held(len(p.Held))), Plain}
	case session.ModelRequest:
		return Row{"ask model", join(fmt.Sprintf("step %d", p.Step), count(p.Messages, "message"), fmt.Sprintf("~%d tokens", p.Tokens)), Quiet}
	case session.PlanCreated:
		return Row{"plan", p.Summary, Plain}
	case session.ModelMessage:
		return message(p)
	case session.PolicyDecision:
		return decision(p)
	case session.GateTriggered:
		return Row{"gate " + p.Gate, p.Reason + ": " + p.Action, Warn}
	case session.AnswerCreated:
		return answer(p)
	case session.RunFinished:
		return finished(p)
	}
	return describeCall(e)
}

func describeCall(e session.Event) Row {
	switch p := e.Payload.(type) {
	case session.ApprovalRequested:
		return Row{"⏸ " + p.Tool, "waiting for you", Warn}
	case session.ApprovalAnswered:
		return answered(p)
	case session.CallStarted:
		return Row{"▸ " + p.Tool, "started", Quiet}
	case session.ToolCallClosed:
		if p.OK {
			return Row{"✓ " + p.Tool, fmt.Sprintf("%d ms", p.Millis), Good}
		}
		return Row{"✗ " + p.Tool, join(fmt.Sprintf("%d ms", p.Millis), p.Fault, p.ErrorCode), Bad}
	case session.ToolResult:
		return result(p)
	case session.EvidenceSelected:
		return Row{"evidence", join(p.Evidence, p.Name), Quiet}
	}
	return describeOutside(e)
}

// describeOutside is for the workspace chain, and for events that this program
// doesn't know.
func describeOutside(e session.Event) Row {
	switch p := e.Payload.(type) {
	case session.ServerChanged:
		return Row{"server", join(p.Server, p.State, p.Detail), Plain}
	case session.PinChanged:
		return Row{"pin", join(p.Tool, p.What), Plain}
	case session.MemoryWritten:
		return Row{"memory", join(p.What, p.Key), Plain}
	case session.FeedbackGiven:
		return Row{"feedback", join(p.Mark, p.Note), Plain}
	case nil:
		return Row{string(e.Type), "nothing can be shown of it", Quiet}
	}
	return Row{string(e.Type), "", Quiet}
}

func message(p session.ModelMessage) Row {
	if p.Failed != "" {
		return Row{"reply", "not whole: " + p.Failed, Bad}
	}
	what := "an answer"
	if len(p.Calls) > 0 {
		what = count(len(p.Calls), "call")
	}
	took := ""
	if ms := p.Usage.TotalMillis; ms > 0 {
		took = Duration(time.Duration(ms) * time.Millisecond)
	}
	return Row{"reply", join(what, bound(p.Usage.OutputTokens, "token"), took), Quiet}
}

func decision(p session.PolicyDecision) Row {
	level := p.Decision.Level.Words()
	switch p.Decision.Outcome {
	case policy.Allow:
		return Row{"allowed", join(p.Tool, level), Good}
	case policy.Approval:
		return Row{"ask", join(p.Tool, level), Warn}
	}
	return Row{"denied", join(p.Tool, p.Decision.Reason), Bad}
}

func answered(p session.ApprovalAnswered) Row {
	switch p.Verdict {
	case session.VerdictAllow:
		return Row{"allowed", join(p.Tool, "once, by "+who(p.By)), Good}
	case session.VerdictAllowTool:
		return Row{"allowed", join(p.Tool, "until /new, by "+who(p.By)), Good}
	case session.VerdictEdit:
		return Row{"edited", join(p.Tool, "by "+who(p.By)), Warn}
	case session.VerdictDeny:
		return Row{"denied", join(p.Tool, "by "+who(p.By), p.Note), Bad}
	case session.VerdictDenyStop:
		return Row{"denied", join(p.Tool, "and stopped, by "+who(p.By)), Bad}
	}
	return Row{"unanswered", p.Tool, Warn}
}

func who(by string) string {
	if by == "workbench" {
		return "you"
	}
	return by
}

func result(p session.ToolResult) Row {
	if p.Error != nil {
		return Row{"result", join(p.Tool, p.Error.Code, theme.InertLine(p.Error.Message)), Bad}
	}
	return Row{"result", join(theme.InertLine(p.Summary), strings.Join(p.Evidence, " ")), Plain}
}

func answer(p session.AnswerCreated) Row {
	failed := 0
	for _, c := range p.Checks {
		if !c.Passed {
			failed++
		}
	}
	if failed > 0 {
		return Row{"answer", join(count(len(p.Citations), "citation"), count(failed, "check")+" failed"), Warn}
	}
	return Row{"answer", count(len(p.Citations), "citation"), Good}
}

func finished(p session.RunFinished) Row {
	took := Duration(time.Duration(p.Millis) * time.Millisecond)
	if p.Status == session.StatusDone {
		return Row{"done", join(took, bound(p.Steps, "step"), bound(p.Calls, "call")), Good}
	}
	return Row{strings.ReplaceAll(string(p.Status), "_", " "), join(p.Reason, took), Bad}
}

func model(m session.ModelInfo) string {
	if m.Offline {
		return "offline: no language model"
	}
	return m.Name
}

func held(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d held back", n)
}

// bound is "8 steps", and nothing for 0.
func bound(n int, what string) string {
	if n == 0 {
		return ""
	}
	return count(n, what)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
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

// Duration is a duration as people say it: "12 ms", "1.2 s", "3:05".
func Duration(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return fmt.Sprintf("%d:%02d", int(d.Minutes()), int(d.Seconds())%60)
}
