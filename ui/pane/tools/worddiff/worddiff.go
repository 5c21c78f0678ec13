// Package worddiff tells which words of two texts differ.
package worddiff

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"
)

// Kinds of a Piece.
const (
	Same    byte = ' '
	Removed byte = '-'
	Added   byte = '+'
)

// Piece is a stretch of text that stayed, went or came.
type Piece struct {
	Kind byte
	Text string
}

// maxText is the longest pair of texts in bytes that is compared word by word;
// longer ones are given whole.
const maxText = 256 << 10

// Compare tells which words differ; nil where nothing does. What is removed
// comes before what stands in its place.
func Compare(before, after string) []Piece {
	switch {
	case before == after:
		return nil
	case len(before)+len(after) > maxText:
		return join([]Piece{{Removed, before}, {Added, after}})
	}
	table := &words{known: map[string]rune{}}
	was, is := table.split(before), table.split(after)
	var out []Piece
	at := 0 // in words of was
	a, b := table.encode(was), table.encode(is)
	for _, e := range udiff.Strings(a, b) {
		from, to := utf8.RuneCountInString(a[:e.Start]), utf8.RuneCountInString(a[:e.End])
		out = append(out, Piece{Same, strings.Join(was[at:from], "")}, Piece{Removed, strings.Join(was[from:to], "")}, Piece{Added, table.decode(e.New)})
		at = to
	}
	return join(append(out, Piece{Same, strings.Join(was[at:], "")}))
}

// join leaves out empty pieces and makes one of neighbours of a kind.
func join(ps []Piece) (out []Piece) {
	for _, p := range ps {
		switch n := len(out); {
		case p.Text == "":
		case n > 0 && out[n-1].Kind == p.Kind:
			out[n-1].Text += p.Text
		default:
			out = append(out, p)
		}
	}
	return out
}

// words gives each different word a character, so that a comparison of
// characters is one of words.
type words struct {
	known map[string]rune
	list  []string
}

// split cuts a text into words and what is between them, a piece each.
func (w *words) split(text string) (out []string) {
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		if word(r) {
			for n < len(text) {
				r, size := utf8.DecodeRuneInString(text[n:])
				if !word(r) {
					break
				}
				n += size
			}
		}
		out = append(out, text[:n])
		text = text[n:]
	}
	return out
}

func word(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// first is the first character that stands for a word: those of the private
// planes, and as many before them.
const first = 0xE000 + 0x800

func (w *words) encode(pieces []string) string {
	var b strings.Builder
	for _, p := range pieces {
		r, ok := w.known[p]
		if !ok {
			r = rune(first + len(w.list))
			w.known[p] = r
			w.list = append(w.list, p)
		}
		b.WriteRune(r)
	}
	return b.String()
}

func (w *words) decode(text string) string {
	var b strings.Builder
	for _, r := range text {
		if i := int(r) - first; i >= 0 && i < len(w.list) {
			b.WriteString(w.list[i])
		}
	}
	return b.String()
}

// around is how many lines without a change are kept next to one with one.
const around = 2

// Marked is the comparison as one text: what was removed and added stands
// between its marks, which end with each line. Lines far from any change are
// left out, an ellipsis in their place. Empty where nothing differs.
func Marked(before, after, removed, ended, added, endedToo string) string {
	lines, touched := []string{""}, []bool{false}
	for _, p := range Compare(before, after) {
		from, to := "", ""
		switch p.Kind {
		case Removed:
			from, to = removed, ended
		case Added:
			from, to = added, endedToo
		}
		for i, text := range strings.Split(p.Text, "\n") {
			if i > 0 {
				lines, touched = append(lines, ""), append(touched, false)
			}
			last := len(lines) - 1
			touched[last] = touched[last] || p.Kind != Same
			if text != "" {
				lines[last] += from + text + to
			}
		}
	}
	return strings.Join(near(lines, touched), "\n")
}

func near(lines []string, touched []bool) (out []string) {
	keep := make([]bool, len(lines))
	for i := range touched {
		for j := max(i-around, 0); touched[i] && j <= min(i+around, len(lines)-1); j++ {
			keep[j] = true
		}
	}
	for i, line := range lines {
		switch {
		case keep[i]:
			out = append(out, line)
		case i > 0 && keep[i-1]:
			out = append(out, "…")
		}
	}
	return out
}
