package mcpclient

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// dialer is one way to reach a server. It is used again after a session has
// ended.
type dialer struct {
	kind    func() string // in-memory, stdio, http, sse
	reached string        // the exact command line, or the address
	dial    func(ctx context.Context) (*link, error)
	// last is the error that ended a session where the SDK keeps only its text;
	// may be nil.
	last func() error
}

// link carries one session. Everything but transport may be nil.
type link struct {
	transport mcp.Transport
	close     func() error    // ends what carries the session, in bounded time
	exit      func() string   // how its process ended, in words; "" while it runs
	fault     func() error    // what its process did wrong
	tail      func() []string // the last lines it wrote to stderr, inert
	notes     func() []string // remarks, in words
	log       string          // the file that has what it wrote to stderr
}

func (l *link) end() {
	if l.close != nil {
		_ = l.close() // it is gone or was killed: nothing more can be done about an error
	}
}

func (l *link) exited() string {
	if l.exit == nil {
		return ""
	}
	return l.exit()
}

func (l *link) lines() []string {
	if l.tail == nil {
		return nil
	}
	return l.tail()
}

// inMemory reaches a server in this process.
func inMemory(srv *mcp.Server) *dialer {
	return &dialer{kind: always("in-memory"), dial: func(ctx context.Context) (*link, error) {
		near, far := mcp.NewInMemoryTransports()
		session, err := srv.Connect(context.WithoutCancel(ctx), far, nil)
		if err != nil {
			return nil, fmt.Errorf("the server doesn't take a session: %w", err)
		}
		return &link{transport: near, close: session.Close}, nil
	}}
}

func always(s string) func() string { return func() string { return s } }
