package stdio

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

const (
	chunk     = 64 << 10 // bytes read at once
	blanks    = 1000     // empty lines in a row that are passed over
	endlessBy = 64       // times the limit: a line as long as that has no end
)

// lineReader reads lines of a bounded length. It keeps no more than the limit
// in memory, and no more than a chunk between lines.
type lineReader struct {
	r     *bufio.Reader
	limit int
	begun bool
}

func newLineReader(r io.Reader, limit int) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, min(chunk, max(limit, 16))), limit: limit}
}

// tooLong is a line over the limit that was read to its end and thrown away.
type tooLong struct {
	limit   int
	endless bool   // given up before its end
	id      []byte // of the message in it, as JSON; nil: none was found
	method  bool   // the message was a request or notification
}

func (e *tooLong) Error() string {
	if e.endless {
		return fmt.Sprintf("the server sent more than %s without the end of a line", size(e.limit*endlessBy))
	}
	return fmt.Sprintf("the server sent a message of more than %s, which is the limit; it was thrown away", size(e.limit))
}

func size(bytes int) string {
	switch {
	case bytes >= 1<<20:
		return fmt.Sprintf("%d MiB", bytes>>20)
	case bytes >= 1<<10:
		return fmt.Sprintf("%d KiB", bytes>>10)
	}
	return fmt.Sprintf("%d bytes", bytes)
}

// next is the next line that isn't empty, without space around it; it is valid
// until the next call. The error is a *tooLong, with which reading can go on, or
// the reader's. A last line without an end is a line.
func (l *lineReader) next() ([]byte, error) {
	for n := 0; ; n++ {
		line, err := l.line()
		if !l.begun {
			l.begun = true
			line = bytes.TrimPrefix(line, []byte("\uFEFF"))
		}
		line = bytes.TrimSpace(line)
		switch {
		case len(line) > 0 && (err == nil || errors.Is(err, io.EOF)):
			return line, nil
		case err != nil:
			return nil, err
		case n > blanks:
			return []byte(" "), nil
		}
	}
}

func (l *lineReader) line() ([]byte, error) {
	part, err := l.r.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return part, err
	}
	line := bytes.Clone(part)
	for errors.Is(err, bufio.ErrBufferFull) {
		if len(line) > l.limit {
			return nil, l.skip(line)
		}
		part, err = l.r.ReadSlice('\n')
		line = append(line, part...)
	}
	if len(line) > l.limit+1 && err == nil {
		e := envelope{}
		e.feed(line)
		return nil, &tooLong{limit: l.limit, id: e.id, method: e.method}
	}
	return line, err
}

// skip reads a line to its end and remembers only which message it was.
func (l *lineReader) skip(begin []byte) error {
	var e envelope
	e.feed(begin)
	n, err := len(begin), error(bufio.ErrBufferFull)
	for errors.Is(err, bufio.ErrBufferFull) {
		var part []byte
		part, err = l.r.ReadSlice('\n')
		e.feed(part)
		if n += len(part); n/endlessBy > l.limit {
			return &tooLong{limit: l.limit, endless: true}
		}
	}
	if err != nil {
		return err
	}
	return &tooLong{limit: l.limit, id: e.id, method: e.method}
}

// envelope finds the id of a JSON-RPC message in a stream of its bytes, without
// keeping them: the members of the outermost object only.
type envelope struct {
	id     []byte
	method bool

	depth             int
	inString, escaped bool
	token, key        []byte
}

const (
	maxToken = 256 // bytes kept of a name or value
	window   = 512 // bytes searched at once: a text of nothing but escapes takes no longer than others
)

func (e *envelope) feed(data []byte) {
	for len(data) > 0 {
		if e.inString {
			data = e.inside(data)
			continue
		}
		e.outside(data[0])
		data = data[1:]
	}
}

func (e *envelope) outside(b byte) {
	switch b {
	case '{', '[':
		e.depth++
	case '}', ']':
		e.member()
		e.depth--
	case ',':
		e.member()
	case ':':
		if e.depth == 1 {
			e.key, e.token = e.token, nil
		}
	case ' ', '\t', '\r', '\n':
	default:
		e.inString = b == '"'
		e.keep([]byte{b})
	}
}

// inside goes on in a string and returns what it didn't take.
func (e *envelope) inside(data []byte) (rest []byte) {
	if e.escaped {
		e.escaped = false
		e.keep(data[:1])
		return data[1:]
	}
	part := data[:min(len(data), window)]
	if end := bytes.IndexByte(part, '"'); end >= 0 {
		part = part[:end+1]
	}
	if esc := bytes.IndexByte(part, '\\'); esc >= 0 {
		part = part[:esc+1]
		e.escaped = true
	} else {
		e.inString = part[len(part)-1] != '"'
	}
	e.keep(part)
	return data[len(part):]
}

func (e *envelope) keep(data []byte) {
	if e.depth == 1 {
		e.token = append(e.token, data[:min(len(data), maxToken-len(e.token))]...)
	}
}

// member ends a member of the outermost object.
func (e *envelope) member() {
	if e.depth != 1 {
		return
	}
	switch string(e.key) {
	case `"id"`:
		e.id = e.token
	case `"method"`:
		e.method = true
	}
	e.key, e.token = nil, nil
}
