package stdio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient/wire"
)

type transport struct{ c *conn }

// Connect returns the connection, once.
func (t transport) Connect(context.Context) (mcp.Connection, error) {
	if t.c.taken.Swap(true) {
		return nil, errors.New("this server process has had its session: start it anew")
	}
	return t.c, nil
}

// conn is newline-delimited JSON-RPC over the server's pipes (MCP, "stdio").
type conn struct {
	p     *Process
	taken atomic.Bool
	stop  sync.Once
	over  atomic.Bool // no more is read for a client

	reading sync.Mutex
	in      *lineReader
	queue   []jsonrpc.Message // of a batch
	stray   stray

	writing chan struct{} // held by the one who writes
	dry     chan struct{} // stdout is read to its end
}

func newConn(p *Process) *conn {
	return &conn{p: p, in: newLineReader(p.stdout, p.maxLine), writing: make(chan struct{}, 1), dry: make(chan struct{})}
}

// SessionID is empty: a process has one session.
func (c *conn) SessionID() string { return "" }

// Read returns the next message. Lines that aren't messages are passed over
// within bounds (see stray).
func (c *conn) Read(ctx context.Context) (jsonrpc.Message, error) {
	c.reading.Lock()
	defer c.reading.Unlock()
	defer deadline(ctx, c.p.stdout.SetReadDeadline, func() bool { return !c.over.Load() })()
	for {
		if c.over.Load() {
			return nil, io.EOF
		}
		if len(c.queue) > 0 {
			m := c.queue[0]
			c.queue = c.queue[1:]
			return m, nil
		}
		line, err := c.in.next()
		var big *tooLong
		switch {
		case errors.As(err, &big):
			if c.queue, err = c.refuse(big); err != nil {
				return nil, err
			}
		case err != nil:
			return nil, c.lost(ctx, err)
		default:
			if c.queue, err = c.take(line); err != nil {
				return nil, err
			}
		}
	}
}

// take decodes a line: one message, a batch (MCP 2025-03-26), or none.
func (c *conn) take(line []byte) ([]jsonrpc.Message, error) {
	messages, err := decode(line)
	if err == nil {
		c.stray.spoken = true
		for _, m := range messages {
			wire.Mend(m)
		}
		return messages, nil
	}
	if strings.Contains(err.Error(), "exceeded maximum nesting depth") { // the SDK has no name for it
		return nil, c.p.fail(errors.New("the server sent a message whose values nest more than 1000 deep, which is the limit"))
	}
	if fault := c.stray.add(line); fault != nil {
		return nil, c.p.fail(fault)
	}
	if inert(string(line), shown) != " " {
		c.p.warn("it prints other things than messages on stdout: " + quoted(line))
	}
	return nil, nil
}

func decode(line []byte) ([]jsonrpc.Message, error) {
	if line[0] != '[' {
		m, err := jsonrpc.DecodeMessage(line)
		return []jsonrpc.Message{m}, err
	}
	var raw []json.RawMessage
	if err := json.Unmarshal(line, &raw); err != nil {
		return nil, err
	}
	messages := make([]jsonrpc.Message, 0, len(raw))
	for _, r := range raw {
		m, err := jsonrpc.DecodeMessage(r)
		if err != nil {
			return nil, err
		}
		messages = append(messages, m)
	}
	return messages, nil
}

// refuse makes an error of an answer that was too long, so that only its call
// fails.
func (c *conn) refuse(big *tooLong) ([]jsonrpc.Message, error) {
	if big.endless {
		return nil, c.p.fail(big)
	}
	c.p.warn(big.Error())
	var value any
	if json.Unmarshal(big.id, &value) != nil {
		return nil, nil // a notification, or no message at all
	}
	id, err := jsonrpc.MakeID(value)
	if err != nil || !id.IsValid() || big.method {
		return nil, nil
	}
	return []jsonrpc.Message{&jsonrpc.Response{ID: id, Error: &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: big.Error()}}}, nil
}

// lost is the error for a stream that has ended: with how the server ended, if
// it did.
func (c *conn) lost(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case c.over.Load():
		return io.EOF
	case wait(c.p.exited, 2*lastWords):
		return &endedError{how: c.p.Exit()}
	case errors.Is(err, io.EOF):
		return &endedError{how: "closed its stdout, but still ran"}
	}
	return c.p.fail(fmt.Errorf("reading what the server says failed: %w", err))
}

// endedError is an io.EOF that says why.
type endedError struct{ how string }

func (e *endedError) Error() string { return "the server " + e.how }
func (e *endedError) Unwrap() error { return io.EOF }

// Write sends a message. A server that doesn't read holds it up until ctx is
// done; a message that was sent in part by then ends the connection.
func (c *conn) Write(ctx context.Context, m jsonrpc.Message) error {
	data, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return fmt.Errorf("the message can't be written as JSON: %w", err)
	}
	select {
	case c.writing <- struct{}{}:
		defer func() { <-c.writing }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	undo := deadline(ctx, c.p.stdin.SetWriteDeadline, func() bool { return true })
	n, err := c.p.stdin.Write(append(data, '\n'))
	undo()
	switch {
	case err == nil:
		return nil
	case n > 0 && ctx.Err() != nil:
		err := c.p.fail(errors.New("the server doesn't read what it is sent, so a message was cut short"))
		_ = c.Close()
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case wait(c.p.exited, lastWords):
		return &endedError{how: c.p.Exit()}
	case c.over.Load():
		return mcp.ErrConnectionClosed
	}
	return fmt.Errorf("the server takes no more messages: %w", err)
}

// Close ends the session and, in the background, the server.
func (c *conn) Close() error {
	c.silence()
	c.p.closing.Do(func() { go c.p.shutdown() })
	return nil
}

// silence ends a Read that waits, and those to come.
func (c *conn) silence() {
	c.stop.Do(func() {
		c.over.Store(true)
		_ = c.p.stdout.SetReadDeadline(time.Unix(1, 0))
	})
}

// hangUp closes the server's stdin and reads on what it still says, so that
// a full pipe doesn't keep it from ending.
func (c *conn) hangUp() {
	c.silence()
	_ = c.p.stdin.Close()
	go func() {
		defer close(c.dry)
		c.reading.Lock() // the last Read is over
		defer c.reading.Unlock()
		_ = c.p.stdout.SetReadDeadline(time.Time{})
		_, _ = io.Copy(io.Discard, c.p.stdout)
	}()
}

func (c *conn) drained() { <-c.dry }

// deadline makes an operation on a pipe end when ctx does. What it returns is to
// be called after the operation; the pipe is as before then, where still is true.
func deadline(ctx context.Context, set func(time.Time) error, still func() bool) (undo func()) {
	if ctx.Done() == nil {
		return func() {}
	}
	fired := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		_ = set(time.Unix(1, 0))
		close(fired)
	})
	return func() {
		if stop() {
			return
		}
		<-fired
		if still() {
			_ = set(time.Time{})
		}
	}
}
