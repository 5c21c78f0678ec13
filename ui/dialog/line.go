package dialog

import (
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"vise/ui/keys"
	"vise/ui/theme"
)

// Line edits one text. The cursor moves by what a person sees as one
// character. The text is shown inert and kept as it was typed.
type Line struct {
	text    string
	cur     int  // byte offset, on a character's border
	Lines   bool // line feeds may be typed and pasted; else they become spaces
	Changed bool // set by every change of the text; for the owner to clear
}

// NewLine returns a line with the cursor at its end.
func NewLine(text string) *Line { return &Line{text: text, cur: len(text)} }

// Text is the text as it was typed.
func (l *Line) Text() string { return l.text }

// AtEnd reports whether the cursor is behind the last character.
func (l *Line) AtEnd() bool { return l.cur == len(l.text) }

// Right moves the cursor over one character.
func (l *Line) Right() { l.cur = l.after(false) }

// Insert puts s in at the cursor, as typing and pasting do. Bytes that aren't
// UTF-8 become the replacement character.
func (l *Line) Insert(s string) {
	s = strings.ToValidUTF8(strings.ReplaceAll(s, "\r\n", "\n"), "\ufffd")
	s = strings.ReplaceAll(s, "\r", "\n")
	if !l.Lines {
		s = strings.ReplaceAll(s, "\n", " ")
	}
	if s == "" {
		return
	}
	l.replace(l.cur, l.cur, s)
}

// replace puts s in place of the bytes from a to b, with the cursor behind it.
func (l *Line) replace(a, b int, s string) {
	if a == b && s == "" {
		return
	}
	l.text, l.cur, l.Changed = l.text[:a]+s+l.text[b:], a+len(s), true
}

// Key handles editing keys; false means that msg isn't one. ids says which
// keys they are in the owner's context.
func (l *Line) Key(m *keys.Map, c keys.Context, msg tea.KeyPressMsg) bool {
	if id, ok := m.Match(c, msg); ok {
		return l.do(id)
	}
	k := msg.Key()
	switch k.Code {
	case tea.KeyLeft:
		l.cur = l.before(k.Mod != 0)
	case tea.KeyRight:
		l.cur = l.after(k.Mod != 0)
	case tea.KeyBackspace:
		l.replace(l.before(k.Mod != 0), l.cur, "")
	default:
		if k.Text == "" {
			return false
		}
		l.Insert(k.Text)
	}
	return true
}

func (l *Line) do(id string) bool {
	switch id {
	case keys.LineStart:
		l.cur = l.lineStart()
	case keys.LineEnd:
		l.cur = l.lineEnd()
	case keys.DeleteWord:
		l.replace(l.before(true), l.cur, "")
	case keys.DeleteStart:
		l.replace(l.lineStart(), l.cur, "")
	case keys.DeleteEnd:
		at := l.cur
		l.replace(at, l.lineEnd(), "")
	case keys.DeleteRight:
		at := l.cur
		l.replace(at, l.after(false), "")
	default:
		return false
	}
	return true
}

func (l *Line) lineStart() int { return strings.LastIndexByte(l.text[:l.cur], '\n') + 1 }

func (l *Line) lineEnd() int {
	if i := strings.IndexByte(l.text[l.cur:], '\n'); i >= 0 {
		return l.cur + i
	}
	return len(l.text)
}

// before is the border of the character, or the word, before the cursor.
func (l *Line) before(word bool) int {
	if word {
		head := strings.TrimRightFunc(l.text[:l.cur], unicode.IsSpace)
		i := strings.LastIndexFunc(head, unicode.IsSpace)
		if i < 0 {
			return 0
		}
		_, n := utf8.DecodeRuneInString(head[i:])
		return i + n
	}
	// one character can't be longer than this; going over the whole text would make typing slow
	from := max(0, l.cur-256)
	for from > 0 && !utf8.RuneStart(l.text[from]) {
		from--
	}
	last := from
	for at := from; at < l.cur; {
		c, _ := theme.Cluster(l.text[at:l.cur])
		last = at
		at += len(c)
	}
	return last
}

// after is the border of the character, or the word, after the cursor.
func (l *Line) after(word bool) int {
	tail := l.text[l.cur:]
	if word {
		rest := strings.TrimLeftFunc(tail, unicode.IsSpace)
		if i := strings.IndexFunc(rest, unicode.IsSpace); i >= 0 {
			return len(l.text) - len(rest) + i
		}
		return len(l.text)
	}
	if tail == "" {
		return l.cur
	}
	c, _ := theme.Cluster(tail)
	return l.cur + len(c)
}

// View draws the text in at most height rows of w columns, those around the
// cursor. x and y are the cursor's column and row in what is drawn.
func (l *Line) View(w, height int) (rows []string, x, y int) {
	w, height = max(2, w), max(1, height)
	rows, x, y = l.layout(w)
	top := max(0, min(y-height+1, len(rows)-height))
	return rows[top:min(len(rows), top+height)], min(x, w-1), y - top
}

// Head is the first n rows of the text at w columns, and whether there are
// more.
func (l *Line) Head(w, n int) (rows []string, more bool) {
	rows, _, _ = l.layout(max(2, w))
	return rows[:min(n, len(rows))], len(rows) > n
}

// layout is the whole text in rows, and where the cursor is in them.
func (l *Line) layout(w int) (rows []string, x, y int) {
	row, width := strings.Builder{}, 0
	feed := func() {
		rows = append(rows, row.String())
		row.Reset()
		width = 0
	}
	for at := 0; at < len(l.text); {
		c, _ := theme.Cluster(l.text[at:])
		here := l.cur >= at && l.cur < at+len(c) // inside too: what was typed may have joined its neighbour
		at += len(c)
		if here {
			x, y = width, len(rows)
		}
		if c == "\n" {
			feed()
			continue
		}
		s := theme.InertWords(c)
		cw := theme.Width(s)
		if width+cw >= w && width > 0 { // the last column is the cursor's
			feed()
			if here {
				x, y = 0, len(rows)
			}
		}
		row.WriteString(s)
		width += cw
	}
	if l.cur == len(l.text) {
		x, y = width, len(rows)
	}
	feed()
	return rows, x, y
}
