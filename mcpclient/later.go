package mcpclient

import (
	"time"

	"vise/mcpclient/config"
)

// A program that fails is the configuration's or its own fault, and is given up
// after a few starts. A server on the network may be started later, by somebody
// else: it is tried again, more and more seldom, as long as vise runs.

// expect tries a server on the network again later, unless that is being done,
// or it waits for something else.
func (s *server) expect() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conf.Transport == config.Stdio || s.eager || s.ended || s.expected || s.reviving || s.need != "" {
		return
	}
	s.expected = true
	s.next = s.cfg.Now().Add(s.cfg.Times.Later)
	s.work.Go(s.tryLater)
}

// tryLater tries until the server is there, or waits for something else.
func (s *server) tryLater() {
	for wait := s.cfg.Times.Later; pauseFor(s.life, wait) == nil && s.missing(0); {
		if _, err := s.connect(s.life); err == nil {
			s.mu.Lock()
			s.failures = 0
			s.mu.Unlock()
			s.list(s.life)
		}
		wait = min(2*wait, s.cfg.Times.MaxLater)
		again := s.missing(wait)
		s.tell()
		if !again {
			return
		}
	}
}

// missing reports whether the server still has to be tried, after wait; the one
// who is told that it hasn't does nothing more.
func (s *server) missing(wait time.Duration) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expected = s.session == nil && s.need == "" && !s.ended && !s.reviving
	s.next = time.Time{}
	if s.expected {
		s.next = s.cfg.Now().Add(wait)
	}
	return s.expected
}
