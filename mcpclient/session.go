package mcpclient

import (
	"errors"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// session is one client session and what carries it.
type session struct {
	*mcp.ClientSession
	link  *link
	hooks *hooks
	used  time.Time // when it last answered; guarded by server.mu

	closing sync.Once
	gone    chan struct{} // closed when nothing is left of it
}

// modern reports whether the session is one of 2026-07-28 or later, which has
// no handshake and in which a server asks by its results only.
func (s *session) modern() bool {
	r := s.InitializeResult()
	return r != nil && r.ProtocolVersion >= modernVersion
}

// over reports whether the session has ended, also where only err, which a
// request came back with, or the end of its process says so as yet. err may be
// nil.
func (s *session) over(err error) bool {
	return errors.Is(err, mcp.ErrConnectionClosed) || s.link.exited() != ""
}

// close ends the session and what carries it. It returns when nothing is left,
// in bounded time.
func (s *session) close() {
	s.closing.Do(func() {
		over := make(chan struct{})
		go func() {
			defer close(over)
			_ = s.ClientSession.Close() // lets go of what the session still holds
		}()
		select {
		case <-over:
		case <-time.After(time.Second): // a call still runs: what carries it is taken away
		}
		s.link.end()
		select {
		case <-over:
		case <-time.After(time.Second): // what runs in this process can ignore that it is over
		}
		close(s.gone)
	})
}
