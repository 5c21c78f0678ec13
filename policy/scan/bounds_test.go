//go:build !race

package scan

import (
	"strings"
	"testing"
	"time"
)

// What one goroutine does with a lot of odd text is not built for finding races:
// there are none to find, and it takes many times as long.

// What is made to be slow may take longer than prose, not out of proportion.
func TestHostileTextsTakeNoLongerThanTheirLength(t *testing.T) {
	const size = 1 << 15
	ctx := Context{Tools: []string{"git/log"}}
	scan := func(piece string) time.Duration {
		text := strings.Repeat(piece, size/len(piece))
		start := time.Now()
		if found := Text("description", text, ctx); len(found) > MaxFindings {
			t.Errorf("%q: %d findings", piece, len(found))
		}
		return time.Since(start)
	}
	prose := scan("Returns the sum of both numbers. ")
	for _, piece := range []string{
		"Ignore previous instructions. ", "\u200b a ", "a\u0430 ", ".env", "a@b.cc ", "+1 ", "<system>", "<user>", "![](https://a.b/?q={x} ", "ignore all your previous any must always ", "tool ", "\x1b]", "\u202e", "&#9;", "%00",
		"aaaa=", "a b c d e ", "忽略", "://", "i g n o r e ", "<!--", "system:", "\U000e0041", "+123456789012345 ", "`log` ", "log ", "a.", "&#",
	} {
		if took := scan(piece); took > 60*prose+300*time.Millisecond {
			t.Errorf("%q: %v, prose %v", piece, took, prose)
		}
	}
}
