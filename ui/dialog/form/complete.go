package form

import (
	"slices"
	"strings"

	"vise/ui/dialog"
)

// maxOffers bounds how many completions of a text are shown.
const maxOffers = 20

// Written is the text field that has the cursor and what is in it; false where
// nothing can be completed.
func (f *Form) Written() (name, value string, ok bool) {
	x := f.at()
	if !f.opt.Complete || x == nil || x.kind != text {
		return "", "", false
	}
	return x.name, x.line.Text(), true
}

// Texts are the values of all text fields, for a completion that depends on
// the others.
func (f *Form) Texts() map[string]string {
	out := map[string]string{}
	for _, x := range f.all {
		if x.kind == text && !x.omitted {
			out[x.name] = x.line.Text()
		}
	}
	return out
}

// Offer shows what the text of a field may be completed to. Completions of a
// text that was changed since are left alone.
func (f *Form) Offer(name, value string, offers []string) {
	i := slices.IndexFunc(f.all, func(x *field) bool { return x.name == name })
	if i < 0 || f.all[i].kind != text || f.all[i].line.Text() != value {
		return
	}
	offers = slices.DeleteFunc(slices.Clone(offers[:min(len(offers), maxOffers)]), func(o string) bool { return o == value || len(o) > MaxText })
	f.all[i].offers = offers
}

// keepOffers keeps the completions that the changed text still begins, until
// others are offered.
func (f *field) keepOffers() {
	text := f.line.Text()
	f.offers = slices.DeleteFunc(f.offers, func(o string) bool { return o == text || !strings.HasPrefix(o, text) })
}

// take puts the first completion into the field at hand, an empty one only
// where the person asked for it.
func (f *Form) take(asked bool) bool {
	x := f.at()
	if x == nil || len(x.offers) == 0 || x.line.Text() == "" && !asked {
		return false
	}
	to := x.offers[0]
	x.line = dialog.NewLine(to)
	x.line.Lines = true
	x.offers = nil
	x.edited()
	return true
}
