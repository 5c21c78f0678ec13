package ui

import "github.com/charmbracelet/x/ansi"

// Warm builds the table of character widths that the first frame needs, beside
// whatever else is done at the start: it takes some milliseconds.
func Warm() { go ansi.StringWidthWc("│") }
