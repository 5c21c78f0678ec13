package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"vise/policy"
	"vise/policy/scan"
	"vise/ui/dialog"
	"vise/ui/theme"
)

// counted are all findings, and those of high severity.
func counted(found []scan.Finding) (all, high int) {
	for _, f := range found {
		if f.Severity == scan.High {
			high++
		}
	}
	return len(found), high
}

// remarks are what a row of the list ends with.
func (r toolRow) remarks() string {
	var out []string
	if r.Reason != "" {
		out = append(out, r.Reason)
	}
	if r.Reads {
		out = append(out, "reads without asking")
	}
	if r.Found > 0 {
		out = append(out, foundWords(r.Found, r.High))
	}
	if r.Note != "" {
		out = append(out, r.Note)
	}
	return strings.Join(out, " · ")
}

func foundWords(all, high int) string {
	words := fmt.Sprintf("%d places to look at", all)
	if all == 1 {
		words = "1 place to look at"
	}
	if high > 0 {
		words += fmt.Sprintf(" (%d urgent)", high)
	}
	return words
}

// findingsText tells what should be looked at, each with its exact place.
func findingsText(t shownTool) string {
	var b strings.Builder
	for _, f := range t.Found {
		mark := "look at"
		if f.Severity == scan.High {
			mark = "URGENT "
		}
		fmt.Fprintf(&b, "  %s %s\n          in %s:\n", mark, theme.InertWords(f.About), theme.InertWords(f.Where))
		before, place, after := policy.Around(t.Definition, f.Where, f.Key, f.Start, f.End)
		b.WriteString(indent(before+"»"+place+"«"+after, "          | "))
	}
	return b.String()
}

// textText is what a server says beside its tools, as lines that can be
// compared.
func textText(kind string, def json.RawMessage) string {
	var d struct {
		Instructions string `json:"instructions"`
		Description  string `json:"description"`
	}
	if err := json.Unmarshal(def, &d); err == nil && kind == policy.KindInstructions {
		return d.Instructions
	}
	return d.Description + "\n\n" + dialog.Pretty(def)
}
