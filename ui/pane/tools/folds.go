package tools

import (
	"encoding/json"
	"strings"

	"vise/policy"
	"vise/ui/dialog"
	"vise/ui/pane/rows"
	"vise/ui/pane/tools/folds"
	"vise/ui/theme"
)

func pretty(raw json.RawMessage) string { return dialog.Pretty(raw) }

// repeated finds what several tools of a server's document say word for word.
func repeated(tools []policy.Tool) *folds.Folds {
	var said [][]string
	for _, t := range tools {
		var def definition
		if t.Kind != "" || json.Unmarshal(t.Definition, &def) != nil {
			continue
		}
		passages := folds.Paragraphs(def.Description)
		for _, raw := range []json.RawMessage{def.Input, def.Output} {
			if len(raw) > 0 {
				lines, _ := Schema(raw)
				passages = append(passages, arguments(lines)...)
			}
		}
		said = append(said, passages)
	}
	return folds.New(said)
}

// arguments puts the lines of one argument together: those below it begin with
// spaces.
func arguments(lines []string) []string {
	return folds.Groups(lines, func(l string) bool { return strings.HasPrefix(l, "  ") })
}

// quote shows passages of what a tool says: each whole, or by the tool that
// said it already.
func quote(d *rows.Doc, passages []string, f *folds.Folds) {
	for _, p := range passages {
		as := f.As(p)
		if as == "" {
			d.Quote(p)
			continue
		}
		d.Quote(folds.Head(p))
		d.Text("  ↑ word for word as in " + theme.InertWords(as) + " above")
	}
}
