package scan

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// scripts is how many letters of each a word has.
type scripts struct{ latin, cyrillic, greek, all int }

// mixed finds words that are made of letters of several scripts, and puts
// them into one in the normal form.
func (p *page) mixed(s *sink) {
	russian := 0 // words that are surely Cyrillic
	p.eachWord(func(start, end int) {
		if w := scriptsOf(p.norm[start:end]); w.cyrillic == w.all && slices.ContainsFunc(decode(p.norm[start:end]), noTwin) {
			russian++
		}
	})
	alone := russian == 0 && (p.key || latinWords(p.norm) > 1) // no Cyrillic word is expected
	p.eachWord(func(start, end int) {
		w := scriptsOf(p.norm[start:end])
		switch {
		case w.all < 2 || w.latin == w.all:
		case w.latin > 0 && w.cyrillic > 0:
			if russian == 0 || !inflected(decode(p.norm[start:end])) {
				p.addNorm(s, CodeLatinCyrillic, High, start, end, "Latin and Cyrillic letters inside one word")
			}
			p.oneScript(start, end)
		case w.latin > 1 && w.greek > 0 && passesForLatin(decode(p.norm[start:end])):
			p.addNorm(s, CodeLatinGreek, High, start, end, "Latin and Greek letters inside one word")
			p.oneScript(start, end)
		case w.cyrillic == w.all && w.all > 2 && alone && !slices.ContainsFunc(decode(p.norm[start:end]), noLowerTwin):
			p.addNorm(s, CodeAllTwins, Low, start, end, "a word of Cyrillic letters that all look like Latin ones")
			p.oneScript(start, end)
		}
	})
	p.applySwaps()
}

// latinWords is how many words of ASCII letters there are, up to a few.
func latinWords(text []byte) int {
	n, run := 0, 0
	for _, b := range text {
		if b >= 'a' && b <= 'z' {
			if run++; run == 2 {
				if n++; n > 3 {
					break
				}
			}
		} else {
			run = 0
		}
	}
	return n
}

// eachWord gives the runs of letters that hold something else than ASCII.
func (p *page) eachWord(do func(start, end int)) {
	for i := 0; i < len(p.norm); {
		start, plain := i, true
		for i < len(p.norm) {
			r, n := utf8.DecodeRune(p.norm[i:])
			if !unicode.IsLetter(r) || unicode.Is(unicode.Han, r) {
				break
			}
			plain = plain && r < utf8.RuneSelf
			i += n
		}
		if !plain {
			do(start, i)
		}
		if i == start || i < len(p.norm) {
			_, n := utf8.DecodeRune(p.norm[i:])
			i += n
		}
	}
}

func scriptsOf(word []byte) scripts {
	var w scripts
	for _, r := range string(word) {
		w.all++
		switch {
		case unicode.Is(unicode.Latin, r):
			w.latin++
		case unicode.Is(unicode.Cyrillic, r):
			w.cyrillic++
		case unicode.Is(unicode.Greek, r):
			w.greek++
		}
	}
	return w
}

func decode(b []byte) []rune { return []rune(string(b)) }

// noTwin says that a letter can't pass for a Latin one.
func noTwin(r rune) bool {
	_, ok := latinTwin(r)
	return !ok && r >= utf8.RuneSelf
}

// noLowerTwin says so of small letters: к, м, н, т are like K, M, H, T alone.
func noLowerTwin(r rune) bool { return noTwin(r) || strings.ContainsRune("вкмнтьѵ", r) }

// passesForLatin says that the Greek letters aren't those of units and
// formulas, such as μ, Ω, α and β.
func passesForLatin(word []rune) bool {
	for _, r := range word {
		if unicode.Is(unicode.Greek, r) && (noTwin(r) || strings.ContainsRune("αβω", r)) {
			return false
		}
	}
	return true
}

// inflected says that a Latin word has a Russian ending, as in "URLы": people
// write so.
func inflected(word []rune) bool {
	i := slices.IndexFunc(word, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) })
	rest := word[i:]
	return i >= 2 && len(rest) <= 4 && !slices.ContainsFunc(rest, func(r rune) bool { return !unicode.Is(unicode.Cyrillic, r) })
}

// oneScript puts a word into the script that its unmistakable letters are of.
func (p *page) oneScript(start, end int) {
	word := decode(p.norm[start:end])
	turn := latinTwin
	if slices.ContainsFunc(word, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) && noTwin(r) }) {
		turn = cyrillicTwin
	}
	var out []byte
	var at []int32
	pos := start
	for _, r := range word {
		was := len(out)
		n := utf8.RuneLen(r)
		if t, ok := turn(r); ok {
			r = t
		}
		out = utf8.AppendRune(out, r)
		for range len(out) - was {
			at = append(at, p.at[pos])
		}
		pos += n
	}
	p.swaps = append(p.swaps, swap{start, end, out, at})
}

// swap is a piece of the normal form that is to be replaced.
type swap struct {
	start, end int
	text       []byte
	at         []int32
}

// applySwaps replaces those pieces, which are in order.
func (p *page) applySwaps() {
	if len(p.swaps) == 0 {
		return
	}
	out, at, from := make([]byte, 0, len(p.norm)), make([]int32, 0, len(p.at)), 0
	for _, w := range p.swaps {
		out = append(append(out, p.norm[from:w.start]...), w.text...)
		at = append(append(at, p.at[from:w.start]...), w.at...)
		from = w.end
	}
	p.norm, p.at, p.swaps = append(out, p.norm[from:]...), append(at, p.at[from:]...), nil
}
