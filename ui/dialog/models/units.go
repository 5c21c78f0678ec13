package models

import (
	"fmt"
	"strings"

	"vise/ui/theme"
)

// Bytes is a size as Ollama says it: 5.2 GB.
func Bytes(n int64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.0f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%d kB", (n+999)/1000)
}

// Tokens is a number of tokens in thousands of 1,024, as contexts are said:
// 40k for 40,960.
func Tokens(n int) string {
	switch {
	case n < 1024:
		return fmt.Sprint(n)
	case n%1024 == 0:
		return fmt.Sprintf("%dk", n/1024)
	}
	return fmt.Sprintf("%.1fk", float64(n)/1024)
}

// Progress is a line of at most w cells about a pull, with a bar where there
// is room.
func Progress(p Pull, w int) string {
	head := "pulling " + Bare(p.Name) + " "
	if p.Total <= 0 {
		return theme.Cut(head+"… "+theme.InertWords(p.What), w)
	}
	done := min(max(p.Done, 0), p.Total)
	percent := int(done * 100 / p.Total)
	tail := fmt.Sprintf(" %d%%", percent)
	long := fmt.Sprintf("%s · %s of %s", tail, Bytes(done), Bytes(p.Total))
	if done == p.Total && p.What != "" {
		long = tail + " · " + theme.Cut(theme.InertWords(p.What), 40)
	}
	if theme.Width(head)+theme.Width(long)+10 <= w {
		tail = long
	}
	room := min(40, w-theme.Width(head)-theme.Width(tail))
	if room < 4 {
		return theme.Cut(head+tail, w)
	}
	full := room * percent / 100
	return head + strings.Repeat("█", full) + strings.Repeat("░", room-full) + tail
}
