package session

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// lexicon sorts words into classes. It is made of lines "class: form, form",
// where a form is a word, several words, a word's beginning with a * after it,
// or Chinese, which is found wherever it stands.
type lexicon struct {
	class map[string]classes // by name
	words map[string]classes
	stems map[string]classes // by beginning
	forms map[string][]form  // of several words by the first, Chinese by the first character
	parts classes            // what parts a sentence: comma and but
}

// classes is a set of word classes.
type classes [2]uint64

type form struct {
	parts   []string // the words; a single one for Chinese
	classes classes
}

func (c classes) meets(o classes) bool { return c[0]&o[0]|c[1]&o[1] != 0 }

func (c classes) with(o classes) classes { return classes{c[0] | o[0], c[1] | o[1]} }

// newLexicon reads tables. The class comma is made of the marks that part a
// sentence.
func newLexicon(tables ...string) *lexicon {
	x := &lexicon{class: map[string]classes{}, words: map[string]classes{}, stems: map[string]classes{}, forms: map[string][]form{}}
	x.parts = x.named("comma").with(x.named("but"))
	for _, table := range tables {
		for line := range strings.Lines(table) {
			name, list, ok := strings.Cut(strings.TrimSpace(line), ":")
			if !ok {
				continue
			}
			c := x.named(name)
			for f := range strings.SplitSeq(list, ",") {
				x.add(strings.TrimSpace(f), c)
			}
		}
	}
	return x
}

// named is the class of that name; a new one where there is none.
func (x *lexicon) named(name string) classes {
	if c, ok := x.class[name]; ok {
		return c
	}
	n := len(x.class)
	c := classes{}
	c[n/64] |= 1 << (n % 64)
	x.class[name] = c
	return c
}

func (x *lexicon) add(f string, c classes) {
	first, size := utf8.DecodeRuneInString(f)
	stem, isStem := strings.CutSuffix(f, "*")
	switch {
	case f == "":
	case unicode.Is(unicode.Han, first):
		x.forms[f[:size]] = append(x.forms[f[:size]], form{[]string{f}, c})
	case isStem:
		x.stems[stem] = x.stems[stem].with(c)
	case strings.Contains(f, " "):
		parts := strings.Fields(f)
		x.forms[parts[0]] = append(x.forms[parts[0]], form{parts, c})
	default:
		x.words[f] = x.words[f].with(c)
	}
}

// lexeme is one word of a sentence, or one form of the lexicon.
type lexeme struct {
	text    string
	classes classes
}

// Bounds on the work of one text.
const (
	maxGated    = 32 << 10 // bytes of a text that are looked at
	maxLexemes  = 160      // of one sentence
	longestStem = 32       // bytes
)

// sentence is one sentence of a text, in lower case, without what it quotes.
type sentence struct {
	text    string // as it was written
	lexemes []lexeme
	asks    bool // it ends with a question mark
}

// sentences takes a text apart. Code and quotations are left out: what stands
// in them is somebody else's.
func (x *lexicon) sentences(text string) []sentence {
	var out []sentence
	for _, s := range splitSentences(withoutCode(cutText(text, maxGated))) {
		ls := x.lexemes(plainText(withoutQuotes(s)))
		if len(ls) > 0 {
			out = append(out, sentence{text: strings.TrimSpace(s), lexemes: ls, asks: strings.ContainsAny(lastRunes(s), "?？")})
		}
	}
	return out
}

func lastRunes(s string) string {
	s = strings.TrimRight(s, " \t\"'”»)*_")
	return s[max(0, len(s)-6):]
}

// plainText is a text in the form that words are compared in: NFKC, lower
// case, ё as е, and without what can't be seen.
func plainText(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == 'ё' || r == 'Ё':
			return 'е'
		case r == '’' || r == 'ʼ':
			return '\''
		case unicode.Is(unicode.Cf, r):
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKC.String(s))
}

// lexemes are the words of s, the longest forms first.
func (x *lexicon) lexemes(s string) []lexeme {
	var out []lexeme
	words := tokens(s)
	for i := 0; i < len(words) && len(out) < maxLexemes; {
		l, n := x.lexeme(words[i:])
		out = append(out, l)
		i += n
	}
	return out
}

// lexeme is what words begin with, and how many of them it takes.
func (x *lexicon) lexeme(words []string) (lexeme, int) {
	w := words[0]
	best, n := lexeme{text: w, classes: x.words[w]}, 1
	for _, f := range x.forms[w] {
		took, ok := f.begins(words)
		switch {
		case !ok || took < n:
		case took == n && n > 1 || took == 1:
			best.classes = best.classes.with(f.classes)
		default:
			best, n = lexeme{text: strings.Join(f.parts, " "), classes: f.classes}, took
		}
	}
	if n > 1 {
		return best, n
	}
	for size := range min(len(w), longestStem) + 1 {
		best.classes = best.classes.with(x.stems[w[:size]])
	}
	if isComma(w) {
		best.classes = best.classes.with(x.class["comma"])
	}
	return best, 1
}

func (f form) begins(words []string) (int, bool) {
	if len(f.parts) > 1 {
		if len(words) < len(f.parts) {
			return 0, false
		}
		for i, p := range f.parts {
			if words[i] != p {
				return 0, false
			}
		}
		return len(f.parts), true
	}
	n := 0
	for _, r := range f.parts[0] { // Chinese: a character is a word
		if n == len(words) || words[n] != string(r) {
			return 0, false
		}
		n++
	}
	return n, true
}

func isComma(w string) bool { return strings.Contains(",:;—–，：；、(", w) }

// tokens are words, commas, and single Chinese characters.
func tokens(s string) []string {
	var out []string
	from := -1
	flush := func(at int) {
		if from >= 0 {
			out = append(out, strings.Trim(s[from:at], "'-"))
			from = -1
		}
	}
	for i, r := range s {
		switch {
		case unicode.Is(unicode.Han, r):
			flush(i)
			out = append(out, string(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'' || r == '-' || r == '_':
			if from < 0 {
				from = i
			}
		default:
			flush(i)
			if isComma(string(r)) {
				out = append(out, string(r))
			}
		}
	}
	flush(len(s))
	return out
}

// step is one element of a sequence: a class, after at most gap other words.
type step struct {
	gap     int
	classes classes
	over    classes // what can't be skipped on the way
}

// sequence is a pattern of classes within a sentence.
type sequence struct {
	steps   []step
	atStart bool // only where a sentence or a part of it begins, but for a few words
}

// sequence reads "class 3 class|class": a number is how many words may stand
// before the next class, | is either of two. ^ before it all: only where a
// sentence or a part of it begins.
func (x *lexicon) sequence(text string) sequence {
	text, atStart := strings.CutPrefix(text, "^")
	q, gap := sequence{atStart: atStart}, 0
	for f := range strings.FieldsSeq(text) {
		if n, err := strconv.Atoi(f); err == nil {
			gap = n
			continue
		}
		st := step{gap: gap}
		for name := range strings.SplitSeq(f, "|") {
			st.classes = st.classes.with(x.named(name))
		}
		q.steps, gap = append(q.steps, st), 0
	}
	return q
}

// find calls with for each place where the sequence begins in s, with the
// place of its last word, until with is content.
func (s sentence) find(x *lexicon, q sequence, with func(from, to int) bool) bool {
	for i := range s.lexemes {
		if !s.lexemes[i].classes.meets(q.steps[0].classes) || q.atStart && i-s.partOf(x, i) > q.steps[0].gap {
			continue
		}
		if to, ok := s.follow(i, q.steps[1:]); ok && with(i, to) {
			return true
		}
	}
	return false
}

func (s sentence) follow(at int, steps []step) (int, bool) {
	if len(steps) == 0 {
		return at, true
	}
	for j := at + 1; j < len(s.lexemes) && j <= at+1+steps[0].gap; j++ {
		if s.lexemes[j].classes.meets(steps[0].classes) {
			if to, ok := s.follow(j, steps[1:]); ok {
				return to, true
			}
		}
		if s.lexemes[j].classes.meets(steps[0].over) {
			break
		}
	}
	return 0, false
}

// partOf is where the part of the sentence begins that i is in.
func (s sentence) partOf(x *lexicon, i int) int {
	for i > 0 && !s.lexemes[i-1].classes.meets(x.parts) {
		i--
	}
	return i
}

// has reports whether a word of these classes stands in [from, to].
func (s sentence) has(c classes, from, to int) bool {
	for i := max(from, 0); i <= to && i < len(s.lexemes); i++ {
		if s.lexemes[i].classes.meets(c) {
			return true
		}
	}
	return false
}
