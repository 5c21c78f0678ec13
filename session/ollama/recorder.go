package ollama

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"
)

// Recorder is a transport that keeps every chat with the server as a recording
// in Dir, which a Replayer answers from. An exchange that was cancelled isn't
// kept. Recordings hold what was sent, prompts and what tools returned, and
// the answer to the byte: only their owner may read them.
type Recorder struct {
	Dir     string
	Next    http.RoundTripper // nil is the transport that New would use
	OnError func(error)       // hears why a recording wasn't kept; may be nil
	// Secret says that a text holds a secret. An exchange with one isn't kept:
	// masking it would change the bytes. Prompts come masked already. nil: nothing
	// is looked for.
	Secret func(text string) bool
}

// ErrSecret means that an exchange wasn't recorded for the secret in it.
var ErrSecret = errors.New("what the model wrote holds what looks like a secret, so this exchange was not recorded")

// Record returns a Recorder into dir, for Config.Transport.
func Record(dir string) *Recorder { return &Recorder{Dir: dir, Next: newTransport()} }

// CloseIdleConnections lets go of idle connections.
func (r *Recorder) CloseIdleConnections() {
	if c, ok := r.Next.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// RoundTrip implements http.RoundTripper.
func (r *Recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	if !isChat(req) {
		return r.Next.RoundTrip(req)
	}
	c, err := cassetteOf(req)
	if err != nil {
		r.failed(err)
		return r.Next.RoundTrip(req)
	}
	began := time.Now()
	res, err := r.Next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	c.Status = res.StatusCode
	res.Body = &recording{src: res.Body, c: c, r: r, began: began}
	return res, nil
}

func (r *Recorder) failed(err error) {
	if r.OnError != nil {
		r.OnError(err)
	}
}

func isChat(req *http.Request) bool {
	return req.Method == http.MethodPost && strings.HasSuffix(req.URL.Path, "/api/chat")
}

// cassetteOf reads the request's body and puts it back.
func cassetteOf(req *http.Request) (*cassette, error) {
	body, err := io.ReadAll(req.Body)
	req.Body.Close()
	req.Body = io.NopCloser(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	digest := ""
	if ex := exchangeOf(req.Context()); ex != nil {
		if digest = ex.digest; ex.steady != nil {
			body = []byte(ex.steady.Replace(string(body)))
		}
	}
	return newCassette(body, digest)
}

// recording is a body that remembers what was read from it.
type recording struct {
	src   io.ReadCloser
	c     *cassette
	r     *Recorder
	began time.Time
	rest  []byte
	saved bool
}

func (b *recording) Close() error { return b.src.Close() }

func (b *recording) Read(p []byte) (int, error) {
	n, err := b.src.Read(p)
	b.rest = append(b.rest, p[:n]...)
	for {
		line, rest, ok := bytes.Cut(b.rest, []byte("\n"))
		if !ok {
			break
		}
		b.keep(line, false)
		b.rest = rest
	}
	if err != nil && !b.saved {
		b.saved = true
		b.end(err)
	}
	return n, err
}

func (b *recording) keep(line []byte, part bool) {
	b.c.Lines = append(b.c.Lines, cassetteLine{At: time.Since(b.began).Milliseconds(), Line: string(line), Part: part})
}

func (b *recording) end(err error) {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return
	}
	if len(b.rest) > 0 {
		b.keep(b.rest, true)
	}
	if err != io.EOF {
		b.c.End = err.Error()
	}
	if b.r.Secret != nil && b.r.Secret(b.c.said()) {
		b.r.failed(ErrSecret)
		return
	}
	if err := b.c.save(b.r.Dir); err != nil {
		b.r.failed(err)
	}
}
