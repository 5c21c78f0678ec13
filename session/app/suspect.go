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

// suspect names what in a result speaks to the assistant instead of telling
// something. Only what is surely meant so counts: pages and mails are full of
// words.
func (w *Workbench) suspect(text string) (about []string) {
	for _, f := range scan.Text(scan.KindResult, text, scan.Context{}) {
		if f.Severity == scan.High && f.Kind != scan.Unread {
			about = append(about, f.About)
		}
	}
	return about
}
