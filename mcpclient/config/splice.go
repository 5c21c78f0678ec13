package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
)

// splice puts words in the place of some bytes of the document.
func (d *Document) splice(from, to int, words string) error {
	out := make([]byte, 0, len(d.raw)+len(words))
	out = append(append(append(out, d.raw[:from]...), words...), d.raw[to:]...)
	return d.become(out)
}

// become is the document's new text, where it can be read again.
func (d *Document) become(raw []byte) error {
	if err := tooLarge(d.path, raw); err != nil {
		return err
	}
	next := text{path: d.path, raw: raw}
	if _, bad := next.parse(); bad != nil {
		return fmt.Errorf("%s wasn't changed: the result couldn't be read again: %w", d.path, bad)
	}
	d.text = next
	return nil
}

// insert puts a member at the end of an object that ends before the offset
// end, laid out as what is there already.
func (d *Document) insert(o *hujson.Object, end int, key string, value any) error {
	l := d.layout(o, end)
	words, err := l.write(key, value)
	if err != nil {
		return fmt.Errorf("%s can't be changed: %w", d.path, err)
	}
	if len(o.Members) == 0 {
		return d.splice(d.before(end-1), end-1, l.line+l.indent+words+l.line+l.outer)
	}
	last := o.Members[len(o.Members)-1].Value
	comma, after := last.EndOffset, o.AfterExtra
	trailing := ""
	if last.AfterExtra != nil { // the comma is there, and is to stay the style
		comma, trailing = last.EndOffset+len(last.AfterExtra)+1, ","
	}
	if l.flat { // before any comment, which may go on to the line's end
		before := " "
		if trailing == "" {
			before = ", "
		}
		return d.splice(comma, comma, before+words+trailing)
	}
	at := comma + sameLine(after)
	between := string(d.raw[comma:at])
	if trailing == "" {
		between = "," + between
	}
	return d.splice(comma, at, between+l.line+l.indent+words+trailing)
}

// sameLine is the length of the comments that follow on the same line, which
// belong to what stands before them.
func sameLine(extra hujson.Extra) int {
	n := 0
	for i := 0; i < len(extra) && extra[i] != '\n' && extra[i] != '\r'; {
		end := skipComment(extra, i)
		switch {
		case end == i:
			i++ // white space
			continue
		case extra[i+1] == '/':
			// The line's end isn't part of what is kept together.
			return i + len(bytes.TrimRight(extra[i:min(end, len(extra))], "\r\n"))
		}
		i = end + 1
		n = i
	}
	return n
}

// layout is how an object is laid out.
type layout struct {
	flat   bool   // on one line
	line   string // a line's end
	outer  string // white space before the object's own line
	indent string // white space before its members
	unit   string // what each level adds
}

// layout looks at an object that ends before the offset end.
func (d *Document) layout(o *hujson.Object, end int) layout {
	l := layout{line: "\n", unit: "  "}
	if bytes.Contains(d.raw, []byte("\r\n")) {
		l.line = "\r\n"
	}
	l.outer = d.indent(end - 1)
	l.indent = l.outer + l.unit
	if len(o.Members) == 0 {
		return l
	}
	first := o.Members[0].Name
	l.flat = !bytes.ContainsRune(first.BeforeExtra, '\n')
	if !l.flat {
		l.indent = d.indent(first.StartOffset)
		if more, ok := strings.CutPrefix(l.indent, l.outer); ok && more != "" {
			l.unit = more
		}
	}
	return l
}

// indent is the white space at the start of the line of an offset.
func (d *Document) indent(offset int) string {
	start := bytes.LastIndexByte(d.raw[:offset], '\n') + 1
	line := d.raw[start:offset]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// write is a member in this layout.
func (l layout) write(key string, value any) (string, error) {
	raw, err := json.Marshal(fields{{key, value}})
	if err != nil {
		return "", err
	}
	v, err := hujson.Parse(raw)
	if err != nil {
		return "", err
	}
	m := v.Value.(*hujson.Object).Members[0]
	l.space(&m.Value, l.indent)
	return string(m.Name.Pack()) + ":" + string(m.Value.Pack()), nil
}

// space puts white space into a value that stands at an indentation: objects
// on lines of their own, lists on one line, as people write them.
func (l layout) space(v *hujson.Value, indent string) {
	v.BeforeExtra = hujson.Extra(" ")
	switch c := v.Value.(type) {
	case hujson.Literal:
		v.Value = readable(c)
	case *hujson.Array:
		for i := range c.Elements {
			l.space(&c.Elements[i], indent)
		}
		if len(c.Elements) > 0 {
			c.Elements[0].BeforeExtra = nil
		}
	case *hujson.Object:
		for i := range c.Members {
			l.space(&c.Members[i].Value, indent+l.unit)
			c.Members[i].Name.Value = readable(c.Members[i].Name.Value.(hujson.Literal))
			switch {
			case !l.flat:
				c.Members[i].Name.BeforeExtra = hujson.Extra(l.line + indent + l.unit)
			case i > 0:
				c.Members[i].Name.BeforeExtra = hujson.Extra(" ")
			}
		}
		if !l.flat && len(c.Members) > 0 {
			c.AfterExtra = hujson.Extra(l.line + indent)
		}
	}
}

// readable is a literal without the escapes that JSON needs only inside HTML.
func readable(l hujson.Literal) hujson.Literal {
	if l.Kind() == '"' {
		return hujson.String(l.String())
	}
	return l
}
