package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

var kindCite = ast.NewNodeKind("Cite")

// cite is [ev_001], or [ev_001, ev_002].
type cite struct {
	ast.BaseInline
	ids []string
}

func (*cite) Kind() ast.NodeKind           { return kindCite }
func (c *cite) Dump(src []byte, level int) { ast.DumpHelper(c, src, level, nil, nil) }

// citeParser comes before the parser of links, so that no definition can make
// a link of a citation.
type citeParser struct{}

func (citeParser) Trigger() []byte { return []byte{'['} }

func (citeParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	ids, n := citeIDs(line)
	if n == 0 {
		return nil
	}
	block.Advance(n)
	return &cite{ids: ids}
}

// maxCite bounds in bytes what is looked at as one citation.
const maxCite = 200

// citeIDs reads a citation at the start of line; n is its length, 0 for none.
func citeIDs(line []byte) (ids []string, n int) {
	s := string(line[:min(len(line), maxCite)])
	end := strings.IndexByte(s, ']')
	if end < 0 || !strings.HasPrefix(s, "[ev_") {
		return nil, 0
	}
	for part := range strings.FieldsFuncSeq(s[1:end], func(r rune) bool { return r == ',' || r == ';' || r == ' ' }) {
		digits, ok := strings.CutPrefix(part, "ev_")
		if !ok || digits == "" || strings.Trim(digits, "0123456789") != "" {
			return nil, 0
		}
		ids = append(ids, part)
	}
	return ids, end + 1
}
