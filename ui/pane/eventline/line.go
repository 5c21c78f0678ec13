package eventline

import (
	"fmt"
	"strings"

	"vise/policy"
	"vise/session"
	"vise/ui/theme"
)

func line(e session.Event, st *session.State) Words {
	switch p := e.Payload.(type) {
	case session.RunStarted:
		return Words{Verb: "started", Rest: dots(budget(p.Budget), resumed(p))}
	case session.ToolsDiscovered:
		return discovered(p)
	case session.ModelRequest:
		return Words{Verb: "request", Rest: dots(fmt.Sprintf("step %d", p.Step), Count(p.Tokens, "token"), last(p.Last)), Tone: Quiet}
	case session.PlanCreated:
		return Words{Verb: "plan", Rest: planned(p)}
	case session.ModelMessage:
		return message(p)
	case session.PolicyDecision:
		return decision(p)
	case session.ApprovalRequested:
		return requested(p, st)
	case session.ApprovalAnswered:
		return answered(p)
	case session.CallStarted:
		return started(p, st)
	case session.ToolCallClosed:
		return closed(p)
	case session.ToolResult:
		return result(p, st)
	case session.EvidenceSelected:
		return Words{Verb: "evidence", Subject: p.Evidence, Rest: p.Name, Tone: Quiet}
	case session.GateTriggered:
		return Words{Mark: "!", Verb: "gate", Subject: p.Gate, Rest: dots(Plainly(p.Reason), Plainly(p.Action)), Tone: Warn}
	case session.AnswerCreated:
		return answer(p)
	case session.ConversationCompacted:
		return Words{Verb: "compacted", Rest: dots(Count(p.Turns, "request"), fmt.Sprintf("%d → %d tokens", p.Before, p.After))}
	case session.RunFinished:
		return finished(p)
	}
	return outside(e)
}

// outside is what happens outside a run, and what this program doesn't know.
func outside(e session.Event) Words {
	switch p := e.Payload.(type) {
	case session.ServerChanged:
		return Words{Verb: "server", Subject: p.Server, Rest: dots(p.State, p.Detail)}
	case session.PinChanged:
		return Words{Verb: "tool", Subject: p.Tool, Rest: p.What}
	case session.PolicyChanged:
		return Words{Verb: "policy", Rest: "the rules changed"}
	case session.MemoryWritten:
		return Words{Verb: "memory", Subject: p.Key, Rest: p.What}
	case session.FeedbackGiven:
		return Words{Verb: "feedback", Subject: p.Mark, Rest: p.Note}
	case session.RunHead:
		return Words{Verb: "anchored", Subject: p.Run, Rest: fmt.Sprintf("at event %d", p.Seq), Tone: Quiet}
	case session.RunDeleted:
		return Words{Verb: "deleted", Subject: p.Run, Rest: p.Reason, Tone: Warn}
	case nil:
		return Words{Mark: "?", Verb: string(e.Type), Rest: "without content", Tone: Quiet}
	}
	return Words{Mark: "?", Verb: string(e.Type), Rest: "written by another version of vise", Tone: Quiet}
}

func budget(b session.Budget) string {
	seconds := ""
	if b.Seconds > 0 {
		seconds = Duration(int64(b.Seconds) * 1000)
	}
	return dots(some(b.Steps, "step"), some(b.Calls, "call"), some(b.Tokens, "token"), seconds)
}

func some(n int, word string) string {
	if n <= 0 {
		return ""
	}
	return Count(n, word)
}

func resumed(p session.RunStarted) string {
	switch {
	case p.Resumes != "":
		return "goes on with " + p.Resumes
	case p.Parent != "":
		return "forked from " + p.Parent
	}
	return ""
}

func last(is bool) string {
	if is {
		return "last: answer with what there is"
	}
	return ""
}

func discovered(p session.ToolsDiscovered) Words {
	w := Words{Verb: "tools", Rest: fmt.Sprintf("%d offered", len(p.Offered))}
	if n := len(p.Held); n > 0 {
		w.Rest = dots(w.Rest, fmt.Sprintf("%d held back", n))
	}
	return w
}

func planned(p session.PlanCreated) string {
	if p.Summary != "" {
		return p.Summary
	}
	return strings.Join(p.Tools, ", ")
}

func message(p session.ModelMessage) Words {
	if p.Failed != "" {
		return Words{Mark: "✗", Verb: "reply", Rest: p.Failed, Tone: Bad}
	}
	said := theme.InertLine(p.Text.Text)
	if said == "" && p.Text.Size > 0 {
		said = Size(p.Text.Size)
	}
	return Words{Verb: "reply", Rest: dots(some(len(p.Calls), "call"), said), Tone: Quiet}
}

func decision(p session.PolicyDecision) Words {
	w := Words{Subject: p.Tool, Rest: p.Decision.Level.Words()}
	switch p.Decision.Outcome {
	case policy.Allow:
		w.Verb = "allowed"
	case policy.Approval:
		w.Verb, w.Tone = "ask", Warn
	default:
		w.Mark, w.Verb, w.Tone = "✗", "denied", Bad
		w.Rest = dots(w.Rest, p.Decision.Reason)
	}
	return w
}

func requested(p session.ApprovalRequested, st *session.State) Words {
	w := Words{Mark: "⏸", Subject: p.Tool, Rest: "waiting for you", Tone: Warn}
	if c := find(st, p.Call); c != nil && c.Phase != session.PhaseWaiting {
		w = Words{Verb: "asked", Subject: p.Tool, Rest: p.Effect}
	}
	return w
}

// verdicts are the words for a person's answers.
var verdicts = map[session.Verdict]Words{
	session.VerdictAllow:      {Mark: "✓", Verb: "you allowed", Rest: "once", Tone: Good},
	session.VerdictAllowTool:  {Mark: "✓", Verb: "you allowed", Rest: "any arguments, until /new", Tone: Good},
	session.VerdictEdit:       {Mark: "✎", Verb: "you edited", Rest: "decided again"},
	session.VerdictDeny:       {Mark: "✗", Verb: "you denied", Tone: Bad},
	session.VerdictDenyStop:   {Mark: "✗", Verb: "you denied", Rest: "and stopped the run", Tone: Bad},
	session.VerdictUnanswered: {Mark: "⏸", Verb: "unanswered", Tone: Warn},
}

func answered(p session.ApprovalAnswered) Words {
	w, ok := verdicts[p.Verdict]
	if !ok {
		w = Words{Mark: "?", Verb: string(p.Verdict)}
	}
	w.Subject = p.Tool
	if p.Verdict == session.VerdictUnanswered && strings.HasPrefix(p.Note, "cancelled") {
		w.Mark, w.Rest = "–", "cancelled while it waited"
		return w
	}
	note := ""
	if p.Note != "" {
		note = "“" + p.Note + "”"
	}
	w.Rest = dots(w.Rest, note)
	if p.Always != "" {
		w.Rest = dots("from now on", p.Always, note)
	}
	return w
}

func started(p session.CallStarted, st *session.State) Words {
	w := Words{Mark: "…", Verb: "", Subject: p.Tool, Rest: "running", Tone: Quiet}
	switch c := find(st, p.Call); {
	case c == nil || c.Phase == session.PhaseRunning:
	case c.Phase == session.PhaseUnknown:
		w = Words{Mark: "?", Subject: p.Tool, Rest: "started: whether it took effect is not known", Tone: Bad}
	default:
		w = Words{Verb: "called", Subject: p.Tool, Rest: under(p.Approval), Tone: Quiet}
	}
	return w
}

func under(approval string) string {
	switch {
	case approval == "":
		return ""
	case approval == "person":
		return "you allowed it"
	}
	return "under " + approval
}

// faults are the words for how a call broke.
var faults = map[string]string{
	"transport": "the connection broke", "refused_by_server": "the server refused it", "timeout": "took too long", "cancelled": "cancelled", "tool": "the tool reported an error", "not_called": "it was not sent",
}

func closed(p session.ToolCallClosed) Words {
	if p.OK {
		return Words{Mark: "✓", Subject: p.Tool, Rest: Duration(p.Millis), Tone: Good}
	}
	return Words{Mark: "✗", Subject: p.Tool, Rest: dots(Duration(p.Millis), faults[p.Fault], p.ErrorCode), Tone: Bad}
}

func result(p session.ToolResult, st *session.State) Words {
	w := Words{Mark: "✓", Subject: p.Tool, Tone: Good}
	took := ""
	if c := find(st, p.Call); c != nil && c.Millis > 0 {
		took = Duration(c.Millis)
	}
	said := theme.InertLine(p.Summary)
	switch {
	case !p.OK:
		w.Mark, w.Tone, said = "✗", Bad, failure(p)
		if !p.Ran {
			took = "not run"
		}
	case said == "" && p.Content.Size > 0:
		said = Size(p.Content.Size)
	}
	hidden := ""
	if p.Redacted > 0 {
		hidden = Count(p.Redacted, "secret") + " masked"
	}
	w.Rest = dots(took, said, evidence(p.Evidence), hidden, quarantined(p.Quarantined))
	return w
}

// quarantined tells how many passages speak to the assistant, and whether it
// was let read them.
func quarantined(ps []session.Passage) string {
	kept := 0
	for _, p := range ps {
		if p.Verdict != session.PassageLet {
			kept++
		}
	}
	words := ""
	if kept > 0 {
		words = Count(kept, "passage") + " quarantined"
	}
	if n := len(ps) - kept; n > 0 {
		words = dots(words, Count(n, "passage")+" let through")
	}
	return words
}

func failure(p session.ToolResult) string {
	if p.Error == nil {
		return theme.InertLine(p.Summary)
	}
	if m := Plainly(theme.InertLine(p.Error.Message)); m != "" {
		return m
	}
	return p.Error.Code
}

// evidence names a few evidence ids, and counts the others.
func evidence(ids []string) string {
	if len(ids) <= 3 {
		return strings.Join(ids, ", ")
	}
	return fmt.Sprintf("%s … %s", ids[0], ids[len(ids)-1])
}

func answer(p session.AnswerCreated) Words {
	failed := 0
	for _, c := range p.Checks {
		if !c.Passed {
			failed++
		}
	}
	w := Words{Verb: "answer", Rest: dots(Size(p.Answer.Size), evidence(p.Citations))}
	if failed > 0 {
		w.Mark, w.Tone = "!", Warn
		w.Rest = dots(w.Rest, Count(failed, "check")+" failed")
	}
	return w
}

func finished(p session.RunFinished) Words {
	w := Status(p.Status)
	if p.Reason == w.Verb {
		p.Reason = "" // it is said already
	}
	w.Rest = dots(Duration(p.Millis), some(p.Steps, "step"), some(p.Calls, "call"), p.Reason)
	return w
}

func find(st *session.State, call string) *session.CallState {
	if st == nil {
		return nil
	}
	for i := len(st.Calls) - 1; i >= 0; i-- {
		if st.Calls[i].ID == call {
			return &st.Calls[i]
		}
	}
	return nil
}
