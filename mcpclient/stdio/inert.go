package stdio

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// shown is how many bytes of a name or line are shown in a message.
const shown = 200

// inert is text at no more than limit bytes (and a "…") that does nothing to a
// terminal or a reader: control characters, invisible and bidirectional ones
// and bytes that aren't UTF-8 stand as visible escapes.
func inert(text string, limit int) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		part := text[i : i+size]
		switch {
		case r == '\t':
			part = " "
		case r == utf8.RuneError && size == 1, r < 0x20, r == 0x7f:
			part = fmt.Sprintf(`\x%02x`, text[i])
		case r < 0x100 && unicode.IsControl(r):
			part = fmt.Sprintf(`\x%02x`, r)
		case !unicode.IsPrint(r):
			part = fmt.Sprintf(`\u{%x}`, r)
		}
		if b.Len()+len(part) > limit {
			b.WriteString("…")
			break
		}
		b.WriteString(part)
		i += size
	}
	return b.String()
}
