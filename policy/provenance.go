package policy

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Bounds on the work of one Trace: what is over them is as if it weren't there,
// so a value can only seem less well founded than it is.
const (
	maxTraced   = 1 << 19 // bytes of evidence, the latest first
	maxWords    = 1 << 18 // bytes of the person's words, the latest first
	maxLeaves   = 64      // strings and numbers in one argument
	maxValue    = 1 << 14 // bytes of one string that are looked for word by word
	maxContent  = 200     // words of one string
	maxQuote    = 120     // characters
	maxEvidence = 8       // ids named for one argument
)

// EvidenceText is a text that a value may have come from.
type EvidenceText struct {
	ID   string // ev_001; several texts may have the same
	Name string // config/http.go:42
	Text string
}

// Trace says for every top-level argument, in order, where its value came
// from. words are what the person said, the latest first; evidence is what
// tools returned, the latest last; filled are the arguments that vise filled
// in itself. It compares without case, NFC, and with runs of white space as
// one. It is a help for the person who decides, not a proof: what a model
// worked out can look like what it made up, and the other way round.
func Trace(args json.RawMessage, words []string, evidence []EvidenceText, filled []string) []Origin {
	names, values := topLevel(args)
	if len(names) == 0 {
		return nil
	}
	t := &tracer{said: newTexts(words, maxWords), rawEvidence: evidence}
	origins := make([]Origin, len(names))
	for i, name := range names {
		origins[i] = Origin{Argument: name, Source: FromVise}
		if !slices.Contains(filled, name) {
			origins[i] = t.value(values[i])
			origins[i].Argument = name
		}
	}
	return origins
}

// topLevel reads the arguments in the order they came.
func topLevel(args json.RawMessage) (names []string, values []any) {
	d := json.NewDecoder(bytes.NewReader(args))
	d.UseNumber()
	if tok, err := d.Token(); err != nil || tok != json.Delim('{') {
		return nil, nil
	}
	for d.More() {
		key, err := d.Token()
		name, ok := key.(string)
		var v any
		if err != nil || !ok || d.Decode(&v) != nil {
			return names, values
		}
		names, values = append(names, name), append(values, v)
	}
	return names, values
}

// tracer looks values up in the person's words and in the evidence; the
// evidence is only read when the words don't have the value.
type tracer struct {
	said        []text
	rawEvidence []EvidenceText
	found       []text
	read        bool
}

func (t *tracer) evidence() []text {
	if !t.read {
		t.read = true
		t.found = newEvidence(t.rawEvidence)
	}
	return t.found
}

func (t *tracer) value(v any) Origin {
	leaves := leavesOf(v, nil)
	if len(leaves) == 0 {
		return Origin{Source: FromModel}
	}
	all := t.leaf(leaves[0])
	for _, l := range leaves[1:] {
		all = together(all, t.leaf(l))
	}
	if len(leaves) == maxLeaves { // there may be more that weren't looked at
		all = together(all, Origin{Source: FromModel})
	}
	return all
}

// leavesOf are the strings and numbers of a value; true, false and null come
// from nowhere in particular.
func leavesOf(v any, leaves []string) []string {
	if len(leaves) == maxLeaves {
		return leaves
	}
	switch v := v.(type) {
	case string:
		leaves = append(leaves, v)
	case json.Number:
		leaves = append(leaves, v.String())
	case []any:
		for _, e := range v {
			leaves = leavesOf(e, leaves)
		}
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			leaves = leavesOf(v[k], leaves)
		}
	}
	return leaves
}

// together is the origin of a value with two parts.
func together(a, b Origin) Origin {
	if a.Source == b.Source && len(b.Evidence) == 0 {
		return a
	}
	ids := union(a.Evidence, b.Evidence)
	switch {
	case a.Source == b.Source:
		return Origin{Source: a.Source, Evidence: ids}
	case len(ids) > 0:
		return Origin{Source: FromEvidenceDerived, Evidence: ids}
	case a.Source == FromModel || b.Source == FromModel:
		return Origin{Source: FromModel}
	}
	return Origin{Source: FromUserDerived, Quote: a.Quote}
}

func union(a, b []string) []string {
	out := slices.Clone(a)
	for _, id := range b {
		if !slices.Contains(out, id) && len(out) < maxEvidence {
			out = append(out, id)
		}
	}
	return out
}

// leaf is the origin of one string or number.
func (t *tracer) leaf(raw string) Origin {
	v := normal(raw, false)
	if !hasLetter(v.norm) {
		return Origin{Source: FromModel}
	}
	for i := range t.said {
		if at, ok := t.said[i].find(v.norm, 1); ok {
			return Origin{Source: FromUser, Quote: t.said[i].quote(at, at+len(v.norm))}
		}
	}
	var ids []string
	for i := range t.evidence() {
		if _, ok := t.found[i].find(v.norm, 2); ok {
			ids = union(ids, t.found[i].ids())
		}
	}
	if len(ids) > 0 {
		return Origin{Source: FromEvidence, Evidence: ids}
	}
	if isTime(raw) {
		return t.time(v)
	}
	return t.derived(v)
}

func isTime(s string) bool {
	if len(s) > 40 {
		return false
	}
	for _, layout := range [...]string{time.RFC3339Nano, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02T15:04", time.DateOnly, time.DateTime} {
		if _, err := time.Parse(layout, s); err == nil {
			return true
		}
	}
	return false
}

// time is the origin of a moment: its date may stand in the evidence, or the
// person may have said it in words.
func (t *tracer) time(v text) Origin {
	var ids []string
	for i := range t.found {
		if _, ok := t.found[i].find(v.norm[:len(time.DateOnly)], 1); ok {
			ids = union(ids, t.found[i].ids())
		}
	}
	for i := range t.said {
		if quote := timeWords(t.said[i].original); quote != "" {
			return Origin{Source: FromUserDerived, Quote: clip(quote)}
		}
	}
	if len(ids) > 0 {
		return Origin{Source: FromEvidenceDerived, Evidence: ids}
	}
	return Origin{Source: FromModel}
}

// derived is the origin of a value that stands nowhere as it is, by the words
// in it.
func (t *tracer) derived(v text) Origin {
	words := contentWords(whole(v.norm, maxValue))
	if len(words) == 0 {
		return Origin{Source: FromModel}
	}
	saidBy, said := mostWords(t.said, words)
	if said == len(words) {
		return Origin{Source: FromUserDerived, Quote: t.said[saidBy].span(words)}
	}
	var ids []string
	covered := 0
	for _, w := range words {
		inWords := slices.ContainsFunc(t.said, func(x text) bool { return x.has(w) })
		by := slices.IndexFunc(t.found, func(x text) bool { return x.has(w) })
		if inWords || by >= 0 {
			covered++
		}
		if !inWords && by >= 0 {
			ids = union(ids, t.found[by].ids())
		}
	}
	switch {
	case covered*2 <= len(words):
		return Origin{Source: FromModel}
	case len(ids) > 0:
		return Origin{Source: FromEvidenceDerived, Evidence: ids}
	}
	return Origin{Source: FromUserDerived, Quote: t.said[saidBy].span(words)}
}

// mostWords is the text that has the most of the words, and how many.
func mostWords(texts []text, words []string) (best, most int) {
	for i := range texts {
		n := 0
		for _, w := range words {
			if texts[i].has(w) {
				n++
			}
		}
		if n > most {
			best, most = i, n
		}
	}
	return best, most
}

func clip(s string) string {
	s = strings.TrimSpace(s)
	if utf8.RuneCountInString(s) <= maxQuote {
		return s
	}
	return string([]rune(s)[:maxQuote-1]) + "…"
}
