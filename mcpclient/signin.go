package mcpclient

import (
	"context"
	"fmt"

	"vise/mcpclient/web"
	"vise/policy"
)

// SignIn restarts a server, and asks the person to sign in where it wants that.
func (h *Host) SignIn(ctx context.Context, name string) error { return h.Restart(ctx, name) }

// waitedFor reports whether somebody waits for the server who can be asked to
// sign in.
func (s *server) waitedFor() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.attended > 0
}

// signIn asks the person whether a page to sign in may be opened, opens it,
// and stays until they have signed in: no time runs out meanwhile.
func (s *server) signIn(ctx context.Context, a web.Authorize) error {
	s.signing.Add(1)
	defer s.signing.Add(-1)
	q := policy.Question{ID: s.name + "/sign-in", Kind: policy.QuestionSignIn, Server: s.name, URL: a.URL, Host: a.ASCIIHost,
		Message: "sign in to " + s.name + " in the browser"}
	if a.Punycode {
		q.Warning = "the host's name is written in letters outside ASCII, which may look like another's: " + cut(a.Host, 100)
	}
	if err := s.agreed(ctx, q); err != nil {
		return err
	}
	if err := web.OpenBrowser(a.URL); err != nil {
		q.ID, q.Warning = q.ID+"/by-hand", plainError(err)
		q.Message = "open the address yourself, to sign in to " + s.name
		if err := s.agreed(ctx, q); err != nil {
			return err
		}
	}
	<-ctx.Done()
	return nil
}

func (s *server) agreed(ctx context.Context, q policy.Question) error {
	r, err := s.cfg.Ask(ctx, q)
	switch {
	case err != nil:
		return err
	case r.Action == policy.ReplyAccept:
		return nil
	case r.Reason != "":
		return fmt.Errorf("nobody signed in to %s (%s): %w", s.name, r.Reason, web.ErrLogin)
	}
	return fmt.Errorf("signing in to %s was declined: %w", s.name, web.ErrLogin)
}
