// Package mcpclient reaches the tools of all MCP servers: one client session a
// server, one catalogue over all of them. Servers are not trusted: whatever
// they send is bounded in size and time, and a server that fails or goes takes
// nothing else with it.
//
// Revisions 2024-11-05 to 2026-07-28 of the Model Context Protocol are spoken;
// see handshake.go for how the right one is found.
package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient/config"
	"vise/mcpclient/web"
	"vise/policy"
)

// Config is what a Host needs to know. Zero values take the defaults.
type Config struct {
	// Version is vise's own, told to servers.
	Version string
	// ConnectTimeout bounds making a session with one server, from the start of
	// its process on; 0: 60 s, since a package runner may have to download it. A
	// server whose configured Timeout is longer gets that.
	ConnectTimeout time.Duration
	// ListTimeout bounds reading one list of one server, and every other
	// request that isn't a tool call; 0: 30 s. A configured Timeout replaces it.
	ListTimeout time.Duration
	// MaxResult bounds one result, in bytes of its JSON; 0: 16 MiB, which is
	// also the most a server can send in one message.
	MaxResult int
	// Status says how far a tool of another server has been reviewed; nil:
	// never. Built-in tools are always approved. It must not call the host.
	Status func(policy.Tool) policy.Status
	// Changed is told the name of a server whose lists, resources or state have
	// changed, at most ten times a second a server. It must return at once, and
	// not call the host. May be nil.
	Changed func(server string)
	// Updated is told which resource that is watched (see Host.Subscribe) has
	// changed. It must return at once, and not call the host. May be nil.
	Updated func(server, uri string)

	// Supervisor is how vise runs itself as the supervisor of a server's
	// process (see mcpclient/stdio); empty: that package's default.
	Supervisor []string
	// LogDir is the folder of the servers' stderr logs; "": the last lines are
	// kept in memory only.
	LogDir string
	// Env is vise's environment; nil: os.Environ.
	Env func() []string
	// Tokens keeps logins to HTTP servers; nil: none can be signed in to.
	Tokens web.TokenStore
	// ClientDocument is the https address of a document that describes vise to
	// login servers (OAuth Client ID Metadata Document); "": vise registers itself
	// with each.
	ClientDocument string
	// Ask puts a question to the person that belongs to no tool call: signing
	// in, and what a server asks while a prompt is filled or a resource read. nil:
	// nobody can be asked.
	Ask func(ctx context.Context, q policy.Question) (policy.Reply, error)
	// Secret is told values that are to be redacted, before they are used. It
	// must not call the host. May be nil.
	Secret func(values []string)
	// Redact takes secrets out of what servers write to stderr, beside those that
	// mcpclient/stdio knows of. It must not call the host. May be nil.
	Redact func(text string) string
	// FreeReads says whether an approved tool may read without asking; nil: none.
	// It must not call the host.
	FreeReads func(policy.Tool) bool
	// Approved says whether a server may be started as it is configured; nil: a
	// project's may not, and the person's own may. It must not call the host.
	Approved func(config.Server) bool
	// Now is the time; nil: time.Now.
	Now func() time.Time
	// Times are the smaller bounds; see there.
	Times Times

	// dial replaces the ways to configured servers, in tests.
	dial func(config.Server) *dialer
}

const (
	defaultConnectTimeout = 60 * time.Second
	defaultListTimeout    = 30 * time.Second
	defaultMaxResult      = 16 << 20
)

func (c Config) filled() Config {
	or := func(d *time.Duration, def time.Duration) {
		if *d <= 0 {
			*d = def
		}
	}
	or(&c.ConnectTimeout, defaultConnectTimeout)
	or(&c.ListTimeout, defaultListTimeout)
	if c.MaxResult <= 0 {
		c.MaxResult = defaultMaxResult
	}
	if c.Version == "" {
		c.Version = "1"
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	c.Times = c.Times.filled()
	return c
}

// Host holds the sessions with all servers. It is safe for several goroutines.
type Host struct {
	cfg Config

	mu      sync.Mutex
	servers []*server // built-in first, then as they were added or configured
	off     map[string]bool
	closed  bool
	leaving sync.WaitGroup // servers that a reload took away and that still end
}

// New makes a host without servers.
func New(cfg Config) *Host {
	return &Host{cfg: cfg.filled(), off: map[string]bool{}}
}

// AddInMemory adds a server that runs in this process, and makes a session
// with it. A panic in one of its handlers becomes an error of that call. Only
// the server named policy.BuiltinServer counts as vise's own. Catalogue waits
// for such servers.
func (h *Host) AddInMemory(ctx context.Context, name string, srv *mcp.Server) error {
	srv.AddReceivingMiddleware(survivePanics)
	s := newServer(config.Server{Name: name}, h.cfg)
	s.dialer, s.eager = inMemory(srv), true
	return h.add(ctx, s)
}

func (h *Host) add(ctx context.Context, s *server) error {
	if !policy.ValidName(s.name) {
		return fmt.Errorf("the server name %.80q can't be used: use 1 to 128 of A–Z a–z 0–9 _ . / -", s.name)
	}
	h.mu.Lock()
	taken := slices.ContainsFunc(h.servers, func(o *server) bool { return o.name == s.name })
	closed := h.closed
	if !taken && !closed {
		at := len(h.servers)
		if s.name == policy.BuiltinServer {
			at = 0
		}
		h.servers = slices.Insert(h.servers, at, s)
	}
	h.mu.Unlock()
	switch {
	case closed:
		return errClosed
	case taken:
		return fmt.Errorf("there is a server named %q already: give this one another name", s.name)
	}
	_, err := s.connect(ctx)
	return err
}

var (
	errClosed = errors.New("the connection to all servers has been closed: vise is ending")
	// errEnded is the end of one server, which the host may outlive.
	errEnded = errors.New("the server was switched off, removed or started anew meanwhile, or vise is ending: try it again")
)

// SetOff switches a tool off for the model, or on again.
func (h *Host) SetOff(tool string, off bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if off {
		h.off[tool] = true
	} else {
		delete(h.off, tool)
	}
}

// CallTool calls one tool with exactly these arguments. with.Meta goes to
// vise's own server only. A failure of the tool itself is a result with
// IsError, and so is a result that isn't what the tool's output schema
// promises; an error is a fault of the request, the server or the way to it, and
// says where it isn't known whether the call was carried out. A tool that came
// from a catalogue (it has a pin) and isn't the same any more is not called.
//
// What the server asks for meanwhile goes to with.Ask, one question at a time.
// Cancelling one ends the call; declining is an answer, after which nothing
// more is asked. with.Progress is not
// called after CallTool has returned.
func (h *Host) CallTool(ctx context.Context, tool policy.Tool, args json.RawMessage, with policy.Calling) (*mcp.CallToolResult, error) {
	s, err := h.server(tool.Server)
	if err != nil {
		return nil, &fault{text: err.Error(), err: errors.Join(policy.ErrNotCalled, err)}
	}
	l, _ := s.listed()
	if tool.Pin != "" {
		l = s.list(ctx)
		if err := l.same(tool); err != nil {
			return nil, err
		}
	}
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}
	return s.call(ctx, l, tool, args, with)
}

func (h *Host) server(name string) (*server, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil, errClosed
	}
	i := slices.IndexFunc(h.servers, func(s *server) bool { return s.name == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no server named %.80q", name)
	}
	return h.servers[i], nil
}

func (h *Host) all() []*server {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.servers)
}

// Close ends all sessions and processes, side by side, and returns when none
// is left, or after 10 s. Calls that still run fail.
func (h *Host) Close() error {
	h.mu.Lock()
	h.closed = true
	h.mu.Unlock()
	servers := h.all()
	errs := make([]error, len(servers))
	var wg sync.WaitGroup
	for i, s := range servers {
		wg.Go(func() { errs[i] = s.close() })
	}
	wg.Wait()
	h.leaving.Wait()
	return errors.Join(errs...)
}
