package policy

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// stopWord reports whether a word says nothing about where a value came from;
// in Chinese, where words are looked at two characters at a time, a pair.
func stopWord(w string) bool {
	switch w {
	case "a", "an", "the", "to", "of", "in", "on", "at", "for", "and", "or", "is", "are", "it", "its", "this", "that",
		"with", "by", "from", "as", "be", "my", "me", "i", "you", "your", "please",
		"и", "в", "во", "на", "с", "со", "к", "ко", "по", "о", "об", "от", "за", "из", "для", "до", "не", "что", "это", "мне", "я", "или", "у",
		"一个", "这个", "那个", "我的", "提醒", "醒我", "请在":
		return true
	}
	return false
}

// contentWords are the stems of the words that carry meaning, each once; a
// single Latin letter or digit carries none.
func contentWords(s string) []string {
	var out []string
	seen := map[string]bool{}
	for w := range eachWord(s) {
		stem := stemOf(w)
		if len(w) == 1 || stopWord(w) || seen[stem] {
			continue
		}
		if len(out) == maxContent {
			break
		}
		seen[stem] = true
		out = append(out, stem)
	}
	return out
}

// eachWord gives the words of a normal text and where they begin; in scripts
// without spaces every two neighbours, and a character that stands alone.
func eachWord(s string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for i := 0; i < len(s); {
			r, n := utf8.DecodeRuneInString(s[i:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				i += n
				continue
			}
			same := joins
			if spaceless(r) {
				same = spaceless
			}
			end := i + run(s[i:], same)
			if !spaceless(r) {
				if !yield(s[i:end], i) {
					return
				}
			} else if !eachPair(s[i:end], i, yield) {
				return
			}
			i = end
		}
	}
}

// run is the length of the start of s that consists of such characters.
func run(s string, same func(rune) bool) int {
	if n := strings.IndexFunc(s, func(r rune) bool { return !same(r) }); n >= 0 {
		return n
	}
	return len(s)
}

func eachPair(s string, at int, yield func(string, int) bool) bool {
	_, n := utf8.DecodeRuneInString(s)
	if n == len(s) {
		return yield(s, at)
	}
	for i := 0; i+n < len(s); {
		_, m := utf8.DecodeRuneInString(s[i+n:])
		if !yield(s[i:i+n+m], at+i) {
			return false
		}
		i, n = i+n, m
	}
	return true
}

var latinEndings = [...]string{"ing", "ed", "es", "s"}

// stemOf cuts common endings, so that "молока" is found where "молоко" was
// said, and "raising" where it was "raise".
func stemOf(w string) string {
	if len(w) < 5 {
		return w
	}
	first, _ := utf8.DecodeRuneInString(w)
	if n := utf8.RuneCountInString(w); n < 5 {
		return w
	} else if first >= utf8.RuneSelf && unicode.Is(unicode.Cyrillic, first) {
		cut := 1
		if n > 6 {
			cut = 2
		}
		for range cut {
			_, size := utf8.DecodeLastRuneInString(w)
			w = w[:len(w)-size]
		}
		return w
	}
	for _, end := range latinEndings {
		if stem, ok := strings.CutSuffix(w, end); ok && len(stem) >= 3 {
			w = stem
			break
		}
	}
	return strings.TrimSuffix(w, "e")
}
