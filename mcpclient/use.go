package mcpclient

import (
	"context"

	"vise/policy"
)

// use is connect for a request: after a pause it first makes sure that the
// other side is still there.
func (s *server) use(ctx context.Context) (*session, error) {
	session, err := s.connect(ctx)
	if err != nil {
		return nil, err
	}
	if session.over(nil) {
		s.lost(session, nil)
		session.close()
		if session, err = s.connect(ctx); err != nil {
			return nil, err
		}
	}
	s.mu.Lock()
	alone := s.busy <= 1 // who asks is one
	idle := alone && s.mute < 2 && s.cfg.Now().Sub(session.used) >= s.cfg.Times.PingAfter
	s.mu.Unlock()
	if alone && session.hooks.pages.Load() > maxCached {
		s.drop(session)
		return s.connect(ctx)
	}
	if !idle {
		return session, nil
	}
	within, cancel := context.WithTimeout(ctx, s.cfg.Times.Ping)
	defer cancel()
	err = session.hooks.alive(within, session)
	switch {
	case err == nil:
		s.touch(session)
		s.heard(true)
		return session, nil
	case ctx.Err() != nil:
		return nil, s.over(ctx)
	}
	s.heard(false)
	s.drop(session)
	return s.connect(ctx)
}

// heard notes whether a server answered when it was only asked whether it is
// there. One that never did, but works, isn't asked a third time.
func (s *server) heard(answer bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case answer:
		s.mute = -1
	case s.mute >= 0:
		s.mute++
	}
}

// touch notes that the session has just answered.
func (s *server) touch(session *session) {
	now := s.cfg.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	session.used = now
}

// drop ends a session that isn't to be used any more, and waits for its end.
// That is no failure of the server's.
func (s *server) drop(session *session) {
	s.mu.Lock()
	if s.session == session {
		s.session, s.leaving, s.fresh, s.failures, s.phase = nil, session, false, 0, policy.ServerStarting
		s.news++
	}
	s.mu.Unlock()
	session.close()
}
