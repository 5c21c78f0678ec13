package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/oauthex"
	"golang.org/x/oauth2"
)

// watch carries the requests of a login. An MCP server names the addresses, so
// they are checked: the SDK's own check is off as soon as a client brings its
// own dialer or proxy. It also remembers what the SDK doesn't give out: which
// login server it was.
type watch struct {
	a    *authorizer
	meta *oauthex.ClientRegistrationMetadata // nil: no registration in this one
	next http.RoundTripper

	mu       sync.Mutex
	issuer   string
	resource string
	proxies  map[string]bool // addresses that are dialled as configured
}

// maxDocument bounds a metadata document or the answer of a token endpoint, in
// bytes.
const maxDocument = 1 << 20

func (a *authorizer) watch(meta *oauthex.ClientRegistrationMetadata) *watch {
	w := &watch{a: a, meta: meta, next: a.base, proxies: map[string]bool{}}
	if w.next == nil {
		t := ownTransport()
		t.Proxy = w.proxy
		t.DialContext = w.dial
		t.ResponseHeaderTimeout = a.times.Answer
		t.DisableKeepAlives = true // a login is rare
		w.next = t
	}
	return w
}

func (w *watch) client() *http.Client {
	return &http.Client{Transport: w, CheckRedirect: w.checkRedirect, Timeout: w.a.times.Answer}
}

// checkRedirect lets documents move within https or within a host; a POST,
// which carries codes and secrets, never moves.
func (w *watch) checkRedirect(req *http.Request, via []*http.Request) error {
	from := via[0]
	switch {
	case from.Method != http.MethodGet:
		return errors.New("the login server redirects a message with secrets: it wasn't sent on")
	case len(via) > maxRedirects:
		return fmt.Errorf("the login server redirects more than %d times", maxRedirects)
	case req.URL.Scheme != "https" && req.URL.Host != from.URL.Host:
		return errors.New("the login server redirects to another host without https")
	}
	return nil
}

// RoundTrip implements http.RoundTripper.
func (w *watch) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := w.checkURL(req.URL); err != nil {
		closeBody(req)
		return nil, err
	}
	resp, err := w.next.RoundTrip(req)
	if err != nil {
		return nil, plain(req.URL.Hostname(), err)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxDocument+1))
	_ = resp.Body.Close() // it was read
	if err != nil {
		return nil, plain(req.URL.Hostname(), err)
	}
	if len(body) > maxDocument {
		return nil, &TooLarge{Limit: maxDocument, What: "login server's answer"}
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	if req.Method == http.MethodGet && resp.StatusCode == http.StatusOK {
		w.learn(body)
	}
	return resp, nil
}

// document is what is remembered of RFC 8414's and RFC 9728's documents.
type document struct {
	Issuer        string   `json:"issuer"`
	Authorization string   `json:"authorization_endpoint"`
	Methods       []string `json:"token_endpoint_auth_methods_supported"`
	Resource      string   `json:"resource"`
}

func (w *watch) learn(body []byte) {
	var doc document
	if json.Unmarshal(body, &doc) != nil {
		return // the SDK says so
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if doc.Issuer != "" && doc.Authorization != "" {
		w.issuer = doc.Issuer
		if w.meta != nil {
			w.meta.TokenEndpointAuthMethod = method(doc.Methods)
		}
	}
	if doc.Resource != "" {
		w.resource = doc.Resource
	}
}

// method is how vise would like to show who it is: a program on a person's
// machine can keep no secret (RFC 8252, 8.5). Empty is the RFC's default.
func method(supported []string) string {
	for _, m := range []string{"none", "client_secret_post"} {
		if slices.Contains(supported, m) {
			return m
		}
	}
	return ""
}

// record is a login as it is kept.
func (w *watch) record(c *oauth2.Config, tok *oauth2.Token) *Record {
	w.mu.Lock()
	defer w.mu.Unlock()
	r := &Record{
		Issuer: w.issuer, Resource: w.resource, ClientID: c.ClientID, ClientSecret: c.ClientSecret,
		TokenURL: c.Endpoint.TokenURL, AuthStyle: int(c.Endpoint.AuthStyle), Scopes: c.Scopes,
	}
	if r.Issuer == "" { // a server without metadata is its own login server (2025-03-26)
		r.Issuer = originOf(w.a.endpoint).String()
	}
	if r.Resource == "" {
		r.Resource = w.a.endpoint.String()
	}
	r.take(tok)
	return r
}

// checkURL refuses what isn't https, and hosts that only this machine or this
// network can reach, unless the person configured them.
func (w *watch) checkURL(u *url.URL) error {
	host := u.Hostname()
	if _, err := parse(u.String()); err != nil {
		return fmt.Errorf("the server names a login address that can't be used: %w", err)
	}
	if u.Scheme != "https" && !(u.Scheme == "http" && isLoopback(host)) {
		return fmt.Errorf("the server wants a login over %q at %q: only https is used", u.Scheme, host)
	}
	if w.configured(host) {
		return nil
	}
	if isLoopback(host) && !isLoopback(w.a.endpoint.Hostname()) {
		return fmt.Errorf("the server names %q, which is this machine, as a login server: it isn't asked", host)
	}
	if ip, err := netip.ParseAddr(host); err == nil && isPrivate(ip) {
		return fmt.Errorf("the server names %q, which isn't a public address, as a login server: it isn't asked", host)
	}
	return nil
}

// configured reports whether the person's own configuration names the host.
func (w *watch) configured(host string) bool {
	issuer, err := url.Parse(w.a.cfg.Issuer)
	return strings.EqualFold(host, w.a.endpoint.Hostname()) || err == nil && host != "" && strings.EqualFold(host, issuer.Hostname())
}

// proxy remembers the environment's proxies: they are dialled unchecked, and
// what they reach is their own business.
func (w *watch) proxy(req *http.Request) (*url.URL, error) {
	p, err := http.ProxyFromEnvironment(req)
	if p != nil {
		w.mu.Lock()
		w.proxies[strings.ToLower(p.Hostname())] = true
		w.mu.Unlock()
	}
	return p, err
}

// dial checks the address that a name stands for, at the moment it is dialled.
func (w *watch) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	d := net.Dialer{Timeout: 10 * time.Second}
	w.mu.Lock()
	free := w.proxies[strings.ToLower(host)]
	w.mu.Unlock()
	if !free && !w.configured(host) {
		d.Control = func(_, address string, _ syscall.RawConn) error { return w.checkAddress(host, address) }
	}
	return d.DialContext(ctx, network, addr)
}

func (w *watch) checkAddress(host, address string) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%q is no address", address)
	}
	ip := at.Addr().Unmap()
	if isPrivate(ip) || ip.IsLoopback() && !isLoopback(w.a.endpoint.Hostname()) {
		return fmt.Errorf("the login server %q is at %s, which isn't a public address: it isn't asked", host, ip)
	}
	return nil
}
