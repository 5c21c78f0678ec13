package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

// States of a server, as policy.ServerState has them.
const (
	stateReady    = policy.ServerReady
	stateStarting = policy.ServerStarting
	stateFailed   = policy.ServerFailed
	stateOff      = policy.ServerStopped
)

// server is one configured server and the session with it, if there is one. A
// session that has ended is made anew when it is next needed.
type server struct {
	name   string
	cfg    Config
	dialer dialer

	life       context.Context // over when the host is closed
	end        context.CancelFunc
	connecting turn
	listing    turn

	mu       sync.Mutex
	session  *mcp.ClientSession
	state    policy.ServerPhase
	lastErr  string
	ended    bool
	sessions sync.WaitGroup // watchers of sessions

	tools *listing // nil: to be read
	news  int      // counts what makes a listing old
}

func newServer(name string, d dialer, cfg Config) *server {
	life, end := context.WithCancel(context.Background())
	return &server{name: name, cfg: cfg, dialer: d, life: life, end: end, connecting: make(turn, 1), listing: make(turn, 1), state: stateStarting}
}

// request is ctx for one request; it is over with the host, too. The SDK ends
// no session while one of its calls goes on.
func (s *server) request(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(s.life, func() { cancel(errClosed) })
	return ctx, func() { stop(); cancel(context.Canceled) }
}

// turn is held by the one who does what only one may do at a time.
type turn chan struct{}

func (t turn) take(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t turn) give() { <-t }

// connect returns the session there is, or makes one.
func (s *server) connect(ctx context.Context) (*mcp.ClientSession, error) {
	if session, err := s.current(); session != nil || err != nil {
		return session, err
	}
	if err := s.connecting.take(ctx); err != nil {
		return nil, err
	}
	defer s.connecting.give()
	if session, err := s.current(); session != nil || err != nil {
		return session, err
	}
	session, done, err := s.open(ctx)
	if err != nil {
		err = fmt.Errorf("the server %s can't be reached: %w", s.name, err)
		s.fail(err)
		return nil, err
	}
	return session, s.adopt(session, done)
}

// current is the session there is, or nil.
func (s *server) current() (*mcp.ClientSession, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return nil, errClosed
	}
	return s.session, nil
}

// open makes a session. The SDK bounds no time itself.
func (s *server) open(ctx context.Context) (*mcp.ClientSession, func(), error) {
	ctx, stop := s.request(ctx)
	defer stop()
	t, done, err := s.dialer.dial(ctx)
	if err != nil {
		return nil, nil, err
	}
	limit, cancel := context.WithTimeout(ctx, s.cfg.ConnectTimeout)
	defer cancel()
	session, err := newClient(s.cfg.Version, s.changed).Connect(limit, t, nil)
	if err != nil {
		done()
		if limit.Err() != nil && ctx.Err() == nil {
			err = slow(s.cfg.ConnectTimeout)
		}
		return nil, nil, err
	}
	return session, done, nil
}

// adopt takes a new session and watches for its end.
func (s *server) adopt(session *mcp.ClientSession, done func()) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		_ = session.Close()
		done()
		return errClosed
	}
	s.session, s.state, s.lastErr = session, stateReady, ""
	s.sessions.Go(func() {
		err := session.Wait()
		_ = session.Close() // lets go of what the session still holds
		done()
		s.lost(session, err)
	})
	return nil
}

func (s *server) lost(session *mcp.ClientSession, err error) {
	s.mu.Lock()
	gone := s.session == session && !s.ended
	if gone {
		s.session, s.state, s.lastErr = nil, stateFailed, "the server ended the session"
		if err != nil {
			s.lastErr = plainError(fmt.Errorf("the session with the server ended: %w", err))
		}
	}
	s.mu.Unlock()
	if gone {
		s.changed()
	}
}

func (s *server) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state, s.lastErr = stateFailed, plainError(err)
}

// plainError is an error's text at a length that can be shown; it may hold
// text of the server's.
func plainError(err error) string {
	text := strings.ToValidUTF8(err.Error(), "\uFFFD")
	if r := []rune(text); len(r) > 500 {
		return string(r[:499]) + "…"
	}
	return text
}

// changed forgets the tools, so that they are read again when next asked for.
func (s *server) changed() {
	s.mu.Lock()
	s.tools = nil
	s.news++
	s.mu.Unlock()
	if s.cfg.Changed != nil {
		s.cfg.Changed(s.name)
	}
}

// endTimeout bounds how long the end of a session may take: a tool that runs
// in this process can ignore that it is over.
const endTimeout = 3 * time.Second

func (s *server) close() error {
	s.mu.Lock()
	session := s.session
	s.ended, s.session, s.state = true, nil, stateOff
	s.mu.Unlock()
	s.end()
	over := make(chan error, 1)
	go func() {
		var err error
		if session != nil {
			err = session.Close()
		}
		s.sessions.Wait()
		over <- err
	}()
	select {
	case err := <-over:
		if errors.Is(err, mcp.ErrConnectionClosed) {
			return nil
		}
		return err
	case <-time.After(endTimeout):
		return fmt.Errorf("the server %s didn't end within %v: one of its tools still runs", s.name, endTimeout)
	}
}

// status is the server as the person sees it.
func (s *server) status() policy.ServerState {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := policy.ServerState{Name: s.name, State: s.state, Transport: s.dialer.kind, LastError: s.lastErr}
	if s.session != nil {
		if r := s.session.InitializeResult(); r != nil {
			st.Protocol = r.ProtocolVersion
		}
	}
	return st
}
