package tools

import (
	"encoding/json"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"vise/ui/dialog"
	"vise/ui/pane/rows"
	"vise/ui/pane/tools/worddiff"
)

// maxDiff is the longest text in bytes that is compared line by line.
const maxDiff = 256 << 10

// change is one line of a comparison.
type change struct {
	mark byte // '-', '+' or ' '
	text string
}

// compare tells which lines of two texts differ, with the lines that stayed
// between them; nil where nothing does. Too long texts are given whole.
func compare(before, after string) []change {
	if before == after {
		return nil
	}
	if len(before)+len(after) > maxDiff {
		return append(each('-', before), each('+', after)...)
	}
	before, after = ended(before), ended(after)
	var out []change
	at := 0
	for _, e := range udiff.Lines(before, after) {
		out = append(out, each(' ', before[at:e.Start])...)
		out = append(out, each('-', before[e.Start:e.End])...)
		out = append(out, each('+', e.New)...)
		at = e.End
	}
	return append(out, each(' ', before[at:])...)
}

// ended is text with a line feed at its end.
func ended(s string) string {
	if s == "" || strings.HasSuffix(s, "\n") {
		return s
	}
	return s + "\n"
}

func each(mark byte, text string) []change {
	if text == "" {
		return nil
	}
	var out []change
	for l := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		out = append(out, change{mark, l})
	}
	return out
}

// around leaves only lines that changed, and a few beside them.
const around = 2

// nearby shortens a comparison: of lines that stayed only those next to a
// change are kept; a line of mark 0 stands for those between.
func nearby(cs []change) []change {
	keep := make([]bool, len(cs))
	for i, c := range cs {
		if c.mark != ' ' {
			for j := max(i-around, 0); j <= min(i+around, len(cs)-1); j++ {
				keep[j] = true
			}
		}
	}
	var out []change
	for i, c := range cs {
		switch {
		case keep[i]:
			out = append(out, c)
		case i == 0 || keep[i-1]:
			out = append(out, change{0, "…"})
		}
	}
	return out
}

// definition is a tool as its server gives it, part by part.
type definition struct {
	Instructions string          `json:"instructions"` // of what is no tool
	Name         string          `json:"name"`
	Title        string          `json:"title"`
	Description  string          `json:"description"`
	Input        json.RawMessage `json:"inputSchema"`
	Output       json.RawMessage `json:"outputSchema"`
	Annotations  json.RawMessage `json:"annotations"`
}

// part is what changed in one part of a definition.
type part struct {
	name    string
	words   []rows.Span // word by word; or
	changes []change    // line by line
}

// spans tell two texts word by word; of long stretches that stayed only what is
// next to a change is kept.
func spans(before, after string) (out []rows.Span) {
	pieces := worddiff.Compare(before, after)
	for i, p := range pieces {
		text := p.Text
		if lines := strings.Split(text, "\n"); p.Kind == worddiff.Same && len(lines) > 2*around+3 {
			var kept []string
			if i > 0 {
				kept = append(kept, lines[:around+1]...)
			}
			kept = append(kept, "…")
			if i < len(pieces)-1 {
				kept = append(kept, lines[len(lines)-around-1:]...)
			}
			text = strings.Join(kept, "\n")
		}
		out = append(out, rows.Span{Mark: p.Kind, Text: text})
	}
	return out
}

// changed compares two definitions, texts and arguments word by word; what
// differs elsewhere than in the parts that are told comes last, as JSON.
func changed(before, after json.RawMessage) []part {
	var a, b definition
	var out []part
	if json.Unmarshal(before, &a) == nil && json.Unmarshal(after, &b) == nil {
		for _, p := range []struct{ name, a, b string }{
			{"instructions", a.Instructions, b.Instructions}, {"title", a.Title, b.Title}, {"description", a.Description, b.Description},
		} {
			if p.a != p.b {
				out = append(out, part{name: p.name, words: spans(p.a, p.b)})
			}
		}
		out = append(out, changedSchema("arguments", a.Input, b.Input)...)
		out = append(out, changedSchema("results", a.Output, b.Output)...)
		if cs := compare(dialog.Pretty(a.Annotations), dialog.Pretty(b.Annotations)); cs != nil {
			out = append(out, part{name: "what it says of itself", changes: nearby(cs)})
		}
	}
	if len(out) == 0 {
		if cs := compare(dialog.Pretty(before), dialog.Pretty(after)); cs != nil {
			out = append(out, part{name: "definition", changes: nearby(cs)})
		}
	}
	return out
}

// changedSchema compares two schemas as they are told; and as JSON where the
// words leave something out, or don't differ.
func changedSchema(name string, before, after json.RawMessage) (out []part) {
	cs := compare(dialog.Pretty(before), dialog.Pretty(after))
	if cs == nil {
		return nil
	}
	was, is := schemaText(before), schemaText(after)
	if was != is {
		out = append(out, part{name: name, words: spans(was, is)})
	}
	if was == is || !toldSchema(before, 0, true) || !toldSchema(after, 0, true) {
		out = append(out, part{name: name + ", as JSON", changes: nearby(cs)})
	}
	return out
}

func schemaText(raw json.RawMessage) string {
	if len(raw) == 0 {
		return ""
	}
	lines, others := Schema(raw)
	if others {
		lines = append(lines, "any others")
	}
	return strings.Join(lines, "\n")
}
