package session

import (
	"fmt"
	"strings"
)

// FoldedTurn is a turn that tells a summary in place of the turns that it
// stands for. Their words and sources still count for provenance, and can be
// cited.
func FoldedTurn(summary string, turns []Turn) Turn {
	o := Observation{Tool: "the earlier conversation", OK: true, Ran: true, Text: Untrusted(summary)}
	var words []string
	var judged map[string]bool
	var kept keptLines
	for _, t := range turns {
		words = append(words, t.Words)
		judged, kept = laidOver(judged, t.Judged), laidOver(kept, t.Kept)
		for _, s := range t.Steps {
			for _, res := range s.Results {
				o.Sources = append(o.Sources, res.Result.Sources...)
			}
		}
	}
	return Turn{Folded: true, Words: strings.Join(words, "\n"), Steps: []TurnStep{{Results: []TurnResult{{Result: o}}}}, Judged: judged, Kept: kept}
}

// foldedSources is how many sources a summary names beside those it cites.
const foldedSources = 8

// foldedMessage tells a summary: as data, whoever wrote it.
func foldedMessage(t Turn, nonce string) ChatMessage {
	o := t.Steps[0].Results[0].Result
	cited := map[string]bool{}
	for _, id := range citations(o.Text.Raw()) {
		cited[id] = true
	}
	all := o.Sources
	o.Sources = nil
	for i, s := range all {
		if s.Excerpt = (Foreign{}); cited[s.Evidence] || len(all)-i <= foldedSources {
			o.Sources = append(o.Sources, s)
		}
	}
	return ChatMessage{Role: RoleUser, Text: "(vise: the conversation before this was summed up to save room. Call a tool again where you need the details.)\n" + envelope(nonce, o)}
}

// transcript writes turns down for whoever sums them up, at most per bytes of
// each text.
func transcript(turns []Turn, per int) string {
	var b strings.Builder
	for _, t := range turns {
		if t.Folded {
			fmt.Fprintf(&b, "Summary of what came before: %s\n", short(t.Steps[0].Results[0].Result.Text.Raw(), 2*per))
			continue
		}
		fmt.Fprintf(&b, "Person: %s\n", short(t.Words, per))
		for _, s := range t.Steps {
			writeStep(&b, s, per)
		}
	}
	return b.String()
}

func writeStep(b *strings.Builder, s TurnStep, per int) {
	for i, res := range s.Results {
		args := ""
		if i < len(s.Calls) {
			args = " " + short(string(s.Calls[i].Args), per/2)
		}
		fmt.Fprintf(b, "Tool %s%s: %s\n", res.Result.Tool, args, short(renderObservation(res.Result), per))
	}
	if s.Text != "" {
		fmt.Fprintf(b, "Assistant: %s\n", short(s.Text, per))
	}
}

// short is a text on one line, at most n bytes of it.
func short(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) <= n {
		return s
	}
	return cutText(s, n) + " …"
}

// mechanical is a summary that no model wrote: the turns, cut shorter and
// shorter until they are about so many tokens, then without the oldest.
func mechanical(turns []Turn, tokens int) string {
	for per := 600; ; per /= 2 {
		text := transcript(turns, max(per, 60))
		if estimateTokens(text) <= tokens {
			return text
		}
		if per < 60 && len(turns) > 1 {
			turns = turns[1:]
		} else if per < 60 {
			return cutToTokens(text, tokens)
		}
	}
}
