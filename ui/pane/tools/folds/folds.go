// Package folds finds what several tools of one document say word for word, so
// that it is shown where it is said first and only named afterwards.
package folds

import "strings"

// How many tools have to say the same, and in how many bytes at least, for it
// to be shown once.
const (
	leastTools = 3
	leastBytes = 40
)

// Folds are the repeated passages of one document. A nil one folds nothing.
type Folds struct {
	count map[string]int
	first map[string]string // the tool that said it first
	tool  string
	named int
}

// New counts the passages of each tool of a document.
func New(tools [][]string) *Folds {
	f := &Folds{count: map[string]int{}, first: map[string]string{}}
	for _, passages := range tools {
		said := map[string]bool{}
		for _, p := range passages {
			said[p] = true
		}
		for p := range said {
			f.count[p]++
		}
	}
	return f
}

// At says which tool is laid out from now on.
func (f *Folds) At(tool string) { f.tool = tool }

// As is the tool of which this passage has been shown whole, further up;
// empty where it has to be shown now.
func (f *Folds) As(passage string) string {
	if f == nil || f.count[passage] < leastTools || len(passage) < leastBytes {
		return ""
	}
	if as, ok := f.first[passage]; ok && as != f.tool {
		f.named++
		return as
	}
	f.first[passage] = f.tool
	return ""
}

// Named is how often a passage was named instead of shown.
func (f *Folds) Named() int {
	if f == nil {
		return 0
	}
	return f.named
}

// Head is what of a passage stands where it is only named: its first line,
// with a mark where there are more.
func Head(passage string) string {
	head, _, more := strings.Cut(strings.TrimRight(passage, "\n"), "\n")
	if more {
		head += " …"
	}
	return head
}

// Paragraphs parts a text; joined with line ends they are the text again.
func Paragraphs(text string) []string {
	if text == "" {
		return nil
	}
	out := strings.SplitAfter(text, "\n\n")
	for i := range out[:len(out)-1] {
		out[i] = strings.TrimSuffix(out[i], "\n") // one empty line stays between two
	}
	return out
}

// Groups puts each line together with those that belong below it.
func Groups(lines []string, below func(line string) bool) (out []string) {
	for _, l := range lines {
		if n := len(out); n > 0 && below(l) {
			out[n-1] += "\n" + l
		} else {
			out = append(out, l)
		}
	}
	return out
}
