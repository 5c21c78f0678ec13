package eventline

import (
	"fmt"
	"strconv"
	"time"

	"vise/session"
)

// Status is how a run stands or ended, in a mark and a word.
func Status(s session.Status) Words {
	switch s {
	case session.StatusRunning:
		return Words{Mark: "…", Verb: "running"}
	case session.StatusDone:
		return Words{Mark: "✓", Verb: "done", Tone: Good}
	case session.StatusFailed:
		return Words{Mark: "✗", Verb: "failed", Tone: Bad}
	case session.StatusRefused:
		return Words{Mark: "✗", Verb: "refused", Tone: Bad}
	case session.StatusNeedsApproval:
		return Words{Mark: "⏸", Verb: "needs you", Tone: Warn}
	case session.StatusBudget:
		return Words{Mark: "!", Verb: "budget spent", Tone: Warn}
	case session.StatusCancelled:
		return Words{Mark: "✗", Verb: "cancelled", Tone: Quiet}
	case session.StatusInterrupted:
		return Words{Mark: "!", Verb: "interrupted", Tone: Warn}
	}
	return Words{Mark: "?", Verb: string(s)}
}

// Ending says how a run in a list ended: one whose call was answered since
// needs nobody any more.
func Ending(r session.Summary) Words {
	if r.Status == session.StatusNeedsApproval && r.Waiting == "" {
		return Words{Mark: "–", Verb: "answered", Tone: Quiet}
	}
	return Status(r.Status)
}

// Count is a number with its word: "1 call", "2 calls", "12.3k tokens".
func Count(n int, word string) string {
	if n != 1 {
		word += "s"
	}
	return Number(n) + " " + word
}

// Number is n, shortened from 10,000 on: "9999", "12.3k", "1.2M".
func Number(n int) string {
	switch {
	case n >= 1_000_000:
		return fmt.Sprintf("%.1fM", float64(n)/1e6)
	case n >= 10_000:
		return fmt.Sprintf("%.1fk", float64(n)/1e3)
	}
	return strconv.Itoa(n)
}

// Duration is a time in milliseconds as a person says it: "12 ms", "1.4 s",
// "2:05 min", "3:00 h".
func Duration(ms int64) string {
	d := time.Duration(ms) * time.Millisecond
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", max(ms, 0))
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d:%02d min", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%d:%02d h", int(d.Hours()), int(d.Minutes())%60)
}

// Size is a number of bytes: "812 B", "8.0 KiB".
func Size(bytes int) string {
	switch {
	case bytes >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20))
	case bytes >= 1<<10:
		return fmt.Sprintf("%.1f KiB", float64(bytes)/(1<<10))
	}
	return fmt.Sprintf("%d B", bytes)
}
