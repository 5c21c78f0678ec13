package builtin

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold makes texts comparable that differ in case or in how accents are
// written: NFC, and one rune for all cases of a letter. ASCII text comes back
// in lower case.
func fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	return string(appendFold(nil, []byte(norm.NFC.String(s))))
}

// foldLine is fold for a line of a file, into buf.
func foldLine(buf, line []byte) []byte {
	if !norm.NFC.IsNormal(line) {
		line = norm.NFC.Bytes(line)
	}
	return appendFold(buf, line)
}

func appendFold(dst, src []byte) []byte {
	for len(src) > 0 {
		if c := src[0]; c < utf8.RuneSelf {
			dst = append(dst, lower(c))
			src = src[1:]
			continue
		}
		r, n := utf8.DecodeRune(src)
		if r == utf8.RuneError && n == 1 {
			dst = append(dst, src[0]) // not UTF-8: as it is
		} else {
			dst = utf8.AppendRune(dst, foldRune(r))
		}
		src = src[n:]
	}
	return dst
}

// foldRune is the first rune of all that differ from r only in case; in lower
// case where that is ASCII (the Kelvin sign is a k).
func foldRune(r rune) rune {
	first := r
	for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
		first = min(first, o)
	}
	if first < utf8.RuneSelf {
		return rune(lower(byte(first)))
	}
	return first
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
