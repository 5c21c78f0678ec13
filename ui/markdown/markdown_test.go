package markdown

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"vise/session"
	"vise/ui/theme"
)

func render(src string, width int) Doc {
	return Render(session.Untrusted(src), width, theme.New(true))
}

func plain(d Doc) string {
	var out []string
	for _, l := range d.Lines {
		out = append(out, ansi.Strip(l))
	}
	return strings.Join(out, "\n")
}

func TestRender(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"paragraphs", "one\ntwo\n\nthree", "one two\n\nthree"},
		{"hard break", "one\\\ntwo  \nthree", "one\ntwo\nthree"},
		{"heading", "## The *title*\ntext", "## The title\n\ntext"},
		{"setext", "Title\n===\n", "# Title"},
		{"emphasis", "a **b _c_** ~~d~~", "a b c ~~d~~"},
		{"code span", "run `go  test` now", "run go  test now"},
		{"wrap", "alpha beta gamma delta epsilon", "alpha beta gamma\ndelta epsilon"},
		{"long word", "x " + strings.Repeat("a", 25), "x\naaaaaaaaaaaaaaaaaaaa\naaaaa"},
		{"bullets", "- a\n- b\n  - c\n    1. d\n", "• a\n• b\n  • c\n    1. d"},
		{"loose", "1. a\n\n2. b", "1. a\n\n2. b"},
		{"numbers", "9. a\n10. b", "9.  a\n10. b"},
		{"tildes", "~5 and ~10, ~~no~~", "~5 and ~10, ~~no~~"},
		{"task text", "- [x]y\n- [?] z\n\n[x] w", "• [x]y\n• [?] z\n\n[x] w"},
		{"table after text", "so:\n|a|b|\n|-|-|\n|`x\\|y`|2", "so:\n\na   │ b\n────┼──\nx|y │ 2"},
		{"no table", "a | b\n-|-|-", "a | b -|-|-"},
		{"short row", "a|b\n-|-\n1\n1|2|3", "a │ b\n──┼──\n1 │\n1 │ 2"},
		{"tasks", "- [ ] a\n- [x] b", "• [ ] a\n• [x] b"},
		{"empty item", "-\n- b", "•\n• b"},
		{"item with blocks", "- a\n\n  b\n\n  ```\n  c\n  ```", "• a\n\n  b\n\n    c"},
		{"quote", "> a\n> b\n>\n> > c", "│ a b\n│\n│ │ c"},
		{"rule", "a\n\n---\n\nb", "a\n\n────────────────────\n\nb"},
		{"fence", "a\n```go\nx :=\t1\n\n  y\n```\nb", "a\n\ngo\n  x :=    1\n\n    y\n\nb"},
		{"open fence", "~~~\nx", "  x"},
		{"long code", "```\n" + strings.Repeat("x", 20) + "\n```", "  xxxxxxxxxxxxxxxxxx\n↪ xx"},
		{"indented code", "a\n\n    x\n\n    y\n\nb", "a\n\n  x\n\n  y\n\nb"},
		{"link", "[a b](http://x.y)", "a b (http://x.y)"},
		{"link to itself", "<http://x.y>", "http://x.y"},
		{"reference", "[a][r] b\n\n[r]: http://x.y", "a (http://x.y) b\n\n[r]: http://x.y"},
		{"image", "![a *b*](http://x.y/z.png)", "[image: a b]"},
		{"html", "<b onclick=1>x</b>\n\n<div>\n**y**", "<b onclick=1>x</b>\n\n<div> y"},
		{"entities", "a &amp; b &lt; \\&amp; &nosuch; &copy;", "a & b < &amp;\n&nosuch; ©"},
		{"wide", "这是一个很长的句子，需要换行。", "这是一个很长的句子，\n需要换行。"},
		{"wide soft break", "这是\n一个 a\nb", "这是一个 a b"},
		{"emoji", "👩‍👩‍👧‍👦 family 🇩🇪 flag", "👩‍👩‍👧‍👦 family 🇩🇪 flag"},
		{"citation", "It is there [ev_001].", "It is there\n[ev_001]."},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := plain(render(c.src, 20)); got != c.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func TestTable(t *testing.T) {
	src := "| name | 数量 | note |\n|:--|--:|:-:|\n| a | 1 | short |\n| b\\|c | 22 | a long note that has to be wrapped |\n"
	want := "name │ 数量 │        note\n" +
		"─────┼──────┼────────────────────\n" +
		"a    │    1 │        short\n" +
		"b|c  │   22 │  a long note that\n" +
		"     │      │  has to be wrapped"
	if got := plain(render(src, 33)); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	narrow := plain(render(src, 12))
	if !strings.Contains(narrow, "name: a\n数量: 1\n") {
		t.Errorf("too narrow for columns, got:\n%s", narrow)
	}
}

func TestCitesAndBlocks(t *testing.T) {
	d := render("# T\n\nsee [ev_001] and\n- x [ev_002, ev_003]\n\n```sh\n\ttab\n```\n\n[ev_001]: http://evil\n", 40)
	want := []Cite{{"ev_001", 2}, {"ev_002", 4}, {"ev_003", 4}, {"ev_001", 9}}
	if len(d.Cites) != len(want) {
		t.Fatalf("cites: %v", d.Cites)
	}
	for i, c := range d.Cites {
		if c != want[i] || !strings.Contains(d.Lines[c.Line], c.Evidence) {
			t.Errorf("cite %d: %v in %q, want %v", i, c, d.Lines[c.Line], want[i])
		}
	}
	if len(d.Blocks) != 1 || d.Blocks[0] != (Block{Lang: "sh", Text: "\ttab", Line: 6, Height: 2}) {
		t.Errorf("blocks: %+v", d.Blocks)
	}
	if strings.Contains(plain(d), "see [ev_001] (") {
		t.Errorf("a definition made a link of a citation:\n%s", plain(d))
	}
}

func TestHostileTextIsInert(t *testing.T) {
	src := "a\x1b[2Jb &#27;[31m &#x202e; [x](http://\x9b31m&#x1b;y) \u202eend\x07 `\x1b]8;;x\x07`\n\n```\x1b[1m\n\x1b[2J\x7f\n```\n"
	d := render(src, 40)
	check(t, src, d, 40)
	for _, want := range []string{`a\x1b[2Jb`, `\x1b[31m`, "<U+202E>", `\x07`, `\x7f`} {
		if !strings.Contains(plain(d), want) {
			t.Errorf("no %q in:\n%s", want, plain(d))
		}
	}
}

func TestStylesEndOnTheirLine(t *testing.T) {
	d := render("**bold words that wrap over lines** and `code that wraps too`", 16)
	for _, l := range d.Lines {
		if strings.Contains(l, "\x1b[") && !strings.HasSuffix(l, reset) && strings.LastIndex(l, reset) < strings.LastIndex(l, "\x1b[1m") {
			t.Errorf("a style is left on: %q", l)
		}
	}
}

// check holds what must be true of every drawn text.
func check(t *testing.T, src string, d Doc, width int) {
	t.Helper()
	for _, l := range d.Lines {
		if w := ansi.StringWidth(l); w > width {
			t.Fatalf("line of %d cells in %d: %q\nof %q", w, width, l, src)
		}
		for _, r := range stripStyles(l) {
			if r < 0x20 || r >= 0x7f && r < 0xa0 || r == 0xfffd && !strings.ContainsRune(src, r) && !strings.Contains(src, "&") {
				t.Fatalf("control character %U in %q\nof %q", r, l, src)
			}
		}
	}
	for _, c := range d.Cites {
		if c.Line < 0 || c.Line >= len(d.Lines) {
			t.Fatalf("citation on line %d of %d", c.Line, len(d.Lines))
		}
	}
}

// stripStyles takes away SGR sequences and nothing else.
func stripStyles(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if strings.HasPrefix(s[i:], "\x1b[") {
			j := i + 2
			for j < len(s) && (s[j] >= '0' && s[j] <= '9' || s[j] == ';') {
				j++
			}
			if j < len(s) && s[j] == 'm' {
				i = j + 1
				continue
			}
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}
