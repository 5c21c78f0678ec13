package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
	"golang.org/x/oauth2"
)

// Authorize is a login page that a server wants opened. All of it is text of
// others.
type Authorize struct {
	Server    string   // configured name of the MCP server that asks
	URL       string   // whole; https, or http on this machine
	Host      string   // as people write it
	ASCIIHost string   // as the network has it
	Punycode  bool     // the host isn't ASCII: it may look like another one
	Scopes    []string // asked for
}

// flow makes a login with the person's help. The protocol is the SDK's; the
// listener, the checks and the keeping are here. The caller has the turn.
func (a *authorizer) flow(ctx context.Context, resp *http.Response) error {
	if a.open == nil {
		return a.needed()
	}
	if a.endpoint.Scheme == "http" && !isLoopback(a.endpoint.Hostname()) {
		return &loginError{text: fmt.Sprintf("the server %s wants a login over http, where everyone on the way could read it: use https", a.server)}
	}
	ctx, cancel := context.WithTimeout(ctx, a.times.Login)
	defer cancel()
	back, err := listen(a.cfg.CallbackPort)
	if err != nil {
		return err
	}
	defer back.close()
	meta := a.registration(back)
	w := a.watch(meta)
	var got *Record
	cfg := a.handlerConfig(back, meta, resp.StatusCode == http.StatusForbidden)
	cfg.Client = w.client()
	cfg.AuthorizationCodeFetcher = func(ctx context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
		return a.fetch(ctx, back, args.URL)
	}
	cfg.NewTokenSource = func(_ context.Context, c *oauth2.Config, tok *oauth2.Token) (oauth2.TokenSource, error) {
		got = w.record(c, tok)
		return oauth2.StaticTokenSource(tok), nil
	}
	handler, err := auth.NewAuthorizationCodeHandler(cfg)
	if err != nil {
		return err
	}
	resp.Body = http.NoBody
	req := (&http.Request{Method: http.MethodPost, URL: a.endpoint, Header: http.Header{}}).WithContext(ctx)
	if err := handler.Authorize(ctx, req, resp); err != nil {
		if ctx.Err() != nil && errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
			return fmt.Errorf("nobody logged in within %v", a.times.Login)
		}
		return err
	}
	if got == nil {
		return errors.New("the server asks for a login in a way that vise doesn't know")
	}
	a.keep(got)
	return nil
}

// needed says that somebody has to log in, and why the login that was kept
// didn't do.
func (a *authorizer) needed() error {
	text := fmt.Sprintf("the server %s wants a login: run `vise servers login %s`", a.server, a.server)
	if err := a.problem(); err != nil {
		text += fmt.Sprintf(" (%v)", err)
	}
	return &loginError{text: text}
}

// registration is how vise introduces itself to a login server (RFC 7591).
func (a *authorizer) registration(back *callback) *oauthex.ClientRegistrationMetadata {
	return &oauthex.ClientRegistrationMetadata{
		RedirectURIs:    []string{back.url},
		ClientName:      "vise",
		GrantTypes:      []string{"authorization_code", "refresh_token"},
		ResponseTypes:   []string{"code"},
		SoftwareID:      "vise",
		SoftwareVersion: a.version,
	}
}

func (a *authorizer) handlerConfig(back *callback, meta *oauthex.ClientRegistrationMetadata, stepUp bool) *auth.AuthorizationCodeHandlerConfig {
	cfg := &auth.AuthorizationCodeHandlerConfig{
		RedirectURL:                     back.url,
		DynamicClientRegistrationConfig: &auth.DynamicClientRegistrationConfig{Metadata: meta},
		RequestRefreshToken:             true,
		ScopeFilter:                     func(found []string) []string { return a.scopes(found, stepUp) },
	}
	if a.cfg.ClientDocument != "" {
		cfg.ClientIDMetadataDocumentConfig = &auth.ClientIDMetadataDocumentConfig{URL: a.cfg.ClientDocument}
	}
	if a.cfg.ClientID != "" {
		cfg.PreregisteredClient = &oauthex.ClientCredentials{ClientID: a.cfg.ClientID, Issuer: a.issuer()}
		if a.cfg.ClientSecret != "" {
			cfg.PreregisteredClient.ClientSecretAuth = &oauthex.ClientSecretAuth{ClientSecret: a.cfg.ClientSecret}
		}
	}
	return cfg
}

// issuer is the login server that a configured client belongs to: the
// configured one, else the one it was first used with. A server can't lead
// the secret elsewhere afterwards.
func (a *authorizer) issuer() string {
	if a.cfg.Issuer != "" {
		return a.cfg.Issuer
	}
	if r := a.current(); r != nil && r.ClientID == a.cfg.ClientID {
		return r.Issuer
	}
	return ""
}

// scopes are what is asked for: what the configuration says, else what the
// server proposes; in a step-up what was granted and what is wanted now.
func (a *authorizer) scopes(found []string, stepUp bool) []string {
	all := slices.Clone(a.cfg.Scopes)
	if len(all) == 0 || stepUp {
		all = append(all, found...)
	}
	if stepUp {
		all = append(all, a.granted()...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// fetch shows the login page's address and waits for the browser to come back.
func (a *authorizer) fetch(ctx context.Context, back *callback, page string) (*auth.AuthorizationResult, error) {
	u, err := checkPage(page)
	if err != nil {
		return nil, err
	}
	q := u.Query()
	back.expect(q.Get("state"))
	ask := Authorize{Server: a.server, URL: page, ASCIIHost: u.Host, Host: displayHost(u.Host), Scopes: fields(q.Get("scope"))}
	ask.Punycode = isPunycode(u.Host)

	asking, done := context.WithCancel(ctx)
	opened := make(chan error, 1)
	go func() { opened <- a.open(asking, ask) }()
	result, err := back.wait(ctx, opened)
	done()
	return result, err
}

// words is err without anything that a login server could have made up out of
// secrets.
func (a *authorizer) words(err error) string {
	var refused *oauth2.RetrieveError
	var unregistered *oauthex.ClientRegistrationError
	text := err.Error()
	switch {
	case errors.As(err, &refused):
		text = "the login server refuses: " + refused.ErrorCode + " " + refused.ErrorDescription
		if refused.ErrorCode == "" && refused.Response != nil {
			text = "the login server answers " + http.StatusText(refused.Response.StatusCode)
		}
	case errors.As(err, &unregistered):
		text = "the login server doesn't take vise in: " + unregistered.ErrorCode + " " + unregistered.ErrorDescription
	case strings.Contains(text, "failed to register client"), strings.Contains(text, "no configured client registration"):
		text = `the login server doesn't take programs in by itself: register vise there and put the client id into the configuration, under "oauth"`
	}
	return excerpt([]byte(text), false, a.secrets())
}
