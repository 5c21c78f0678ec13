package scan

import (
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Bounds on what is decoded.
const (
	minEncoded = 20      // bytes of base64 or hex
	maxEncoded = 1 << 16 // bytes of one piece
)

// encoded finds pieces that decode to text, and looks at that text.
func (p *page) encoded(s *sink) {
	text := p.text
	for i := 0; i < len(text); {
		if !codeByte(text[i]) {
			end, plain := references(text, i)
			if plain != "" {
				p.encodedText(s, i, end, plain)
			}
			i = max(end, i+1)
			continue
		}
		start := i
		for i < len(text) && codeByte(text[i]) {
			i++
		}
		if n := i - start; n >= minEncoded && n <= maxEncoded {
			if plain := plainOf(text[start:i]); plain != "" {
				p.encodedText(s, start, i, plain)
			}
		}
	}
}

func codeByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '+' || b == '/' || b == '=' || b == '_' || b == '-'
}

// plainOf decodes base64 (RFC 4648, either alphabet) or hex to text.
func plainOf(code string) string {
	if b, err := hex.DecodeString(code); err == nil {
		if readable(b) {
			return string(b)
		}
		return ""
	}
	trimmed := strings.TrimRight(code, "=")
	enc := base64.RawStdEncoding
	if strings.ContainsAny(trimmed, "-_") {
		enc = base64.RawURLEncoding
	}
	if b, err := enc.DecodeString(trimmed); err == nil && len(b) >= 12 && readable(b) {
		return string(b)
	}
	return ""
}

// references decodes a run of %XX, &#N; and \uXXXX at i; plain is empty where
// it has less than six characters, or is no text.
func references(text string, i int) (end int, plain string) {
	var b []byte
	n := 0
	for end = i; end < len(text) && len(b) < maxEncoded; n++ {
		c, size := reference(text[end:])
		if size == 0 {
			break
		}
		b = append(b, c...)
		end += size
	}
	if n < 6 || !readable(b) {
		return end, ""
	}
	return end, string(b)
}

func reference(text string) (plain []byte, size int) {
	switch {
	case len(text) >= 3 && text[0] == '%':
		if b, err := hex.DecodeString(text[1:3]); err == nil {
			return b, 3
		}
	case len(text) >= 6 && text[0] == '\\' && text[1] == 'u':
		if n, err := strconv.ParseUint(text[2:6], 16, 16); err == nil {
			return utf8.AppendRune(nil, rune(n)), 6
		}
	case len(text) >= 4 && text[0] == '\\' && text[1] == 'x':
		if b, err := hex.DecodeString(text[2:4]); err == nil {
			return b, 4
		}
	case strings.HasPrefix(text, "&#"):
		end := strings.IndexByte(text[:min(len(text), 12)], ';')
		if end < 3 {
			return nil, 0
		}
		digits, base := text[2:end], 10
		if digits[0] == 'x' || digits[0] == 'X' {
			digits, base = digits[1:], 16
		}
		if n, err := strconv.ParseUint(digits, base, 21); err == nil {
			return utf8.AppendRune(nil, rune(n)), end + 1
		}
	}
	return nil, 0
}

// encodedText reports an encoded text, and what is found in it.
func (p *page) encodedText(s *sink, start, end int, plain string) {
	p.add(s, CodeEncodedText, Low, start, end, "an encoded text; decoded: "+cut(plain))
	p.nested(s, start, end, plain)
}
