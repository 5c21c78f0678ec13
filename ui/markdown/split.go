package markdown

import "strings"

// splitter cuts inert text into chunks without parsing it: at empty lines
// that end a block, and around fences.
type splitter struct {
	chunks []Chunk
	refs   *references

	src   string
	start int    // of the chunk being collected
	list  bool   // it began as a list
	head  string // the header, when it began as a table
	blank bool   // the line before was empty
	join  bool   // the chunk being collected goes on with the one before
}

func (s *splitter) run(src string) {
	s.src = src
	for pos := 0; pos < len(src); {
		line, next := nextLine(src, pos)
		if f, ok := openFence(line, s.list && s.start < pos); ok {
			s.cut(pos)
			pos = s.fence(f, next)
			s.begin(pos, false)
			continue
		}
		if s.ended(line) {
			s.cut(pos)
			s.begin(pos, false)
		}
		pos = s.take(line, pos, next)
	}
	s.cut(len(src))
}

// nextLine returns the line at pos without its line feed, and where the next
// one begins.
func nextLine(src string, pos int) (string, int) {
	if i := strings.IndexByte(src[pos:], '\n'); i >= 0 {
		return src[pos : pos+i], pos + i + 1
	}
	return src[pos:], len(src)
}

// ended reports that line can't belong to the chunk being collected.
func (s *splitter) ended(line string) bool {
	if !s.blank || line == "" || line[0] == ' ' || line[0] == '\t' {
		return false
	}
	return !s.list || !listItem(line)
}

// take adds the line from pos to next to the chunk, or a piece of it when the
// chunk grows too large, and returns where to go on.
func (s *splitter) take(line string, pos, next int) int {
	empty := strings.TrimLeft(line, " \t") == ""
	if pos == s.start {
		if empty { // empty lines before a block belong to none
			s.start = next
			return next
		}
		s.list = listItem(line)
	}
	size := next - s.start
	if pos > s.start && (size > chunkSize && s.clean(line) || size > 2*chunkSize) {
		s.goOn(pos)
	}
	if pos == s.start && len(line) > chunkSize {
		pos += breakAt(line, chunkSize)
		s.goOn(pos)
		s.blank = false
		return pos
	}
	s.blank = empty
	s.refs.note(line)
	return next
}

// clean reports a line at which a chunk that is too large is best cut.
func (s *splitter) clean(line string) bool {
	if s.list {
		return listItem(line)
	}
	return line != "" && line[0] != ' ' && line[0] != '\t'
}

// goOn ends the chunk at pos and begins another that goes on with it.
func (s *splitter) goOn(pos int) {
	head := s.head
	if head == "" {
		head = tableHead(s.src[s.start:pos])
	}
	list := s.list
	s.cut(pos)
	s.begin(pos, true)
	s.head, s.list = head, list
}

func (s *splitter) begin(pos int, joined bool) {
	s.start, s.join, s.head, s.list, s.blank = pos, joined, "", false, false
}

// cut ends the chunk being collected at pos.
func (s *splitter) cut(pos int) {
	text := s.src[s.start:pos]
	if strings.TrimSpace(text) == "" {
		return
	}
	s.chunks = append(s.chunks, Chunk{Joined: s.join, text: text, head: s.head, refs: s.refs})
}

// breakAt is where a line that is too long is broken: after the last space
// within limit bytes, else between characters.
func breakAt(line string, limit int) int {
	if i := strings.LastIndexByte(line[:limit], ' '); i > 0 {
		return i + 1
	}
	for limit > 1 && line[limit]&0xc0 == 0x80 {
		limit--
	}
	return limit
}

// listItem reports a line that begins a list item, as far as its marker tells.
func listItem(line string) bool {
	t := strings.TrimLeft(line, " ")
	if len(line)-len(t) > 3 || t == "" {
		return false
	}
	i := 0
	for i < len(t) && i < 10 && t[i] >= '0' && t[i] <= '9' {
		i++
	}
	switch {
	case i == len(t):
		return false
	case i > 0:
		if t[i] != '.' && t[i] != ')' {
			return false
		}
	case t[0] != '-' && t[0] != '*' && t[0] != '+':
		return false
	}
	return i+1 == len(t) || t[i+1] == ' ' || t[i+1] == '\t'
}

// tableHead returns the first two lines of text when they begin a table.
func tableHead(text string) string {
	first, next := nextLine(text, 0)
	rule, end := nextLine(text, next)
	if !strings.Contains(first, "|") || !strings.Contains(rule, "-") || strings.Trim(rule, "|:- \t") != "" {
		return ""
	}
	return text[:end]
}
