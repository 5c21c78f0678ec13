package markdown

import "strings"

// fence is the opening line of a block of code.
type fence struct {
	mark   byte // ` or ~
	length int
	indent int
	info   string
}

// openFence reads a line that opens a fenced block. Inside a list only one at
// the margin counts: it ends the list, others belong to an item.
func openFence(line string, inList bool) (fence, bool) {
	t := strings.TrimLeft(line, " ")
	f := fence{indent: len(line) - len(t)}
	if f.indent > 3 || inList && f.indent > 0 || len(t) < 3 || t[0] != '`' && t[0] != '~' {
		return f, false
	}
	f.mark = t[0]
	info := strings.TrimLeft(t, string(f.mark))
	f.length = len(t) - len(info)
	if f.length < 3 || f.mark == '`' && strings.Contains(info, "`") {
		return f, false
	}
	f.info = strings.TrimSpace(info)
	return f, true
}

// shuts reports a line that closes f.
func (f fence) shuts(line string) bool {
	t := strings.TrimLeft(line, " ")
	if len(line)-len(t) > 3 || len(t) < f.length || t[0] != f.mark {
		return false
	}
	rest := strings.TrimLeft(t, string(f.mark))
	return len(t)-len(rest) >= f.length && strings.TrimSpace(rest) == ""
}

// fence adds the block that f opens, whose text begins at pos, as one chunk or
// several, and returns where the text goes on behind it.
func (s *splitter) fence(f fence, pos int) int {
	end, next := pos, pos
	for next < len(s.src) {
		line, after := nextLine(s.src, next)
		if f.shuts(line) {
			next = after
			break
		}
		end, next = after, after
	}
	text := strings.TrimSuffix(s.src[pos:end], "\n")
	if f.indent > 0 {
		text = outdent(text, f.indent)
	}
	c := &code{lang: language(f.info), text: text}
	for joined := false; ; joined = true {
		piece := text
		if len(piece) > chunkSize {
			piece = piece[:codeBreak(piece)]
		}
		s.chunks = append(s.chunks, Chunk{Joined: joined, text: piece, code: c})
		if text = text[len(piece):]; text == "" {
			break
		}
	}
	return next
}

// codeBreak is where a piece of code ends: behind a line feed if there is one.
func codeBreak(text string) int {
	if i := strings.LastIndexByte(text[:chunkSize], '\n'); i >= 0 {
		return i + 1
	}
	return breakAt(text, chunkSize)
}

// language is the first word of a fence's info string.
func language(info string) string {
	words := strings.Fields(info)
	if len(words) == 0 {
		return ""
	}
	return cleanText(strings.Trim(words[0], "{}"))
}

// outdent takes up to n spaces off every line.
func outdent(text string, n int) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		k := 0
		for k < n && k < len(l) && l[k] == ' ' {
			k++
		}
		lines[i] = l[k:]
	}
	return strings.Join(lines, "\n")
}
