// Package rows is a list of one-line rows with a cursor, for lists that know
// every height: a hundred thousand rows cost no more than those on the screen.
package rows

import (
	"vise/ui/keys"
	"vise/ui/theme"
)

// Rows is the cursor and the window of a list. The zero value is empty.
type Rows struct{ n, sel, top, page int }

// SetLen says how many rows there are; the cursor stays where it can.
func (r *Rows) SetLen(n int) {
	r.n = max(n, 0)
	r.To(r.sel)
}

// Len is the number of rows.
func (r *Rows) Len() int { return r.n }

// Sel is the row under the cursor; 0 in an empty list.
func (r *Rows) Sel() int { return r.sel }

// To moves the cursor to row i, or as near as there is one.
func (r *Rows) To(i int) { r.sel = max(min(i, r.n-1), 0) }

// Move moves the cursor by d rows.
func (r *Rows) Move(d int) { r.To(r.sel + d) }

// Key does what a binding says to the cursor; false when it isn't about it.
func (r *Rows) Key(id string) bool {
	switch id {
	case keys.Up:
		r.Move(-1)
	case keys.Down:
		r.Move(1)
	case keys.PageUp:
		r.Move(-max(r.page-1, 1))
	case keys.PageDown:
		r.Move(max(r.page-1, 1))
	case keys.First:
		r.To(0)
	case keys.Last:
		r.To(r.n - 1)
	default:
		return false
	}
	return true
}

// Window returns the rows [from, to) that h lines show, the cursor among them.
func (r *Rows) Window(h int) (from, to int) {
	r.page = max(h, 1)
	r.top = min(r.top, r.sel, max(r.n-h, 0))
	r.top = max(r.top, r.sel-r.page+1, 0)
	return r.top, min(r.top+r.page, r.n)
}

// Mark is what stands before a row: a pointer at the one under the cursor.
func Mark(th theme.Theme, selected bool) string {
	if selected {
		return th.Accent.Render("▸") + " "
	}
	return "  "
}

// Beside joins two columns of lines; left decides how many there are.
func Beside(left, right []string) []string {
	out := make([]string, len(left))
	for i := range left {
		out[i] = left[i]
		if i < len(right) {
			out[i] += right[i]
		}
	}
	return out
}

// Under puts box b under box a with one border between them. Both are as wide
// and were drawn by Theme.Draw.
func Under(a, b []string) []string {
	if len(a) < 2 || len(b) < 2 {
		return append(a, b...)
	}
	out := append([]string{}, a[:len(a)-1]...)
	return append(append(out, seam(b[0])), b[1:]...)
}
