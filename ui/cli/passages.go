package cli

import (
	"fmt"
	"strings"

	"vise/session"
	"vise/ui/theme"
)

// fetch gives the whole text of a content.
type fetch func(session.Content) (session.Foreign, error)

// passageRows is how many lines of one passage a replay prints.
const passageRows = 40

// passageText is what of a result speaks to the assistant, and what was decided
// about it, in inert lines; empty for other events.
func passageText(ev session.Event, fetch fetch) string {
	p, ok := ev.Payload.(session.ToolResult)
	if !ok {
		return ""
	}
	var b strings.Builder
	for i, q := range p.Quarantined {
		fmt.Fprintf(&b, "      quarantined #%d, %s: %s\n", i+1, q.Decided(), theme.InertWords(strings.Join(q.About, ", ")))
		text, err := fetch(q.Text)
		if err != nil {
			fmt.Fprintf(&b, "      it can't be shown: %s\n", theme.InertWords(err.Error()))
			continue
		}
		writeBarred(&b, theme.Inert(text), passageRows)
	}
	return b.String()
}

// writeBarred writes lines that somebody else wrote, behind a bar.
func writeBarred(b *strings.Builder, inert string, most int) {
	lines := strings.Split(inert, "\n")
	for _, line := range lines[:min(len(lines), most)] {
		b.WriteString("      ▏ " + line + "\n")
	}
	if n := len(lines) - most; n > 0 {
		fmt.Fprintf(b, "      … and %d lines more\n", n)
	}
}
