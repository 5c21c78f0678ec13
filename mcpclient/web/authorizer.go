package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"sync"
)

// OAuthConfig is what a person's configuration says about a server's login.
// Everything in it can be left out.
type OAuthConfig struct {
	ClientID       string   // registered with the login server beforehand
	ClientSecret   string   // goes with ClientID
	Scopes         []string // to ask for, instead of what the server proposes
	Issuer         string   // the only login server that gets ClientSecret
	CallbackPort   int      // 0: any
	ClientDocument string   // https: a client id metadata document that describes vise
}

// ErrLogin: the server wants a login, and none was made: nobody could be
// asked, they declined, or it failed.
var ErrLogin = errors.New("a login is needed")

// loginError is what a login came to, in words.
type loginError struct {
	text    string
	renewal bool // there is a login, which can't be renewed just now
	err     error
}

func (e *loginError) Error() string        { return e.text }
func (e *loginError) Unwrap() error        { return e.err }
func (e *loginError) Is(target error) bool { return !e.renewal && target == ErrLogin }

// authorizer holds one server's login: loaded when first needed, renewed when
// it is old, made anew with the person's help.
type authorizer struct {
	server   string
	endpoint *url.URL
	cfg      OAuthConfig
	version  string
	tokens   TokenStore
	open     func(context.Context, Authorize) error
	base     http.RoundTripper // nil: the flow's own
	times    Times
	turn     chan struct{} // held by the one who renews or logs in

	mu      sync.Mutex
	loaded  bool
	login   *Record // nil: none; never changed once it is here
	trouble error   // of loading or keeping it
}

func newAuthorizer(cfg Config, d *Dialer) *authorizer {
	a := &authorizer{
		server: d.e.Name, endpoint: d.url, version: cfg.Version, tokens: cfg.Tokens, open: cfg.Open,
		base: cfg.Base, times: d.times, turn: make(chan struct{}, 1),
	}
	if d.e.OAuth != nil {
		a.cfg = *d.e.OAuth
	}
	return a
}

// key is the server's identity in the token store: its configured name and
// its whole address, of which only the host can be read.
func (a *authorizer) key() string {
	sum := sha256.Sum256([]byte(a.endpoint.String()))
	return "mcp " + a.server + " " + a.endpoint.Host + " " + hex.EncodeToString(sum[:8])
}

// current is the login there is, or nil. One that can't be read is made anew.
func (a *authorizer) current() *Record {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.loaded {
		a.login, a.trouble = a.tokens.Load(a.key())
		a.loaded = true
	}
	return a.login
}

func (a *authorizer) set(r *Record) {
	a.mu.Lock()
	a.login, a.loaded = r, true
	a.mu.Unlock()
}

// problem is what last went wrong with loading or keeping the login.
func (a *authorizer) problem() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.trouble
}

// secrets are what mustn't appear in a message.
func (a *authorizer) secrets() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	all := []string{a.cfg.ClientSecret}
	if a.login != nil {
		all = append(all, a.login.Access, a.login.Refresh, a.login.ClientSecret)
	}
	return all
}

// granted are the scopes there are.
func (a *authorizer) granted() []string {
	if r := a.current(); r != nil {
		return slices.Clone(r.Scopes)
	}
	return nil
}
