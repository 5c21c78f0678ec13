package mcpclient

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxWatched is how many resources of one server can be watched.
const maxWatched = 100

// watched is a resource whose changes are told.
type watched struct {
	uri string
	by  *session // that said yes last; nil: none has yet
}

// Subscribe asks a server to say when a resource changes; Config.Changed and
// Config.Updated are told. That holds until Unsubscribe: a new session with the
// server, which knows nothing of it, is asked again. A session that has said
// yes isn't asked a second time.
func (h *Host) Subscribe(ctx context.Context, server, uri string) error {
	s, err := h.server(server)
	if err != nil {
		return err
	}
	if err := s.watching.take(ctx); err != nil {
		return err
	}
	defer s.watching.give()
	if !s.watch(uri) {
		return fmt.Errorf("%d resources of the server %s are watched already, which is the limit", maxWatched, s.name)
	}
	_, err = do(ctx, s, func(ctx context.Context, cs *session) (struct{}, error) { return struct{}{}, s.subscribe(ctx, cs, uri) })
	if err != nil {
		s.unwatch(func(w watched) bool { return w.uri == uri && w.by == nil })
	}
	return err
}

// Unsubscribe ends that.
func (h *Host) Unsubscribe(ctx context.Context, server, uri string) error {
	s, err := h.server(server)
	if err != nil {
		return err
	}
	if err := s.watching.take(ctx); err != nil {
		return err
	}
	defer s.watching.give()
	s.unwatch(func(w watched) bool { return w.uri == uri })
	_, err = do(ctx, s, func(ctx context.Context, cs *session) (struct{}, error) {
		return timed(ctx, s.requestLimit(), func(ctx context.Context) (struct{}, error) {
			return struct{}{}, cs.Unsubscribe(ctx, &mcp.UnsubscribeParams{URI: uri})
		})
	})
	return err
}

// updated is told that a resource has changed: a watched one, or one below it.
func (s *server) updated(p *mcp.ResourceUpdatedNotificationParams) {
	s.tell()
	if s.cfg.Updated == nil || p == nil {
		return
	}
	for _, w := range s.watches() {
		if p.URI == w || strings.HasPrefix(p.URI, strings.TrimSuffix(w, "/")+"/") {
			s.cfg.Updated(s.name, w)
		}
	}
}

// subscribe asks a session, unless it has said yes already.
func (s *server) subscribe(ctx context.Context, cs *session, uri string) error {
	if s.watchedBy(cs, uri) {
		return nil
	}
	if r := cs.InitializeResult(); r == nil || r.Capabilities.Resources == nil || !r.Capabilities.Resources.Subscribe {
		return fmt.Errorf("the server %s doesn't tell of changes in its resources", s.name)
	}
	_, err := timed(ctx, s.requestLimit(), func(ctx context.Context) (struct{}, error) {
		return struct{}{}, cs.Subscribe(ctx, &mcp.SubscribeParams{URI: uri})
	})
	if err == nil {
		s.granted(cs, uri)
	}
	return err
}

// watch notes that a resource is to be watched, before anyone is asked: a
// session that comes meanwhile asks for it as well. It reports whether there
// was room.
func (s *server) watch(uri string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.ContainsFunc(s.watched, func(w watched) bool { return w.uri == uri }) {
		return true
	}
	if len(s.watched) >= maxWatched {
		return false
	}
	s.watched = append(s.watched, watched{uri: uri})
	return true
}

func (s *server) unwatch(which func(watched) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watched = slices.DeleteFunc(s.watched, which)
}

// granted notes that a session said yes.
func (s *server) granted(by *session, uri string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.watched {
		if s.watched[i].uri == uri {
			s.watched[i].by = by
		}
	}
}

func (s *server) watchedBy(by *session, uri string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Contains(s.watched, watched{uri, by})
}

func (s *server) watches() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	uris := make([]string, len(s.watched))
	for i, w := range s.watched {
		uris[i] = w.uri
	}
	return uris
}

// resubscribe asks a new session for what the one before was asked for. What
// changed between the two wasn't told, so all that look are told to look.
func (s *server) resubscribe(session *session) {
	uris := s.watches()
	if len(uris) == 0 {
		return
	}
	for _, uri := range uris {
		if err := s.renew(session, uri); err != nil && s.life.Err() == nil {
			s.note(fmt.Sprintf("changes of the resource %.80q aren't told any more: %s", uri, plainError(err)))
		}
	}
	s.tell()
}

// renew asks a new session for one resource, if that is still to be watched
// when nobody else asks.
func (s *server) renew(session *session, uri string) error {
	if err := s.watching.take(s.life); err != nil {
		return err
	}
	defer s.watching.give()
	if !slices.Contains(s.watches(), uri) {
		return nil
	}
	return s.subscribe(s.life, session, uri)
}
