package session

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Bounds on the work of one answer.
const (
	maxFacts  = 40 // of one sentence
	maxFact   = 200
	maxWrong  = 12       // facts of an answer that are told of
	maxSource = 64 << 10 // bytes of one source
	maxCited  = 12       // sources of one sentence
)

// supporter looks whether what stands beside a citation stands in its source.
type supporter struct {
	cite, after, number, thousands, code, counted *regexp.Regexp
}

// support is made when the first citation is looked at.
var support = sync.OnceValue(func() supporter {
	return supporter{
		cite:      regexp.MustCompile(`\[(ev_\d{3,})\]`),
		after:     regexp.MustCompile(`([.!?。！？])((?:[ \t]*\[ev_\d{3,}\])+)`),
		thousands: regexp.MustCompile(`(\d)[, \x{a0}\x{202f}](\d{3})\b`),
		number:    regexp.MustCompile(`\d+(?:[.,:/-]\d+)*`),
		code:      regexp.MustCompile(`[A-Za-z_][\w$]*(?:(?:::|->|[./-])[\w$]+)*`),
		counted:   regexp.MustCompile(`^\s*(?:[\p{L}-]+ )?(?:hits?|matches|match|files?|results?|places?|lines?|times?|todos?|tasks?|items?|occurrences?|more|совпад\p{L}*|файл\p{L}*|мест\p{L}*|строк\p{L}*|задач\p{L}*|раз\p{L}*|результат\p{L}*|个|处|条|项|行|次)`),
	}
})

// unsupported are the numbers, identifiers and quotations that stand beside a
// citation in an answer, and neither in a source that is cited there nor in
// the person's words. text returns all that is known of a source; ok is false
// where there is none with that id.
func unsupported(answer, words string, text func(id string) (string, bool)) []string {
	x := support()
	var out []string
	known := map[string]string{}
	words = x.comparable(words)
	source := func(id string) string {
		if _, ok := known[id]; !ok {
			t, _ := text(id)
			known[id] = x.comparable(cutText(t, maxSource))
		}
		return known[id]
	}
	for _, s := range splitSentences(x.after.ReplaceAllString(cutText(answer, maxGated), "$2$1")) {
		var sources []string // a citation that follows the full stop belongs before it
		for _, m := range x.cite.FindAllStringSubmatch(s, maxCited) {
			if t := source(m[1]); t != "" {
				sources = append(sources, t)
			}
		}
		if len(sources) == 0 || len(out) >= maxWrong {
			continue // that a source doesn't exist is told by another check
		}
		sources = append(sources, words)
		for _, fact := range x.facts(x.cite.ReplaceAllString(s, " ")) {
			f := x.comparable(fact)
			if !slices.ContainsFunc(sources, func(t string) bool { return holds(t, f) }) && !slices.Contains(out, fact) {
				out = append(out, cutText(fact, maxFact))
			}
		}
	}
	return out
}

// facts are what of a sentence can be looked up in a source.
func (x supporter) facts(s string) []string {
	var out []string
	for rest := s; rest != "" && len(out) < maxFacts; {
		_, to, inside := quotation(rest)
		if n := utf8.RuneCountInString(inside); n >= 2 && len(inside) <= maxFact {
			out = append(out, inside)
		}
		rest = rest[to:]
	}
	plain := strings.TrimLeft(withoutQuotes(s), " \t*-#>")
	for _, at := range x.code.FindAllStringIndex(plain, maxFacts) {
		if w := plain[at[0]:at[1]]; isCode(w) {
			out = append(out, w)
		}
	}
	for _, at := range x.number.FindAllStringIndex(plain, maxFacts) {
		if !x.counts(plain, at[0], at[1]) {
			out = append(out, plain[at[0]:at[1]])
		}
	}
	return out
}

// counts reports whether a number is one that nobody looks up: that of a line
// in a list, how many there are of something, or a part of a word.
func (x supporter) counts(s string, from, to int) bool {
	if from == 0 && to < len(s) && strings.IndexByte(".)", s[to]) >= 0 {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(s[:from])
	after, _ := utf8.DecodeRuneInString(s[to:])
	return wordRune(before) || wordRune(after) && after < utf8.RuneSelf || x.counted.MatchString(s[to:])
}

func wordRune(r rune) bool {
	return r != utf8.RuneError && (r == '_' || unicode.IsLetter(r) && !unicode.Is(unicode.Han, r) || unicode.IsDigit(r))
}

// isCode reports whether a word is a name in code or a path, and no word of a
// language: with an underscore, a digit among letters, a capital inside, or
// parts that are joined.
func isCode(w string) bool {
	if len(w) < 3 || strings.Contains(w, "://") {
		return false
	}
	inner := strings.ContainsAny(w, "_$") || strings.Contains(w, "::") || strings.Contains(w, "->") || strings.ContainsAny(w, "./") && !strings.Contains(w, "e.g") && !strings.Contains(w, "i.e")
	lower := false
	for _, r := range w {
		inner = inner || lower && unicode.IsUpper(r) && len(w) > 6
		lower = unicode.IsLower(r)
	}
	return inner
}

// comparable is a text as facts are looked for in it.
func (x supporter) comparable(s string) string {
	return x.thousands.ReplaceAllString(strings.Join(strings.Fields(plainText(s)), " "), "$1$2")
}

// holds reports whether a source has a fact. A number has to stand alone in it:
// 3 isn't in 30.
func holds(source, fact string) bool {
	for at := 0; fact != ""; {
		i := strings.Index(source[at:], fact)
		if i < 0 {
			return false
		}
		at += i
		before, _ := utf8.DecodeLastRuneInString(source[:at])
		after, _ := utf8.DecodeRuneInString(source[at+len(fact):])
		first, last := rune(fact[0]), rune(fact[len(fact)-1])
		if !(isDigit(first) && isDigit(before)) && !(isDigit(last) && isDigit(after)) {
			return true
		}
		at += len(fact)
	}
	return true
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }
