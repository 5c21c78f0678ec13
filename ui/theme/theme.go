// Package theme has the looks of the workbench, and the one way by which text
// that others wrote gets to the terminal.
package theme

import "charm.land/lipgloss/v2"

// Theme is one set of styles. State is never told by colour alone, so every
// screen reads the same with all of them plain.
type Theme struct {
	Dark bool

	Text, Dim, Strong    lipgloss.Style
	Accent               lipgloss.Style // vise's own name, the selected key
	Good, Warn, Bad      lipgloss.Style
	User                 lipgloss.Style // the label over a person's words
	Code, CodeBlock      lipgloss.Style
	Heading, Link, Quote lipgloss.Style
	Border, BorderFocus  lipgloss.Style
	Selected             lipgloss.Style // a row under the cursor
	Status               lipgloss.Style // the top line
	Added, Removed       lipgloss.Style
}

// New makes the theme for a dark or a light terminal. Colours are from the 16
// that every terminal has, so a person's own palette is kept.
func New(dark bool) Theme {
	fg := func(c string) lipgloss.Style { return lipgloss.NewStyle().Foreground(lipgloss.Color(c)) }
	dim, accent, good, warn, bad := "8", "6", "2", "3", "1"
	if dark {
		accent, good, warn, bad = "14", "10", "11", "9"
	}
	plain := lipgloss.NewStyle()
	return Theme{
		Dark: dark,
		Text: plain, Dim: fg(dim), Strong: plain.Bold(true),
		Accent: fg(accent).Bold(true),
		Good:   fg(good), Warn: fg(warn), Bad: fg(bad),
		User: fg(accent).Bold(true),
		Code: fg(accent), CodeBlock: plain,
		Heading: plain.Bold(true), Link: plain.Underline(true), Quote: fg(dim),
		Border: fg(dim), BorderFocus: fg(accent),
		Selected: plain.Reverse(true),
		Status:   plain.Bold(true),
		Added:    fg(good), Removed: fg(bad),
	}
}
