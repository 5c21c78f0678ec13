package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

// Bounds on what is kept of one result of an external server.
const (
	wholeBytes    = 1 << 20 // of text
	attachedBytes = 8 << 20 // of what isn't text, all together
	maxAttached   = 32
	lineBytes     = 1000 // longer lines are broken, so that they can be read on
)

// observeForeign takes a result of an external server: its text, and its
// structured content where the text doesn't say the same.
func (r *run) observeForeign(c *intended, o Observation, res *mcp.CallToolResult, structured []byte) (Observation, resultExtra) {
	x := resultExtra{redactor: r.Redactor}
	blocks, structured, n := maskedResult(r.Redactor, res.Content, structured)
	x.redacted += n
	text := x.text(blocks)
	if len(structured) > 0 && string(structured) != "null" && !sameJSON(text, structured) {
		if text != "" {
			text += "\n"
		}
		x.json = append(x.json, [2]int{len(text), len(text) + len(structured)})
		text += string(structured)
	}
	masked := x.redacted
	whole := r.mask(text, &x)
	if x.redacted > masked {
		x.json = nil // it stands elsewhere now
	}
	o.OK = !res.IsError
	if res.IsError {
		o.Error = &ToolError{Code: "tool_error", Message: whole}
		return o, x
	}
	o.Text = whole
	o.Sources = []Source{{URI: "mcp://" + c.tool.Server + "/" + c.tool.Name, Name: c.toolID()}}
	return o, x
}

// sameJSON says whether text is that JSON, perhaps written in another way:
// servers send structured content also as text.
func sameJSON(text string, structured []byte) bool {
	var a, b any
	return json.Unmarshal([]byte(text), &a) == nil && json.Unmarshal(structured, &b) == nil && reflect.DeepEqual(a, b)
}

// text is what a model can read of the blocks. What isn't text is named, and
// kept for the person. Links are never followed.
func (x *resultExtra) text(blocks []mcp.Content) string {
	var b strings.Builder
	for _, block := range blocks {
		s := x.blockText(block)
		x.noteJSON(s, b.Len())
		b.WriteString(s + "\n")
	}
	out := strings.TrimLeft(b.String(), " \t\r\n")
	for i := range x.json {
		x.json[i][0] -= b.Len() - len(out)
		x.json[i][1] -= b.Len() - len(out)
	}
	return strings.TrimSpace(out)
}

func (x *resultExtra) blockText(block mcp.Content) string {
	switch c := block.(type) {
	case *mcp.TextContent:
		return c.Text
	case *mcp.ImageContent:
		return x.attach("image", c.MIMEType, "", c.Data)
	case *mcp.AudioContent:
		return x.attach("audio", c.MIMEType, "", c.Data)
	case *mcp.ResourceLink:
		return linkWords(c)
	case *mcp.EmbeddedResource:
		return x.embedded(c.Resource)
	}
	return "[something of a kind that isn't known]"
}

// noteJSON notes where the text of a block, which begins at at, is JSON: all of
// it, or what follows the name of a resource.
func (x *resultExtra) noteJSON(s string, at int) {
	_, rest, _ := strings.Cut(s, "\n")
	for _, part := range []string{s, rest} {
		from := len(s) - len(strings.TrimLeft(part, " \t\r\n"))
		part = strings.TrimSpace(part)
		if part != "" && (part[0] == '{' || part[0] == '[') && json.Valid([]byte(part)) {
			x.json = append(x.json, [2]int{at + from, at + from + len(part)})
			return
		}
	}
}

func linkWords(c *mcp.ResourceLink) string {
	words := "[link to " + c.URI
	for _, s := range []string{c.Title, c.Description, c.MIMEType} {
		if s != "" {
			words += ", " + s
		}
	}
	return words + ": not fetched]"
}

// embedded is a resource inside a result: as text where it is text.
func (x *resultExtra) embedded(c *mcp.ResourceContents) string {
	switch {
	case c == nil:
		return "[an empty resource]"
	case len(c.Blob) == 0:
		return fmt.Sprintf("[%s]\n%s", c.URI, c.Text)
	case utf8.Valid(c.Blob) && strings.HasPrefix(c.MIMEType, "text/"):
		return fmt.Sprintf("[%s]\n%s", c.URI, c.Blob)
	}
	return x.attach("file", c.MIMEType, c.URI, c.Blob)
}

// attach keeps what isn't text, as far as there is room, and names it. What
// can be read is kept without secrets, and what can't isn't kept with them.
func (x *resultExtra) attach(kind, mime, uri string, data []byte) string {
	room := attachedBytes
	for _, b := range x.blobs {
		room -= len(b.Bytes)
	}
	a := Attachment{Kind: kind, MIME: Untrusted(cutText(mime, 100)), Name: Untrusted(cutText(uri, 1000)), Size: len(data)}
	kept := "kept for the person"
	red, secrets := x.redactor.Redact(string(data))
	x.redacted += secrets
	switch {
	case secrets > 0 && !utf8.Valid(data):
		kept = "not kept: it holds what looks like a secret"
	case len(x.attached) >= maxAttached:
		return fmt.Sprintf("[%s, %s, %d bytes: too many to be kept]", kind, mime, len(data))
	case len(data) > room:
		kept = "too big to be kept"
	default:
		if secrets > 0 {
			data = []byte(red)
		}
		b := Blob{Hash: HashBytes(data), Bytes: data}
		a.Blob, x.blobs = b.Hash, append(x.blobs, b)
	}
	x.attached = append(x.attached, a)
	what := kind
	if uri != "" {
		what += " " + uri
	}
	return fmt.Sprintf("[%s, %s, %d bytes: not shown, %s]", what, mime, len(data), kept)
}

// fitResult cuts a long text at the end of a line; the rest is kept, to be read on.
func (r *run) fitResult(c *intended, o *Observation, x *resultExtra) {
	if e := o.Error; e != nil {
		o.Error = &ToolError{Code: e.Code, Message: r.cut(e.Message, x), Hint: e.Hint}
	}
	o.Text = r.cut(o.Text, x)
	if c.tool.Server != policy.BuiltinServer && len(o.Sources) == 1 {
		o.Sources[0].Excerpt = Untrusted(cutText(o.Text.Raw(), excerptBytes))
	}
}

func (r *run) cut(text Foreign, x *resultExtra) Foreign {
	if text.Len() <= r.ResultBytes && (x.lost == 0 || text.IsZero()) {
		return text
	}
	return Untrusted(x.keep(inLines(text.Raw()), r.ResultBytes))
}

// keep keeps the whole of a text and returns what of it is shown.
func (x *resultExtra) keep(s string, limit int) string {
	shown := cutText(s, limit)
	if i := strings.LastIndexByte(shown, '\n'); i > 0 {
		shown = shown[:i]
	}
	x.cut += len(s) - len(shown)
	x.next = strings.Count(shown, "\n") + 2
	x.whole = cutText(s, wholeBytes)
	x.lost += len(s) - len(x.whole)
	return shown
}

// inLines breaks a long text into lines of up to 1,000 bytes, JSON by its
// structure.
func inLines(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	var pretty bytes.Buffer
	if strings.IndexByte("{[", s[0]) >= 0 && json.Indent(&pretty, []byte(s), "", " ") == nil {
		s = pretty.String()
	}
	var b strings.Builder
	for line := range strings.Lines(s) {
		for len(line) > lineBytes {
			part := cutText(line, lineBytes)
			b.WriteString(part + "\n")
			line = line[len(part):]
		}
		b.WriteString(line)
	}
	return b.String()
}

// tellCut says in a text that was cut what is missing and how to read on. It
// needs the evidence id, which a result gets after it was looked through.
func (r *run) tellCut(o *Observation, x *resultExtra) {
	if x.whole == "" {
		return
	}
	note := fmt.Sprintf("\n[cut: %d more bytes; ask for a smaller part to see them]", x.cut)
	if alias, ok := r.tools.aliases["file.read"]; ok && len(o.Sources) > 0 {
		note = fmt.Sprintf("\n[cut: %d more bytes. To read on: %s with path %q and start_line %d]", x.cut, alias, policy.ResultPath+o.Sources[0].Evidence, x.next)
		if x.lost > 0 {
			note += fmt.Sprintf("\n[the last %d bytes weren't kept]", x.lost)
		}
	}
	if o.Error != nil {
		o.Error.Message = Untrusted(o.Error.Message.Raw() + note)
		return
	}
	o.Text = Untrusted(o.Text.Raw() + note)
}

// WholeText is all that was kept of what a result said.
func (t ToolResult) WholeText() Content {
	if t.Whole != nil {
		return *t.Whole
	}
	return t.Content
}
