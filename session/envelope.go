package session

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// envelope wraps what servers and files wrote, so that a model can tell it
// from what the person said. The delimiter carries the run's nonce, which
// nobody who wrote the text can know; a text that holds it all the same has it
// taken out, as has what else could end the envelope.
func envelope(nonce string, o Observation) string {
	body, _ := sealed(renderObservation(o), nonce)
	var b strings.Builder
	fmt.Fprintf(&b, "<<data %s from %s", nonce, oneWord(o.Tool))
	if ids := evidenceIDs(o.Sources); len(ids) > 0 {
		b.WriteString(" evidence " + strings.Join(ids, ","))
	}
	fmt.Fprintf(&b, ">>\n%s\n<<end %s>>", strings.TrimRight(body, "\n"), nonce)
	return b.String()
}

// breakouts are what a text can hold to be taken for something else than data.
type breakouts struct {
	mark  *regexp.Regexp // looks like vise's own delimiters
	token *regexp.Regexp // what chat templates part messages with
}

// escapes is made when the first text is wrapped. The tokens are those of the
// templates of Llama, Qwen, Mistral, Gemma, DeepSeek, Phi and gpt-oss: a
// server that runs a model may read them as the end of a message wherever they
// stand.
var escapes = sync.OnceValue(func() breakouts {
	return breakouts{
		mark: regexp.MustCompile(`(?i)<\s*<(\s*(?:end|data)\s+[\w-]{4,}[^<>\n]{0,200}>\s*>)`),
		token: regexp.MustCompile(`(?i)([<\[])((?:[|｜][^|｜<>\n]{1,40}[|｜]|/?s|bos|eos|start_of_turn|end_of_turn|start_of_image|/?tool_call|/?tool_response|/?think)>|` +
			`/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_RESULTS|TOOL_CALLS)\]|<\s*/?SYS\s*>>)`),
	}
})

// sealed is a text in which nothing can end the envelope: what looked as if it
// could is written another way. tries names what that was, each once.
func sealed(s, nonce string) (out string, tries []string) {
	x := escapes()
	if strings.Contains(s, "<") && x.mark.MatchString(s) {
		s, tries = x.mark.ReplaceAllString(s, "‹‹$1"), append(tries, "a mark of the end of data")
	}
	if nonce != "" && strings.Contains(s, nonce) {
		s, tries = strings.ReplaceAll(s, nonce, "[nonce removed]"), append(tries, "the word that marks data in this run")
	}
	if !strings.ContainsAny(s, "<[") {
		return s, tries
	}
	if m := x.token.FindString(s); m != "" {
		s, tries = x.token.ReplaceAllString(s, "$1 $2"), append(tries, "a mark that models take for the end of a message ("+m+")")
	}
	return s, tries
}

// oneWord is a name as it can stand in the envelope's first line: a model can
// have made it up.
func oneWord(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == '<' || r == '>' {
			return '_'
		}
		return r
	}, cutText(name, 200))
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
