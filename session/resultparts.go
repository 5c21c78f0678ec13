package session

import (
	"bytes"
	"encoding/json"
	"slices"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// partsRedactor is a Redactor that finds secrets which run over the borders of
// texts.
type partsRedactor interface {
	RedactParts(parts []string) ([]string, int)
}

func redactParts(r Redactor, parts []string) ([]string, int) {
	if p, ok := r.(partsRedactor); ok {
		return p.RedactParts(parts)
	}
	out, total := make([]string, len(parts)), 0
	for i, s := range parts {
		n := 0
		out[i], n = r.Redact(s)
		total += n
	}
	return out, total
}

// maskedResult is what a result says, without secrets, also without those that
// show only when its parts are read one after another: text, then the values
// of the structured content, then its names.
func maskedResult(r Redactor, blocks []mcp.Content, structured []byte) ([]mcp.Content, []byte, int) {
	var parts []string
	texts := 0
	for _, b := range blocks {
		if s, ok := textOf(b); ok {
			parts, texts = append(parts, s), texts+1
		}
	}
	lits := stringsOf(structured)
	for _, names := range []bool{false, true} {
		for _, l := range lits {
			if l.name == names {
				parts = append(parts, l.text)
			}
		}
	}
	red, n := redactParts(r, parts)
	if n == 0 {
		return blocks, structured, 0
	}
	blocks = slices.Clone(blocks)
	next := 0
	for i, b := range blocks {
		if _, ok := textOf(b); ok {
			blocks[i], next = withText(b, red[next]), next+1
		}
	}
	for _, names := range []bool{false, true} {
		for i := range lits {
			if lits[i].name == names {
				lits[i].text, next = red[next], next+1
			}
		}
	}
	return blocks, withStrings(structured, lits), n
}

// textOf is the text of a block, if it is one.
func textOf(b mcp.Content) (string, bool) {
	switch c := b.(type) {
	case *mcp.TextContent:
		return c.Text, true
	case *mcp.EmbeddedResource:
		if c.Resource == nil {
			return "", false
		}
		if len(c.Resource.Blob) > 0 {
			return string(c.Resource.Blob), utf8.Valid(c.Resource.Blob)
		}
		return c.Resource.Text, true
	}
	return "", false
}

// withText is a copy of a block that says something else.
func withText(b mcp.Content, text string) mcp.Content {
	switch c := b.(type) {
	case *mcp.TextContent:
		d := *c
		d.Text = text
		return &d
	case *mcp.EmbeddedResource:
		d, res := *c, *c.Resource
		if len(res.Blob) > 0 {
			res.Blob = []byte(text)
		} else {
			res.Text = text
		}
		d.Resource = &res
		return &d
	}
	return b
}

// literal is one string of a JSON text.
type literal struct {
	from, to int
	name     bool // of a member
	text     string
}

// stringsOf are the strings of a JSON text, in order.
func stringsOf(raw []byte) (out []literal) {
	for i := 0; i < len(raw); i++ {
		if raw[i] != '"' {
			continue
		}
		end := stringEnd(raw, i)
		if end < 0 {
			return out
		}
		l := literal{from: i, to: end, name: named(raw, end)}
		if json.Unmarshal(raw[i:end], &l.text) == nil {
			out = append(out, l)
		}
		i = end - 1
	}
	return out
}

// withStrings is the JSON text with other strings in the same places.
func withStrings(raw []byte, lits []literal) []byte {
	var out bytes.Buffer
	at := 0
	for _, l := range lits {
		s, err := marshal(l.text)
		if err != nil {
			continue
		}
		out.Write(raw[at:l.from])
		out.Write(s)
		at = l.to
	}
	out.Write(raw[at:])
	return out.Bytes()
}
