package web

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/oauth2"
)

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
	ctx, cancel := context.WithTimeout(ctx, a.times.Answer)
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
