package markdown

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"vise/ui/theme"
)

// writer draws the blocks of one chunk.
type writer struct {
	width    int
	pal      palette
	src      []byte
	doc      Doc
	margin   []margin // of the containers that are open
	indent   int      // cells that margin takes
	skipHead bool     // the table's header belongs to the chunk before
}

// margin is what one container puts before its lines.
type margin struct {
	first, rest string // styled, of the same width
	used        bool   // first was written
}

func (w *writer) document(src []byte, refs *references) {
	w.src = src
	if !tooDeep(string(src)) {
		if tree, err := parse(src, refs); err == nil {
			w.blocks(tree, 0, false)
		}
	}
	if len(w.doc.Lines) == 0 { // what was written is never absent
		w.flow([]span{{text: strings.TrimSpace(string(src))}})
	}
}

// blocks draws the children of n, with an empty line between them unless
// tight.
func (w *writer) blocks(n ast.Node, l look, tight bool) {
	drawn := len(w.doc.Lines)
	for k := n.FirstChild(); k != nil; k = k.NextSibling() {
		before := len(w.doc.Lines)
		if before > drawn && !tight && !definitions(k.PreviousSibling(), k) {
			w.line("")
		}
		at := len(w.doc.Lines)
		w.block(k, l)
		if len(w.doc.Lines) == at {
			w.doc.Lines = w.doc.Lines[:before] // it drew nothing: no gap either
		}
	}
}

func (w *writer) block(n ast.Node, l look) {
	switch n := n.(type) {
	case *ast.Paragraph, *ast.TextBlock:
		w.flow(spans(w.src, n, l))
	case *ast.Heading:
		w.heading(n, l)
	case *ast.ThematicBreak:
		w.line(w.pal.paint(lookDim, strings.Repeat("─", w.room())))
	case *ast.CodeBlock:
		text := w.raw(n)
		w.codeBlock("", text, text, false)
	case *ast.FencedCodeBlock:
		text := w.raw(n)
		w.codeBlock(language(string(n.Language(w.src))), text, text, false)
	case *ast.Blockquote:
		bar := w.pal.paint(lookQuote, "│") + " "
		w.open(margin{first: bar, rest: bar}, 2, func() { w.blocks(n, l|lookQuote, false) })
	case *ast.List:
		w.list(n, l)
	case *extast.Table:
		w.table(n, l)
	case *ast.LinkReferenceDefinition:
		w.definition(n, l)
	default:
		if n.HasChildren() {
			w.blocks(n, l, false)
		}
	}
}

func (w *writer) heading(n *ast.Heading, l look) {
	marks := span{strings.Repeat("#", n.Level) + " ", l | lookDim, nil}
	w.flow(append([]span{marks}, spans(w.src, n, l|lookHeading)...))
}

// definition shows a link's definition as a line of its own: models write their
// sources that way, and text that was written must not be absent.
func (w *writer) definition(n *ast.LinkReferenceDefinition, l look) {
	label := "[" + cleanText(string(n.Label)) + "]"
	out := span{text: theme.InertWords(label), look: l | lookDim}
	if ids, n := citeIDs([]byte(label)); n == len(label) {
		out.look, out.cite = l|lookCite, ids
	}
	rest := ": " + string(n.Destination)
	if len(n.Title) > 0 {
		rest += ` "` + string(n.Title) + `"`
	}
	w.flow([]span{out, {text: theme.InertWords(rest), look: l | lookDim}})
}

// definitions reports two neighbours that are both definitions.
func definitions(a, b ast.Node) bool {
	return a != nil && a.Kind() == ast.KindLinkReferenceDefinition && b.Kind() == a.Kind()
}

// raw is the text of a code block without its last line feed.
func (w *writer) raw(n ast.Node) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		s := n.Lines().At(i)
		b.Write(s.Value(w.src))
	}
	return strings.TrimRight(b.String(), "\n")
}

func (w *writer) list(n *ast.List, l look) {
	number, last := n.Start, n.Start+n.ChildCount()-1
	cells := len(fmt.Sprint(last)) + 2
	for k := n.FirstChild(); k != nil; k = k.NextSibling() {
		mark, width := "•", 2
		if n.IsOrdered() {
			mark, width = fmt.Sprintf("%d%c", number, n.Marker), cells
			number++
		}
		if !n.IsTight && k != n.FirstChild() {
			w.line("")
		}
		m := margin{first: theme.Fit(w.pal.paint(lookDim, mark), width), rest: strings.Repeat(" ", width)}
		w.open(m, width, func() { w.item(k, l, n.IsTight) })
	}
}

// item draws a list item; an empty one is its marker alone.
func (w *writer) item(n ast.Node, l look, tight bool) {
	before := len(w.doc.Lines)
	w.blocks(n, l, tight)
	if len(w.doc.Lines) == before {
		w.line("")
	}
}

// room is the number of cells between the margin and the edge.
func (w *writer) room() int { return w.width - w.indent }

// open draws inside a container. One that would leave too little room for
// text gets no margin.
func (w *writer) open(m margin, cells int, draw func()) {
	if w.room()-cells < max(MinWidth, min(12, w.width/2)) {
		draw()
		return
	}
	w.margin, w.indent = append(w.margin, m), w.indent+cells
	draw()
	w.margin, w.indent = w.margin[:len(w.margin)-1], w.indent-cells
}

// flow draws spans as wrapped lines.
func (w *writer) flow(spans []span) {
	if len(spans) == 0 {
		return
	}
	for _, l := range fill(&w.pal, spans, w.room()) {
		for _, id := range l.cites {
			w.doc.Cites = append(w.doc.Cites, Cite{id, len(w.doc.Lines)})
		}
		w.line(l.text)
	}
}

// line adds one line behind the margin. Spaces at its end are dropped.
func (w *writer) line(text string) {
	if len(w.margin) == 0 {
		w.doc.Lines = append(w.doc.Lines, text)
		return
	}
	var b strings.Builder
	for i := range w.margin {
		m := &w.margin[i]
		if m.used {
			b.WriteString(m.rest)
		} else {
			b.WriteString(m.first)
		}
		m.used = true
	}
	b.WriteString(text)
	w.doc.Lines = append(w.doc.Lines, strings.TrimRight(b.String(), " "))
}
