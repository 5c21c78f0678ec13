package eventline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"vise/policy"
	"vise/session"
	"vise/ui/theme"
)

// Field is one line of an event's details. Value is inert; it may have several
// lines.
type Field struct{ Name, Value string }

// fields collects details; a value that is empty is left out.
type fields []Field

func (f *fields) add(name, value string) {
	if value != "" {
		*f = append(*f, Field{theme.InertWords(name), theme.InertBlock(value)})
	}
}

func (f *fields) foreign(name string, text session.Foreign) { f.add(name, theme.Inert(text)) }

func (f *fields) content(name string, c session.Content) {
	switch {
	case c.Text.Len() > 0:
		f.foreign(name, c.Text)
	case c.Blob != "":
		f.add(name, Size(c.Size)+", kept apart")
	}
	if c.Cut > 0 {
		f.add("cut", Size(c.Cut)+" left out")
	}
}

func (f *fields) list(name string, items []string) { f.add(name, strings.Join(items, ", ")) }

// args adds one field for each argument, with its value as it was sent.
func (f *fields) args(raw json.RawMessage) {
	if len(raw) == 0 {
		return
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		f.add("arguments", string(raw))
		return
	}
	var each fields
	for dec.More() {
		name, err := dec.Token()
		var value json.RawMessage
		if err != nil || dec.Decode(&value) != nil {
			f.add("arguments", string(raw))
			return
		}
		each.add(fmt.Sprint(name), string(value))
	}
	*f = append(*f, each...)
}

// Args is one field for each argument of a call, with its value as it is sent.
func Args(raw json.RawMessage) []Field {
	var f fields
	f.args(raw)
	return f
}

// Detail is all that e says, plain words first.
func Detail(e session.Event) []Field {
	var f fields
	switch p := e.Payload.(type) {
	case session.RunStarted:
		f.started(p)
	case session.ToolsDiscovered:
		f.discovered(p)
	case session.ModelRequest:
		f.add("step", fmt.Sprint(p.Step))
		f.add("sent", dots(Count(p.Messages, "message"), "about "+Count(p.Tokens, "token"), last(p.Last)))
		f.list("folded", p.Folded)
	case session.PlanCreated:
		f.add("step", fmt.Sprint(p.Step))
		f.add("plan", p.Summary)
		f.list("tools", p.Tools)
	case session.ModelMessage:
		f.message(p)
	case session.PolicyDecision:
		f.add("tool", p.Tool)
		f.decision(p.Decision)
		f.args(p.Args)
	case session.ApprovalRequested:
		f.add("tool", p.Tool)
		f.add("will do", p.Effect)
		f.args(p.Args)
		f.list("filled in by vise", p.Filled)
		f.decision(p.Decision)
	case session.ApprovalAnswered:
		f.answered(p)
	case session.AnswerCreated:
		f.answer(p)
	case session.ConversationCompacted:
		f.compacted(p)
	case session.RunFinished:
		f.finished(p)
	default:
		f.call(e)
	}
	f.add("by", string(e.Actor))
	f.add("at", e.Time.Format("2006-01-02 15:04:05.000 -07:00"))
	f.add("event", dots(e.ID, string(e.Type)))
	return f
}

func (f *fields) started(p session.RunStarted) {
	f.add("task", p.Task)
	f.add("kind", dots(p.TaskType, p.Entry))
	f.add("model", dots(p.Model.Name, p.Model.Digest))
	f.add("budget", budget(p.Budget))
	for _, r := range p.Roots {
		f.add("root "+r.Name, r.Dir)
	}
	f.list("may", p.Scopes)
	f.add("time zone", p.Timezone)
	f.add("conversation", p.Conversation)
	f.add("continues", resumed(p))
}

func (f *fields) compacted(p session.ConversationCompacted) {
	f.add("stands for", dots(Count(p.Turns, "request"), strings.Join(p.Runs, " ")))
	f.add("told as before", Count(p.Kept, "request"))
	f.add("tokens", fmt.Sprintf("about %d before, %d now; the next request begins with %d", p.Before, p.After, p.Next))
	f.add("written by", p.By)
	f.list("evidence", p.Evidence)
	f.content("summary", p.Summary)
}

func (f *fields) discovered(p session.ToolsDiscovered) {
	for _, t := range p.Offered {
		f.add(t.Tool, dots("offered", t.Level.Words(), Count(t.Tokens, "token")))
	}
	for _, t := range p.Held {
		f.add(t.Tool, dots("held back", string(t.Status), t.Reason))
	}
}

func (f *fields) message(p session.ModelMessage) {
	f.add("failed", p.Failed)
	f.content("text", p.Text)
	f.content("thinking", p.Thinking)
	for _, c := range p.Calls {
		f.add("call "+c.Name, string(c.Args))
	}
	f.add("tokens", dots(some(p.Usage.PromptTokens, "token")+read(p.Usage.PromptTokens), some(p.Usage.OutputTokens, "token")+written(p.Usage.OutputTokens)))
	if p.Usage.TotalMillis > 0 {
		f.add("took", Duration(p.Usage.TotalMillis))
	}
	f.add("ended", p.DoneReason)
}

func read(n int) string {
	if n > 0 {
		return " read"
	}
	return ""
}

func written(n int) string {
	if n > 0 {
		return " written"
	}
	return ""
}

// outcomes are the words for a decision.
var outcomes = map[policy.Outcome]string{policy.Allow: "allowed", policy.Approval: "needs approval", policy.Deny: "denied"}

func (f *fields) decision(d policy.Decision) {
	f.add("decision", dots(outcomes[d.Outcome], d.Level.Words()+" ("+d.Level.String()+")"))
	f.add("because", d.Reason)
	f.add("rule", d.Rule)
	f.add("to change it", d.Remedy)
	for _, o := range d.Origins {
		f.add(o.Argument+" is from", Origin(o))
		for _, p := range o.Parts[:min(len(o.Parts), maxParts)] {
			f.add(p.Path+" is from", Origin(p))
		}
	}
	var flags []string
	for _, x := range []struct {
		on   bool
		word string
	}{{d.Flags.PrivateRead, "private data read"}, {d.Flags.UntrustedSeen, "untrusted content seen"}, {d.Flags.CanSend, "can send outside"}} {
		if x.on {
			flags = append(flags, x.word)
		}
	}
	f.list("so far", flags)
}

// maxParts is how many parts of one argument are told of; the payload has all.
const maxParts = 30

// Origin says in words where an argument's value came from.
func Origin(o policy.Origin) string {
	quote := ""
	if o.Quote != "" {
		quote = "“" + o.Quote + "”"
	}
	seen := strings.Join(o.Evidence, ", ")
	switch o.Source {
	case policy.FromUser:
		if o.Quote == "" {
			return "yours: you edited it"
		}
		return dots("your words", quote)
	case policy.FromUserDerived:
		return dots("worked out by the model from your words", quote)
	case policy.FromEvidence:
		return dots("a result", seen, quote)
	case policy.FromEvidenceDerived:
		return dots("the model, partly from a result", seen, quote)
	case policy.FromVise:
		return "filled in by vise"
	}
	return "the model alone"
}

func (f *fields) answered(p session.ApprovalAnswered) {
	f.add("tool", p.Tool)
	w := answered(session.ApprovalAnswered{Verdict: p.Verdict})
	f.add("answer", dots(w.Verb, w.Rest))
	f.add("and always where", p.Always)
	f.add("note", p.Note)
	f.args(p.Args)
	f.add("answered in", p.By)
	f.add("after", Duration(p.Waited))
	f.add("became", p.NewCall)
}

func (f *fields) answer(p session.AnswerCreated) {
	f.content("answer", p.Answer)
	f.list("cites", p.Citations)
	for _, c := range p.Checks {
		how := "✓ passed"
		if !c.Passed {
			how = "✗ failed"
		}
		f.add(c.Name, dots(how, c.Detail))
	}
}

func (f *fields) finished(p session.RunFinished) {
	w := Status(p.Status)
	f.add("ended", dots(w.Verb, string(p.FailureKind), p.Code))
	f.add("because", p.Reason)
	f.add("what to do", p.Remedy)
	f.add("used", dots(Count(p.Steps, "step"), Count(p.Calls, "call"), Count(p.Tokens, "token"), Duration(p.Millis)))
}
