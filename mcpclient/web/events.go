package web

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"

	"vise/mcpclient/wire"
)

// events passes a stream of server-sent events on, one whole event at a time,
// so that one that is too large can be left out: the request it would have
// answered gets an error, and the session goes on.
type events struct {
	body   io.ReadCloser
	in     *bufio.Reader
	limit  int64
	reply  func() []byte // the message to give instead; may be empty
	failed func(error)
	mend   bool // messages are prepared for the SDK

	buf  []byte // the event that is being passed on
	rest []byte // what of it hasn't been read
	err  error
}

func newEvents(body io.ReadCloser, limit int64, reply func() []byte, failed func(error)) *events {
	return &events{body: body, in: bufio.NewReader(body), limit: limit, reply: reply, failed: failed}
}

// Read implements io.Reader.
func (e *events) Read(p []byte) (int, error) {
	for len(e.rest) == 0 {
		if e.err != nil {
			return 0, e.err
		}
		e.next()
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

// Close implements io.Closer.
func (e *events) Close() error { return e.body.Close() }

// keptBuffer is how much of a buffer is kept for the next event, in bytes.
const keptBuffer = 64 << 10

// next reads one event up to its empty line.
func (e *events) next() {
	if cap(e.buf) > keptBuffer {
		e.buf = nil
	}
	e.buf = e.buf[:0]
	begin := 0 // of the line
	for {
		part, err := e.in.ReadSlice('\n')
		if int64(len(e.buf)+len(part)) > e.limit {
			e.tooLarge()
			return
		}
		e.buf = append(e.buf, part...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil {
			e.whole()
			e.err = err
			return
		}
		if len(bytes.TrimRight(e.buf[begin:], "\r\n")) == 0 {
			e.whole()
			return
		}
		begin = len(e.buf)
	}
}

// whole passes on what was read.
func (e *events) whole() {
	e.rest = e.buf
	if e.mend && wire.Concerns(e.buf) {
		e.rest = mended(e.buf)
	}
}

// mended is a whole event whose message is prepared for the SDK.
func mended(event []byte) []byte {
	var data, others []byte
	for line := range bytes.Lines(event) {
		line = bytes.TrimRight(line, "\r\n")
		value, ok := bytes.CutPrefix(line, []byte("data:"))
		switch {
		case ok && data != nil:
			data = append(append(data, '\n'), bytes.TrimPrefix(value, []byte(" "))...)
		case ok:
			data = append([]byte{}, bytes.TrimPrefix(value, []byte(" "))...)
		case len(line) > 0:
			others = append(append(others, line...), '\n')
		}
	}
	next := wire.MendText(data)
	if bytes.Equal(next, data) {
		return event
	}
	return slices.Concat(others, []byte("data: "), next, []byte("\n\n"))
}

// tooLarge ends the stream, with a message instead of the one that is too
// large.
func (e *events) tooLarge() {
	big := &TooLarge{Limit: e.limit, What: "event of the server"}
	e.buf, e.err = nil, big
	e.failed(big)
	if reply := e.reply(); len(reply) > 0 {
		e.rest = append(append([]byte("data: "), reply...), "\n\n"...)
		e.err = io.EOF
	}
	_ = e.body.Close() // nothing of the rest is read
}
