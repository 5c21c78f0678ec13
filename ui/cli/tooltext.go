package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"vise/policy"
	"vise/ui/dialog"
	"vise/ui/pane/tools/folds"
	"vise/ui/pane/tools/worddiff"
	"vise/ui/theme"
)

// toolText is one tool as a document: what vise knows of it, findings first,
// then the server's own words, and what changed since they were approved. Of
// what the folds have shown already only the place is named.
func toolText(t shownTool, said *folds.Folds) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", theme.InertWords(t.ID()))
	b.WriteString(findingsText(t))
	fmt.Fprintf(&b, "  status  %s\n  risk    %s (%s)\n", strings.TrimSpace(string(t.Status)+" "+theme.InertWords(t.Reason)), t.Level.Words(), t.Level)
	if t.FreeReads {
		b.WriteString("  asks    no: you said that it may read without asking (vise tools ask)\n")
	}
	fmt.Fprintf(&b, "  scope   %s\n  pin     %s\n", theme.InertWords(t.Scope), t.Pin)
	if t.Note != "" {
		fmt.Fprintf(&b, "  note    %s\n", theme.InertWords(t.Note))
	}
	b.WriteByte('\n')
	b.WriteString("the server's own words:\n" + ownWords(t.Tool, said))
	if a := t.Approved; a != nil && t.Status == policy.StatusChanged {
		fmt.Fprintf(&b, "\nchanged since %s approved it on %s ([-was-] {+is+}):\n", theme.InertWords(a.By), a.At.Format(time.DateOnly))
		diff := worddiff.Marked(definitionText(a.Definition), definitionText(t.Definition), "[-", "-]", "{+", "+}")
		if diff == "" {
			diff = "the text is the same: its server is reached in another way than it was then\n"
		}
		b.WriteString(indent(diff, "  "))
	}
	return b.String()
}

func indent(text, by string) string {
	return by + strings.ReplaceAll(strings.TrimRight(theme.InertBlock(text), "\n"), "\n", "\n"+by) + "\n"
}

// ownWords is a definition behind bars. What was shown of another tool already
// is named without one, so that no server can write such a line.
func ownWords(t policy.Tool, said *folds.Folds) string {
	if said != nil {
		said.At(t.ID())
	}
	var b strings.Builder
	var shown []string
	show := func() {
		if len(shown) > 0 {
			b.WriteString(indent(strings.Join(shown, "\n"), "  | "))
		}
		shown = nil
	}
	for _, p := range passages(t.Definition) {
		as := said.As(p.says)
		if as == "" {
			shown = append(shown, p.text)
			continue
		}
		show()
		fmt.Fprintf(&b, "  ↑ word for word as in %s above: %s\n", theme.InertWords(as), strings.TrimSpace(theme.InertBlock(folds.Head(p.text))))
	}
	show()
	return b.String()
}

// repeated finds what several tools say word for word.
func repeated(tools []policy.Tool) *folds.Folds {
	var all [][]string
	for _, t := range tools {
		var said []string
		for _, p := range passages(t.Definition) {
			said = append(said, p.says)
		}
		all = append(all, said)
	}
	return folds.New(all)
}

// definitionText is all of a definition that is pinned, a part after another,
// in lines that can be compared.
func definitionText(def json.RawMessage) string {
	var out []string
	for _, p := range passages(def) {
		out = append(out, p.text)
	}
	return strings.Join(out, "\n") + "\n"
}

// passage is a piece of a definition's text.
type passage struct {
	text string
	says string // what of it is compared, without the comma before the next one; empty where it always stands whole
}

// passages are a definition's text in pieces that other tools may repeat: its
// paragraphs, and each argument by itself.
func passages(def json.RawMessage) (out []passage) {
	var d struct {
		Kind         string          `json:"kind"`
		Title        string          `json:"title"`
		Description  string          `json:"description"`
		InputSchema  json.RawMessage `json:"inputSchema"`
		OutputSchema json.RawMessage `json:"outputSchema"`
		Annotations  json.RawMessage `json:"annotations"`
	}
	if err := json.Unmarshal(def, &d); err != nil {
		return []passage{{text: string(def)}}
	}
	if d.Kind != "" {
		return []passage{{text: textText(d.Kind, def)}}
	}
	if d.Title != "" {
		out = append(out, passage{text: "title: " + d.Title})
	}
	for _, p := range folds.Paragraphs(d.Description) {
		out = append(out, passage{p, p})
	}
	for _, part := range []struct {
		name string
		raw  json.RawMessage
	}{{"input schema", d.InputSchema}, {"output schema", d.OutputSchema}, {"annotations (the server's word, not relied on)", d.Annotations}} {
		if len(part.raw) == 0 {
			continue
		}
		out = append(out, passage{text: "\n" + part.name + ":"})
		for _, p := range folds.Groups(strings.Split(dialog.Pretty(part.raw), "\n"), insideArgument) {
			out = append(out, passage{p, strings.TrimSuffix(p, ",")})
		}
	}
	return out
}

// insideArgument reports a line of a schema that belongs to the argument above
// it: those are two objects deep.
func insideArgument(line string) bool {
	inner, ok := strings.CutPrefix(line, "    ")
	return ok && inner != "" && strings.ContainsRune(" }]", rune(inner[0]))
}
