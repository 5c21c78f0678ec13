package tools

import (
	"encoding/json"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"vise/ui/dialog"
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
	Name        string          `json:"name"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Input       json.RawMessage `json:"inputSchema"`
	Output      json.RawMessage `json:"outputSchema"`
	Annotations json.RawMessage `json:"annotations"`
}

// part is what changed in one part of a definition.
type part struct {
	name    string
	changes []change
}

// changed compares two definitions; what differs elsewhere than in the parts
// that are told comes last, as JSON.
func changed(before, after json.RawMessage) []part {
	var a, b definition
	var out []part
	if json.Unmarshal(before, &a) == nil && json.Unmarshal(after, &b) == nil {
		for _, p := range []struct{ name, a, b string }{
			{"title", a.Title, b.Title}, {"description", a.Description, b.Description},
			{"arguments", dialog.Pretty(a.Input), dialog.Pretty(b.Input)}, {"results", dialog.Pretty(a.Output), dialog.Pretty(b.Output)},
			{"what it says of itself", dialog.Pretty(a.Annotations), dialog.Pretty(b.Annotations)},
		} {
			if cs := compare(p.a, p.b); cs != nil {
				out = append(out, part{p.name, nearby(cs)})
			}
		}
	}
	if len(out) == 0 {
		if cs := compare(dialog.Pretty(before), dialog.Pretty(after)); cs != nil {
			out = append(out, part{"definition", nearby(cs)})
		}
	}
	return out
}
