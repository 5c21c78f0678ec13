package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"vise/ui/theme"
)

// maxDepth bounds how deep emphasis and links are followed; below it their
// text is shown without a look of its own.
const maxDepth = 64

// spans collects the inline text below n.
func spans(src []byte, n ast.Node, l look) []span {
	c := collector{src: src, cell: n.Kind() == extast.KindTableCell}
	c.children(n, l, 0)
	return c.out
}

type collector struct {
	src  []byte
	out  []span
	cell bool // of a table: \| in code is a bar
}

func (c *collector) children(n ast.Node, l look, depth int) {
	for k := n.FirstChild(); k != nil; k = k.NextSibling() {
		c.node(k, l, depth+1)
	}
}

func (c *collector) node(n ast.Node, l look, depth int) {
	if depth > maxDepth {
		c.flat(n, l)
		return
	}
	switch n := n.(type) {
	case *ast.Text:
		c.text(n, l)
	case *ast.String:
		c.add(cleanText(string(n.Value)), l)
	case *ast.CodeSpan:
		c.codeSpan(n, l)
	case *ast.Emphasis:
		if n.Level > 1 {
			l |= lookStrong
		} else {
			l |= lookEmph
		}
		c.children(n, l, depth)
	case *extast.Strikethrough:
		c.add("~~", l|lookDim) // a reader without styles must see it too
		c.children(n, l|lookStrike, depth)
		c.add("~~", l|lookDim)
	case *ast.Link:
		c.link(n, l, depth)
	case *ast.AutoLink:
		c.add(theme.InertWords(string(n.Label(c.src))), l|lookLink)
	case *ast.Image:
		c.image(n, l, depth)
	case *extast.TaskCheckBox:
		box := "[ ] "
		if n.IsChecked {
			box = "[x] "
		}
		c.add(box, l)
	case *cite:
		c.out = append(c.out, span{"[" + strings.Join(n.ids, ", ") + "]", l | lookCite, n.ids})
	default:
		c.children(n, l, depth)
	}
}

func (c *collector) add(text string, l look) {
	if text == "" {
		return
	}
	if n := len(c.out); n > 0 && c.out[n-1].look == l && c.out[n-1].cite == nil {
		c.out[n-1].text += text
		return
	}
	c.out = append(c.out, span{text: text, look: l})
}

func (c *collector) text(n *ast.Text, l look) {
	raw := string(n.Segment.Value(c.src))
	if !n.IsRaw() {
		raw = cleanText(raw)
	}
	c.add(raw, l)
	switch {
	case n.HardLineBreak():
		c.add("\n", l)
	case n.SoftLineBreak() && !wideBreak(raw, c.after(n)):
		c.add(" ", l)
	}
}

// after is the text that follows n.
func (c *collector) after(n ast.Node) string {
	if t, ok := n.NextSibling().(*ast.Text); ok {
		return string(t.Segment.Value(c.src))
	}
	return ""
}

// wideBreak reports a line break between wide characters, where languages
// without spaces want none.
func wideBreak(before, after string) bool {
	if before == "" || after == "" || before[len(before)-1] < 0x80 || after[0] < 0x80 {
		return false
	}
	last := before[len(before)-1:]
	for i := len(before) - 1; i >= 0 && before[i]&0xc0 == 0x80; i-- {
		last = before[i-1:]
	}
	return theme.Width(last) == 2 && theme.Width(firstRune(after)) == 2
}

func firstRune(s string) string {
	for i := range s {
		if i > 0 {
			return s[:i]
		}
	}
	return s
}

func (c *collector) codeSpan(n *ast.CodeSpan, l look) {
	for k := n.FirstChild(); k != nil; k = k.NextSibling() {
		if t, ok := k.(*ast.Text); ok {
			code := strings.ReplaceAll(string(t.Segment.Value(c.src)), "\n", " ")
			if c.cell {
				code = strings.ReplaceAll(code, `\|`, "|")
			}
			c.add(code, l|lookCode)
		}
	}
}

// link draws "text (url)", or the url alone where the text is the same.
func (c *collector) link(n *ast.Link, l look, depth int) {
	url := theme.InertWords(string(n.Destination))
	at := len(c.out)
	inner := collector{src: c.src, cell: c.cell}
	inner.children(n, l|lookLink, depth)
	c.out = append(c.out[:at:at], inner.out...)
	switch label := plainText(inner.out); {
	case label == "":
		c.add(url, l|lookLink)
	case url != "" && url != label:
		c.add(" ("+url+")", l|lookDim)
	}
}

func (c *collector) image(n *ast.Image, l look, depth int) {
	inner := collector{src: c.src, cell: c.cell}
	inner.children(n, l, depth)
	alt := plainText(inner.out)
	if alt == "" {
		alt = theme.InertWords(string(n.Destination))
	}
	c.add("[image: "+alt+"]", l|lookDim)
}

// flat adds the text below n without recursion.
func (c *collector) flat(n ast.Node, l look) {
	for k := n; k != nil; {
		if t, ok := k.(*ast.Text); ok {
			c.text(t, l)
		}
		if k.FirstChild() != nil {
			k = k.FirstChild()
			continue
		}
		for k != n && k.NextSibling() == nil {
			k = k.Parent()
		}
		if k == n {
			return
		}
		k = k.NextSibling()
	}
}

func plainText(spans []span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.text)
	}
	return strings.TrimSpace(b.String())
}
