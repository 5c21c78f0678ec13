package mcpclient

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

// listing is the tools of one server, as they were read at one time.
type listing struct {
	tools    []policy.Tool
	held     []policy.Held   // can't be offered whatever anyone approves
	note     string          // why the list isn't whole
	login    error           // it can't be read without a login
	promises map[string]bool // the tools that have output schemas
	until    time.Time       // when it is old by itself
}

// glance returns the tools without waiting for a server that is slow.
func (s *server) glance(ctx context.Context) *listing {
	if s.eager {
		return s.list(ctx)
	}
	l, fresh := s.listed()
	if fresh {
		return l
	}
	s.mu.Lock()
	known, ready := s.tools, s.session != nil
	running := s.phase == policy.ServerReady || s.phase == policy.ServerStarting
	s.mu.Unlock()
	switch {
	case !running || known == nil && !ready:
		return &listing{}
	case !ready:
		return known
	}
	read := make(chan *listing, 1)
	s.mu.Lock()
	if !s.ended {
		s.work.Go(func() { read <- s.list(s.life) })
	}
	s.mu.Unlock()
	wait := time.NewTimer(s.cfg.Times.Refresh)
	defer wait.Stop()
	select {
	case l := <-read:
		return l
	case <-wait.C:
	case <-ctx.Done():
	}
	if known == nil {
		return &listing{}
	}
	return known
}

// list returns the tools that were read before, or reads them. It is never nil.
func (s *server) list(ctx context.Context) *listing {
	if l, fresh := s.listed(); fresh {
		return l
	}
	if err := s.listing.take(ctx); err != nil {
		return &listing{note: plainError(err)}
	}
	defer s.listing.give()
	if l, fresh := s.listed(); fresh {
		return l
	}
	s.mu.Lock()
	news := s.news
	s.mu.Unlock()
	l, err := do(ctx, s, func(ctx context.Context, session *session) (*listing, error) {
		s.mu.Lock()
		news = s.news // what changed before this session doesn't count
		s.mu.Unlock()
		return s.read(ctx, session)
	})
	if err != nil {
		l = &listing{note: plainError(err)}
		l.login = s.noteSignIn(err)
		if s.eager {
			return l
		}
		l.until = s.cfg.Now().Add(minTTL) // a server that doesn't answer isn't asked at every step
	} else {
		s.signedIn()
	}
	s.keep(l, news)
	return l
}

// listed is the list that was read last, and whether it still holds.
func (s *server) listed() (*listing, bool) {
	now := s.cfg.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tools, s.tools != nil && s.fresh && now.Before(s.tools.until)
}

// keep remembers what was read. It is old at once where the server has changed
// it meanwhile.
func (s *server) keep(l *listing, news int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tools, s.fresh = l, s.news == news
}

func (s *server) read(ctx context.Context, session *session) (*listing, error) {
	var tells bool
	if r := session.InitializeResult(); r != nil && r.Capabilities != nil {
		if r.Capabilities.Tools == nil {
			return &listing{until: s.cfg.Now().Add(maxTTL)}, nil
		}
		tells = r.Capabilities.Tools.ListChanged
	}
	ttl := maxTTL
	var left []*mcp.Tool // by the SDK
	tools, note, err := pages(ctx, s.requestLimit(), func(ctx context.Context, cursor string) (page[mcp.Tool], error) {
		r, err := whole(ctx, func(ctx context.Context) (*mcp.ListToolsResult, error) {
			r, err := session.ListTools(ctx, &mcp.ListToolsParams{Cursor: cursor})
			if err == nil {
				left = append(left, r.Tools...)
			}
			return r, err
		})
		if err != nil {
			return page[mcp.Tool]{}, err
		}
		if session.modern() && (!tells || r.TTLMs > 0) {
			ttl = min(ttl, clampTTL(r.TTLMs))
		}
		return page[mcp.Tool]{r.Tools, r.NextCursor, r.Meta}, nil
	})
	if err != nil {
		return nil, err
	}
	l := s.sortOut(tools, left)
	l.note, l.until = note, s.cfg.Now().Add(ttl)
	return l, nil
}

// sortOut tells tools that can be offered from those that can't. left is what
// the SDK left of those that it has to know.
func (s *server) sortOut(tools, left []*mcp.Tool) *listing {
	l := &listing{promises: map[string]bool{}}
	count := map[string]int{}
	for _, t := range tools {
		count[t.Name]++
	}
	for _, t := range tools {
		tool, wrong := s.define(t)
		if n := count[t.Name]; wrong == "" && n > 1 {
			wrong = fmt.Sprintf("the server has %d tools of this name", n)
		}
		if wrong == "" && strings.Contains(string(tool.Definition), `"x-mcp-header"`) && len(withHeaders([]*mcp.Tool{t})) > 0 && !slices.Contains(left, t) {
			wrong = "its schema marks parameters as HTTP headers (x-mcp-header) in a way that isn't allowed"
		}
		if wrong != "" {
			tool.Status = policy.StatusInvalid
			l.held = append(l.held, policy.Held{Tool: tool, Reason: wrong})
			continue
		}
		tool.Timeout = s.conf.Timeout
		l.tools = append(l.tools, tool)
		l.promises[t.Name] = t.OutputSchema != nil
	}
	return l
}

// same says why the tool isn't what it was when it was decided about; such an
// error wraps policy.ErrNotCalled.
func (l *listing) same(t policy.Tool) error {
	i := slices.IndexFunc(l.tools, func(now policy.Tool) bool { return now.Name == t.Name })
	switch {
	case i < 0 && l.note != "":
		return notCalled("the server %s doesn't say which tools it has (%s), so nothing was called", t.Server, l.note)
	case i < 0:
		return notCalled("the server %s doesn't have the tool any more, so it wasn't called", t.Server)
	case l.tools[i].Pin != t.Pin:
		return notCalled("the server %s has changed the tool since it was decided about, so it wasn't called", t.Server)
	}
	return nil
}

// notCalled is a fault before anything was sent.
func notCalled(format string, args ...any) error {
	return &fault{text: fmt.Sprintf(format, args...), err: policy.ErrNotCalled}
}
