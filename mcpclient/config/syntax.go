package config

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tailscale/hujson"
)

// maxDepth is how deep objects and lists may stand in each other. The deepest
// known file has 6 levels; the parser below recurses, so there has to be an end.
const maxDepth = 64

// maxValues is how many commas a file may have. Parsed, a value takes about 200
// bytes however short it is.
const maxValues = 50_000

// parse reads JSON with comments and trailing commas.
func (t *text) parse() (hujson.Value, *Error) {
	if !utf8.Valid(t.raw) {
		return hujson.Value{}, &Error{File: t.path, What: "this isn't text in UTF-8", Hint: "save it as UTF-8"}
	}
	b := brackets(t.raw)
	if b.tooDeep >= 0 {
		return hujson.Value{}, t.fail(b.tooDeep, fmt.Sprintf("more than %d objects and lists stand in each other here", maxDepth), "")
	}
	if b.commas > maxValues {
		return hujson.Value{}, &Error{File: t.path, What: fmt.Sprintf("it has more than %d values", maxValues), Hint: "keep only mcpServers in it"}
	}
	// A comment on the last line needs its line's end.
	v, err := hujson.Parse(append(t.raw[:len(t.raw):len(t.raw)], '\n'))
	if err != nil {
		return hujson.Value{}, t.syntax(err, b)
	}
	return v, nil
}

// open is what a look over the whole text found.
type open struct {
	tooDeep int   // offset of the first bracket beyond maxDepth, -1: none
	still   []int // offsets of the brackets that are never closed
	quote   int   // offset of the quote that is never closed, -1: none
	commas  int   // outside of texts and comments
}

// brackets looks over the text without understanding it.
func brackets(raw []byte) open {
	o := open{tooDeep: -1, quote: -1}
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '{', '[':
			if o.still = append(o.still, i); len(o.still) > maxDepth {
				o.tooDeep = i
				return o
			}
		case '}', ']':
			o.still = o.still[:max(0, len(o.still)-1)]
		case '"':
			end := skipString(raw, i)
			if end < 0 {
				o.quote = i
				return o
			}
			i = end
		case ',':
			o.commas++
		case '/':
			i = skipComment(raw, i)
		}
	}
	return o
}

// skipString is the offset of the quote that ends the string at i, -1: none.
func skipString(raw []byte, i int) int {
	for i++; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}

// skipComment is the offset of the last byte of the comment at i; i itself
// where there is none.
func skipComment(raw []byte, i int) int {
	var end []byte
	switch rest := raw[i:]; {
	case bytes.HasPrefix(rest, []byte("//")):
		end = []byte("\n")
	case bytes.HasPrefix(rest, []byte("/*")):
		end = []byte("*/")
	default:
		return i
	}
	if n := bytes.Index(raw[i+2:], end); n >= 0 {
		return i + 2 + n + len(end) - 1
	}
	return len(raw)
}

// syntax says in words what hujson found wrong.
func (t *text) syntax(err error, b open) *Error {
	var line, column int
	_, _ = fmt.Sscanf(err.Error(), "hujson: line %d, column %d:", &line, &column) // without a position: the end of the file
	at := t.offset(line, column)
	_, said, _ := strings.Cut(err.Error(), fmt.Sprintf("column %d: ", column))
	switch {
	case strings.HasPrefix(said, "invalid literal"):
		return t.literal(at)
	case strings.Contains(said, "unexpected EOF"):
		return t.ended(b)
	case strings.HasSuffix(said, "at start of object name"):
		return t.fail(at, "expected a key in double quotes", t.quotes(at))
	case strings.HasSuffix(said, "after object name"):
		return t.fail(at, "expected a colon after the key", "")
	case strings.Contains(said, "after object value"):
		return t.separator(at, "}")
	case strings.Contains(said, "after array value"):
		return t.separator(at, "]")
	case strings.HasSuffix(said, "after top-level value"):
		return t.fail(at, "expected the end of the file", "one { … } is all that may stand in it")
	case strings.HasSuffix(said, "in line comment"):
		return t.fail(at, "a comment has an odd line separator in it", "")
	}
	return t.fail(at, "expected a value", t.quotes(at))
}

// separator is for a value that is followed by neither a comma nor the end.
func (t *text) separator(at int, end string) *Error {
	what := "expected a comma or " + end + " after the value"
	if at < len(t.raw) && strings.IndexByte("\"{[-0123456789tfn", t.raw[at]) >= 0 {
		return t.fail(t.before(at), what, "is a comma missing here?")
	}
	return t.fail(at, what, "")
}

// ended is for a file that ends too early.
func (t *text) ended(b open) *Error {
	switch {
	case b.quote >= 0:
		return t.fail(b.quote, "the file ends before this text does", `a closing " is missing`)
	case len(b.still) > 0:
		at := b.still[len(b.still)-1]
		end := map[byte]string{'{': "}", '[': "]"}[t.raw[at]]
		return t.fail(at, "the file ends before what is opened here is closed", "a closing "+end+" is missing")
	}
	return t.fail(t.before(len(t.raw)), "the file ends too early", "")
}

// literal is for a word that isn't JSON, or a text with something in it that
// may not be there.
func (t *text) literal(at int) *Error {
	rest := t.raw[at:]
	if len(rest) == 0 || rest[0] != '"' {
		word := rest[:min(len(rest), 64)]
		if n := bytes.IndexFunc(word, func(r rune) bool {
			return !strings.ContainsRune("-+.", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
		}); n >= 0 {
			word = word[:n]
		}
		return t.fail(at, shown(string(word))+" isn't a value", "use true, false, null, a number, or text in double quotes")
	}
	if end := bytes.IndexByte(rest, '\n'); end >= 0 && (skipString(rest, 0) < 0 || skipString(rest, 0) > end) {
		return t.fail(at, "this text isn't closed on its line", `is a closing " missing?`)
	}
	return t.fail(at, "this text has a character or an escape in it that JSON doesn't allow", `write \\ for a backslash, \t for a tab`)
}

// quotes is a hint for what stands where a quote was expected.
func (t *text) quotes(at int) string {
	if at < len(t.raw) {
		switch c := t.raw[at]; {
		case c == '\'' || c >= utf8.RuneSelf:
			return `use double quotes: "`
		case c == ',':
			return "is there one comma too many?"
		case c == '}' || c == ']':
			return "is a value missing before it?"
		}
	}
	return ""
}
