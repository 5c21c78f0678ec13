package tools

import (
	"encoding/json"
	"strings"

	"vise/policy"
	"vise/ui/dialog"
	"vise/ui/pane/rows"
	"vise/ui/theme"
)

func pretty(raw json.RawMessage) string { return dialog.Pretty(raw) }

// leastFold is how many tools have to say the same, and in how many bytes at
// least, for it to be shown once.
const (
	leastFold  = 3
	leastBytes = 40
)

// folds fold what several tools of one document say word for word: it is shown
// where it is said first, and named afterwards. nil folds nothing.
type folds struct {
	count map[string]int
	first map[string]string // the tool that said it first
	tool  string
}

func newFolds(tools []policy.Tool) *folds {
	f := &folds{count: map[string]int{}, first: map[string]string{}}
	for _, t := range tools {
		var def definition
		if t.Kind != "" || json.Unmarshal(t.Definition, &def) != nil {
			continue
		}
		said := map[string]bool{}
		for _, p := range paragraphs(def.Description) {
			said[p] = true
		}
		for _, raw := range []json.RawMessage{def.Input, def.Output} {
			if len(raw) == 0 {
				continue
			}
			lines, _ := Schema(raw)
			for _, g := range groups(lines) {
				said[g] = true
			}
		}
		for text := range said {
			f.count[text]++
		}
	}
	return f
}

// at says which tool is laid out from now on.
func (f *folds) at(t policy.Tool) { f.tool = t.Name }

// said is a piece of what a tool says: whole, or the tool that said it already.
type said struct{ text, as string }

func (s said) show(d *rows.Doc) {
	if s.as == "" {
		d.Quote(s.text)
		return
	}
	head, _, more := strings.Cut(s.text, "\n")
	if more {
		head += " …"
	}
	d.Quote(head)
	d.Text("  ↑ word for word as in " + theme.InertWords(s.as) + " above")
}

func (f *folds) piece(text string) said {
	if f == nil || f.count[text] < leastFold || len(text) < leastBytes {
		return said{text: text}
	}
	if as, ok := f.first[text]; ok && as != f.tool {
		return said{text, as}
	}
	f.first[text] = f.tool
	return said{text: text}
}

func (f *folds) pieces(texts []string) (out []said) {
	for _, t := range texts {
		out = append(out, f.piece(t))
	}
	return out
}

// prose are the paragraphs of a description.
func (f *folds) prose(text string) []said { return f.pieces(paragraphs(text)) }

// lines are the arguments of a schema.
func (f *folds) lines(lines []string) []said { return f.pieces(groups(lines)) }

func paragraphs(text string) []string {
	if text == "" {
		return nil
	}
	out := strings.SplitAfter(text, "\n\n")
	for i := range out {
		out[i] = strings.TrimSuffix(out[i], "\n") // one empty line stays between two
	}
	return out
}

// groups puts the lines of one argument together: those below it begin with
// spaces.
func groups(lines []string) (out []string) {
	for _, l := range lines {
		if n := len(out); n > 0 && strings.HasPrefix(l, "  ") {
			out[n-1] += "\n" + l
		} else {
			out = append(out, l)
		}
	}
	return out
}
