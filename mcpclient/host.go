// Package mcpclient reaches the tools of all MCP servers: one client session a
// server, one catalogue over all of them. Servers are not trusted: whatever
// they send is bounded in size and time, and a server that fails or goes takes
// nothing else with it.
package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

// Config is what a Host needs to know. Zero values take the defaults.
type Config struct {
	// Version is vise's own, told to servers.
	Version string
	// ConnectTimeout bounds making a session with one server; 0: 15 s.
	ConnectTimeout time.Duration
	// ListTimeout bounds reading one list of one server; 0: 30 s.
	ListTimeout time.Duration
	// MaxResult bounds one result, in bytes of its JSON; 0: 16 MiB, which is
	// also the most a server can send in one message.
	MaxResult int
	// Status says how far a tool of another server has been reviewed; nil:
	// never. Built-in tools are always approved.
	Status func(policy.Tool) policy.Status
	// Changed is told the name of a server whose lists or state have changed.
	// It must return at once. May be nil.
	Changed func(server string)
}

const (
	defaultConnectTimeout = 15 * time.Second
	defaultListTimeout    = 30 * time.Second
	defaultMaxResult      = 16 << 20
)

// Host holds the sessions with all servers. It is safe for several goroutines.
type Host struct {
	cfg Config

	mu      sync.Mutex
	servers []*server // built-in first, then as they were added
	off     map[string]bool
	closed  bool
}

// New makes a host without servers.
func New(cfg Config) *Host {
	if cfg.ConnectTimeout <= 0 {
		cfg.ConnectTimeout = defaultConnectTimeout
	}
	if cfg.ListTimeout <= 0 {
		cfg.ListTimeout = defaultListTimeout
	}
	if cfg.MaxResult <= 0 {
		cfg.MaxResult = defaultMaxResult
	}
	if cfg.Version == "" {
		cfg.Version = "1"
	}
	return &Host{cfg: cfg, off: map[string]bool{}}
}

// AddInMemory adds a server that runs in this process, and makes a session
// with it. A panic in one of its handlers becomes an error of that call. Only
// the server named policy.BuiltinServer counts as vise's own.
func (h *Host) AddInMemory(ctx context.Context, name string, srv *mcp.Server) error {
	srv.AddReceivingMiddleware(survivePanics)
	return h.add(ctx, newServer(name, inMemory(srv), h.cfg))
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

var errClosed = errors.New("the connection to all servers has been closed: vise is ending")

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

// CallTool calls one tool with exactly these arguments. with.Meta goes to vise's own
// server only. A failure of the tool itself is a result with IsError; an error
// is a fault of the request, the server or the way to it. A tool that came from
// a catalogue (it has a pin) and isn't the same any more is not called.
func (h *Host) CallTool(ctx context.Context, tool policy.Tool, args json.RawMessage, with policy.Calling) (*mcp.CallToolResult, error) {
	s, err := h.server(tool.Server)
	if err != nil {
		return nil, err
	}
	if tool.Pin != "" {
		if err := s.list(ctx).same(tool); err != nil {
			return nil, err
		}
	}
	params := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	if len(args) == 0 {
		params.Arguments = json.RawMessage("{}")
	}
	if s.name == policy.BuiltinServer && len(with.Meta) > 0 {
		params.Meta = maps.Clone(with.Meta)
	}
	return s.call(ctx, params)
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

// Close ends all sessions. Calls that still run fail.
func (h *Host) Close() error {
	h.mu.Lock()
	h.closed = true
	h.mu.Unlock()
	var errs []error
	for _, s := range h.all() {
		errs = append(errs, s.close())
	}
	return errors.Join(errs...)
}
