package builtin

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// tier is how well a line fits a query of several words.
type tier uint8

const (
	noMatch tier = iota
	exact        // the phrase as it was typed
	loose        // the words in order, with any separators between them, or none: retryTimeout, retry_timeout
)

// maxGap is how many bytes of separators may be between two words.
const maxGap = 16

// pattern is a query made for scanning. Case never matters, nor how accents
// are written.
type pattern struct {
	words  [][]byte // folded
	phrase []byte   // the words with one space between them
	ascii  bool     // then lines needn't be normalized
	sure   bool     // the anchor is all there is to find
	anchor anchor
}

// newPattern compiles a query, which must have at least one character that
// isn't white space.
func newPattern(query string) *pattern {
	p := &pattern{ascii: isASCII(query)}
	folded := fold(query)
	for _, w := range strings.Fields(folded) {
		p.words = append(p.words, []byte(w))
	}
	p.phrase = bytes.Join(p.words, []byte(" "))
	p.anchor = newAnchor(p.words)
	p.sure = len(p.words) == 1 && bytes.Equal(p.anchor.needle, p.phrase)
	return p
}

// matchLine says how a line that has the anchor fits, and where in it, in
// bytes (near enough for cutting it). scratch is reused.
func (p *pattern) matchLine(line []byte, scratch *[]byte) (tier, int) {
	if !p.ascii {
		*scratch = foldLine((*scratch)[:0], line)
		line = *scratch
	}
	if at := indexFold(line, p.phrase); at >= 0 {
		return exact, at
	}
	if len(p.words) > 1 {
		if at := p.indexLoose(line); at >= 0 {
			return loose, at
		}
	}
	return noMatch, 0
}

// matchName is matchLine for the name of a file.
func (p *pattern) matchName(name string, scratch *[]byte) tier {
	*scratch = append((*scratch)[:0], name...)
	if !p.ascii && !isASCII(name) {
		*scratch = []byte(fold(name))
	}
	line := *scratch
	if indexFold(line, p.phrase) >= 0 {
		return exact
	}
	if len(p.words) > 1 && p.indexLoose(line) >= 0 {
		return loose
	}
	return noMatch
}

// indexLoose finds the words in order with only separators between them.
func (p *pattern) indexLoose(line []byte) int {
	for from := 0; ; {
		at := indexFold(line[from:], p.words[0])
		if at < 0 {
			return -1
		}
		at += from
		if p.followed(line[at+len(p.words[0]):]) {
			return at
		}
		from = at + 1
	}
}

// followed reports whether rest goes on with the other words.
func (p *pattern) followed(rest []byte) bool {
	for _, w := range p.words[1:] {
		for gap := 0; !hasPrefixFold(rest, w); {
			n := separator(rest)
			if gap += n; n == 0 || gap > maxGap {
				return false
			}
			rest = rest[n:]
		}
		rest = rest[len(w):]
	}
	return true
}

// separator is the length of the separator that b begins with, or 0.
func separator(b []byte) int {
	if len(b) == 0 {
		return 0
	}
	if c := b[0]; c < utf8.RuneSelf {
		if l := lower(c); 'a' <= l && l <= 'z' || '0' <= c && c <= '9' {
			return 0
		}
		return 1
	}
	r, n := utf8.DecodeRune(b)
	if r == utf8.RuneError || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
		return 0
	}
	return n
}

// indexFold is bytes.Index for a lower-case needle in text of any case.
func indexFold(text, needle []byte) int {
	first := needle[0]
	for i := 0; i+len(needle) <= len(text); i++ {
		if lower(text[i]) == first && hasPrefixFold(text[i:], needle) {
			return i
		}
	}
	return -1
}

func hasPrefixFold(text, needle []byte) bool {
	if len(text) < len(needle) {
		return false
	}
	for i, c := range needle {
		if t := text[i]; t != c && lower(t) != c {
			return false
		}
	}
	return true
}

// anchor is what every matching line must have, whichever way it is written:
// one of some byte strings. It is found without looking at lines.
type anchor struct {
	needle []byte   // ASCII, folded; nil where the query has no ASCII to hold on to
	at     int      // the rarest byte of needle
	lo, hi byte     // that byte in both cases; equal where it has none
	forms  [][]byte // instead of needle: the ways to write one rune
}

// newAnchor chooses the run of ASCII that is rarest, or a rune.
func newAnchor(words [][]byte) anchor {
	var a anchor
	best := 1 << 30
	for _, w := range words {
		for _, run := range asciiRuns(w) {
			at, score := rarest(run)
			score -= 4 * min(len(run), 8)
			if score < best && (len(run) > 1 || isASCII(string(w))) {
				best, a.needle, a.at = score, run, at
			}
		}
	}
	if a.needle == nil {
		a.forms = runeForms(words)
		return a
	}
	a.lo = a.needle[a.at]
	a.hi = bytes.ToUpper(a.needle[a.at : a.at+1])[0]
	return a
}

// asciiRuns are the parts of a folded word that are ASCII.
func asciiRuns(w []byte) [][]byte {
	return bytes.FieldsFunc(w, func(r rune) bool { return r >= utf8.RuneSelf })
}

// commonBytes are the bytes of source code and prose, the commonest first.
const commonBytes = " etnraiosl\tcdupfmhg.b_y,()/=v-w:\"k0x1;{}2'*>[]s<#3q456789&jz!+|$@\\%?`~^"

// rarest is the position of the byte that text has least of, and a number that
// is smaller the rarer it is.
func rarest(run []byte) (at, score int) {
	score = 1 << 30
	for i, c := range run {
		common := strings.IndexByte(commonBytes, c)
		if common < 0 {
			common = len(commonBytes)
		}
		if s := len(commonBytes) - common; s < score {
			at, score = i, s
		}
	}
	return at, score
}

// commonRunes are the commonest letters beyond ASCII, the commonest first.
const commonRunes = "ОЕАИНТСРВЛКМДПУЯЫЬГЗБЧЙХЖШЮЦЩЭФЪЁ的一是不了在人有我他这中大来上国"

// runeForms chooses the rarest rune of the words and lists the ways to write
// it: in all cases, and as the beginning of its decomposed form.
func runeForms(words [][]byte) [][]byte {
	var forms [][]byte
	best := -1
	for _, w := range words {
		for _, r := range string(w) {
			score := strings.IndexRune(commonRunes, r)
			if score < 0 {
				score = len(commonRunes)
			}
			f := formsOf(r)
			if len(f) > 2 {
				score = 0 // it can be written in many ways
			}
			if score > best {
				best, forms = score, f
			}
		}
	}
	return forms
}

func formsOf(r rune) [][]byte {
	var forms [][]byte
	add := func(b []byte) {
		for _, f := range forms {
			if bytes.Equal(f, b) {
				return
			}
		}
		forms = append(forms, b)
	}
	for o := r; ; {
		add([]byte(string(o)))
		first, _ := utf8.DecodeRuneInString(norm.NFD.String(string(o)))
		add([]byte(string(first)))
		if o = unicode.SimpleFold(o); o == r {
			return forms
		}
	}
}
