package scan

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxShown is how much of a decoded text a finding quotes, in bytes.
const maxShown = 200

// decoded adds a finding for what hides a text, and looks at that text. What
// is hidden is never shown as harmless.
func (p *page) decoded(s *sink, code Code, start, end int, about, text string) {
	if text != "" {
		about += "; decoded: " + cut(text)
	}
	p.add(s, code, High, start, end, about)
	if text != "" {
		p.nested(s, start, end, text)
	}
}

// cut shortens to maxShown bytes at the end of a character.
func cut(text string) string {
	if len(text) <= maxShown {
		return text
	}
	n := maxShown
	for !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "…"
}

// tagText is the ASCII text in tag characters.
func tagText(run string) string {
	var b strings.Builder
	for _, r := range run {
		if r >= 0xE0020 && r <= 0xE007E {
			b.WriteByte(byte(r - 0xE0000))
		}
	}
	return b.String()
}

// selectorText is the text in variation selectors that stand for bytes; empty
// where they don't hold text.
func selectorText(run string) string {
	var b []byte
	for _, r := range run {
		if r >= 0xE0100 {
			b = append(b, byte(r-0xE0100+16))
		} else {
			b = append(b, byte(r-0xFE00))
		}
	}
	if !readable(b) {
		return ""
	}
	return string(b)
}

// binaryText is the text that two invisible characters spell as bits, 8 a byte.
func binaryText(run string) string {
	kinds := []rune{}
	for _, r := range run {
		if !strings.ContainsRune(string(kinds), r) {
			kinds = append(kinds, r)
		}
	}
	if len(kinds) != 2 || utf8.RuneCountInString(run) < 16 {
		return ""
	}
	for zero := range kinds {
		var b []byte
		bits, n := 0, 0
		for _, r := range run {
			bits <<= 1
			if r != kinds[zero] {
				bits |= 1
			}
			if n++; n%8 == 0 {
				b = append(b, byte(bits))
				bits = 0
			}
		}
		if readable(b) {
			return string(b)
		}
	}
	return ""
}

// readable says that bytes are text that a person could have written.
func readable(b []byte) bool {
	if len(b) < 2 || !utf8.Valid(b) {
		return false
	}
	letters, all := 0, 0
	for _, r := range string(b) {
		if !unicode.IsPrint(r) && r != '\n' && r != '\t' && r != '\r' {
			return false
		}
		all++
		if unicode.IsLetter(r) || r == ' ' {
			letters++
		}
	}
	return letters*10 >= all*6
}
