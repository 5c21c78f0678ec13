package app

import (
	"vise/policy/scan"
)

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
