package builtin

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

var (
	errBinary   = errors.New("a binary file")
	errEncoding = errors.New("not UTF-8")
	errTooFar   = errors.New("too far into the file")
)

const (
	// sniffBytes is how much of a file is looked at to tell whether it is text.
	sniffBytes = 8000
	// maxCounted is the size up to which a file's lines are counted to its end.
	maxCounted = 8 << 20
	utf8BOM    = "\xef\xbb\xbf"
)

// passage is some lines of a text file.
type passage struct {
	text  string // numbered
	plain string // without numbers
	lines int
	next  int // the line after it; 0 at the end of the file
	total int // lines of the file; 0 where they weren't counted
	note  string
}

// reader reads a handle until ctx is done, and at most maxScan bytes of it.
type reader struct {
	ctx  context.Context
	h    *handle
	done int64
}

func (r *reader) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	if r.done >= maxScan {
		return 0, errTooFar
	}
	n, err := r.h.read(b)
	r.done += int64(n)
	if n == 0 && err == nil {
		err = io.EOF
	}
	return n, err
}

// readPassage reads up to limit lines from line start on.
func readPassage(ctx context.Context, h *handle, start, limit int) (passage, error) {
	in := bufio.NewReaderSize(&reader{ctx: ctx, h: h}, 64<<10)
	head, err := in.Peek(sniffBytes)
	if err != nil && err != io.EOF {
		return passage{}, err
	}
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return passage{}, errEncoding // UTF-16
	}
	if bytes.IndexByte(head, 0) >= 0 {
		return passage{}, errBinary
	}
	if bytes.HasPrefix(head, []byte(utf8BOM)) {
		in.Discard(len(utf8BOM))
	}
	b := passageBuilder{start: start, limit: limit}
	for number := 1; ; number++ {
		line, left, err := readLine(in, number >= start && b.next == 0)
		if err == io.EOF {
			b.total = number - 1
			break
		}
		if err == errTooFar && b.lines > 0 {
			b.next = number
			break
		}
		if err != nil {
			return passage{}, err
		}
		if number >= start && b.next == 0 && !b.add(number, line, left) {
			if h.info.size > maxCounted {
				break
			}
		}
	}
	return b.finish()
}

// readLine returns the line, at most maxLineBytes of it, and how many bytes
// were left out. Without want it only skips it.
func readLine(in *bufio.Reader, want bool) (line []byte, left int, err error) {
	for began := false; ; began = true {
		part, err := in.ReadSlice('\n')
		if err == io.EOF && len(part) == 0 && !began {
			return nil, 0, io.EOF
		}
		if want {
			room := min(len(part), maxLineBytes-len(line))
			line = append(line, part[:room]...)
			left += len(part) - room
		}
		if err == nil || err == io.EOF {
			return line, left, nil
		}
		if err != bufio.ErrBufferFull {
			return nil, 0, err
		}
	}
}

type passageBuilder struct {
	start, limit  int
	passage       // lines and next are kept up to date
	binary        bool
	bad           int // bytes that aren't UTF-8
	cut           int // lines that were cut
	numbers, bare strings.Builder
}

// add takes a line, or says that there is no room for it.
func (b *passageBuilder) add(number int, line []byte, left int) bool {
	if b.lines == b.limit || (b.lines > 0 && b.numbers.Len()+len(line) > maxTextBytes) {
		b.next = number
		return false
	}
	b.lines++
	b.binary = b.binary || bytes.IndexByte(line, 0) >= 0
	line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
	if left > 0 {
		line = wholeRunes(line)
	}
	for rest := line; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		if r == utf8.RuneError && n == 1 {
			b.bad++
		}
		rest = rest[n:]
	}
	text := strings.ToValidUTF8(string(line), "\uFFFD")
	if left > 0 {
		b.cut++
		text += fmt.Sprintf(" … (%d more bytes in this line)", left)
	}
	fmt.Fprintf(&b.numbers, "%d\t%s\n", number, text)
	b.bare.WriteString(text + "\n")
	return true
}

func (b *passageBuilder) finish() (passage, error) {
	if b.binary {
		return passage{}, errBinary
	}
	if b.bad*10 > b.bare.Len() {
		return passage{}, errEncoding
	}
	b.text, b.plain = b.numbers.String(), b.bare.String()
	switch {
	case b.bad > 0:
		b.note = "bytes that aren't UTF-8 are shown as \uFFFD"
	case b.cut > 0:
		b.note = fmt.Sprintf("lines over %d bytes are cut", maxLineBytes)
	}
	return b.passage, nil
}

// wholeRunes leaves out the beginning of a rune at the end of b.
func wholeRunes(b []byte) []byte {
	for i := 1; i <= min(utf8.UTFMax-1, len(b)); i++ {
		if c := b[len(b)-i]; utf8.RuneStart(c) {
			if !utf8.FullRune(b[len(b)-i:]) {
				return b[:len(b)-i]
			}
			break
		}
	}
	return b
}

// cutText is the beginning of text, of at most limit bytes and whole runes.
func cutText(text string, limit int) string {
	text = strings.TrimRight(text, "\n")
	if len(text) <= limit {
		return text
	}
	return string(wholeRunes([]byte(text[:limit]))) + "…"
}
