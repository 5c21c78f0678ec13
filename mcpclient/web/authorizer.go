package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"golang.org/x/oauth2"
)

// OAuthConfig is what a person's configuration says about a server's login.
// Everything in it can be left out.
type OAuthConfig struct {
	ClientID     string   // registered with the login server beforehand
	ClientSecret string   // goes with ClientID
	Scopes       []string // to ask for, instead of what the server proposes
	Issuer       string   // the only login server that gets ClientSecret
	CallbackPort int      // 0: any
	MetadataURL  string   // https: a client id metadata document that describes vise
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
	times    times
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

// slack is how long before its end a token counts as old.
const slack = 20 * time.Second

func (r *Record) old() bool { return !r.Expiry.IsZero() && time.Until(r.Expiry) < slack }

// usable is the login to send with a request, renewed where it is old; nil
// where there is none.
func (a *authorizer) usable(ctx context.Context) (*Record, error) {
	r := a.current()
	if r == nil || r.Access == "" || !r.old() {
		return r, nil
	}
	if err := a.take(ctx); err != nil {
		return nil, err
	}
	defer a.give()
	return a.renewed(ctx, r)
}

func (a *authorizer) take(ctx context.Context) error {
	select {
	case a.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (a *authorizer) give() { <-a.turn }

// renewed is a login newer than r: another one's, another process's, or one
// got with r's refresh token. It has no token when r can't be renewed; then
// only a person can help. The caller has the turn.
func (a *authorizer) renewed(ctx context.Context, r *Record) (*Record, error) {
	if now := a.current(); now != r {
		return now, nil
	}
	if kept := a.reload(r); kept != nil {
		if !kept.old() {
			return kept, nil
		}
		r = kept
	}
	if r.Refresh == "" {
		return a.spent(r), nil
	}
	fresh, err := a.refresh(ctx, r)
	var refused *oauth2.RetrieveError
	if errors.As(err, &refused) && refused.Response != nil && refused.Response.StatusCode < 500 {
		// It is used up (RFC 6749, 5.2), perhaps by another vise just now.
		if kept := a.reload(r); kept != nil && !kept.old() {
			return kept, nil
		}
		return a.spent(r), nil
	} else if err != nil {
		return nil, &loginError{renewal: true, text: fmt.Sprintf("the login of %s can't be renewed: %s", a.server, a.words(err)), err: err}
	}
	a.keep(fresh)
	return fresh, nil
}

// spent is what is left of a login whose tokens are of no use any more: where
// it was made, and with which scopes.
func (a *authorizer) spent(r *Record) *Record {
	rest := *r
	rest.Access, rest.Refresh = "", ""
	a.keep(&rest)
	return &rest
}

// reload is what another vise has kept since r was read, or nil.
func (a *authorizer) reload(r *Record) *Record {
	kept, err := a.tokens.Load(a.key())
	if err != nil || kept == nil || r != nil && kept.Access == r.Access {
		return nil
	}
	a.set(kept)
	return kept
}

// keep takes a new login. One that can't be written down still serves until
// vise ends.
func (a *authorizer) keep(r *Record) {
	err := a.tokens.Save(a.key(), r)
	a.mu.Lock()
	a.login, a.loaded, a.trouble = r, true, err
	a.mu.Unlock()
}

// refresh uses the refresh token. RFC 8707 wants the resource named here,
// too, which x/oauth2's own token source doesn't do.
func (a *authorizer) refresh(ctx context.Context, r *Record) (*Record, error) {
	ctx, cancel := context.WithTimeout(ctx, a.times.answer)
	defer cancel()
	cfg := oauth2.Config{ClientID: r.ClientID, ClientSecret: r.ClientSecret,
		Endpoint: oauth2.Endpoint{TokenURL: r.TokenURL, AuthStyle: oauth2.AuthStyle(r.AuthStyle)}}
	client := a.watch(nil).client()
	// The empty "code" that Exchange sends counts as left out (RFC 6749, 3.2).
	tok, err := cfg.Exchange(context.WithValue(ctx, oauth2.HTTPClient, client), "",
		oauth2.SetAuthURLParam("grant_type", "refresh_token"),
		oauth2.SetAuthURLParam("refresh_token", r.Refresh),
		oauth2.SetAuthURLParam("resource", r.Resource))
	if err != nil {
		return nil, err
	}
	fresh := *r
	fresh.take(tok)
	return &fresh, nil
}

// take moves what a token endpoint answered into the record. A refresh token
// that isn't replaced stays good.
func (r *Record) take(tok *oauth2.Token) {
	r.Access, r.Type, r.Expiry = tok.AccessToken, tok.TokenType, tok.Expiry
	if tok.RefreshToken != "" {
		r.Refresh = tok.RefreshToken
	}
	if scope, ok := tok.Extra("scope").(string); ok {
		r.Scopes = fields(scope)
	}
}

// Login asks for the server's login now, with as much time as a person needs.
// A login that is there and works is kept. It says whether the server wants
// one at all. An error together with true may say that the login couldn't be
// kept: see LoggedIn.
func (d *Dialer) Login(ctx context.Context) (wanted bool, err error) {
	if d.auth == nil {
		return false, errors.New("the server's key is in its headers: there is no login to make")
	}
	ctx, cancel := context.WithTimeout(ctx, d.times.login+d.times.probe)
	defer cancel()
	err = d.ask(ctx)
	if Plain(err) != nil && !answered(err) {
		return true, Plain(err)
	}
	if r := d.auth.current(); r == nil || r.Access == "" {
		return false, nil
	}
	return true, d.auth.problem()
}

// answered reports whether the server answered, be it with a refusal of
// something else than the login.
func answered(err error) bool {
	var f *Fault
	return errors.As(err, &f) && f.Status != http.StatusUnauthorized && f.Status < 500
}

// LoggedIn reports whether there is a login that can be used or renewed.
func (d *Dialer) LoggedIn() bool {
	if d.auth == nil {
		return false
	}
	r := d.auth.current()
	return r != nil && r.Access != "" && (!r.old() || r.Refresh != "")
}

// Logout forgets the server's login, here and in the token store.
func (d *Dialer) Logout() error {
	if d.auth == nil {
		return nil
	}
	d.auth.set(nil)
	return d.auth.tokens.Delete(d.auth.key())
}

// granted are the scopes there are.
func (a *authorizer) granted() []string {
	if r := a.current(); r != nil {
		return slices.Clone(r.Scopes)
	}
	return nil
}
