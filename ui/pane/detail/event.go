package detail

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"vise/session"
	"vise/ui/pane/eventline"
	"vise/ui/theme"
)

// Event shows an event: what it says, its arguments and result where it has
// some, and the whole payload as it is stored.
func Event(th theme.Theme, e session.Event, zone *time.Location) *Pane {
	parts := []part{{text: fmt.Sprintf("%s\n%s · %s · %s", eventline.Line(e, nil), e.Time.In(zone).Format("2006-01-02 15:04:05.000 -07:00"), e.ID, e.Type)}}
	parts = append(parts, special(e)...)
	parts = append(parts, part{heading: "Payload", text: payload(e.Payload), others: true})
	if e.Hash != "" {
		parts = append(parts, part{heading: "Chain", text: "hash      " + theme.InertWords(e.Hash) + "\nbefore it " + theme.InertWords(e.PrevHash)})
	}
	return newPane(th, "Event "+e.ID, parts)
}

// special are the parts of an event that people look for first.
func special(e session.Event) []part {
	switch p := e.Payload.(type) {
	case session.PolicyDecision:
		return []part{reason(p.Decision.Reason, p.Decision.Remedy), args(p.Args)}
	case session.ApprovalRequested:
		return []part{reason(p.Decision.Reason, p.Effect), args(p.Args)}
	case session.ApprovalAnswered:
		if len(p.Args) > 0 {
			return []part{{heading: "Changed to", text: pretty(p.Args), others: true}}
		}
	case session.CallStarted:
		return []part{args(p.Args)}
	case session.ToolResult:
		return result(p)
	case session.ModelMessage:
		return message(p)
	case session.AnswerCreated:
		return []part{content("Answer", p.Answer)}
	case session.EvidenceSelected:
		return []part{evidence(p)}
	}
	return nil
}

func reason(why, more string) part {
	return part{heading: "Why", text: strings.TrimSpace(theme.InertBlock(why + "\n" + more))}
}

func args(raw json.RawMessage) part {
	return part{heading: "Arguments", text: pretty(raw), others: true}
}

func result(p session.ToolResult) []part {
	out := []part{{heading: "Result", text: theme.Inert(p.Summary), others: true}}
	if p.Error != nil {
		words := []string{theme.InertWords(p.Error.Code), theme.Inert(p.Error.Message), theme.Inert(p.Error.Hint)}
		out = []part{{heading: "Error", text: strings.Join(words, "\n"), others: true}}
	}
	if len(p.Fields) > 0 {
		out = append(out, part{heading: "Fields", text: pretty(p.Fields), others: true})
	}
	out = append(out, content("What the model was given", p.Content))
	for i, q := range p.Quarantined {
		heading := fmt.Sprintf("Quarantined #%d · %s · %s", i+1, q.Decided(), theme.InertWords(strings.Join(q.About, ", ")))
		out = append(out, content(heading, q.Text))
	}
	return out
}

func message(p session.ModelMessage) []part {
	var out []part
	if p.Text.Size > 0 {
		out = append(out, content("Text", p.Text))
	}
	if p.Thinking.Size > 0 {
		out = append(out, content("Thinking", p.Thinking))
	}
	for _, c := range p.Calls {
		out = append(out, part{heading: "Call " + theme.InertWords(c.Name), text: pretty(c.Args), others: true})
	}
	return out
}

func content(heading string, c session.Content) part {
	if c.Cut > 0 {
		heading += fmt.Sprintf(" (%d bytes of the original were left out)", c.Cut)
	}
	if c.Blob != "" {
		return part{heading: heading, blob: c, others: true}
	}
	return part{heading: heading, text: theme.Inert(c.Text), others: true}
}

// Evidence shows sources that an answer cites.
func Evidence(th theme.Theme, es ...session.EvidenceSelected) *Pane {
	parts := make([]part, 0, len(es))
	for _, e := range es {
		parts = append(parts, evidence(e))
	}
	title := "Evidence"
	if len(es) == 1 {
		title += " " + theme.InertWords(es[0].Evidence)
	}
	return newPane(th, title, parts)
}

func evidence(e session.EvidenceSelected) part {
	lines := []string{theme.InertWords(e.URI)}
	if e.Version != "" {
		lines = append(lines, "version "+theme.InertWords(e.Version))
	}
	lines = append(lines, "", theme.Inert(e.Excerpt))
	return part{heading: theme.InertWords(e.Evidence) + "  " + theme.InertWords(e.Name), text: strings.Join(lines, "\n"), others: true}
}

// payload is any payload as indented JSON.
func payload(p session.Payload) string {
	if u, ok := p.(session.Unknown); ok {
		return pretty(u.Raw)
	}
	b, err := json.Marshal(p)
	if err != nil {
		return "it can't be shown: " + theme.InertWords(err.Error())
	}
	return pretty(b)
}

// pretty indents JSON, and shows text that isn't JSON as it is.
func pretty(raw []byte) string {
	if len(raw) == 0 {
		return "none"
	}
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		return theme.InertBlock(string(raw))
	}
	return theme.InertBlock(b.String())
}
