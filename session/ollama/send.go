package ollama

import (
	"context"
	"time"

	"github.com/ollama/ollama/api"

	"vise/session"
)

// closing is how long a cancelled Chat waits for its connection to be closed
// before it returns anyway.
const closing = 50 * time.Millisecond

// finishing is how long the end of the body is waited for after the line that
// said done: so that the connection can be used again, but no longer.
const finishing = 500 * time.Millisecond

// send makes one request and feeds asm with the answer. The request runs in a
// goroutine of its own so that a cancellation never waits for the network;
// asm and onDelta are touched by the caller's goroutine alone.
func (c *chat) send(ctx context.Context, ex *exchange, asm *assembly) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	parts := make(chan part, 64)
	ended := make(chan error, 1)
	go func() { ended <- c.stream(ctx, ex, parts) }()

	loading := time.NewTimer(c.m.loadingAfter)
	defer loading.Stop()
	var finish <-chan time.Time
	for {
		select {
		case p := <-parts:
			loading.Stop()
			asm.add(p, c.onDelta)
			if asm.done && finish == nil {
				finish = time.After(finishing)
			}
		case <-finish:
			cancel()
			return <-ended
		case err := <-ended:
			for len(parts) > 0 {
				asm.add(<-parts, c.onDelta)
			}
			return err
		case <-loading.C:
			c.announceLoading()
		case <-ctx.Done():
			select {
			case <-ended:
			case <-time.After(closing):
			}
			return ctx.Err()
		}
	}
}

// part is one line of the answer, decoded, with the calls as they were written.
type part struct {
	api.ChatResponse
	calls []rawCall
}

// stream runs in the request's goroutine.
func (c *chat) stream(ctx context.Context, ex *exchange, parts chan<- part) error {
	return c.m.server.client.Chat(withExchange(ctx, ex), c.wire, func(r api.ChatResponse) error {
		p := part{ChatResponse: r}
		if len(r.Message.ToolCalls) > 0 {
			p.calls = ex.calls()
		}
		select {
		case parts <- p:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
}

// announceLoading says once that no byte has come yet. There is no time-out on
// it: a large model on a slow disk takes minutes.
func (c *chat) announceLoading() {
	if c.loading || c.onDelta == nil {
		return
	}
	c.loading = true
	c.onDelta(session.Delta{Kind: session.DeltaLoading, Text: c.m.cfg.Model})
}
