package composer

import (
	"strings"

	"vise/ui/theme"
)

// maxWord bounds how far back the @ of a word is looked for, in characters.
const maxWord = 1000

// gap reports what stands between words.
func (a atom) gap() bool { return a.s == " " || a.s == "\n" || a.s == "\t" }

// marks reports an @, also a full-width one.
func (a atom) marks() bool { return !a.mention && (a.s == "@" || a.s == "＠") }

// Mention is what stands between an @ at the start of a word and the cursor in
// that word; false where the cursor is in no such word.
func (c *Composer) Mention() (string, bool) {
	from, ok := c.mentionStart()
	if !ok {
		return "", false
	}
	var b strings.Builder
	for _, a := range c.atoms[from+1 : c.at] {
		b.WriteString(a.s)
	}
	return b.String(), true
}

func (c *Composer) mentionStart() (int, bool) {
	for i := c.at - 1; i >= max(c.at-maxWord, 0); i-- {
		a := c.atoms[i]
		if a.folds || a.mention || a.gap() {
			return 0, false
		}
		if a.marks() && (i == 0 || c.atoms[i-1].gap()) {
			return i, true
		}
	}
	return 0, false
}

// Complete puts the path of a folder in place of the word that Mention is
// about; the cursor stands behind it.
func (c *Composer) Complete(path string) { c.replaceWord(split(clean("@" + path))) }

// Choose puts a file in place of the word that Mention is about. It is shown
// as one piece, with a note on its size, and is text as any other when sent.
func (c *Composer) Choose(path, note string) {
	if c.known == nil {
		c.known = map[string]string{}
	}
	word := clean("@" + path)
	c.known[word] = note
	as := []atom{{s: word, mention: true, note: note}}
	if end := c.wordEnd(); end == len(c.atoms) || !c.atoms[end].gap() {
		as = append(as, atom{s: " ", w: 1})
	}
	c.replaceWord(as)
}

func (c *Composer) replaceWord(as []atom) {
	from, ok := c.mentionStart()
	if !ok {
		return
	}
	end := c.wordEnd()
	c.cut(from, end)
	c.put(as)
}

// wordEnd is where the word at the cursor ends.
func (c *Composer) wordEnd() int {
	i := c.at
	for i < len(c.atoms) && !c.atoms[i].gap() && !c.atoms[i].folds && !c.atoms[i].mention {
		i++
	}
	return i
}

// remark shows files that were chosen before as one piece again: in text that
// came back from the history.
func (c *Composer) remark() {
	if len(c.known) == 0 {
		return
	}
	out := make([]atom, 0, len(c.atoms))
	for i := 0; i < len(c.atoms); {
		if a := c.atoms[i]; a.marks() && (i == 0 || c.atoms[i-1].gap()) {
			if word, n := c.knownAt(i); n > 0 {
				out = append(out, atom{s: word, mention: true, note: c.known[word]})
				i += n
				continue
			}
		}
		out = append(out, c.atoms[i])
		i++
	}
	c.atoms, c.at = out, len(out)
	c.changed()
}

// knownAt is the longest chosen name that the word at atom i begins with, and
// of how many atoms it is; lines may follow after a colon, and names of
// resources have colons too.
func (c *Composer) knownAt(i int) (word string, n int) {
	var b strings.Builder
	for j, a := range c.atoms[i:] {
		end := a.gap() || a.folds || j == maxWord
		if _, ok := c.known[b.String()]; ok && (end || a.s == ":") {
			word, n = b.String(), j
		}
		if end {
			return word, n
		}
		b.WriteString(a.s)
	}
	if _, ok := c.known[b.String()]; ok {
		return b.String(), len(c.atoms) - i
	}
	return word, n
}

// mentionWidth is the width of a chosen file and of its note.
func (a atom) mentionWidth() int {
	if a.note == "" {
		return theme.Width(a.s)
	}
	return theme.Width(a.s) + 1 + theme.Width(a.note)
}

func (a atom) drawMention(th theme.Theme, w int) string {
	if a.note == "" || a.mentionWidth() > w {
		return th.Accent.Render(theme.Fit(a.s, min(a.mentionWidth(), w)))
	}
	return th.Accent.Render(a.s) + " " + th.Dim.Render(a.note)
}
