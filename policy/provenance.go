package policy

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Bounds on the work of a Tracer: what is over them is as if it weren't there,
// so a value can only seem less well founded than it is.
const (
	maxTraced   = 4 << 20 // bytes of evidence, the latest
	maxWords    = 1 << 18 // bytes of the person's words, the latest
	maxValue    = 1 << 14 // bytes of one string that are looked for word by word
	maxContent  = 200     // words of one string
	maxQuote    = 120     // characters
	maxEvidence = 8       // ids named for one value
	maxTexts    = 16      // texts that one word is looked up in
)

// EvidenceText is a text that a value may have come from.
type EvidenceText struct {
	ID   string // ev_001; several texts may have the same
	Name string // config/http.go:42
	Text string
}

// Tracer says where values came from: the person's words, or what tools
// returned. Every text is read once, when it is added. It is a help for the
// person who decides, not a proof: what a model worked out can look like what
// it made up, and the other way round. It is used from one goroutine.
type Tracer struct {
	said, found corpus
	times       string // what the person said of a time
	timed       bool
}

// NewTracer knows of no text yet.
func NewTracer() *Tracer {
	return &Tracer{said: corpus{limit: maxWords}, found: corpus{limit: maxTraced}}
}

// Say adds words of the person, later ones after earlier ones.
func (t *Tracer) Say(words string) {
	words = whole(words, maxWords)
	x := normal(words, false)
	x.original = words
	t.said.add(x)
	t.timed = false
}

// Add adds what a tool returned, later after earlier.
func (t *Tracer) Add(e EvidenceText) {
	x := normal(whole(e.Name+" \n"+e.Text, maxTraced), false)
	x.id = e.ID
	t.found.add(x)
}

// Trace is Tracer.Trace for what is asked once. words are what the person
// said, the latest first; evidence is what tools returned, the latest last.
func Trace(args json.RawMessage, words []string, evidence []EvidenceText, filled []string) []Origin {
	t := NewTracer()
	for _, w := range slices.Backward(words) {
		t.Say(w)
	}
	for _, e := range evidence {
		t.Add(e)
	}
	return t.Trace(args, filled)
}

// Trace says for every top-level argument, in order, where its value came
// from, and for every string and number in a list or an object, too. filled
// are the arguments that vise filled in itself. It compares without case, NFC,
// and with runs of white space as one.
func (t *Tracer) Trace(args json.RawMessage, filled []string) []Origin {
	names, values := topLevel(args)
	if len(names) == 0 {
		return nil
	}
	t.said.index()
	t.found.index()
	l := &lookup{Tracer: t, budget: maxScanned, known: map[string]Origin{}, words: map[string]sides{}}
	origins := make([]Origin, len(names))
	for i, name := range names {
		origins[i] = Origin{Source: FromVise}
		if !slices.Contains(filled, name) {
			origins[i] = l.value(name, values[i])
		}
		origins[i].Argument = name
	}
	return origins
}

// lookup is one Trace: what was looked up once is known.
type lookup struct {
	*Tracer
	budget int
	leaves int
	known  map[string]Origin // by value
	words  map[string]sides  // by stem
}

// sides are the texts of either kind that have a word.
type sides struct{ said, found []place }

// value is the origin of an argument; of a list or an object with that of each
// of its parts.
func (l *lookup) value(name string, v any) Origin {
	leaves, all := leavesOf(name, v, min(maxArgument, maxLeaves-l.leaves))
	if all {
		l.leaves += len(leaves)
	} else { // nothing is said of what wasn't looked at
		return Origin{Source: FromModel, Untraced: true}
	}
	switch v.(type) {
	case []any, map[string]any:
	default:
		if len(leaves) == 0 {
			return Origin{Source: FromModel} // true, false and null come from nowhere in particular
		}
		return l.leaf(leaves[0].value)
	}
	whole := Origin{Source: FromModel}
	for i, leaf := range leaves {
		o := l.leaf(leaf.value)
		if i == 0 {
			whole = o
		} else {
			whole = together(whole, o)
		}
		o.Path = leaf.path
		whole.Parts = append(whole.Parts, o)
	}
	return whole
}

// together is the origin of a value with two parts, but for the list of these.
func together(a, b Origin) Origin {
	out := Origin{Source: a.Source, Evidence: union(a.Evidence, b.Evidence), Parts: a.Parts}
	switch {
	case a.Source == b.Source:
		out.Quote = a.Quote
	case len(out.Evidence) > 0:
		out.Source = FromEvidenceDerived
	case a.Source == FromModel || b.Source == FromModel:
		out.Source = FromModel
	default:
		out.Source, out.Quote = FromUserDerived, a.Quote
	}
	return out
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
func (l *lookup) leaf(raw string) Origin {
	if o, ok := l.known[raw]; ok {
		return o
	}
	o := l.origin(raw)
	l.known[raw] = o
	return o
}

func (l *lookup) origin(raw string) Origin {
	v := normal(raw, false)
	if !hasLetter(v.norm) {
		return Origin{Source: FromModel}
	}
	if by := l.said.find(v.norm, 1, 1, &l.budget); len(by) > 0 {
		return Origin{Source: FromUser, Quote: by[0].in().quote(by[0].at, by[0].at+len(v.norm))}
	}
	if ids := idsOf(l.found.find(v.norm, 2, maxEvidence, &l.budget)); len(ids) > 0 {
		return Origin{Source: FromEvidence, Evidence: ids}
	}
	if isTime(raw) {
		return l.time(v)
	}
	return l.derived(v)
}

// idsOf are the evidence ids of places, those of earlier texts first.
func idsOf(ps []place) (ids []string) {
	for _, p := range slices.Backward(ps) {
		ids = union(ids, p.in().ids())
	}
	return ids
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
func (l *lookup) time(v text) Origin {
	if quote := l.timeSaid(); quote != "" {
		return Origin{Source: FromUserDerived, Quote: quote}
	}
	if ids := idsOf(l.found.find(v.norm[:len(time.DateOnly)], 1, maxEvidence, &l.budget)); len(ids) > 0 {
		return Origin{Source: FromEvidenceDerived, Evidence: ids}
	}
	return Origin{Source: FromModel}
}

// timeSaid is what the person last said of a time.
func (t *Tracer) timeSaid() string {
	if t.timed {
		return t.times
	}
	t.timed, t.times = true, ""
	for _, s := range slices.Backward(t.said.segments) {
		for i := len(s.texts) - 1; i >= 0; i-- {
			if quote := timeWords(s.texts[i].original); quote != "" {
				t.times = clip(quote)
				return t.times
			}
		}
	}
	return ""
}

// derived is the origin of a value that stands nowhere as it is, by the words
// in it.
func (l *lookup) derived(v text) Origin {
	stems := contentWords(whole(v.norm, maxValue))
	if len(stems) == 0 {
		return Origin{Source: FromModel}
	}
	said, found := tally{}, tally{}
	covered := 0
	for _, stem := range stems {
		s := l.word(stem)
		said.count(s.said)
		if len(s.said) == 0 {
			found.count(s.found)
		}
		if len(s.said)+len(s.found) > 0 {
			covered++
		}
	}
	by := said.most()
	switch {
	case len(by) > 0 && by[0].n == len(stems):
		return Origin{Source: FromUserDerived, Quote: by[0].in().span(stems)}
	case covered*2 <= len(stems):
		return Origin{Source: FromModel}
	case len(found) > 0:
		return Origin{Source: FromEvidenceDerived, Evidence: l.cover(found.most(), stems)}
	}
	return Origin{Source: FromUserDerived, Quote: by[0].in().span(stems)}
}

func (l *lookup) word(stem string) sides {
	s, ok := l.words[stem]
	if !ok {
		s = sides{l.said.with(stem, maxTexts, &l.budget), l.found.with(stem, maxTexts, &l.budget)}
		l.words[stem] = s
	}
	return s
}

// cover are the evidence ids of the texts that the words of a value which the
// person didn't say are from: as few as have them all.
func (l *lookup) cover(by []tallied, stems []string) (ids []string) {
	missing := map[string]bool{}
	for _, stem := range stems {
		if s := l.word(stem); len(s.said) == 0 && len(s.found) > 0 {
			missing[stem] = true
		}
	}
	for _, b := range by {
		new := false
		for stem := range missing {
			if holds(l.word(stem).found, b.place) {
				delete(missing, stem)
				new = true
			}
		}
		if new {
			ids = union(ids, b.in().ids())
		}
	}
	return ids
}

// tally counts how many words of a value each text has.
type tally []tallied

type tallied struct {
	place
	n int
}

func (t *tally) count(ps []place) {
	for _, p := range ps {
		i := slices.IndexFunc(*t, func(x tallied) bool { return x.s == p.s && x.text == p.text })
		if i < 0 {
			*t = append(*t, tallied{p, 1})
		} else {
			(*t)[i].n++
		}
	}
}

// most are the texts, that with the most words first.
func (t tally) most() []tallied {
	slices.SortStableFunc(t, func(a, b tallied) int { return cmp.Compare(b.n, a.n) })
	return t
}

func clip(s string) string {
	s = strings.TrimSpace(s)
	if utf8.RuneCountInString(s) <= maxQuote {
		return s
	}
	return string([]rune(s)[:maxQuote-1]) + "…"
}
