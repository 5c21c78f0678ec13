package policy

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
)

// facts is what a condition can name.
type facts struct {
	Args map[string]any `expr:"args"` // whole numbers are ints
	// Provenance says of each argument where it came from, in the words of
	// sourceWords; of a list or an object, of each of its parts:
	// provenance.items[0].url. Compared as a whole it is what its parts come to.
	Provenance map[string]any `expr:"provenance"`
	Sources    []string       `expr:"sources"` // of all arguments and their parts, each once
	Risk       string         `expr:"risk"`    // L1 … L4, as the rules above left it
	Calls      int            `expr:"calls"`
	Writes     int            `expr:"writes"`
	Attended   bool           `expr:"attended"`
	Flags      flagFacts      `expr:"flags"`
	Tool       string         `expr:"tool"`
	Server     string         `expr:"server"`

	untraced bool // some argument was too big to be traced
}

type flagFacts struct {
	PrivateRead   bool `expr:"private_read"`
	UntrustedSeen bool `expr:"untrusted_seen"`
	CanSend       bool `expr:"can_send"`
}

// sourceWords are the sources as conditions name them; the names that events
// have work, too.
var sourceWords = map[Source]string{
	FromUser: "user", FromUserDerived: "user_partly", FromEvidence: "tool", FromEvidenceDerived: "tool_partly", FromModel: "model", FromVise: "vise",
}

// sourceWord is a source's word; what isn't known is the model's.
func sourceWord(s Source) string {
	if w, ok := sourceWords[s]; ok {
		return w
	}
	return sourceWords[FromModel]
}

var errUntraced = errors.New("the arguments hold too many values to say where each came from")

// factsOf works out what conditions see of a call; the error is about its
// arguments, and everything but those is there all the same.
func factsOf(c Call) (facts, error) {
	f := facts{
		Args: map[string]any{}, Provenance: make(map[string]any, len(c.Origins)),
		Calls: c.Calls, Writes: c.Writes, Attended: c.Attended, Flags: flagFacts(c.Flags),
		Tool: c.Tool.ID(), Server: c.Tool.Server,
	}
	args, err := CompactArgs(c.Args)
	if err != nil {
		return f, err
	}
	d := json.NewDecoder(bytes.NewReader(args))
	d.UseNumber()
	if err := d.Decode(&f.Args); err != nil {
		return f, err
	}
	for k, v := range f.Args {
		f.Args[k] = plainNumbers(v)
	}
	for _, o := range c.Origins {
		f.trace(o)
	}
	return f, nil
}

// trace takes what is known of one argument.
func (f *facts) trace(o Origin) {
	f.untraced = f.untraced || o.Untraced
	parts := make(map[string]string, len(o.Parts))
	for _, p := range o.Parts {
		parts[p.Path] = sourceWord(p.Source)
		f.source(parts[p.Path])
	}
	if len(parts) == 0 {
		f.source(sourceWord(o.Source))
	}
	f.Provenance[o.Argument] = sourceTree(o.Argument, f.Args[o.Argument], parts, sourceWord(o.Source))
}

func (f *facts) source(word string) {
	if !slices.Contains(f.Sources, word) {
		f.Sources = append(f.Sources, word)
	}
}

// sourceTree has the shape of v, with a word in place of each value.
func sourceTree(path string, v any, parts map[string]string, other string) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = sourceTree(atIndex(path, i), v[i], parts, other)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k := range v {
			out[k] = sourceTree(atKey(path, k), v[k], parts, other)
		}
		return out
	case bool, nil:
		if len(parts) > 0 { // it comes from nowhere in particular
			return nil
		}
	}
	if w, ok := parts[path]; ok {
		return w
	}
	return other
}

// sourceOf is the word that a tree of them comes to.
func sourceOf(v any) string {
	words := treeWords(v, nil)
	tool, model := false, false
	for _, w := range words {
		tool = tool || w == "tool" || w == "tool_partly"
		model = model || w == "model"
	}
	switch {
	case len(words) == 0:
		return ""
	case len(words) == 1:
		return words[0]
	case tool:
		return "tool_partly"
	case model:
		return "model"
	}
	return "user_partly"
}

// treeWords are the words of a tree, each once.
func treeWords(v any, words []string) []string {
	switch v := v.(type) {
	case string:
		if !slices.Contains(words, v) {
			words = append(words, v)
		}
	case []any:
		for _, e := range v {
			words = treeWords(e, words)
		}
	case map[string]any:
		for _, e := range v {
			words = treeWords(e, words)
		}
	}
	return words
}

// plainNumbers turns JSON numbers into what expr can compare.
func plainNumbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return int(n)
		}
		n, _ := v.Float64() // out of range is ±Inf, which compares as it should
		return n
	case map[string]any:
		for k := range v {
			v[k] = plainNumbers(v[k])
		}
	case []any:
		for i := range v {
			v[i] = plainNumbers(v[i])
		}
	}
	return v
}

// SourceOf is the source that a condition names with that word.
func SourceOf(word string) (Source, bool) {
	for s, w := range sourceWords {
		if w == word || string(s) == word {
			return s, true
		}
	}
	return "", false
}
