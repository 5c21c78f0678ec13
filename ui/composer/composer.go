// Package composer is the text line of the chat: a small editor of several
// lines that counts in characters as a person sees them, folds what is pasted,
// and remembers what was sent.
package composer

import (
	"strings"

	"vise/ui/theme"
)

// atom is one character as a person sees it, a line feed, a folded paste, or a
// chosen file.
type atom struct {
	s       string
	w       int    // cells
	folds   bool   // s is pasted text, shown as a chip
	mention bool   // s is @path of a chosen file
	note    string // on the size of the file
}

// Composer is the editor. Make one with New.
type Composer struct {
	Placeholder string

	atoms   []atom
	at      int // the cursor is before atoms[at]
	goal    int // the column that up and down keep, -1 for none
	version int
	past    history
	laid    layout
	known   map[string]string // notes on files that were chosen, by @path
}

// New makes an empty composer.
func New(placeholder string) *Composer {
	return &Composer{Placeholder: placeholder, goal: -1, past: history{at: -1}}
}

// Empty reports that there is no text.
func (c *Composer) Empty() bool { return len(c.atoms) == 0 }

// Value is the whole text, with what is folded.
func (c *Composer) Value() string {
	var b strings.Builder
	for _, a := range c.atoms {
		b.WriteString(a.s)
	}
	return b.String()
}

// SetValue replaces the text and puts the cursor behind it; long text folds.
func (c *Composer) SetValue(s string) {
	c.atoms, c.at = nil, 0
	c.Paste(s)
	c.remark()
	c.past.at = -1
}

// Insert types text at the cursor.
func (c *Composer) Insert(s string) { c.put(split(clean(s))) }

func (c *Composer) put(as []atom) {
	if len(as) == 0 {
		return
	}
	rest := append([]atom(nil), c.atoms[c.at:]...)
	c.atoms = append(append(c.atoms[:c.at], as...), rest...)
	c.at += len(as)
	c.changed()
}

func (c *Composer) changed() { c.goal = -1; c.version++ }

// split cuts text into atoms. Characters that join with the one before the
// cursor stay on their own until the text is laid out anew, which no terminal
// can tell.
func split(s string) []atom {
	out := make([]atom, 0, len(s))
	for len(s) > 0 {
		if s[0] == '\n' {
			out, s = append(out, atom{s: "\n"}), s[1:]
			continue
		}
		cl, w := theme.Cluster(s)
		out, s = append(out, atom{s: cl, w: w}), s[len(cl):]
	}
	return out
}

// Backspace deletes the character before the cursor, or a folded paste.
func (c *Composer) Backspace() {
	if c.at > 0 {
		c.cut(c.at-1, c.at)
	}
}

// Delete deletes the character after the cursor.
func (c *Composer) Delete() {
	if c.at < len(c.atoms) {
		c.cut(c.at, c.at+1)
	}
}

// DeleteWord deletes the word before the cursor.
func (c *Composer) DeleteWord() { c.cut(c.wordLeft(), c.at) }

// DeleteToStart deletes to the start of the line, or the line feed before it.
func (c *Composer) DeleteToStart() {
	from := c.lineStart()
	if from == c.at && from > 0 {
		from--
	}
	c.cut(from, c.at)
}

// DeleteToEnd deletes to the end of the line, or the line feed after it.
func (c *Composer) DeleteToEnd() {
	to := c.lineEnd()
	if to == c.at && to < len(c.atoms) {
		to++
	}
	c.cut(c.at, to)
}

// Clear deletes everything.
func (c *Composer) Clear() { c.cut(0, len(c.atoms)); c.past.at = -1 }

func (c *Composer) cut(from, to int) {
	if from >= to {
		return
	}
	c.atoms = append(c.atoms[:from], c.atoms[to:]...)
	c.at = from
	c.changed()
}

// Left and Right move by a character.
func (c *Composer) Left() { c.moveTo(c.at - 1) }

// Right moves right by a character.
func (c *Composer) Right() { c.moveTo(c.at + 1) }

// WordLeft moves to the start of the word before the cursor.
func (c *Composer) WordLeft() { c.moveTo(c.wordLeft()) }

// WordRight moves behind the word after the cursor.
func (c *Composer) WordRight() {
	i := c.at
	for i < len(c.atoms) && !c.atoms[i].word() {
		i++
	}
	for i < len(c.atoms) && c.atoms[i].word() {
		i++
	}
	c.moveTo(i)
}

// LineStart moves to the start of the line as it was written.
func (c *Composer) LineStart() { c.moveTo(c.lineStart()) }

// LineEnd moves to the end of the line as it was written.
func (c *Composer) LineEnd() { c.moveTo(c.lineEnd()) }

func (c *Composer) moveTo(i int) {
	c.at = min(max(i, 0), len(c.atoms))
	c.goal = -1
	c.version++
}

func (c *Composer) wordLeft() int {
	i := c.at
	for i > 0 && !c.atoms[i-1].word() {
		i--
	}
	for i > 0 && c.atoms[i-1].word() {
		i--
	}
	return i
}

func (c *Composer) lineStart() int {
	i := c.at
	for i > 0 && c.atoms[i-1].s != "\n" {
		i--
	}
	return i
}

func (c *Composer) lineEnd() int {
	i := c.at
	for i < len(c.atoms) && c.atoms[i].s != "\n" {
		i++
	}
	return i
}

// word reports that a belongs to a word, for the keys that move by words.
func (a atom) word() bool {
	return a.folds || a.mention || !strings.ContainsAny(a.s, " \n\t.,;:!?()[]{}<>\"'`/\\|=+*&^%$#@~-")
}

// Continued reports that the text before the cursor ends with a backslash,
// which with enter means a new line; it takes the backslash away.
func (c *Composer) Continued() bool {
	if c.at == 0 || c.atoms[c.at-1].s != `\` {
		return false
	}
	c.cut(c.at-1, c.at)
	return true
}
