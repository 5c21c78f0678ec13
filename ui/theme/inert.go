package theme

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"vise/session"
)

// Inert makes text that others wrote safe for the terminal: control characters
// and escape sequences become visible text (\x1b[2J), invisible and
// bidirectional characters become marked code points (<U+202E>), tabs become
// four spaces, CR LF becomes a line feed. Line feeds stay. It is the only way
// from session.Foreign to the screen.
func Inert(f session.Foreign) string { return inert(f.Raw(), block) }

// InertTabs is Inert with its tabs kept: for text that is parsed or copied
// before it is drawn. Who draws it expands the tabs.
func InertTabs(f session.Foreign) string { return inert(f.Raw(), tabbed) }

// InertLine is Inert on one line: line feeds become spaces.
func InertLine(f session.Foreign) string { return inert(f.Raw(), line) }

// InertWords is InertLine for words that are a plain string because they are
// used as data elsewhere: a person's task, a tool's name, an error.
func InertWords(s string) string { return inert(s, line) }

// InertBlock is Inert for a plain string.
func InertBlock(s string) string { return inert(s, block) }

// keeps says which white space stays as it is.
type keeps struct{ feeds, tabs bool }

var (
	line   = keeps{}
	block  = keeps{feeds: true}
	tabbed = keeps{feeds: true, tabs: true}
)

func inert(s string, keep keeps) string {
	if plain(s, keep) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	s = strings.ReplaceAll(s, "\r\n", "\n")
	prev := rune(0)
	for i := 0; i < len(s); {
		if n := run(s[i:], keep); n > 0 {
			b.WriteString(s[i : i+n])
			i += n
			prev = rune(s[i-1])
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		next, _ := utf8.DecodeRuneInString(s[i+n:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\n' && keep.feeds, r == '\t' && keep.tabs:
			b.WriteByte(byte(r))
		case r == '\n':
			b.WriteByte(' ')
		case r == '\t':
			b.WriteString("    ")
		case r < 0x20 || r == 0x7f || (r >= 0x80 && r < 0xa0):
			fmt.Fprintf(&b, `\x%02x`, r)
		case hidden(r) && !joins(prev, r, next):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
		prev = r
		i += n
	}
	return b.String()
}

// plain is the common case: printable ASCII needs no copy.
func plain(s string, keep keeps) bool { return run(s, keep) == len(s) }

// run is the length of the printable ASCII at the start of s.
func run(s string, keep keeps) int {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c < 0x7f || c == '\n' && keep.feeds || c == '\t' && keep.tabs {
			continue
		}
		return i
	}
	return len(s)
}

// hidden reports characters that a reader can't see or that change the order
// of what is read: format characters, fillers, variation selectors, tags,
// separators of lines and paragraphs, private use.
func hidden(r rune) bool {
	switch {
	case r < 0xad, r >= 0x400 && r < 0x530, r >= 0x4e00 && r < 0xa000: // Latin, Cyrillic, Chinese: the common case
		return false
	case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r), unicode.Is(unicode.Co, r):
		return true
	case r == 0x034f, r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0, r == 0x17b4, r == 0x17b5:
		return true
	case r >= 0xfe00 && r <= 0xfe0f, r >= 0xe0000 && r <= 0xe0fff, r >= 0x180b && r <= 0x180f:
		return true
	}
	return false
}

// joins reports the uses of joiners and variation selectors that belong to
// what is seen: inside an emoji or between letters of scripts that need them.
func joins(prev, r, next rune) bool {
	switch r {
	case 0x200d, 0x200c:
		return emoji(prev) && emoji(next) || prev == 0xfe0f && emoji(next) || script(prev) && script(next)
	case 0xfe0f, 0xfe0e:
		return emoji(prev) || prev >= '0' && prev <= '9' || prev == '#' || prev == '*'
	}
	return false
}

func emoji(r rune) bool {
	return r >= 0x1f000 && r <= 0x1faff || r >= 0x2190 && r <= 0x2bff || r == 0x3030 || r == 0x303d || r == 0xa9 || r == 0xae
}

func script(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Devanagari, unicode.Bengali, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Gujarati, unicode.Gurmukhi, unicode.Oriya, unicode.Khmer, unicode.Myanmar, unicode.Mongolian)
}
