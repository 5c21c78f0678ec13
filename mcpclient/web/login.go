package web

import (
	"context"
	"errors"
	"net/http"
)

// Login asks for the server's login now, with as much time as a person needs.
// A login that is there and works is kept. It says whether the server wants
// one at all. An error together with true may say that the login couldn't be
// kept: see LoggedIn.
func (d *Dialer) Login(ctx context.Context) (wanted bool, err error) {
	if d.auth == nil {
		return false, errors.New("the server's key is in its headers: there is no login to make")
	}
	ctx, cancel := context.WithTimeout(ctx, d.times.Login+d.times.Probe)
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
