package dialog

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

// ModelName is a model's name as people say it, without "ollama/", made inert.
func ModelName(name string) string { return theme.InertWords(strings.TrimPrefix(name, "ollama/")) }

// Pull is the download of a model.
type Pull struct {
	Name        string
	What        string // what goes on, in the server's words
	Done, Total int64  // bytes; 0 while unknown
}

// Line is one line of at most w cells about p, with a bar where there is room.
func (p Pull) Line(w int) string {
	head := "pulling " + ModelName(p.Name) + " "
	if p.Total <= 0 {
		return theme.Cut(head+"… "+theme.InertWords(p.What), w)
	}
	done := min(max(p.Done, 0), p.Total)
	share := float64(done) / float64(p.Total)
	tail := fmt.Sprintf(" %d%%", int(share*100))
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
	return head + theme.Bar(room, share) + tail
}
