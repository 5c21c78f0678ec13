package mcpclient

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

const (
	maxPages = 64   // of one list of one server
	maxItems = 1000 // tools, resources or prompts of one server
)

// listing is the tools of one server, as they were read at one time.
type listing struct {
	tools []policy.Tool
	held  []policy.Held // can't be offered whatever anyone approves
	note  string        // why the list isn't whole
}

// Catalogue lists the tools of all servers: built-in first, then server by
// server in the order they were added, each in its server's own order. A
// server that can't be reached is in Servers with its error and takes nothing
// else with it. Lists are kept until a server says that they have changed. It
// fails only when ctx is over or the host is closed.
func (h *Host) Catalogue(ctx context.Context) (policy.Catalogue, error) {
	servers := h.all()
	lists := make([]*listing, len(servers))
	var wg sync.WaitGroup
	for i, s := range servers {
		wg.Go(func() { lists[i] = s.list(ctx) })
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return policy.Catalogue{}, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return policy.Catalogue{}, errClosed
	}
	var c policy.Catalogue
	for i, s := range servers {
		offered, held := h.sort(lists[i])
		state := s.status()
		state.Offered, state.Held = len(offered), len(held)
		if lists[i].note != "" && state.LastError == "" {
			state.LastError = lists[i].note
		}
		c.Offered, c.Held, c.Servers = append(c.Offered, offered...), append(c.Held, held...), append(c.Servers, state)
	}
	return c, nil
}

// sort says which tools are offered now, and why the others aren't.
func (h *Host) sort(l *listing) (offered []policy.Tool, held []policy.Held) {
	held = append(held, l.held...)
	for _, t := range l.tools {
		if t.Server != policy.BuiltinServer && h.cfg.Status != nil {
			t.Status = h.cfg.Status(t)
		}
		t.Off = h.off[t.ID()]
		switch reason := heldReason(t); reason {
		case "":
			offered = append(offered, t)
		default:
			held = append(held, policy.Held{Tool: t, Reason: reason})
		}
	}
	return offered, held
}

func heldReason(t policy.Tool) string {
	switch {
	case t.Status == policy.StatusNew:
		return "not reviewed yet"
	case t.Status == policy.StatusChanged:
		return "changed since it was approved"
	case t.Status == policy.StatusBlocked:
		return "blocked by you"
	case t.Status != policy.StatusApproved:
		return "not approved"
	case t.Off:
		return "switched off"
	}
	return ""
}

// list returns the tools that were read before, or reads them. It is never nil.
func (s *server) list(ctx context.Context) *listing {
	if l, _ := s.listed(); l != nil {
		return l
	}
	if err := s.listing.take(ctx); err != nil {
		return &listing{note: err.Error()}
	}
	defer s.listing.give()
	known, news := s.listed()
	if known != nil {
		return known
	}
	session, err := s.connect(ctx)
	if err != nil {
		return &listing{note: plainError(err)}
	}
	ctx, stop := s.request(ctx)
	defer stop()
	l, err := s.read(ctx, session)
	if err != nil {
		return &listing{note: plainError(s.fault(ctx, err))}
	}
	s.keep(l, news)
	return l
}

func (s *server) listed() (*listing, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tools, s.news
}

// keep remembers what was read, unless the server has changed it meanwhile.
func (s *server) keep(l *listing, news int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.news == news {
		s.tools = l
	}
}

func (s *server) read(ctx context.Context, session *mcp.ClientSession) (*listing, error) {
	if caps := session.InitializeResult(); caps != nil && caps.Capabilities != nil && caps.Capabilities.Tools == nil {
		return &listing{}, nil
	}
	tools, note, err := pages(ctx, s.cfg.ListTimeout, func(ctx context.Context, cursor string) ([]*mcp.Tool, string, error) {
		r, err := session.ListTools(ctx, &mcp.ListToolsParams{Cursor: cursor})
		if err != nil {
			return nil, "", err
		}
		return r.Tools, r.NextCursor, nil
	})
	if err != nil {
		return nil, err
	}
	l := &listing{note: note}
	count := map[string]int{}
	for _, t := range tools {
		count[t.Name]++
	}
	for _, t := range tools {
		tool, wrong := s.define(t)
		if n := count[t.Name]; wrong == "" && n > 1 {
			tool.Status, wrong = policy.StatusInvalid, fmt.Sprintf("the server has %d tools of this name", n)
		}
		if wrong != "" {
			l.held = append(l.held, policy.Held{Tool: tool, Reason: wrong})
			continue
		}
		l.tools = append(l.tools, tool)
	}
	return l, nil
}

// same says why the tool isn't what it was when it was decided about.
func (l *listing) same(t policy.Tool) error {
	i := slices.IndexFunc(l.tools, func(now policy.Tool) bool { return now.Name == t.Name })
	switch {
	case i < 0 && l.note != "":
		return fmt.Errorf("the server %s doesn't say which tools it has (%s), so nothing was called", t.Server, l.note)
	case i < 0:
		return fmt.Errorf("the server %s doesn't have the tool any more, so it wasn't called", t.Server)
	case l.tools[i].Pin != t.Pin:
		return fmt.Errorf("the server %s has changed the tool since it was decided about, so it wasn't called", t.Server)
	}
	return nil
}
