package session

import (
	"fmt"
	"strings"
)

// envelope wraps what servers and files wrote, so that a model can tell it
// from what the person said. The delimiter carries the run's nonce, which
// nobody who wrote the text can know; a text that holds it all the same has it
// taken out.
func envelope(nonce string, o Observation) string {
	body := renderObservation(o)
	if nonce != "" {
		body = strings.ReplaceAll(body, nonce, "[nonce removed]")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<<data %s from %s", nonce, o.Tool)
	if ids := evidenceIDs(o.Sources); len(ids) > 0 {
		b.WriteString(" evidence " + strings.Join(ids, ","))
	}
	fmt.Fprintf(&b, ">>\n%s\n<<end %s>>", strings.TrimRight(body, "\n"), nonce)
	return b.String()
}

// renderObservation is the text of an observation without its envelope: the
// error or the summary, then one line a source, then the other fields.
func renderObservation(o Observation) string {
	var b strings.Builder
	if e := o.Error; e != nil {
		fmt.Fprintf(&b, "error %s: %s\n", e.Code, e.Message.Raw())
		if !e.Hint.IsZero() {
			fmt.Fprintf(&b, "hint: %s\n", e.Hint.Raw())
		}
	}
	if !o.Summary.IsZero() {
		b.WriteString(o.Summary.Raw() + "\n")
	}
	for _, s := range o.Sources {
		fmt.Fprintf(&b, "[%s] %s", s.Evidence, s.Name)
		if !s.Excerpt.IsZero() && o.Text.IsZero() {
			b.WriteString(": " + s.Excerpt.Raw())
		}
		b.WriteByte('\n')
	}
	if !o.Text.IsZero() {
		b.WriteString(o.Text.Raw() + "\n")
	}
	if len(o.Fields) > 0 {
		b.Write(o.Fields)
		b.WriteByte('\n')
	}
	return b.String()
}

func evidenceIDs(ss []Source) []string {
	ids := make([]string, 0, len(ss))
	for _, s := range ss {
		if s.Evidence != "" {
			ids = append(ids, s.Evidence)
		}
	}
	return ids
}

// own is an observation in vise's own words: a call that wasn't run.
func own(call, tool, code, message, hint string) Observation {
	return Observation{Call: call, Tool: tool, Error: &ToolError{Code: code, Message: Untrusted(message), Hint: Untrusted(hint)}}
}
