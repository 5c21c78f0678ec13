package cli

import (
	"fmt"
	"slices"
	"strings"

	"vise/policy"
	"vise/session/app"
)

// serverNotices are what the person should know of their servers, a line for
// each kind: what waits to be read, what is missing and why.
func (a *adapter) serverNotices(cat policy.Catalogue) []string {
	a.mu.Lock()
	out := append([]string{}, a.extra...)
	if help := helpNotice(a.asked, cat); help != "" {
		out = append(out, help)
	}
	a.mu.Unlock()
	if names := a.w.Awaited(); len(names) > 0 {
		out = append(out, "waiting for "+strings.Join(names, ", ")+" …")
	}
	out = append(out, a.w.ServerTroubles()...)
	out = append(out, a.w.HeldInstructions(a.life, "/instructions")...)
	for _, s := range cat.Servers {
		switch {
		case s.Need == policy.NeedApproval && len(s.Changed) > 0:
			out = append(out, s.Name+" is reached in another way than you agreed to, and isn't started before you have seen how: /servers")
		case s.Need == policy.NeedApproval:
			out = append(out, s.Name+" is named by this project and isn't started before you have read how: /servers")
		case s.Need == policy.NeedSignIn:
			out = append(out, s.Name+" wants you to sign in: /servers")
		case s.State == policy.ServerFailed:
			out = append(out, missing(s.Name, s.LastError)+" (/servers)")
		}
	}
	return append(out, reviewNotices(cat)...)
}

// reviewNotices name what changed, and count what is new.
func reviewNotices(cat policy.Catalogue) (out []string) {
	fresh, texts, changed := 0, 0, []string{}
	for _, h := range cat.Held {
		switch h.Tool.Status {
		case policy.StatusNew:
			fresh++
		case policy.StatusChanged:
			changed = append(changed, h.Tool.ID())
		}
	}
	for _, t := range cat.Texts {
		switch t.Status {
		case policy.StatusNew:
			texts++
		case policy.StatusChanged:
			changed = append(changed, t.ID())
		}
	}
	if n := len(changed); n > 0 {
		words := strings.Join(changed[:min(n, maxNamed)], ", ")
		if n > maxNamed {
			words += fmt.Sprintf(" and %d more", n-maxNamed)
		}
		out = append(out, words+": not what you approved any more, and kept from the model: /tools")
	}
	switch {
	case fresh > 0 && texts > 0:
		out = append(out, fmt.Sprintf("%s, and %d more that servers say: /tools", toRead(fresh), texts))
	case fresh > 0:
		out = append(out, toRead(fresh)+": /tools")
	case texts > 0:
		out = append(out, fmt.Sprintf("%d prompts or texts of servers wait to be read: /tools", texts))
	}
	return out
}

// helpNotice names tools that wait to be read and look as if they would help
// with what the person has just asked for.
func helpNotice(asked string, cat policy.Catalogue) string {
	var names []string
	for _, t := range policy.Helpful(asked, cat.Held) {
		names = append(names, t.ID())
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0] + " might help with that; it waits for you to read it: /tools"
	}
	return strings.Join(names, " or ") + " might help with that; they wait for you to read them: /tools"
}

// offer names what might help with a request, as soon as that is known.
func (a *adapter) offer(w *app.Workbench, text string) {
	a.mu.Lock()
	a.asked = text
	a.mu.Unlock()
	cat, err := w.Catalogue(a.life)
	if err != nil {
		return // it is said elsewhere
	}
	if help := helpNotice(text, cat); help != "" {
		a.mu.Lock()
		a.status.Notices = append(slices.Clone(a.status.Notices), help)
		a.mu.Unlock()
		wake(a.statusChanged)
	}
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
