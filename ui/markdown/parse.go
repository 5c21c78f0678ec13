package markdown

import (
	"fmt"
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// commonMark is CommonMark with tables, strikethrough and task lists. Raw HTML
// has no parser, so it stays text. Built at the first use: a workbench that
// shows no Markdown doesn't pay for it.
var commonMark = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(parser.NewListParser(), 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(parser.NewBlockquoteParser(), 800),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(taskParser{}, 0),
			util.Prioritized(citeParser{}, 50),
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(parser.NewLinkParser(), 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewEmphasisParser(), 500),
			util.Prioritized(strikeParser{}, 500),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(parser.LinkReferenceParagraphTransformer, 100),
			util.Prioritized(tableParser{}, 200),
		),
	)
})

// parse returns the tree of one chunk. A text that the parser can't cope with
// is an error: it is then shown as it was written.
func parse(src []byte, refs *references) (tree ast.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("this text can't be read as Markdown: %v", r)
		}
	}()
	pc := parser.NewContext()
	for _, r := range refs.list() {
		pc.AddReference(r)
	}
	return commonMark().Parse(text.NewReader(src), parser.WithContext(pc)), nil
}

// maxMarkers is how many containers a line may open: nobody reads deeper, and
// the parser takes quadratic time.
const maxMarkers = 64

// tooDeep reports a text with a line that opens too many containers.
func tooDeep(src string) bool {
	for line := range strings.SplitSeq(src, "\n") {
		markers := 0
		for i := 0; i < len(line) && strings.IndexByte(" \t>-+*.)0123456789", line[i]) >= 0; i++ {
			if line[i] == '>' || i > 0 && line[i] == ' ' && strings.IndexByte("-+*.)", line[i-1]) >= 0 {
				markers++
			}
		}
		if markers > maxMarkers {
			return true
		}
	}
	return false
}

// references are the link definitions of a whole text, so that a link in one
// chunk finds its definition in another.
type references struct {
	lines  []string
	size   int
	parsed []parser.Reference
	done   bool
}

// maxReferences bounds in bytes the definitions that are looked at.
const maxReferences = 16 << 10

// note keeps line if it looks like a definition.
func (r *references) note(line string) {
	t := strings.TrimLeft(line, " ")
	if len(t) < 4 || t[0] != '[' || !strings.Contains(t, "]:") || r.size+len(line) > maxReferences {
		return
	}
	r.lines = append(r.lines, t)
	r.size += len(line)
}

// list parses the definitions at the first call.
func (r *references) list() []parser.Reference {
	if r == nil || r.done {
		return r.found()
	}
	r.done = true
	for _, l := range r.lines {
		r.parse(l)
	}
	return r.parsed
}

// parse adds what line defines; nothing when the parser can't cope with it.
func (r *references) parse(line string) {
	defer func() { _ = recover() }()
	pc := parser.NewContext()
	commonMark().Parse(text.NewReader([]byte(line+"\n")), parser.WithContext(pc))
	r.parsed = append(r.parsed, pc.References()...)
}

func (r *references) found() []parser.Reference {
	if r == nil {
		return nil
	}
	return r.parsed
}

// same reports whether r and q define the same.
func (r *references) same(q *references) bool {
	return strings.Join(r.lines, "\n") == strings.Join(q.lines, "\n")
}
