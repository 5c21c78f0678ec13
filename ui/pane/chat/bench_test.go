package chat

import (
	"fmt"
	"strings"
	"testing"

	"vise/session"
	"vise/ui/theme"
)

// BenchmarkStreamedReply draws a Markdown reply of 20 KB as it comes in, in the
// 120 frames of four seconds.
func BenchmarkStreamedReply(b *testing.B) {
	var text strings.Builder
	for i := 0; text.Len() < 20<<10; i++ {
		fmt.Fprintf(&text, "## Step %d\n\nA paragraph with **bold** words and `code`, long enough to be wrapped more than once on a screen of this width.\n\n- one point\n- another point\n\n```go\nfunc f() int { return %d }\n```\n\n", i, i)
	}
	whole := text.String()
	b.ReportAllocs()
	for b.Loop() {
		p := New(theme.New(true))
		p.Size(80, 36)
		for k := 1; k <= 120; k++ {
			p.Work(&Working{Run: "r", Draft: session.Draft{Step: 1, Version: k, Text: session.Untrusted(whole[:len(whole)*k/120])}})
			if len(p.Lines()) == 0 {
				b.Fatal("nothing was drawn")
			}
		}
	}
}
