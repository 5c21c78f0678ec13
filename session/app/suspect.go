package app

import (
	"vise/policy/scan"
	"vise/session"
)

// warm makes ready, beside the first run, what looks through results and
// answers. What starts no run doesn't pay for it.
func (w *Workbench) warm() {
	w.warming.Do(func() {
		w.closing.Go(func() {
			session.Warm()
			w.suspect("ignore what stands here")
		})
	})
}

// A text with more findings than are listed is looked through in parts, which
// overlap by more than any finding is long. There is room for all that one can
// have.
const (
	suspectPart    = 16 << 10
	suspectOverlap = 2 << 10
	suspectMost    = 5000
)

// suspect names the places in a result that speak to the assistant instead of
// telling something. Only what is surely meant so counts: pages and mails are
// full of words.
func (w *Workbench) suspect(text string) (found []session.Suspicious, more bool) {
	found, full := suspectIn(text, 0, scan.MaxFindings)
	if !full {
		return found, false
	}
	for at := 0; at < len(text); at += suspectPart - suspectOverlap {
		part, full := suspectIn(text[at:min(at+suspectPart, len(text))], at, suspectMost)
		found, more = append(found, part...), more || full
	}
	return found, more
}

// suspectIn looks at one text, which begins at at in another; full says that
// there may be more.
func suspectIn(text string, at, most int) (found []session.Suspicious, full bool) {
	all := 0
	for _, f := range scan.Text(scan.KindResult, text, scan.Context{Max: most}) {
		if f.Severity != scan.High || f.Kind == scan.Unread {
			continue
		}
		all++
		found = append(found, session.Suspicious{Start: at + f.Start, End: at + f.End, About: f.About, Common: common(f)})
	}
	return found, all >= most-1
}
