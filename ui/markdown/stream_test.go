package markdown

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"vise/session"
	"vise/ui/theme"
)

// sample is a long answer with all that answers have.
func sample() string {
	var b strings.Builder
	for i := range 12 {
		fmt.Fprintf(&b, "## Part %d\n\nThe **timeout** is set in `config/http.go:%d` [ev_%03d], as the [docs](http://x.y/%d) say. "+
			"It is read once at the start and then never again, so a change needs a restart; 中文也可以换行，没有问题。\n\n"+
			"- first\n  - nested *item* %d\n- second\n\n1. one\n\n2. two\n\n```go\nfunc main() {\n\tprintln(%d)\n\n}\n```\n\n"+
			"| a | b |\n|---|---|\n| 1 | two words |\n\n> quoted\n> text\n\n", i, i, i+1, i, i, i)
	}
	return b.String() + "\nsee [x].\n\n[x]: http://def.example\n"
}

func TestStreamDrawsWhatRenderDraws(t *testing.T) {
	src := sample()
	th := theme.New(true)
	var s Stream
	for end := 0; end <= len(src); end += 101 {
		f := session.Untrusted(src[:end])
		got, want := s.Draw(f, 50, th), Render(f, 50, th)
		if !slices.Equal(got.Lines, want.Lines) || !slices.Equal(got.Cites, want.Cites) || !slices.Equal(got.Blocks, want.Blocks) {
			t.Fatalf("after %d bytes the stream differs:\n%s\nwant:\n%s", end, plain(got), plain(want))
		}
	}
	for _, other := range []string{"# changed", "", src} { // a draft may be overwritten
		f := session.Untrusted(other)
		if !slices.Equal(s.Draw(f, 50, th).Lines, Render(f, 50, th).Lines) {
			t.Fatalf("overwritten with %d bytes it differs", len(other))
		}
	}
	f := session.Untrusted(src)
	if !slices.Equal(s.Draw(f, 30, th).Lines, Render(f, 30, th).Lines) {
		t.Fatal("at another width it differs")
	}
}

func TestTableGoesOnWithoutItsHeader(t *testing.T) {
	src := "| name | b |\n|---|---|\n" + strings.Repeat("| cell one | cell two |\n", 1000)
	d := render(src, 60)
	if n := strings.Count(plain(d), "name"); n != 1 {
		t.Errorf("the header is drawn %d times", n)
	}
	if n := strings.Count(plain(d), "cell one │ cell two"); n != 1000 {
		t.Errorf("%d of 1000 rows are drawn as rows", n)
	}
}

func TestCodeInPiecesCopiesWhole(t *testing.T) {
	code := strings.TrimSuffix(strings.Repeat("line of code\n", 2000), "\n")
	d := render("```go\n"+code+"\n```\n", 60)
	if len(d.Blocks) < 2 {
		t.Fatalf("%d pieces", len(d.Blocks))
	}
	for _, b := range d.Blocks {
		if b.Text != code {
			t.Fatal("a piece doesn't copy the whole block")
		}
	}
	if n := len(d.Lines); n != 2001 {
		t.Errorf("%d lines for 2000 lines of code and a label", n)
	}
}

// hostile are texts that make parsers slow.
func hostile(n int) map[string]string {
	rep := func(s string) string { return strings.Repeat(s, n/len(s)) }
	var ticks strings.Builder
	for i := 1; ticks.Len() < n; i++ {
		ticks.WriteString("x" + strings.Repeat("`", i))
	}
	return map[string]string{
		"brackets": rep("["), "links": rep("[a]("), "images": rep("![[]("), "emphasis": rep("*a "), "strong": rep("**a *b "),
		"mixed": rep("*_~~"), "quotes": rep(">"), "lists": rep("- "), "numbers": rep("1. "), "ticks": ticks.String(),
		"angles": rep("<a "), "autolinks": rep("<http://"), "entities": rep("&#x1b;"), "escapes": rep("\\"),
		"defs": rep("[a]: b\n"), "def opens": rep("[\n"), "pipes": rep("|") + "\n" + rep("-|"), "columns": rep("a|") + "\n" + rep("-|") + "\n" + rep("b|"),
		"nested list": deep("  ", "- a\n", n), "nested quote": deep(">", " a\n", n), "fences": rep("```\n"), "strikes": rep("~~a "),
		"emoji": rep("👩‍👩‍👧‍👦"), "marks": rep("e\u0301\u0302\u0303"), "one cluster": "e" + rep("\u0301"), "cjk emphasis": rep("中*文*"), "cites": rep("[ev_001]"),
	}
}

func deep(in, end string, n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		b.WriteString(strings.Repeat(in, i) + end)
	}
	return b.String()
}

func FuzzRender(f *testing.F) {
	for _, s := range hostile(300) {
		f.Add(s, 20)
	}
	f.Add(sample()[:700], 33)
	f.Add("a\x1b[2Jb &#27; \u202e\x9b1m\r\n\t`\x00`\n\n\tx\n```\x07\n\xff", 7)
	f.Fuzz(func(t *testing.T, src string, width int) {
		width = min(max(width, 0), 200)
		if len(src) > 4<<10 {
			return
		}
		check(t, src, render(src, width), width)
	})
}

// A reply of 4,000 tokens drawn 30 times a second while it comes in at 1,000
// a second: 120 redraws in all.
func BenchmarkStream4000Tokens(b *testing.B) {
	src := strings.Repeat(sample(), 5)
	src = src[:16<<10]
	th := theme.New(true)
	for b.Loop() {
		var s Stream
		for i := 1; i <= 120; i++ {
			s.Draw(session.Untrusted(src[:len(src)*i/120]), 80, th)
		}
	}
}

func BenchmarkSplit1MB(b *testing.B) {
	f := session.Untrusted(strings.Repeat(sample(), 1<<20/len(sample())))
	b.SetBytes(int64(f.Len()))
	for b.Loop() {
		Split(f)
	}
}

func BenchmarkRender16KB(b *testing.B) {
	f := session.Untrusted(strings.Repeat(sample(), 5)[:16<<10])
	th := theme.New(true)
	for b.Loop() {
		Render(f, 80, th)
	}
}
