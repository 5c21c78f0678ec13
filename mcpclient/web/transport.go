package web

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient/wire"
)

// transport makes one session's connection.
type transport struct{ d *Dialer }

// Connect implements mcp.Transport. With Auto, the first connection finds out
// what the server speaks, which may take a few requests and twice times.Probe.
func (t *transport) Connect(ctx context.Context) (mcp.Connection, error) {
	kind := t.d.old.Load()
	if kind == unknown {
		var err error
		if kind, err = t.d.probe(ctx); err != nil {
			return nil, err
		}
	}
	if kind == sse {
		conn, err := t.d.connectSSE(ctx)
		var fault *Fault
		if t.d.e.Auto && errors.As(err, &fault) {
			t.d.old.CompareAndSwap(sse, unknown) // it may have been replaced by a newer one
		}
		return conn, err
	}
	// The connection is the SDK's own: it looks for an unexported method in
	// it, without which there is neither a version header nor a stream.
	return (&mcp.StreamableClientTransport{
		Endpoint:     t.d.url.String(),
		HTTPClient:   t.d.client(streamable),
		MaxEventSize: int(t.d.e.MaxBody) + 1<<10, // events leaves out what is larger
		MaxRetries:   3,
	}).Connect(ctx)
}

// connectSSE makes a connection of the transport of 2024-11-05. The SDK ties
// the stream to the context of Connect, which callers bound; here only the
// wait for its beginning is.
func (d *Dialer) connectSSE(ctx context.Context) (mcp.Connection, error) {
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, end)
	conn, err := (&mcp.SSEClientTransport{
		Endpoint:     d.url.String(),
		HTTPClient:   d.client(sse),
		MaxEventSize: int(d.e.MaxBody) + 1<<10,
	}).Connect(life)
	if !stop() && err == nil {
		_ = conn.Close() // nobody waits for it any more
		err = ctx.Err()
	}
	if err != nil {
		end()
		return nil, err
	}
	return &sseConn{Connection: conn, d: d, end: end}, nil
}

// sseConn ends the stream's context with the connection, and says why a stream
// ended.
type sseConn struct {
	mcp.Connection
	d    *Dialer
	once sync.Once
	end  context.CancelFunc
}

// Read implements mcp.Connection.
func (c *sseConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if err == nil {
		wire.Mend(m)
	}
	return m, err
}

// Write implements mcp.Connection. An answer that isn't the protocol's fails
// one message, not the session.
func (c *sseConn) Write(ctx context.Context, msg jsonrpc.Message) error {
	if err := c.Connection.Write(ctx, msg); err != nil {
		return fmt.Errorf("%w: %w", &jsonrpc.Error{Code: rejected, Message: "not sent"}, err)
	}
	return nil
}

// rejected is the code by which the SDK knows that one message failed and the
// connection didn't (ErrRejected in its internal/jsonrpc2).
const rejected = -32005

// Close implements mcp.Connection.
func (c *sseConn) Close() error {
	defer c.once.Do(c.end)
	return c.Connection.Close()
}
