//go:build !race

package markdown

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// pieces are what random texts are made of: syntax, wide and joined
// characters, controls.
var pieces = []string{
	"word ", "*", "**", "_", "~~", "`", "```\n", "~~~", "> ", "- ", "1. ", "# ", "|", "|---|:-:|\n", "\n", "\n\n", "  ", "    ", "\t",
	"[ev_001]", "[a](", "[", "]", "]: ", "(", ")", "!", "<", ">", "\\", "&amp;", "&#27;", "&#x9b;", "&#x200d;", "&#xfe0f;",
	"中文，", "。", "한국어", "ไทย", "हिन्दी", "👩‍👩‍👧‍👦", "🇩🇪", "🇩", "❤️", "1️⃣", "*️⃣", "e\u0301", "\u0301", "\u200d", "\ufe0f", "\u202e", "\u3000", "\u00a0",
	"\x1b[2J", "\x1b]8;;", "\x07", "\x9b", "\xff", "\x00", "\r\n", "\r", "\u1100\u1161", "\u1100", "\u1161", "longwordwithoutanyspaceinit", "http://x.y/z?a=b",
}

func TestRandomTexts(t *testing.T) {
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 1))
		var b strings.Builder
		for range r.IntN(40) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		width := r.IntN(50)
		d := render(b.String(), width)
		check(t, b.String(), d, width)
		if strings.TrimSpace(b.String()) != "" && width >= MinWidth && len(d.Lines) == 0 && !strings.Contains(b.String(), "```") && !strings.Contains(b.String(), "~~~") {
			t.Fatalf("seed %d: nothing drawn of %q", seed, b.String())
		}
	}
}
