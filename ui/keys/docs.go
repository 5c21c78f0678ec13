package keys

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// order is the order of the help screen and the README.
var order = []Context{
	Composer, ComposerEmpty, ComposerText, Global, Browse, ChatList, Trace, Detail, Approval, Batch, Note, Form, Question,
	Replay, Traces, Runs, Search, Palette, Models, Tools, Todos, Judge, Budget, Confirm, Help, Always,
}

var titles = map[Context]string{
	Composer: "Writing", ComposerEmpty: "On an empty line", ComposerText: "In a text line", Global: "Every screen", Browse: "Lists and panes",
	ChatList: "Conversation", Trace: "Trace", Detail: "Details", Approval: "Approval", Batch: "Several reads at once", Note: "Saying why", Form: "Filling in a form", Question: "A server's question",
	Replay: "Replay", Traces: "Two runs compared", Runs: "Runs", Search: "Past requests", Palette: "Command palette", Models: "Models", Tools: "Tools", Todos: "Todos", Judge: "An answer's worth",
	Budget: "At the end of a budget", Confirm: "A yes or no", Help: "Help", Always: "Everywhere",
}

// Title is c's heading on the help screen.
func Title(c Context) string { return titles[c] }

// Section is one context on the help screen.
type Section struct {
	Context Context
	Title   string
	Lines   []Line
}

// Line is one binding on the help screen.
type Line struct {
	ID   string
	Keys string // "ctrl+j, alt+enter"
	Help string
}

// Lines are the bindings that are live in c, its own first, without those that
// have no key.
func (m *Map) Lines(c Context) []Line {
	var out []Line
	for _, b := range m.live(c) {
		if len(b.Keys) > 0 {
			out = append(out, Line{ID: b.ID, Keys: strings.Join(b.Labels(), ", "), Help: b.Help})
		}
	}
	return out
}

// Sections are all contexts with the bindings that are their own, those live
// in first before the others. A binding of several contexts is named in each.
func (m *Map) Sections(first Context) []Section {
	cs := slices.Clone(Chain(first))
	for _, c := range order {
		if !slices.Contains(cs, c) {
			cs = append(cs, c)
		}
	}
	var out []Section
	for _, c := range cs {
		s := Section{Context: c, Title: titles[c]}
		for _, b := range m.all {
			if b.In(c) && len(b.Keys) > 0 {
				s.Lines = append(s.Lines, Line{ID: b.ID, Keys: strings.Join(b.Labels(), ", "), Help: b.Help})
			}
		}
		if len(s.Lines) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// Footer is the line of keys for c, "enter send · ctrl+t trace", at most width
// columns wide: what doesn't fit is dropped from the right.
func (m *Map) Footer(c Context, width int) string {
	chain := Chain(c)
	var ids []string
	for _, b := range m.all {
		if b.Short != "" && slices.ContainsFunc(chain, b.In) {
			ids = append(ids, b.ID)
		}
	}
	return m.Pick(width, ids...)
}

// Pick is a footer of the bindings with these ids, in this order. Two ids
// joined by "+" share the words of the second: "← → step".
func (m *Map) Pick(width int, ids ...string) string {
	line := ""
	for _, id := range ids {
		one, two, pair := strings.Cut(id, "+")
		b, _ := m.Get(one)
		keys := b.Label()
		if pair {
			b, _ = m.Get(two)
			keys = strings.TrimSpace(keys + " " + b.Label())
		}
		if keys == "" {
			continue
		}
		next := keys + " " + b.Short
		if line != "" {
			next = line + " · " + next
		}
		if ansi.StringWidth(next) > width {
			break
		}
		line = next
	}
	return line
}

// Markdown is the table of the README: one row a binding, by place.
func (m *Map) Markdown() string {
	var b strings.Builder
	b.WriteString("| where | key | does | name in vise.yaml |\n|---|---|---|---|\n")
	seen := map[string]bool{}
	for _, c := range order {
		for _, bind := range m.all {
			if !bind.In(c) || seen[bind.ID] {
				continue
			}
			seen[bind.ID] = true
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", places(bind), code(bind.Labels()), strings.ReplaceAll(bind.Help, "|", `\|`), bind.ID)
		}
	}
	return b.String()
}

// places names b's contexts, in the order of the table.
func places(b Binding) string {
	var out []string
	for _, c := range order {
		if b.In(c) {
			out = append(out, strings.ToLower(titles[c]))
		}
	}
	return strings.Join(out, ", ")
}

func code(keys []string) string {
	out := make([]string, len(keys))
	for i, k := range keys {
		out[i] = "`" + k + "`"
	}
	return strings.Join(out, " ")
}
