package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"unicode"

	"github.com/charmbracelet/x/term"

	"vise/session"
)

func (e *env) printJSON(v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	return e.writeJSON(b.Bytes())
}

func (e *env) printEvent(ev session.Event) error {
	rec, err := session.Codec{}.Encode(ev)
	if err != nil {
		return err
	}
	return e.writeJSON(append(rec.Bytes, '\n'))
}

// writeJSON writes lines of JSON as they are. On a terminal what could steer
// it is escaped: the same JSON in other bytes.
func (e *env) writeJSON(lines []byte) error {
	if e.outIsTerminal() {
		lines = escapeControls(lines)
	}
	_, err := e.Out.Write(lines)
	return err
}

// outIsTerminal reports whether what is printed goes to a terminal, with or
// without one to read from.
func (e *env) outIsTerminal() bool {
	out := e.Out
	if p, ok := out.(*output); ok {
		out = p.Writer
	}
	f, ok := out.(*os.File)
	return ok && term.IsTerminal(f.Fd())
}

// escapeControls escapes the control and formatting characters that JSON lets
// stand in strings: DEL, C1, and those that turn the direction of writing.
func escapeControls(b []byte) []byte {
	var out bytes.Buffer
	for _, r := range string(b) {
		switch {
		case r == '\n' || r > 0xffff || !unicode.Is(unicode.Cc, r) && !unicode.Is(unicode.Cf, r):
			out.WriteRune(r)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
	}
	return out.Bytes()
}
