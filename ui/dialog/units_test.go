package dialog

import (
	"strings"
	"testing"

	"vise/ui/theme"
)

func TestUnits(t *testing.T) {
	for got, want := range map[string]string{
		Bytes(5_200_000_000): "5.2 GB", Bytes(700_000_000): "700 MB", Bytes(1): "1 kB", Bytes(0): "0 kB",
		Tokens(900): "900", Tokens(40960): "40k", Tokens(3174): "3.1k", ModelName("ollama/qwen3:8b"): "qwen3:8b", ModelName("offline"): "offline",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestAPullInOneLine(t *testing.T) {
	for _, w := range []int{1, 10, 36, 60, 100} {
		for _, p := range []Pull{{Name: "ollama/qwen3:4b", What: "x\x1b[2J"}, {Name: "m", Done: 5, Total: 10}, {Name: "m", Done: 50, Total: 10, What: "verifying sha256 digest"}, {Name: "m", Done: -1, Total: 1}} {
			if got := p.Line(w); theme.Width(got) > w || strings.Contains(got, "\x1b") {
				t.Errorf("%+v in %d: %q", p, w, got)
			}
		}
	}
	if got := (Pull{Name: "ollama/m", Done: 500_000_000, Total: 2_000_000_000}).Line(60); got != "pulling m ██████░░░░░░░░░░░░░░░░░░░░░ 25% · 500 MB of 2.0 GB" {
		t.Error(got)
	}
}
