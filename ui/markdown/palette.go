package markdown

import (
	"strings"

	"charm.land/lipgloss/v2"

	"vise/ui/theme"
)

// look is a set of styles that one piece of text has.
type look uint16

const (
	lookStrong look = 1 << iota
	lookEmph
	lookStrike
	lookCode
	lookLink
	lookCite
	lookHeading
	lookQuote
	lookDim
	lookBlock // code block
	looks     = iota
)

const reset = "\x1b[m"

// palette has the sequence that turns each look on.
type palette [looks]string

func newPalette(th theme.Theme) palette {
	var p palette
	for i, st := range [looks]lipgloss.Style{
		th.Strong, lipgloss.NewStyle().Italic(true), lipgloss.NewStyle().Strikethrough(true), th.Code,
		th.Link, th.Accent, th.Heading, th.Quote, th.Dim, th.CodeBlock,
	} {
		p[i], _, _ = strings.Cut(st.Render("x"), "x")
	}
	return p
}

// on is the sequence that turns all of l on.
func (p *palette) on(l look) string {
	if l == 0 {
		return ""
	}
	var b strings.Builder
	for i, s := range p {
		if l&(1<<i) != 0 {
			b.WriteString(s)
		}
	}
	return b.String()
}

// paint writes text with look l.
func (p *palette) paint(l look, text string) string {
	if on := p.on(l); on != "" {
		return on + text + reset
	}
	return text
}
