// Package web reaches MCP servers over HTTP: Streamable HTTP, the older SSE
// transport, and OAuth logins for both. Whatever a server answers is bounded
// in size; nothing is ever sent to another origin than the configured one.
package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// DefaultMaxBody bounds, in bytes, one answer or one server-sent event, after
// decompression.
const DefaultMaxBody = 16 << 20

// Endpoint is one configured server.
type Endpoint struct {
	Name    string            // the configured name, for messages
	URL     string            // http or https, no user information in it
	Headers map[string]string // sent with every request to URL's origin
	SSE     bool              // the transport of 2024-11-05
	Auto    bool              // Streamable HTTP first, SSE when the server doesn't know it; SSE above goes first
	OAuth   *OAuthConfig      // nil: everything is found out from the server
	MaxBody int64             // bytes; 0: DefaultMaxBody
}

// Config is what all servers share.
type Config struct {
	Version string // of vise, for User-Agent

	// Tokens keeps logins. Nil: no OAuth, and a 401 is a Fault.
	Tokens TokenStore

	// Open shows the person the host and the whole address of a login page,
	// and opens it (see OpenBrowser) once they agree. Nil as its error means
	// that the page was opened; it may also wait until ctx is over, which it
	// is as soon as the login is made or given up. Any other error: they
	// declined. Several servers may ask at once. The request that needs the
	// login waits meanwhile, and its context bounds the login, too. A nil Open:
	// nobody can be asked, and a server that wants a login gives ErrLogin.
	Open func(ctx context.Context, a Authorize) error

	// Base carries the requests. Nil: a transport of this package, with the
	// proxy that the environment names.
	Base http.RoundTripper

	Times Times
}

// Times bound what a server, or a person, can keep vise waiting. Zero values
// are defaults.
type Times struct {
	Probe  time.Duration // 10 s: each question that finds out which transport it is
	Stream time.Duration // 4 s: the headers of an event stream
	Login  time.Duration // 5 min: a person's login
	Answer time.Duration // 30 s: one answer of a token endpoint or a metadata document
}

func (t Times) filled() Times {
	or := func(d, def time.Duration) time.Duration {
		if d > 0 {
			return d
		}
		return def
	}
	return Times{
		Probe:  or(t.Probe, 10*time.Second),
		Stream: or(t.Stream, 4*time.Second),
		Login:  or(t.Login, 5*time.Minute),
		Answer: or(t.Answer, 30*time.Second),
	}
}

// Dialer reaches one server, as often as needed. It is safe for concurrent
// use.
type Dialer struct {
	e       Endpoint
	url     *url.URL
	origin  origin
	headers http.Header
	base    http.RoundTripper
	auth    *authorizer // nil: no OAuth
	times   Times
	notes   []string

	old   atomic.Int32 // what Auto found: unknown, streamable, sse
	mu    sync.Mutex
	fault error
}

const (
	unknown int32 = iota
	streamable
	sse
)

// New checks an endpoint. It sends nothing. The error says what is wrong with
// the address or with a header, by the header's name and never its value.
func New(cfg Config, e Endpoint) (*Dialer, error) {
	u, err := parseEndpoint(e.URL)
	if err != nil {
		return nil, err
	}
	headers, err := checkHeaders(e.Headers)
	if err != nil {
		return nil, err
	}
	if headers.Get("User-Agent") == "" {
		headers.Set("User-Agent", "vise/"+cfg.Version)
	}
	if e.MaxBody <= 0 {
		e.MaxBody = DefaultMaxBody
	}
	d := &Dialer{e: e, url: u, origin: originOf(u), headers: headers, base: cfg.Base, times: cfg.Times.filled()}
	if d.base == nil {
		d.base = ownTransport()
	}
	switch {
	case e.SSE:
		d.e.Auto = false
		d.old.Store(sse)
	case !e.Auto:
		d.old.Store(streamable)
	}
	if u.Scheme == "http" && !isLoopback(u.Hostname()) {
		d.notes = append(d.notes, "http:// isn't encrypted: others on the way can read and change everything")
	}
	if cfg.Tokens != nil && headers.Get("Authorization") == "" {
		d.auth = newAuthorizer(cfg, d)
	}
	return d, nil
}

// Notes are remarks on the configuration, in words.
func (d *Dialer) Notes() []string { return d.notes }

// Kind is how the server is reached: "http", "sse", or "http or sse" as long
// as that hasn't been found out.
func (d *Dialer) Kind() string {
	switch d.old.Load() {
	case streamable:
		return "http"
	case sse:
		return "sse"
	}
	return "http or sse"
}

// Last is what last went wrong on the way to the server, or nil: a *Fault, a
// *TooLarge, a *Redirect or an error of the network. The SDK keeps only the
// text of an error that ended a session; this is the error.
func (d *Dialer) Last() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.fault
}

// failed keeps err for Last.
func (d *Dialer) failed(err error) {
	if errors.Is(err, context.Canceled) {
		return // vise's own doing
	}
	d.mu.Lock()
	d.fault = err
	d.mu.Unlock()
}

// Transport is a way to one session. Each session needs its own.
func (d *Dialer) Transport() mcp.Transport { return &transport{d: d} }

// Close lets go of connections that are kept for later sessions. Sessions are
// closed by themselves.
func (d *Dialer) Close() {
	if idle, ok := d.base.(interface{ CloseIdleConnections() }); ok {
		idle.CloseIdleConnections()
	}
}

// client is the HTTP client of one session: faults, then logins, then the
// guard, then the network.
func (d *Dialer) client(kind int32) *http.Client {
	var rt http.RoundTripper = &guard{d: d, next: d.base, sse: kind == sse}
	if d.auth != nil {
		rt = &authTripper{auth: d.auth, next: rt, sse: kind == sse}
	}
	return &http.Client{Transport: &faults{d: d, next: rt, sse: kind == sse}, CheckRedirect: d.checkRedirect}
}
