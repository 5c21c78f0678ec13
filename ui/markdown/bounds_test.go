//go:build !race

package markdown

import (
	"strings"
	"testing"
	"time"

	"vise/session"
	"vise/ui/theme"
)

// What one goroutine does with a lot of odd text is not built for finding races:
// there are none to find, and it takes many times as long.

func TestHostileTextTakesBoundedTime(t *testing.T) {
	for name, src := range hostile(16 << 10) {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			d := render(src, 80)
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %v", took)
			} else {
				t.Logf("%v, %d lines", took, len(d.Lines))
			}
			check(t, name, d, 80)
		})
	}
}

func TestLargeTextsAreCut(t *testing.T) {
	row := "| cell one | cell two with words |\n"
	for name, src := range map[string]string{
		"one line":       strings.Repeat("word ", 200_000),
		"no spaces":      strings.Repeat("x", 1<<20),
		"wide no spaces": strings.Repeat("中", 300_000),
		"code":           "```\n" + strings.Repeat("\tline of code\n", 70_000) + "```\n",
		"list":           strings.Repeat("- item with some words in it\n", 30_000),
		"table":          "| a | b |\n|---|---|\n" + strings.Repeat(row, 30_000),
		"deep indent":    "- a\n" + strings.Repeat("      text that is indented\n", 30_000),
		"empty lines":    strings.Repeat("\n", 1<<20),
	} {
		t.Run(name, func(t *testing.T) {
			f := session.Untrusted(src)
			start := time.Now()
			chunks := Split(f)
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("splitting took %v", took)
			}
			total := 0
			for _, c := range chunks {
				if len(c.text) > 2*chunkSize+100 {
					t.Fatalf("a chunk of %d bytes", len(c.text))
				}
				total += len(c.text)
			}
			if name != "empty lines" && total < len(src)-100 {
				t.Errorf("%d of %d bytes left", total, len(src))
			}
			for _, c := range chunks[:min(3, len(chunks))] {
				d := c.Render(60, theme.New(true))
				check(t, name, d, 60)
				if h := c.Height(60); len(d.Lines) > 0 && (h > 3*len(d.Lines) || 3*h < len(d.Lines)) {
					t.Errorf("guessed %d lines, drew %d", h, len(d.Lines))
				}
			}
		})
	}
}
