package app

import (
	"strings"

	"vise/policy/scan"
	"vise/session"
)

// A text with more findings than are listed is looked through in parts, which
// overlap by more than any finding is long.
const (
	suspectPart    = 16 << 10
	suspectOverlap = 2 << 10
)

// suspect names the places in a result that speak to the assistant instead of
// telling something. Only what is surely meant so counts: pages and mails are
// full of words.
func (w *Workbench) suspect(text string) (found []session.Suspicious, more bool) {
	found, full := suspectIn(text, 0)
	if !full {
		return found, false
	}
	for at := 0; at < len(text); at += suspectPart - suspectOverlap {
		part, full := suspectIn(text[at:min(at+suspectPart, len(text))], at)
		found, more = append(found, part...), more || full
	}
	return found, more
}

// suspectIn looks at one text, which begins at at in another; full says that
// there may be more.
func suspectIn(text string, at int) (found []session.Suspicious, full bool) {
	all := 0
	for _, f := range scan.Text(scan.KindResult, text, scan.Context{}) {
		if f.Severity != scan.High || f.Kind == scan.Unread {
			continue
		}
		all++
		if f.Kind != scan.Send && f.Kind != scan.Secret || !severalStrings(f.Text) {
			found = append(found, session.Suspicious{Start: at + f.Start, End: at + f.End, About: f.About})
		}
	}
	return found, all >= scan.MaxFindings-1
}

// severalStrings says that a text goes over the border of two strings of JSON.
// Words for contents and for writing beside an address say nothing there: most
// JSON has them.
func severalStrings(text string) bool {
	for {
		_, rest, ok := strings.Cut(text, `"`)
		if !ok {
			return false
		}
		text = strings.TrimLeft(rest, " \t\r\n")
		if text != "" && strings.IndexByte(",:]}", text[0]) >= 0 {
			return true
		}
	}
}
