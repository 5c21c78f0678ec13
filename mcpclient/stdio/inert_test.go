package stdio

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestInert(t *testing.T) {
	for in, want := range map[string]string{
		"plain ünïcode 世界 👍":     "plain ünïcode 世界 👍",
		"\x1b[31mred\x1b]52;c;":  `\x1b[31mred\x1b]52;c;`,
		"a\tb\r\n\x07\x7f":       `a b\x0d\x0a\x07\x7f`,
		"8-bit \u009b2J":         `8-bit \x9b2J`,
		"\x9b2J \xff":            `\x9b2J \xff`,
		"bidi \u202e zero\u200b": `bidi \u{202e} zero\u{200b}`,
		"tag \U000E0041":         `tag \u{e0041}`,
	} {
		if got := inert(in, 100); got != want {
			t.Errorf("inert(%q) = %q, want %q", in, got, want)
		}
	}
	if got := inert(strings.Repeat("世", 10), 10); got != "世世世…" {
		t.Errorf("cut: %q", got)
	}
}

func FuzzInert(f *testing.F) {
	f.Add("a\x1b[0m\u202e\xff世")
	f.Fuzz(func(t *testing.T, text string) {
		got := inert(text, 50)
		if len(got) > 50+len("…") || !utf8.ValidString(got) || strings.ContainsFunc(got, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("inert(%q) = %q", text, got)
		}
	})
}
