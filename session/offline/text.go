package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Bounds on what is taken apart: a longer request is not understood, which is
// said, so that a pasted file costs nothing.
const (
	maxBytes  = 4000
	maxTokens = 240
)

type kind byte

const (
	kindWord  kind = iota // a word in an alphabet, or one Han character
	kindNum               // digits only
	kindClock             // 17:00
	kindDate              // 2026-12-10, 05.12.2026
	kindQuote             // a quoted phrase; raw is what is inside
	kindPath              // main.go, docs/, README
	kindGlob              // *.go
	kindIdent             // retryTimeout, os.Root, MAX_SIZE
	kindURL
)

// token is one piece of a request. Punctuation is no token: the token after
// it remembers it.
type token struct {
	raw, low   string
	kind       kind
	start, end int    // of the whole, quotes included, in text.s
	before     string // punctuation since the token before
	gap        bool   // white space before
}

type text struct {
	s    string
	toks []token
	tail string // punctuation after the last token
	long bool   // over the bounds
}

// fold brings a word to the form that is compared.
func fold(s string) string {
	return strings.ReplaceAll(strings.ToLower(s), "ё", "е")
}

func normalise(s string) string {
	s = strings.ToValidUTF8(s, " ")
	s = norm.NFKC.String(s)
	return strings.Map(func(r rune) rune {
		switch {
		case r == '。' || r == '．':
			return '.'
		case r == '、' || r == '，':
			return ','
		case r == '\n':
			return r
		case unicode.IsSpace(r), r == '\u200b', unicode.IsControl(r):
			return ' '
		case r == '—' || r == '–' || r == '‑' || r == '−':
			return '-'
		}
		return r
	}, s)
}

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) || r == '〇' }

// closers gives the runes that close a quotation opened by the key.
func closers(r rune) string {
	switch r {
	case '"', '“', '„', '”', '‟':
		return "\"”“"
	case '«':
		return "»"
	case '‹':
		return "›"
	case '「':
		return "」"
	case '『':
		return "』"
	case '《':
		return "》"
	case '〈':
		return "〉"
	case '`':
		return "`"
	case '\'', '‘':
		return "'’"
	}
	return ""
}

// lexer cuts a normalised request into tokens.
type lexer struct {
	s      string
	i      int
	out    []token
	before strings.Builder
	gap    bool
}

func lex(request string) text {
	if len(request) > maxBytes {
		return text{long: true}
	}
	l := &lexer{s: normalise(request)}
	for l.i < len(l.s) && len(l.out) <= maxTokens {
		l.step()
	}
	return text{s: l.s, toks: l.out, tail: l.before.String(), long: len(l.out) > maxTokens}
}

func (l *lexer) step() {
	r, n := utf8.DecodeRuneInString(l.s[l.i:])
	switch {
	case r == ' ' || r == '\t':
		l.gap = true
		l.i += n
	case r == '\n':
		l.gap = true
		l.before.WriteByte('\n')
		l.i += n
	case closers(r) != "" && l.quote(r, n):
	case isHan(r):
		l.hanOrPath(n)
	case startsChunk(r):
		l.chunk()
	default:
		if closers(r) == "" && l.before.Len() < 16 {
			l.before.WriteRune(r)
		}
		l.i += n
	}
}

func (l *lexer) emit(raw string, k kind, start, end int) {
	low := fold(raw)
	if k == kindQuote {
		low = "\x00"
	}
	if head, ok := strings.CutSuffix(low, "-ка"); ok && k == kindWord && imperative(head) {
		low = head // покажи-ка
	}
	l.out = append(l.out, token{raw: raw, low: low, kind: k, start: start, end: end, before: l.before.String(), gap: l.gap})
	l.before.Reset()
	l.gap = false
}

// imperative says that a Russian word has the ending of a request.
func imperative(low string) bool {
	return hasAnySuffix(low, "и", "й", "те", "ь", "ну")
}

// quote takes a quotation; false if it isn't closed, or an apostrophe.
func (l *lexer) quote(open rune, n int) bool {
	close := closers(open)
	rest := l.s[l.i+n:]
	for off, r := range rest {
		if r == '\n' {
			break
		}
		if !strings.ContainsRune(close, r) {
			continue
		}
		size := utf8.RuneLen(r)
		if close == "'’" {
			next, _ := utf8.DecodeRuneInString(rest[off+size:])
			if off+size < len(rest) && (unicode.IsLetter(next) || unicode.IsDigit(next)) && !isHan(next) {
				continue // an apostrophe inside a word
			}
		}
		inner := strings.TrimSpace(rest[:off])
		if inner == "" {
			return false
		}
		end := l.i + n + off + size
		l.emit(inner, kindQuote, l.i, end)
		l.i = end
		return true
	}
	return false
}

// hanOrPath takes one Han character, or a file name written in Han such as
// 笔记.md that stands alone between spaces.
func (l *lexer) hanOrPath(n int) {
	if l.gap || l.i == 0 {
		end := strings.IndexAny(l.s[l.i:], " \n,?!;\"'“”")
		if end < 0 {
			end = len(l.s) - l.i
		}
		chunk := strings.TrimRight(l.s[l.i:l.i+end], ".:")
		if dot := strings.LastIndexByte(chunk, '.'); dot > 0 && knownExt(chunk[dot+1:]) && l.i > 0 {
			l.emit(chunk, kindPath, l.i, l.i+len(chunk))
			l.i += len(chunk)
			return
		}
	}
	l.emit(l.s[l.i:l.i+n], kindWord, l.i, l.i+n)
	l.i += n
}

func startsChunk(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("./~*_$@#\\", r)
}

// inChunk reports whether r goes on a chunk such as a word, a path or a glob.
func inChunk(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune("./~*_$@#\\-+:'’{}[]", r)
}

func (l *lexer) chunk() {
	start, j := l.i, l.i
	for j < len(l.s) {
		r, n := utf8.DecodeRuneInString(l.s[j:])
		if !inChunk(r) || isHan(r) && !strings.Contains(l.s[start:j], "/") {
			break
		}
		j += n
	}
	raw := strings.TrimRight(l.s[start:j], ".:'’-+\\,")
	if strings.HasSuffix(l.s[start:j], "++") && len(raw) == 1 {
		raw = l.s[start:j] // c++
	}
	if raw == "" || strings.Trim(raw, "#@$*_~+") == "" && !strings.Contains(raw, "*") {
		l.before.WriteString(l.s[start:j])
		l.i = max(j, start+1)
		return
	}
	l.i = start + len(raw)
	l.classify(raw, start)
}

// classify emits one chunk as one token or several.
func (l *lexer) classify(raw string, start int) {
	if name, ok := strings.CutPrefix(raw, "@"); ok && kindOf(name) == kindPath {
		raw, start = name, start+1 // @main.go names a file
	}
	if parts := splitChunk(raw); len(parts) > 1 {
		at := start
		for _, p := range parts {
			l.emit(p.raw, kindOf(p.raw), at, at+len(p.raw))
			if p.low != "" {
				l.out[len(l.out)-1].low = p.low
				l.out[len(l.out)-1].kind = kindWord
			}
			at += len(p.raw)
		}
		return
	}
	if a, b, ok := strings.Cut(raw, "-"); ok && isDigits(a) && isDigits(b) { // 10-20
		if n := len(l.out); n > 0 && len(a) <= 2 && len(b) == 2 && oneOf(l.out[n-1].low, "в к до с на") { // в 9-30
			l.emit(a+":"+b, kindClock, start, start+len(raw))
			return
		}
		l.emit(a, kindNum, start, start+len(a))
		l.before.WriteByte('-')
		l.emit(b, kindNum, start+len(a)+1, start+len(raw))
		return
	}
	k := kindOf(raw)
	if (k == kindWord || k == kindIdent) && strings.Contains(raw, ":") && !strings.Contains(raw, "://") {
		// "todo:buy": a colon without a space.
		head, _, _ := strings.Cut(raw, ":")
		l.emit(head, kindOf(head), start, start+len(head))
		l.i = start + len(head)
		return
	}
	l.emit(raw, k, start, start+len(raw))
}
