package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// guard is nearest to the network. It lets requests out only to the configured
// origin, adds the configured headers there, and waits for an event stream's
// headers only for a while: the SDK opens streams in a context that has no
// end.
type guard struct {
	d      *Dialer
	next   http.RoundTripper
	sse    bool
	opened atomic.Bool // there was a stream
}

var errNoHeaders = errors.New("the server didn't begin its event stream in time")

// RoundTrip implements http.RoundTripper.
func (g *guard) RoundTrip(req *http.Request) (*http.Response, error) {
	if o := originOf(req.URL); o != g.d.origin {
		closeBody(req)
		return nil, &Redirect{From: g.d.origin.String(), To: o.String(),
			why: fmt.Sprintf("the server at %s wants its messages sent to %q: vise sends them nowhere else", g.d.origin, o)}
	}
	req = req.Clone(req.Context())
	for name, values := range g.d.headers {
		req.Header[name] = values
	}
	if req.Method != http.MethodGet {
		resp, err := g.next.RoundTrip(req)
		return g.checked(req, resp, err)
	}
	resp, err := g.stream(req)
	resp, err = g.checked(req, resp, err)
	if err != nil && req.Context().Err() == nil && !g.sse && !g.opened.Load() {
		// The stream of a session is optional; the SDK would try for half a
		// minute and then end the session.
		g.d.failed(err)
		return noStream(req), nil
	}
	g.opened.CompareAndSwap(false, err == nil && resp.StatusCode == http.StatusOK)
	return resp, err
}

// checked refuses answers that lead elsewhere.
func (g *guard) checked(req *http.Request, resp *http.Response, err error) (*http.Response, error) {
	if err != nil {
		return nil, plain(req.URL.Hostname(), err)
	}
	if err := g.d.redirected(req, resp); err != nil {
		_ = resp.Body.Close() // nothing in it is wanted
		return nil, err
	}
	return resp, nil
}

// stream sends a request whose headers have to come in time.
func (g *guard) stream(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(req.Context())
	timer := time.AfterFunc(g.d.times.Stream, func() { cancel(errNoHeaders) })
	resp, err := g.next.RoundTrip(req.WithContext(ctx))
	if !timer.Stop() && err == nil {
		_ = resp.Body.Close() // too late
		err = errNoHeaders
	}
	if err != nil {
		if errors.Is(context.Cause(ctx), errNoHeaders) {
			err = errNoHeaders
		}
		cancel(err)
		return nil, err
	}
	resp.Body = &closing{ReadCloser: resp.Body, then: func() { cancel(context.Canceled) }}
	return resp, nil
}

// closing does one thing more when it is closed.
type closing struct {
	io.ReadCloser
	then func()
}

func (c *closing) Close() error {
	defer c.then()
	return c.ReadCloser.Close()
}

// noStream is how a server says that it offers no stream.
func noStream(req *http.Request) *http.Response {
	return &http.Response{
		Status: "405 Method Not Allowed", StatusCode: http.StatusMethodNotAllowed,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Body: http.NoBody, Request: req,
	}
}

func closeBody(req *http.Request) {
	if req.Body != nil {
		_ = req.Body.Close() // RoundTrippers close what they don't send
	}
}

// redirected says whether an answer leads where vise doesn't go.
func (d *Dialer) redirected(req *http.Request, resp *http.Response) error {
	if resp.StatusCode < 300 || resp.StatusCode > 399 || resp.Header.Get("Location") == "" {
		return nil
	}
	to, err := resp.Location()
	if err != nil {
		return fmt.Errorf("the server redirects to something that is no address (%d)", resp.StatusCode)
	}
	r := &Redirect{Status: resp.StatusCode, From: d.origin.String(), To: originOf(to).String()}
	if originOf(to) != d.origin {
		r.why = fmt.Sprintf("the server at %s redirects to another one, %q: nothing was sent there; if that is where it is now, put that address into the configuration", r.From, r.To)
		return r
	}
	if req.Method == http.MethodPost && resp.StatusCode != http.StatusTemporaryRedirect && resp.StatusCode != http.StatusPermanentRedirect {
		r.why = fmt.Sprintf("the server redirects (%d) to %q in a way that drops the message: put that address into the configuration", resp.StatusCode, to.EscapedPath())
		return r
	}
	return nil
}

// maxRedirects bounds the redirects within an origin.
const maxRedirects = 3

// checkRedirect is the second lock on the same door: guard sees every answer
// before the HTTP client does.
func (d *Dialer) checkRedirect(req *http.Request, via []*http.Request) error {
	if originOf(req.URL) != d.origin {
		return &Redirect{From: d.origin.String(), To: originOf(req.URL).String(), why: "the server redirects to another one"}
	}
	if len(via) > maxRedirects {
		return fmt.Errorf("the server redirects more than %d times", maxRedirects)
	}
	return nil
}
