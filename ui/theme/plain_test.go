package theme

import (
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestAgreedIsAsWideForEveryTerminal(t *testing.T) {
	for in, want := range map[string]string{
		"plain":               "plain",
		"宽 wide":              "宽 wide",
		"👩‍👧 family":          "👩 family",
		"❤️ heart":            "❤  heart",
		"👍🏽 ok":               "👍 ok",
		"1️⃣ one":             "1  one",
		"e\u0301":             "e\u0301",
		"\x1b[1m👩‍👧\x1b[0m|宽": "\x1b[1m👩\x1b[0m|宽",
	} {
		got := Agreed(in)
		if got != want {
			t.Errorf("Agreed(%q) = %q, want %q", in, got, want)
		}
		if a, b := ansi.StringWidth(in), ansi.StringWidthWc(got); a != b {
			t.Errorf("%q is %d cells wide, %q %d", in, a, got, b)
		}
	}
}
