package rows

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/theme"
)

// Filter is what a list is cut down to, and how that is typed. The zero value
// keeps every row.
type Filter struct {
	text   string
	typing *dialog.Line // nil while nobody types it
}

// Text is the filter as it was typed.
func (f *Filter) Text() string { return f.text }

// Words are those that a row has to have, in lower case.
func (f *Filter) Words() []string { return strings.Fields(strings.ToLower(f.text)) }

// Typing reports whether keys go to the filter, under keys.Search.
func (f *Filter) Typing() bool { return f.typing != nil }

// Type begins to type the filter.
func (f *Filter) Type() { f.typing = dialog.NewLine(f.text) }

// Paste puts text into the filter, if it is being typed, and reports that.
func (f *Filter) Paste(text string) bool {
	if f.typing == nil {
		return false
	}
	f.typing.Insert(text)
	f.text = f.typing.Text()
	return true
}

// Drop takes the filter away, and reports whether there was one.
func (f *Filter) Drop() bool {
	had := f.text != ""
	f.text = ""
	return had
}

// Key handles a key while the filter is typed: by is how far the cursor of the
// list moves, changed that the list is to be cut down anew.
func (f *Filter) Key(m *keys.Map, id string, msg tea.KeyPressMsg) (by int, changed, handled bool) {
	switch id {
	case keys.ListClose:
		f.typing, f.text = nil, ""
		return 0, true, true
	case keys.ListTake:
		f.typing = nil
		return 0, false, true
	case keys.ListUp:
		return -1, false, true
	case keys.ListDown:
		return 1, false, true
	}
	if !f.typing.Key(m, keys.Search, msg) {
		return 0, false, false
	}
	f.text = f.typing.Text()
	return 0, true, true
}

// View draws the filter while it is typed, in w cells.
func (f *Filter) View(th theme.Theme, w int) string { return Input(th, "filter", f.typing, w) }
