package scan

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// token is one word of a normal text, or one place such as an address.
type token struct {
	start, end int32 // in the normal form
	entry            // what the vocabulary knows of the word
	more       class // of the phrase that begins here
	span       int16 // tokens of that phrase after this one
	sentence   int32
	cost       int8 // what it counts in a gap: 2 for a word, 1 for a Han character
	single     bool // one letter
}

func han(r rune) bool { return r >= 0x3400 && unicode.Is(unicode.Han, r) }

func (p *page) tokenise() {
	v := words()
	p.tokens = make([]token, 0, len(p.norm)/5+1)
	sentence := int32(0)
	for i := 0; i < len(p.norm); {
		r, n := utf8.DecodeRune(p.norm[i:])
		switch {
		case han(r):
			i = p.hanWord(v, i, sentence)
		case wordRune(r):
			end := i + wordLen(p.norm[i:])
			p.word(v, i, end, sentence)
			i = end
		default:
			if p.endsSentence(r, i, n) {
				sentence++
			}
			i += n
		}
	}
	p.joinSpaced(v)
	p.phrases(v)
}

func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '\''
	}
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !han(r)
}

func wordLen(text []byte) int {
	i := 0
	for i < len(text) {
		r, n := utf8.DecodeRune(text[i:])
		if !wordRune(r) {
			break
		}
		i += n
	}
	return i
}

// endsSentence: full stops before white space or a Han character, empty
// lines, list items.
func (p *page) endsSentence(r rune, i, n int) bool {
	rest := p.norm[i+n:]
	switch r {
	case '。', '！', '？':
		return true
	case '.', '!', '?', ';':
		next, _ := utf8.DecodeRune(rest)
		return len(rest) == 0 || unicode.IsSpace(next) || r != '.' && han(next)
	case '\n':
		line := bytes.TrimLeft(rest, " \t")
		return len(line) > 0 && (line[0] == '\n' || line[0] == '-' && len(line) > 1 && line[1] == ' ' || line[0] == '*' && len(line) > 1 && line[1] == ' ')
	}
	return false
}

// word adds the word between start and end, without quotes around it; a word
// that isn't known is looked up in the parts that its capitals make, and with
// digits read as the letters they look like.
func (p *page) word(v *vocabulary, start, end int, sentence int32) {
	for start < end && p.norm[start] == '\'' {
		start++
	}
	for end > start && p.norm[end-1] == '\'' {
		end--
	}
	if start == end {
		return
	}
	t := token{start: int32(start), end: int32(end), sentence: sentence, cost: 2}
	_, n := utf8.DecodeRune(p.norm[start:])
	t.single = n == end-start
	e, ok := v.lookup(p.norm[start:end])
	if !ok && p.humps(v, start, end, sentence) {
		return
	}
	if !ok {
		e, _ = v.leet(p.norm[start:end])
	}
	t.entry = e
	p.tokens = append(p.tokens, t)
}

// humps adds the parts of a word such as readFileAndSend, and says whether
// there are any.
func (p *page) humps(v *vocabulary, start, end int, sentence int32) bool {
	from := start
	for i := start + 1; i < end; i++ {
		if p.upper(i) && !p.upper(i-1) {
			p.part(v, from, i, sentence)
			from = i
		}
	}
	if from == start {
		return false
	}
	p.part(v, from, end, sentence)
	return true
}

func (p *page) part(v *vocabulary, start, end int, sentence int32) {
	e, _ := v.lookup(p.norm[start:end])
	p.tokens = append(p.tokens, token{start: int32(start), end: int32(end), entry: e, sentence: sentence, cost: 2})
}

// upper says that the letter was written as an ASCII capital.
func (p *page) upper(i int) bool {
	b := p.text[p.origin(i)]
	return b >= 'A' && b <= 'Z'
}

// leet looks a word up with its digits read as letters.
func (v *vocabulary) leet(word []byte) (entry, bool) {
	const digits, letters = "013457", "oleast"
	if len(word) < 4 || len(word) > 30 || !bytes.ContainsAny(word, digits) {
		return entry{}, false
	}
	plain := make([]byte, len(word))
	all := true
	for i, b := range word {
		plain[i] = b
		if at := bytes.IndexByte([]byte(digits), b); at >= 0 {
			plain[i] = letters[at]
		} else {
			all = false
		}
	}
	if all {
		return entry{}, false
	}
	if e, ok := v.lookup(plain); ok {
		return e, true
	}
	return v.lookup(bytes.ReplaceAll(plain, []byte("l"), []byte("i")))
}

// hanWord adds the longest known word at i, or one character, and gives its
// end. Single spaces between the characters of a word don't count.
func (p *page) hanWord(v *vocabulary, i int, sentence int32) int {
	var run []byte
	end, best, n := i, 0, 0
	var found entry
	for j := i; j < len(p.norm) && n < v.longest; {
		r, size := utf8.DecodeRune(p.norm[j:])
		if r == ' ' && n > 0 {
			if r, size = utf8.DecodeRune(p.norm[j+1:]); !han(r) {
				break
			}
			j++
		}
		if !han(r) {
			break
		}
		run = utf8.AppendRune(run, r)
		j += size
		n++
		if e, ok := v.exact[string(run)]; ok || n == 1 {
			found, end, best = e, j, n
		}
	}
	cost := int8(2)
	if best == 1 {
		cost = 1
	}
	p.tokens = append(p.tokens, token{start: int32(i), end: int32(end), entry: found, sentence: sentence, cost: cost})
	return end
}

// phrases marks the tokens where several words mean something together. One
// that means nothing silences its words, such as "conversation id".
func (p *page) phrases(v *vocabulary) {
	for i := range p.tokens {
		for _, ph := range v.starting(p.tokens[i].entry) {
			if !p.follows(i, ph.rest) || len(ph.rest) < int(p.tokens[i].span) {
				continue
			}
			if ph.classes.none() {
				for j := i; j <= i+len(ph.rest); j++ {
					p.tokens[j].entry, p.tokens[j].more = entry{}, class{}
				}
				break
			}
			p.tokens[i].more = p.tokens[i].more.with(ph.classes)
			p.tokens[i].span = int16(len(ph.rest))
		}
	}
}

// starting are the phrases that may begin with a word.
func (v *vocabulary) starting(e entry) []phrase {
	if ph := v.phrases[e.id]; e.id != 0 && len(ph) > 0 {
		return ph
	}
	return v.phrases[e.stem]
}

func (p *page) follows(i int, rest []int32) bool {
	if i+len(rest) >= len(p.tokens) {
		return false
	}
	for j, id := range rest {
		if t := p.tokens[i+1+j]; t.id != id && t.stem != id || t.sentence != p.tokens[i].sentence {
			return false
		}
	}
	return true
}
