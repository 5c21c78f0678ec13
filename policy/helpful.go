package policy

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// Bounds on what is compared with a request: a held-back tool may be of any
// size.
const (
	maxHelpText = 4 << 10 // bytes of a description
	maxHelpful  = 2       // tools
)

// Helpful are tools that wait to be read and look as if they would help with a
// request, the likeliest first, at most two. They are matched by the words of
// their names and descriptions alone: no model is asked, and what a server
// writes can only bring its tool to be named, not to be used.
func Helpful(request string, held []Held) []Tool {
	asked := contentWords(normal(request, false).norm)
	if len(asked) == 0 {
		return nil
	}
	type match struct {
		tool  Tool
		score int
	}
	var found []match
	for _, h := range held {
		if h.Tool.Status != StatusNew && h.Tool.Status != StatusChanged {
			continue
		}
		if score := helps(asked, h.Tool); score > 0 {
			found = append(found, match{h.Tool, score})
		}
	}
	slices.SortStableFunc(found, func(a, b match) int { return cmp.Compare(b.score, a.score) })
	var out []Tool
	for _, m := range found[:min(len(found), maxHelpful)] {
		out = append(out, m.tool)
	}
	return out
}

// helps counts the words that a request and a tool have in common; those of its
// name count twice. 0 where that is too little: it has to be all of the name,
// or at least three with one of the name among them.
func helps(asked []string, t Tool) int {
	name := contentWords(normal(nameWords(t.Name), false).norm)
	about := contentWords(normal(whole(t.Described().Description, maxHelpText), false).norm)
	server := contentWords(normal(nameWords(t.Server), false).norm)
	inName, more := 0, 0
	for _, w := range asked {
		switch {
		case slices.Contains(name, w):
			inName++
		case slices.Contains(server, w), slices.Contains(about, w):
			more++
		}
	}
	if inName == 0 || inName < len(name) && inName+more < 3 {
		return 0
	}
	return 2*inName + more
}

// nameWords sets the words of a name apart: list_issues, list.issues and
// listIssues are two each.
func nameWords(name string) string {
	var b strings.Builder
	low := false
	for _, r := range name {
		switch {
		case strings.ContainsRune("_-./", r):
			r = ' '
		case low && unicode.IsUpper(r):
			b.WriteByte(' ')
		}
		low = unicode.IsLower(r)
		b.WriteRune(r)
	}
	return b.String()
}
