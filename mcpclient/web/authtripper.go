package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// authTripper sends a login along, and asks for one where the server wants it.
// It stands in for the SDK's OAuthHandler, which the SSE transport and the
// question for the transport don't have.
type authTripper struct {
	auth *authorizer
	next http.RoundTripper
	sse  bool

	mu   sync.Mutex
	over error // why the last login wasn't made
	at   time.Time
}

// maxRounds bounds the attempts of one request: with what there is, renewed,
// after a login, after a step-up. maxAsked bounds how often a person is asked
// for it.
const maxRounds, maxAsked = 4, 2

// RoundTrip implements http.RoundTripper.
func (t *authTripper) RoundTrip(req *http.Request) (*http.Response, error) {
	asked := 0
	for round := 1; ; round++ {
		login, err := t.auth.usable(req.Context())
		if err != nil {
			closeBody(req)
			return nil, err
		}
		resp, err := t.send(req, login)
		if err != nil || round == maxRounds || asked == maxAsked || !t.asks(req, resp, login) {
			return resp, err
		}
		_ = resp.Body.Close() // only the headers count
		resp.Body = http.NoBody
		person, err := t.improve(req.Context(), resp, login)
		if err != nil {
			return nil, err
		}
		if person {
			asked++
		}
		if req, err = again(req); err != nil {
			return nil, err
		}
	}
}

// again is the same request, to be sent once more.
func again(req *http.Request) (*http.Request, error) {
	req = req.Clone(req.Context())
	if req.GetBody == nil {
		return req, nil // without a body, see asks
	}
	body, err := req.GetBody()
	if err != nil {
		return nil, fmt.Errorf("the message can't be sent again after the login: %w", err)
	}
	req.Body = body
	return req, nil
}

func (t *authTripper) send(req *http.Request, login *Record) (*http.Response, error) {
	if login != nil && login.Access != "" {
		req = req.Clone(req.Context())
		req.Header.Set("Authorization", "Bearer "+login.Access)
	}
	return t.next.RoundTrip(req)
}

// asks reports whether the answer asks for a login that would help. A stream
// that is opened again in the background asks nobody.
func (t *authTripper) asks(req *http.Request, resp *http.Response, login *Record) bool {
	if req.Method != http.MethodPost && !(t.sse && req.Method == http.MethodGet) || req.Body != nil && req.GetBody == nil {
		return false
	}
	switch resp.StatusCode {
	case http.StatusUnauthorized:
		return true
	case http.StatusForbidden:
		wants, scopes := challenge(resp)
		if wants != "insufficient_scope" {
			return false
		}
		// A server that wants what it has already given would go on for ever.
		return login == nil || slices.ContainsFunc(scopes, func(s string) bool { return !slices.Contains(login.Scopes, s) })
	}
	return false
}

// challenge reads the Bearer challenge of an answer (RFC 6750, 3).
func challenge(resp *http.Response) (wants string, scopes []string) {
	challenges, err := oauthex.ParseWWWAuthenticate(resp.Header.Values("WWW-Authenticate"))
	if err != nil {
		return "", nil
	}
	for _, c := range challenges {
		if c.Scheme == "bearer" {
			return c.Params["error"], fields(c.Params["scope"])
		}
	}
	return "", nil
}

func fields(s string) []string { return strings.Fields(s) }

// calm is how long a session lets a person be who didn't log in. Without it
// they would be asked again at once: the SDK tries another handshake when one
// fails, and calls can run side by side.
const calm = time.Minute

// improve gets a better login, unless that has just failed. It says whether a
// person made it.
func (t *authTripper) improve(ctx context.Context, resp *http.Response, used *Record) (person bool, err error) {
	if err := t.auth.take(ctx); err != nil {
		return false, err
	}
	defer t.auth.give()
	t.mu.Lock()
	over, at := t.over, t.at
	t.mu.Unlock()
	if over != nil && time.Since(at) < calm {
		return false, over
	}
	if better, err := t.auth.better(ctx, resp, used); better || err != nil {
		return false, err
	}
	err = t.auth.ask(ctx, resp)
	if err != nil {
		t.mu.Lock()
		t.over, t.at = err, time.Now()
		t.mu.Unlock()
	}
	return true, err
}

// better looks for a better login than used without a person: one that
// somebody else has got in the meantime, or a renewed one. The caller has the
// turn.
func (a *authorizer) better(ctx context.Context, resp *http.Response, used *Record) (bool, error) {
	if a.current() != used || a.reload(used) != nil {
		return true, nil
	}
	if used == nil || resp.StatusCode != http.StatusUnauthorized {
		return false, nil
	}
	fresh, err := a.renewed(ctx, used)
	return err == nil && fresh.Access != "", err
}

// ask has a person log in. The caller has the turn.
func (a *authorizer) ask(ctx context.Context, resp *http.Response) error {
	err := a.flow(ctx, resp)
	var said *loginError
	if err == nil || errors.As(err, &said) {
		return err
	}
	return &loginError{text: fmt.Sprintf("the login at the server %s failed: %s", a.server, a.words(err)), err: err}
}
