package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Tables, strikethrough and task lists are parsed here, not by goldmark's
// extension package: its regular expressions cost every command 4 ms and
// 260 KB at the start, used or not.

// taskParser reads "[x] " at the start of a list item.
type taskParser struct{}

func (taskParser) Trigger() []byte { return []byte{'['} }

func (taskParser) Parse(parent ast.Node, block text.Reader, _ parser.Context) ast.Node {
	item := parent.Parent()
	if item == nil || item.Kind() != ast.KindListItem || item.FirstChild() != parent || parent.HasChildren() {
		return nil
	}
	line, _ := block.PeekLine()
	if len(line) < 4 || line[2] != ']' || line[3] != ' ' || bytes.IndexByte([]byte(" xX"), line[1]) < 0 {
		return nil
	}
	block.Advance(len("[x] "))
	return extast.NewTaskCheckBox(line[1] != ' ')
}

// strikeParser reads ~~text~~. One tilde is none: people write ~5 for "about".
type strikeParser struct{}

func (strikeParser) Trigger() []byte { return []byte{'~'} }

func (s strikeParser) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, segment := block.PeekLine()
	d := parser.ScanDelimiter(line, before, 2, s)
	if d == nil || d.OriginalLength != 2 || before == '~' {
		return nil
	}
	d.Segment = segment.WithStop(segment.Start + d.OriginalLength)
	block.Advance(d.OriginalLength)
	pc.PushDelimiter(d)
	return d
}

func (strikeParser) IsDelimiter(b byte) bool                         { return b == '~' }
func (strikeParser) CanOpenCloser(open, shut *parser.Delimiter) bool { return open.Char == shut.Char }
func (strikeParser) OnMatch(int) ast.Node                            { return extast.NewStrikethrough() }

// tableParser makes a table of a paragraph that has a line such as |---|:-:|
// below one with as many cells. Lines before these stay a paragraph.
type tableParser struct{}

func (tableParser) Transform(p *ast.Paragraph, reader text.Reader, _ parser.Context) {
	src, lines := reader.Source(), p.Lines()
	for i := 1; i < lines.Len(); i++ {
		line := lines.At(i)
		align := alignments(line.Value(src))
		if align == nil {
			continue
		}
		head := cells(lines.At(i-1), src)
		if len(head) != len(align) {
			return
		}
		table := extast.NewTable()
		table.Alignments = align
		table.AppendChild(table, extast.NewTableHeader(tableRow(head, align)))
		for j := i + 1; j < lines.Len(); j++ {
			table.AppendChild(table, tableRow(cells(lines.At(j), src), align))
		}
		p.Parent().InsertAfter(p.Parent(), p, table)
		lines.SetSliced(0, i-1)
		if i == 1 {
			p.Parent().RemoveChild(p.Parent(), p)
			return
		}
		last := lines.At(i - 2)
		lines.Set(i-2, last.TrimRightSpace(src))
		return
	}
}

// tableRow makes a row of as many cells as there are alignments.
func tableRow(segments []text.Segment, align []extast.Alignment) *extast.TableRow {
	row := extast.NewTableRow(align)
	for i := range align {
		cell := extast.NewTableCell()
		if i < len(segments) {
			cell.Lines().Append(segments[i])
		}
		row.AppendChild(row, cell)
	}
	return row
}

// cells splits a row at the bars that aren't escaped.
func cells(row text.Segment, src []byte) []text.Segment {
	row = row.TrimLeftSpace(src)
	row = row.TrimRightSpace(src)
	at, end := row.Start, row.Stop
	if at < end && src[at] == '|' {
		at++
	}
	if at < end && src[end-1] == '|' && (end-2 < at || src[end-2] != '\\') {
		end--
	}
	var out []text.Segment
	for i := at; i <= end; i++ {
		if i < end && (src[i] != '|' || i > at && src[i-1] == '\\') {
			continue
		}
		s := text.NewSegment(at, i)
		s = s.TrimLeftSpace(src)
		out = append(out, s.TrimRightSpace(src))
		at = i + 1
	}
	return out
}

// alignments reads the line between header and rows; nil when it isn't one.
func alignments(line []byte) []extast.Alignment {
	line = bytes.TrimSpace(line)
	if bytes.IndexByte(line, '|') < 0 || len(bytes.Trim(line, "|:- \t")) > 0 {
		return nil
	}
	line = bytes.TrimSuffix(bytes.TrimPrefix(line, []byte("|")), []byte("|"))
	var out []extast.Alignment
	for col := range bytes.SplitSeq(line, []byte("|")) {
		col = bytes.TrimSpace(col)
		left, right := bytes.HasPrefix(col, []byte(":")), bytes.HasSuffix(col, []byte(":"))
		dashes := bytes.Trim(col, ":")
		if len(dashes) == 0 || len(bytes.Trim(dashes, "-")) > 0 || len(col)-len(dashes) > 2 {
			return nil
		}
		switch {
		case left && right:
			out = append(out, extast.AlignCenter)
		case left:
			out = append(out, extast.AlignLeft)
		case right:
			out = append(out, extast.AlignRight)
		default:
			out = append(out, extast.AlignNone)
		}
	}
	return out
}
