package mcpclient

import (
	"context"
	"sync/atomic"

	"vise/mcpclient/config"
	"vise/mcpclient/web"
)

// viaWeb reaches a server over HTTP. Nobody is asked to sign in, and nothing
// is registered anywhere, by a session that was made while nobody waited; where
// ask isn't nil, waits says so at the start of each session.
func viaWeb(cfg Config, c config.Server, waits func() bool, ask func(context.Context, web.Authorize) error) (*dialer, error) {
	e := web.Endpoint{Name: c.Name, URL: c.URL, Headers: c.Headers, SSE: c.Transport == config.SSE, Auto: c.Auto, MaxBody: int64(cfg.MaxResult)}
	e.OAuth = &web.OAuthConfig{ClientDocument: cfg.ClientDocument}
	if o := c.OAuth; o != nil {
		e.OAuth.ClientID, e.OAuth.ClientSecret, e.OAuth.Scopes, e.OAuth.CallbackPort = o.ClientID, o.ClientSecret, o.Scopes, o.CallbackPort
	}
	quiet, err := web.New(web.Config{Version: cfg.Version, Tokens: cfg.Tokens}, e)
	if err != nil {
		return nil, err
	}
	asking := quiet
	if ask != nil {
		if asking, err = web.New(web.Config{Version: cfg.Version, Tokens: cfg.Tokens, Open: ask}, e); err != nil {
			return nil, err
		}
	}
	var used atomic.Pointer[web.Dialer]
	used.Store(quiet)
	return &dialer{
		kind:    func() string { return used.Load().Kind() },
		last:    func() error { return used.Load().Last() },
		reached: c.URL,
		dial: func(context.Context) (*link, error) {
			d := quiet
			if waits() {
				d = asking
			}
			used.Store(d)
			return &link{transport: d.Transport(), notes: d.Notes}, nil
		},
	}, nil
}
