package policy

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// text is one text in a form that can be compared, with the way back to what
// was written.
type text struct {
	id       string
	original string
	norm     string  // NFC, lower case, white space as one space
	from     []int32 // for every byte of norm, where it began in original; made for the first quote
}

// whole cuts s to n bytes between characters.
func whole(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// normal makes s comparable; mapped keeps the way back, for quotes.
func normal(s string, mapped bool) text {
	n := normalizer{space: true, mapped: mapped}
	n.out.Grow(len(s))
	switch {
	case isASCII(s) && !mapped:
		return text{norm: plainASCII(s)}
	case isASCII(s):
		for i, r := range s {
			n.add(r, i)
		}
	default:
		var it norm.Iter
		for it.InitString(norm.NFC, s); !it.Done(); {
			at := it.Pos()
			for _, r := range string(it.Next()) {
				n.add(r, at)
			}
		}
	}
	return text{norm: strings.TrimSuffix(n.out.String(), " "), from: n.from}
}

// plainASCII is normal for texts that are long and plain, which is most.
func plainASCII(s string) string {
	out := make([]byte, 0, len(s))
	space := true
	for i := range len(s) {
		b := s[i]
		switch {
		case b >= 'A' && b <= 'Z':
			b += 'a' - 'A'
		case b == ' ' || b >= '\t' && b <= '\r':
			b = ' '
		}
		if b != ' ' || !space {
			out = append(out, b)
		}
		space = b == ' '
	}
	return strings.TrimSuffix(string(out), " ")
}

type normalizer struct {
	out    strings.Builder
	from   []int32
	space  bool // the last was a space
	mapped bool
}

func (n *normalizer) add(r rune, at int) {
	if unicode.IsSpace(r) {
		if n.space {
			return
		}
		r = ' '
	}
	n.space = r == ' '
	before := n.out.Len()
	n.out.WriteRune(plainRune(r))
	for range n.out.Len() - before {
		if n.mapped {
			n.from = append(n.from, int32(at))
		}
	}
}

func plainRune(r rune) rune {
	if r = unicode.ToLower(r); r == 'ё' {
		return 'е' // Russian is written with and without the dots
	}
	return r
}

func hasLetter(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// find looks for v as whole words. Scripts without spaces have no word borders.
// A value of fewer than least characters is nowhere: it would be everywhere.
func (t *text) find(v string, least int) (at int, ok bool) {
	if len(v) > len(t.norm) || len(v) < least && isASCII(v) {
		return 0, false
	}
	const tries = 64
	for range tries {
		i := strings.Index(t.norm[at:], v)
		if i < 0 {
			return 0, false
		}
		at += i
		if border(t.norm, at) && border(t.norm, at+len(v)) {
			return at, true
		}
		_, n := utf8.DecodeRuneInString(t.norm[at:])
		at += n
	}
	return 0, false
}

// border reports whether a word may begin or end at i.
func border(s string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i:])
	return i == 0 || i == len(s) || !joins(before) || !joins(after)
}

// joins reports whether r makes one word with its neighbours.
func joins(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !spaceless(r)
}

// spaceless scripts write words without spaces between.
func spaceless(r rune) bool {
	return r >= 0x2e80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}

func (t *text) ids() []string {
	if t.id == "" {
		return nil
	}
	return []string{t.id}
}

// quote is what was written from one byte of norm to another.
func (t *text) quote(from, to int) string {
	if t.from == nil {
		t.from = normal(t.original, true).from
	}
	start := int(t.from[from])
	end := len(t.original)
	if to < len(t.from) {
		end = int(t.from[to])
	}
	return clip(t.original[start:end])
}

// farApart is how many bytes may stand between two words that are quoted as
// one piece.
const farApart = 12

// span is what was written of these words: pieces that are far apart are
// joined by an ellipsis.
func (t *text) span(stems []string) string {
	var parts []string
	first, last := -1, 0
	for w, at := range eachWord(t.norm) {
		if !slices.Contains(stems, stemOf(w)) {
			continue
		}
		if first >= 0 && at-last > farApart {
			parts = append(parts, t.quote(first, last))
			first = -1
		}
		if first < 0 {
			first = at
		}
		last = at + len(w)
	}
	if first >= 0 {
		parts = append(parts, t.quote(first, last))
	}
	return clip(strings.Join(slices.Compact(parts), " … "))
}
