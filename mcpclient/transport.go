package mcpclient

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// dialer is one way to reach a server. It is used again after a session has
// ended.
type dialer struct {
	kind string // in-memory
	// dial returns a transport that is ready for a client, and what is to be
	// done when its session is over.
	dial func(ctx context.Context) (t mcp.Transport, done func(), err error)
}

// inMemory reaches a server in this process.
func inMemory(srv *mcp.Server) dialer {
	return dialer{kind: "in-memory", dial: func(ctx context.Context) (mcp.Transport, func(), error) {
		near, far := mcp.NewInMemoryTransports()
		session, err := srv.Connect(context.WithoutCancel(ctx), far, nil)
		if err != nil {
			return nil, nil, fmt.Errorf("the server doesn't take a session: %w", err)
		}
		return near, func() { _ = session.Close() }, nil // the other end is gone: nothing to do about an error
	}}
}
