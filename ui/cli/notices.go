package cli

import (
	"fmt"
	"slices"
	"strings"

	"vise/policy"
)

// serverNotices are what the person should know of their servers, a line for
// each kind: what waits to be read, what is missing and why.
func (a *adapter) serverNotices(cat policy.Catalogue) []string {
	a.mu.Lock()
	out := append([]string{}, a.extra...)
	a.mu.Unlock()
	if names := a.w.Awaited(); len(names) > 0 {
		out = append(out, "waiting for "+strings.Join(names, ", ")+" …")
	}
	out = append(out, a.w.ServerTroubles()...)
	for _, s := range cat.Servers {
		switch {
		case s.Need == policy.NeedApproval:
			out = append(out, s.Name+" is named by this project and isn't started before you have read how: /servers")
		case s.Need == policy.NeedSignIn:
			out = append(out, s.Name+" wants you to sign in: /servers")
		case s.State == policy.ServerFailed:
			out = append(out, s.Name+" is missing: "+s.LastError+" (/servers)")
		}
	}
	return append(out, reviewNotices(cat)...)
}

// reviewNotices name what changed, and count what is new.
func reviewNotices(cat policy.Catalogue) (out []string) {
	fresh, changed := 0, []string{}
	for _, h := range cat.Held {
		switch h.Tool.Status {
		case policy.StatusNew:
			fresh++
		case policy.StatusChanged:
			changed = append(changed, h.Tool.ID())
		}
	}
	if n := len(changed); n > 0 {
		words := strings.Join(changed[:min(n, maxNamed)], ", ")
		if n > maxNamed {
			words += fmt.Sprintf(" and %d more", n-maxNamed)
		}
		out = append(out, words+": not what you approved any more, and kept from the model: /tools")
	}
	if fresh > 0 {
		out = append(out, toRead(fresh)+": /tools")
	}
	return out
}

// maxNamed is how many tools one notice names.
const maxNamed = 3

// notice is for what happened once.
func (a *adapter) notice(text string) {
	a.mu.Lock()
	a.extra = append(a.extra, text)
	a.status.Notices = append(slices.Clone(a.status.Notices), text)
	a.mu.Unlock()
	wake(a.statusChanged)
}
