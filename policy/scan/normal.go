package scan

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

func decodeAt(text string, i int) (rune, int) { return utf8.DecodeRuneInString(text[i:]) }

// normalise makes the form that words are looked for in: lower case, without
// what can't be seen and without accents on Latin letters, wide and ornamental
// letters as plain ones, traditional characters as simplified ones, letters
// that only look like their neighbours' script put into it. The last are
// findings.
func (p *page) normalise(s *sink) {
	if p.ascii {
		p.norm = []byte(strings.ToLower(p.text))
		return
	}
	p.norm = make([]byte, 0, len(p.text)+16)
	p.at = make([]int32, 0, len(p.text)+17)
	ornate := 0
	for i := 0; i < len(p.text); {
		r, n := decodeAt(p.text, i)
		if ornamental(r) {
			ornate++
			if ornate == 4 {
				p.ornate(s, i)
			}
		} else if !dropped(r) {
			ornate = 0
		}
		p.fold(r, i)
		i += n
	}
	p.at = append(p.at, int32(len(p.text)))
	p.mixed(s)
}

// fold adds the normal form of r, which stands at i.
func (p *page) fold(r rune, i int) {
	switch {
	case r < utf8.RuneSelf:
		p.put(toLower(r), i)
	case dropped(r), r >= 0x300 && r <= 0x36F:
	case r == 'ё' || r == 'Ё':
		p.put('е', i)
	case unicode.Is(unicode.Cyrillic, r):
		p.put(unicode.ToLower(r), i)
	case unicode.Is(unicode.Han, r):
		p.put(simplified(r), i)
	case unicode.IsSpace(r):
		p.put(' ', i)
	default:
		p.compat(r, i)
	}
}

func toLower(r rune) rune {
	if r >= 'A' && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

// compat adds a character in its compatibility form where that is ASCII.
func (p *page) compat(r rune, i int) {
	if a, ok := plainPunctuation(r); ok {
		p.put(a, i)
		return
	}
	var buf [utf8.UTFMax]byte
	n := utf8.EncodeRune(buf[:], r)
	dec := norm.NFKD.Properties(buf[:n]).Decomposition()
	if len(dec) == 0 || dec[0] >= utf8.RuneSelf {
		p.put(unicode.ToLower(r), i)
		return
	}
	for _, b := range dec {
		if b < utf8.RuneSelf {
			p.put(toLower(rune(b)), i)
		}
	}
}

func plainPunctuation(r rune) (rune, bool) {
	switch r {
	case '‘', '’', 'ʼ', '′':
		return '\'', true
	case '“', '”', '„', '«', '»', '「', '」', '『', '』':
		return '"', true
	case '‐', '‑', '‒', '–', '—', '−':
		return '-', true
	}
	return 0, false
}

func (p *page) put(r rune, i int) {
	was := len(p.norm)
	p.norm = utf8.AppendRune(p.norm, r)
	for range len(p.norm) - was {
		p.at = append(p.at, int32(i))
	}
}

// ornamental letters repeat the alphabet in another style.
func ornamental(r rune) bool {
	return r >= 0x1D400 && r <= 0x1D7FF || r >= 0x24B6 && r <= 0x24E9 || r >= 0x1F130 && r <= 0x1F189
}

func (p *page) ornate(s *sink, i int) {
	first := i
	for range 3 {
		_, n := utf8.DecodeLastRuneInString(p.text[:first])
		first -= n
	}
	end := first + runOf(p.text[first:], func(r rune, _ int) bool { return ornamental(r) || r == ' ' })
	p.add(s, CodeOrnate, Low, first, len(strings.TrimRight(p.text[:end], " ")), "letters of an ornamental alphabet")
}

// Letters of other scripts that look like Latin ones, and the Latin ones they
// look like, in lower case.
const (
	cyrillicTwins = "авсеһіјкмнорԛѕтухѵԝьԁ"
	cyrillicLatin = "abcehijkmhopqstyxvwbd"
	greekTwins    = "αβεηικνορτυχωϲϳ"
	greekLatin    = "abenikvoptyxwcj"
)

// latinTwin is the Latin letter that r looks like. Only what looks the same in
// lower case, or in capitals, is there.
func latinTwin(r rune) (rune, bool) {
	if l, ok := twin(r, cyrillicTwins, cyrillicLatin); ok {
		return l, true
	}
	return twin(r, greekTwins, greekLatin)
}

func twin(r rune, from, to string) (rune, bool) {
	n := 0
	for _, f := range from {
		if f == r {
			return rune(to[n]), true
		}
		n++
	}
	return 0, false
}

// cyrillicTwin is the Cyrillic letter that a Latin one looks like.
func cyrillicTwin(r rune) (rune, bool) {
	n := strings.IndexRune(cyrillicLatin, r)
	if r >= utf8.RuneSelf || n < 0 {
		return 0, false
	}
	for _, c := range cyrillicTwins {
		if n == 0 {
			return c, true
		}
		n--
	}
	return 0, false
}
