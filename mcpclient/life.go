package mcpclient

import (
	"context"
	"fmt"
	"time"

	"vise/policy"
)

// start connects and reads the tools in the background. after, where it isn't
// nil, is closed when what ran under this name before is gone.
func (s *server) start(after <-chan struct{}) {
	s.starting(func() {
		if after != nil {
			select {
			case <-after:
			case <-s.life.Done():
				return
			}
		}
		if _, err := s.connect(s.life); err == nil {
			s.list(s.life)
		}
	})
}

// starting runs f, which starts the server, in the background. Whoever waits
// for the server waits for f.
func (s *server) starting(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return
	}
	settled := make(chan struct{})
	s.settled, s.phase = settled, policy.ServerStarting
	s.work.Go(func() {
		defer s.tell()
		defer close(settled)
		f()
	})
}

// lost is told that a session has ended. A server that was ready is started
// again, unless it is one of this process: that is reached when it is needed.
func (s *server) lost(session *session, err error) {
	s.mu.Lock()
	gone := s.session == session && !s.ended
	revive := gone && !s.eager && !s.reviving
	if gone {
		if s.cfg.Now().Sub(s.since) >= s.cfg.Times.MaxBackoff {
			s.failures = 0
		}
		s.session, s.leaving, s.fresh = nil, session, false
		s.news++
		s.failures++
		s.phase, s.lastErr = policy.ServerFailed, s.endWords(session, err)
		s.reviving = s.reviving || revive
	}
	s.mu.Unlock()
	if !gone {
		return
	}
	s.tell()
	if revive {
		s.starting(s.revive)
	}
}

// endWords says why a session ended.
func (s *server) endWords(session *session, err error) string {
	if session.link.fault != nil {
		if f := session.link.fault(); f != nil {
			return plainError(f)
		}
	}
	if how := session.link.exited(); how != "" {
		return "the server " + how
	}
	if s.dialer.last != nil && err != nil {
		if l := s.dialer.last(); l != nil {
			err = l
		}
	}
	if err == nil {
		return "the server ended the session"
	}
	return plainError(fmt.Errorf("the session with the server ended: %w", err))
}

// revive starts a server again that has gone, with growing pauses, until it
// runs or has failed too often.
func (s *server) revive() {
	for s.mustRevive() {
		wait, again := s.pause()
		if !again {
			s.expect()
			return
		}
		if pauseFor(s.life, wait) != nil {
			return
		}
		if _, err := s.connect(s.life); err == nil {
			s.list(s.life)
		}
	}
}

// mustRevive reports whether the server still has to be started; the one who is
// told that it hasn't does nothing more.
func (s *server) mustRevive() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.session != nil || s.need != "" || s.ended {
		s.reviving = false
		return false
	}
	s.phase = policy.ServerStarting
	return true
}

// pause is how long to wait before the next start; false: no more of them.
// The first start after an end isn't put off.
func (s *server) pause() (time.Duration, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failures > s.cfg.Times.Tries {
		s.phase, s.reviving = policy.ServerFailed, false
		s.lastErr = cut(fmt.Sprintf("it ended or failed to start %d times in a row; the last time: %s", s.failures, s.lastErr), 500)
		return 0, false
	}
	if s.failures <= 1 {
		return 0, true
	}
	return min(s.cfg.Times.Backoff<<min(s.failures-2, 20), s.cfg.Times.MaxBackoff), true
}

// restart ends the session there is and makes a new one, for somebody who
// waits for it.
func (s *server) restart(ctx context.Context) error {
	s.mu.Lock()
	old := s.session
	s.failures, s.said = 0, nil
	s.attended++
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.attended--
		s.mu.Unlock()
	}()
	if old != nil {
		s.drop(old)
	}
	s.tell()
	_, err := s.connect(ctx)
	if err == nil {
		err = s.list(ctx).login
	}
	s.tell()
	return err
}

// endTimeout bounds how long the end of a server may take: a tool that runs in
// this process can ignore that it is over.
const endTimeout = 10 * time.Second

func (s *server) close() error {
	s.mu.Lock()
	session, leaving := s.session, s.leaving
	s.ended, s.session, s.phase = true, nil, policy.ServerStopped
	s.mu.Unlock()
	s.end()
	if s.told != nil {
		s.told.stop()
	}
	over := make(chan struct{})
	go func() {
		defer close(over)
		if session != nil {
			session.close()
		}
		if leaving != nil {
			leaving.close()
		}
		s.work.Wait()
	}()
	select {
	case <-over:
		return nil
	case <-time.After(endTimeout):
		return fmt.Errorf("the server %s didn't end within %v: one of its tools still runs", s.name, endTimeout)
	}
}
