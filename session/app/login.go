package app

import (
	"context"
	"errors"
	"fmt"

	"vise/mcpclient/config"
	"vise/mcpclient/web"
	"vise/policy"
)

// SignIn signs the person in to a server with their browser, after they were
// asked, and has it started with the new login. It is false where the server
// wants no login.
func (w *Workbench) SignIn(ctx context.Context, name string) (wanted bool, err error) {
	d, name, err := w.dialer(ctx, name, w.openLogin)
	if err != nil {
		return false, err
	}
	if host := w.connected(); host != nil {
		return true, host.SignIn(ctx, name)
	}
	return d.Login(ctx)
}

// SignOut forgets the login to a server, and ends the session that was made
// with it. A login goes by the server's name and address: nothing else of its
// entry need be in order.
func (w *Workbench) SignOut(ctx context.Context, name string) error {
	w.Refresh(ctx)
	s, err := w.onNetwork(name)
	switch {
	case err != nil:
		return err
	case s.URL == "":
		return fmt.Errorf("which login it is goes by the address of %s, and that isn't known: %w", name, s.Err)
	}
	name = s.Name
	d, err := web.New(web.Config{Tokens: w.logins()}, web.Endpoint{Name: name, URL: s.URL})
	if err != nil {
		return err
	}
	if err := d.Logout(); err != nil {
		return err
	}
	if host := w.connected(); host != nil {
		_ = host.Restart(ctx, name) // that it wants a login now is no error of signing out
		w.wake()
	}
	return nil
}

// onNetwork is a server that there can be a login to.
func (w *Workbench) onNetwork(name string) (config.Server, error) {
	s, err := w.server(name)
	switch {
	case err != nil:
		return s, err
	case s.Transport != config.Stdio:
		return s, nil
	case s.Err != nil:
		return s, s.Err
	}
	return s, fmt.Errorf("%s is a program of your own machine: there is no login to make", name)
}

// Logins is where logins are kept, in words.
func (w *Workbench) Logins() string { return w.logins().String() }

// dialer reaches the login of a server, and says what the server goes by.
func (w *Workbench) dialer(ctx context.Context, name string, open func(context.Context, web.Authorize) error) (*web.Dialer, string, error) {
	w.Refresh(ctx)
	w.reviewed.refresh(ctx)
	s, err := w.onNetwork(name)
	switch {
	case err != nil:
		return nil, "", err
	case s.Err != nil:
		return nil, "", s.Err
	case s.Source.Project && !w.reviewed.started(s):
		return nil, "", fmt.Errorf("%s is a project's server that you haven't allowed yet: vise servers approve %s", name, name)
	}
	e := web.Endpoint{Name: s.Name, URL: s.URL, Headers: s.Headers, SSE: s.Transport == config.SSE, Auto: s.Auto}
	if o := s.OAuth; o != nil {
		e.OAuth = &web.OAuthConfig{ClientID: o.ClientID, ClientSecret: o.ClientSecret, Scopes: o.Scopes, CallbackPort: o.CallbackPort}
	}
	d, err := web.New(web.Config{Version: w.cfg.Version, Tokens: w.logins(), Open: open}, e)
	return d, s.Name, err
}

// openLogin shows the whole address of a login page, and opens it once the
// person agrees.
func (w *Workbench) openLogin(ctx context.Context, a web.Authorize) error {
	q := policy.Question{Kind: policy.QuestionSignIn, Server: a.Server, URL: a.URL, Host: a.ASCIIHost}
	if a.Punycode {
		q.Warning = "the host isn't written in plain letters: it may look like another one"
	}
	reply, err := w.ask(ctx, q)
	switch {
	case err != nil:
		return err
	case reply.Action != policy.ReplyAccept && reply.Reason != "":
		return errors.New(reply.Reason)
	case reply.Action != policy.ReplyAccept:
		return errors.New("you declined to sign in")
	}
	return web.OpenBrowser(a.URL)
}

// OpenURL opens a page in the person's browser, without a shell: https, or
// http on this machine.
func OpenURL(page string) error { return web.OpenBrowser(page) }
