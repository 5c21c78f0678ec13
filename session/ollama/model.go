// Package ollama answers chats through a local Ollama server. It counts a reply
// as whole only when the server said so, names every way it can fail, and
// sends tools in the one form that Ollama doesn't lose parts of.
package ollama

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ollama/ollama/api"

	"vise/session"
)

// DefaultNumCtx is the context, in tokens, that is asked for where neither the
// configuration nor the model says another size. It holds the tools, the
// system text and a few files on a machine without a graphics card.
const DefaultNumCtx = 8192

// Config says which model to use and where it is.
type Config struct {
	Host     string // in the form of OLLAMA_HOST; "" is the default address
	HostFrom string // where Host came from, for messages; "OLLAMA_HOST" if empty
	Model    string // such as "qwen3:8b"
	Digest   string // of the model, if known; part of a recording's key
	// NumCtx is the context in tokens; 0 takes what fits: what the model is
	// loaded with where that is no less than DefaultNumCtx, else DefaultNumCtx,
	// or less where the model has less or its cache would be too large.
	NumCtx int
	// Think turns thinking on or off; nil leaves it to the model.
	Think *bool
	// KeepAlive is how long the server keeps the model loaded; nil leaves it to
	// the server, a negative one is forever.
	KeepAlive *time.Duration
	// Transport carries the requests; nil is one of ours. Recordings hook in here.
	Transport http.RoundTripper
}

// Model is one model of one Ollama server. It is safe for use by several
// goroutines.
type Model struct {
	cfg    Config
	server *server

	mu      sync.Mutex
	digest  string
	context int // of the model; 0 while unknown
	loaded  int // context that it was loaded with, when last asked
	checked int // context for which it was asked what was really given
	given   int // context that it really has; 0 while unknown
	// perToken is how many bytes of cache a token takes; 0 while unknown.
	perToken int64

	noThink atomic.Bool // the server said that the model can't think

	// Set before first use, by tests.
	loadingAfter time.Duration
	backoff      []time.Duration
}

// New makes a model. It reaches nothing: whether the server is there shows at
// the first Chat, or with Resolve.
func New(cfg Config) (*Model, error) {
	if cfg.Model == "" {
		return nil, &session.ModelError{Kind: session.ModelNotFound, What: "no model is named",
			Remedy: "choose one with --model ollama/NAME"}
	}
	srv, err := newServer(cfg.Host, cfg.HostFrom, cfg.Transport)
	if err != nil {
		return nil, err
	}
	return &Model{
		cfg: cfg, server: srv, digest: cfg.Digest,
		loadingAfter: time.Second,
		backoff:      []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second},
	}, nil
}

// Info names the model, with what is known of it so far. It returns at once.
func (m *Model) Info() session.ModelInfo {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.infoLocked()
}

// URL is the address that requests go to, resolved.
func (m *Model) URL() string { return m.server.url.String() }

// Resolve asks the server for the model's digest and context, which Info then
// says. Errors are *session.ModelError.
func (m *Model) Resolve(ctx context.Context) error {
	one, err := m.server.find(ctx, m.cfg.Model)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.digest, m.context, m.loaded, m.perToken = one.Digest, one.Context, one.LoadedContext, one.CachePerToken
	return nil
}

// Close lets go of idle connections. The model can be used afterwards.
func (m *Model) Close() { m.server.http.CloseIdleConnections() }

// numCtx is the context to ask for.
func (m *Model) numCtx() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, _ := m.factsLocked().fit()
	return n
}

// Chat implements session.Model.
func (m *Model) Chat(ctx context.Context, req session.ChatRequest, onDelta func(session.Delta)) (session.Reply, error) {
	wire, notes := m.wire(req)
	c := &chat{m: m, req: req, wire: wire, onDelta: onDelta, began: time.Now()}
	reply, err := c.run(ctx)
	if ctx.Err() != nil && err != nil {
		return session.Reply{}, ctx.Err()
	}
	reply.Notice = joinNotes(append(notes, append(c.notes, reply.Notice)...)...)
	return reply, err
}

// chat is one call of Chat, over as many requests as it takes.
type chat struct {
	m       *Model
	req     session.ChatRequest
	wire    *api.ChatRequest
	onDelta func(session.Delta)
	began   time.Time
	notes   []string
	loading bool // was announced
}

// run sends the request, again without thinking where the model has none, and
// again after a while where the server is busy.
func (c *chat) run(ctx context.Context) (session.Reply, error) {
	busy := 0
	for {
		ex := &exchange{digest: c.m.Info().Digest, steady: steady(c.req.Options)}
		asm := &assembly{began: c.began}
		err := c.send(ctx, ex, asm)
		if ctx.Err() != nil {
			return session.Reply{}, ctx.Err()
		}
		fault := c.m.judge(ctx, c.wire, ex, asm, err)
		switch {
		case fault == nil:
			return c.whole(ctx, asm)
		case fault.again == againWithoutThinking && c.wire.Think != nil:
			c.wire.Think = nil
			c.m.noThink.Store(true)
			c.notes = append(c.notes, c.m.cfg.Model+" can't think: sent again without thinking")
		case fault.again == againLater && busy < len(c.m.backoff):
			wait := max(c.m.backoff[busy], min(ex.retryAfter(), maxRetryAfter))
			busy++
			if err := sleep(ctx, wait); err != nil {
				return session.Reply{}, err
			}
		default:
			return session.Reply{}, fault.err
		}
	}
}

// whole finishes a reply that the server called done.
func (c *chat) whole(ctx context.Context, asm *assembly) (session.Reply, error) {
	reply := asm.reply()
	if len(reply.Calls) == 0 {
		if call, note, ok := callInText(reply.Text, c.req.Tools); ok {
			reply.Calls, reply.Text = []session.ToolCall{call}, ""
			reply.Notice = joinNotes(reply.Notice, note)
		}
	}
	numCtx, _ := c.wire.Options["num_ctx"].(int)
	given := c.m.checkAllocated(ctx, numCtx)
	reply.Notice = joinNotes(reply.Notice, given, cutNote(asm, c.m.really(numCtx), promptBytes(c.wire)))
	return reply, nil
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
