package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Revisions of the protocol at which its rules change. Since modernVersion
// there is no handshake but server/discover, and every request says what it
// needs to; legacyVersion is the last that begins with initialize.
const (
	modernVersion = "2026-07-28"
	legacyVersion = "2025-11-25"
)

// era is the way in which a server was reached.
type era uint8

const (
	eraUnknown era = iota // ask with server/discover for a while, then with initialize
	eraModern             // server/discover, with all the time there is
	eraLegacy             // initialize
)

// open makes a session. Servers of either era are found by asking: with
// server/discover first; one that refuses it, or doesn't answer it in time, is
// asked with initialize over the same connection. What that can't find out
// takes a second connection: a server that ends at a question it doesn't know,
// and one that was only slow and refuses initialize. What worked is remembered.
func (s *server) open(ctx context.Context) (*session, error) {
	s.mu.Lock()
	known, leaving := s.era, s.leaving
	s.mu.Unlock()
	if leaving != nil {
		select {
		case <-leaving.gone:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	limit, cancel := patient(ctx, s.connectLimit(), &s.signing)
	defer cancel()
	session, err := s.attempt(limit, known)
	if err != nil && limit.Err() == nil {
		if next := s.other(known, err); next != eraUnknown {
			if second, err2 := s.attempt(limit, next); err2 == nil || needsSignIn(err2) {
				session, err = second, err2
			}
		}
	}
	switch {
	case err == nil:
		s.remember(session)
		return session, nil
	case limit.Err() != nil && ctx.Err() == nil:
		return nil, &startError{err: slow(s.connectLimit()), link: linkOf(err)}
	}
	return nil, err
}

// startError is why a session couldn't be made, with what carried the try.
type startError struct {
	err    error
	link   *link
	silent bool // it left server/discover unanswered
}

func (e *startError) Error() string { return e.err.Error() }
func (e *startError) Unwrap() error { return e.err }

func linkOf(err error) *link {
	var e *startError
	if errors.As(err, &e) {
		return e.link
	}
	return nil
}

// other is how to try once more after err; eraUnknown: not at all.
func (s *server) other(tried era, err error) era {
	var e *startError
	if !errors.As(err, &e) || e.link == nil {
		return eraUnknown
	}
	_, refused := answered(err)
	ended := e.link.exited() != "" && (e.link.fault == nil || e.link.fault() == nil)
	switch {
	case tried == eraUnknown && !refused && ended:
		return eraLegacy
	case tried == eraUnknown && e.silent, tried == eraLegacy && refused: // or it was updated meanwhile
		return eraModern
	}
	return eraUnknown
}

func (s *server) remember(session *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.era = eraLegacy
	if session.modern() {
		s.era = eraModern
	}
}

// attempt is one try to make a session.
func (s *server) attempt(ctx context.Context, how era) (*session, error) {
	l, err := s.dialer.dial(ctx)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.last = l
	s.mu.Unlock()
	h := &hooks{server: s}
	var opts *mcp.ClientSessionOptions
	switch how {
	case eraUnknown:
		h.discover = s.cfg.Times.Discover
	case eraLegacy:
		opts = &mcp.ClientSessionOptions{ProtocolVersion: legacyVersion}
	}
	cs, err := newClient(s.cfg.Version, h).Connect(ctx, l.transport, opts)
	if err != nil {
		if login := h.login.Load(); login != nil {
			err = *login // what it said to initialize comes of that, if it knows it at all
		}
		failed := &startError{err: err, link: l, silent: h.silent.Load()}
		l.end()
		return nil, failed
	}
	session := &session{ClientSession: cs, link: l, hooks: h, used: s.cfg.Now(), gone: make(chan struct{})}
	h.session.Store(session)
	return session, nil
}

// unreached puts the error of a start into words.
func (s *server) unreached(err error) error {
	text := ""
	l := linkOf(err)
	var late slow
	switch {
	case errors.As(err, &late):
		text = late.Error()
	case l != nil && l.fault != nil && l.fault() != nil:
		text = l.fault().Error()
	case l != nil && l.exited() != "":
		text = "it " + l.exited() + " before it answered"
	default:
		text = s.plain(err)
	}
	if l != nil {
		if tail := l.lines(); len(tail) > 0 {
			text += "; the last it wrote: " + cut(strings.Join(tail[max(0, len(tail)-3):], " / "), 300)
		}
	}
	return &fault{text: fmt.Sprintf("the server %s can't be reached: %s", s.name, cut(text, 450)), err: err}
}

// slow is the error of a server that didn't answer within that time.
type slow time.Duration

func (s slow) Error() string { return fmt.Sprintf("it didn't answer within %v", time.Duration(s)) }
