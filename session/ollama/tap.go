package ollama

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	// maxLine is the longest line, in bytes, that is read of an answer. The
	// client of Ollama's own stops there too, without saying so.
	maxLine = 8_000_000 - 1
	// maxErrorBody is how much of an error's body is kept, in bytes.
	maxErrorBody = 64 << 10
	// maxRetryAfter bounds how long a busy server is waited for at a time.
	maxRetryAfter = 10 * time.Second
)

var errLineTooLong = errors.New("a line of more than 8 MB")

// exchange is what one request and its answer looked like on the wire. The
// client of Ollama's own turns cut-off streams into success and loses the
// status of errors; here both are kept.
type exchange struct {
	digest string            // of the model, for a recording's key
	steady *strings.Replacer // takes out of a request what is new every time, for that key; nil: nothing

	status  int
	proto   string // status line
	header  http.Header
	body    []byte // of an error status, up to maxErrorBody
	lines   int
	line    []byte // the last one handed on, as it came
	errLine []byte // the line that carried {"error":…} under a good status
	readErr error  // why reading ended, unless at a clean end
}

type exchangeKey struct{}

func withExchange(ctx context.Context, ex *exchange) context.Context {
	return context.WithValue(ctx, exchangeKey{}, ex)
}

func exchangeOf(ctx context.Context) *exchange {
	ex, _ := ctx.Value(exchangeKey{}).(*exchange)
	return ex
}

// calls returns the tool calls of the line being handled.
func (ex *exchange) calls() []rawCall { return rawCalls(ex.line) }

// retryAfter is how long the server asked to wait, 0 if it didn't say.
func (ex *exchange) retryAfter() time.Duration {
	s, err := strconv.Atoi(ex.header.Get("Retry-After"))
	if err != nil || s < 0 {
		return 0
	}
	return time.Duration(min(s, 3600)) * time.Second
}

// tap is the transport that fills the exchange of a request's context.
type tap struct{ next http.RoundTripper }

func (t *tap) CloseIdleConnections() {
	if c, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

func (t *tap) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := t.next.RoundTrip(req)
	ex := exchangeOf(req.Context())
	if err != nil || ex == nil {
		return res, err
	}
	ex.status, ex.proto, ex.header = res.StatusCode, res.Status, res.Header
	if res.StatusCode >= http.StatusBadRequest {
		// A body that can't be read whole still has its status.
		ex.body, ex.readErr = io.ReadAll(io.LimitReader(res.Body, maxErrorBody))
		res.Body.Close()
		res.Body = io.NopCloser(bytes.NewReader(ex.body))
		return res, nil
	}
	res.Body = &tapBody{src: res.Body, br: bufio.NewReaderSize(res.Body, 16<<10), ex: ex}
	return res, nil
}

// gather is how long lines that follow fast are gathered before they are read:
// a thousand tokens a second would else wake the program a thousand times. The
// first one, and those of a slower model, are read at once.
const gather = 8 * time.Millisecond

// tapBody hands on one line a Read, so that the line being handled by the
// client's callback is the last one that was read.
type tapBody struct {
	src  io.ReadCloser
	br   *bufio.Reader
	ex   *exchange
	rest []byte
	err  error
	came time.Time // when bytes were waited for the last time
}

func (b *tapBody) Close() error { return b.src.Close() }

func (b *tapBody) Read(p []byte) (int, error) {
	for len(b.rest) == 0 {
		if b.err != nil {
			return 0, b.err
		}
		b.next()
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

func (b *tapBody) next() {
	waits := b.br.Buffered() == 0
	if waits {
		time.Sleep(gather - time.Since(b.came)) // not at all where that isn't positive
	}
	line, err := readLine(b.br)
	if waits {
		b.came = time.Now()
	}
	if err != nil {
		b.err = err
		if err != io.EOF {
			b.ex.readErr = err
		}
	}
	if errors.Is(err, errLineTooLong) {
		return
	}
	if line = bytes.TrimSpace(line); err != nil && len(line) > 0 && !json.Valid(line) {
		line = nil // the end of it never came
		if err == io.EOF {
			b.ex.readErr = io.ErrUnexpectedEOF
		}
	}
	if len(line) > 0 {
		b.rest = append(b.ex.see(line), '\n')
	}
}

// readLine reads up to and with the next newline, at most maxLine bytes.
func readLine(br *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		frag, err := br.ReadSlice('\n')
		line = append(line, frag...)
		if len(line) > maxLine {
			return nil, errLineTooLong
		}
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}

// see notes what matters in a line and returns the line for the client:
// changed only where the client would refuse all of it for its arguments.
func (ex *exchange) see(line []byte) []byte {
	ex.lines++
	ex.line = line
	if bytes.Contains(line, []byte(`"error"`)) && readServerError(line).Text != "" {
		ex.errLine = line
	}
	if bytes.Contains(line, []byte(`"tool_calls"`)) {
		return readableCalls(line)
	}
	return line
}
