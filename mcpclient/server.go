package mcpclient

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"vise/mcpclient/config"
	"vise/policy"
)

// server is one configured server and the session with it, if there is one.
type server struct {
	name   string
	cfg    Config
	conf   config.Server
	dialer *dialer   // nil: it isn't to be reached, and held says why
	held   *held     // nil: it may be started
	judged *held     // what the configuration said about that
	eager  bool      // in this process: the catalogue waits for it
	told   *throttle // tells Config.Changed
	life   context.Context
	end    context.CancelFunc
	work   sync.WaitGroup // what goes on in the background

	connecting turn
	listing    turn
	watching   turn
	promises   promises     // output schemas
	awaited    awaited      // what is done at addresses
	signing    atomic.Int32 // 1 while the person signs in

	mu       sync.Mutex
	session  *session
	leaving  *session // the one before, until nothing is left of it
	phase    policy.ServerPhase
	lastErr  string
	need     string
	last     *link         // of the session or of the last try: its log, its last lines
	said     []string      // what it did wrong, in words
	settled  chan struct{} // closed when a start is over, whatever came of it
	reviving bool
	expected bool      // a server on the network is tried again later
	next     time.Time // when
	failures int       // starts in a row that came to nothing, or soon ended
	restarts int
	since    time.Time // when it became ready
	era      era       // what worked
	ended    bool
	attended int // calls and sign-ins going on: somebody waits
	busy     int // requests going on
	mute     int // how often it didn't answer a ping; -1: it can

	watched []watched // resources whose changes are told

	calls  []*inflight
	tokens int64

	tools *listing // the last that was read
	fresh bool     // nothing is known to have changed since
	news  int      // counts what makes a listing old
}

// held says why a server isn't started.
type held struct {
	phase policy.ServerPhase
	why   string
	need  string
	try   string
}

func newServer(conf config.Server, cfg Config) *server {
	life, end := context.WithCancel(context.Background())
	s := &server{name: conf.Name, cfg: cfg, conf: conf, life: life, end: end, connecting: make(turn, 1), listing: make(turn, 1), watching: make(turn, 1),
		phase: policy.ServerStarting, settled: closedChannel()}
	if cfg.Changed != nil {
		s.told = newThrottle(progressEvery, func() { cfg.Changed(s.name) })
	}
	return s
}

func closedChannel() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

// connectLimit bounds a start, requestLimit every request but a tool call.
func (s *server) connectLimit() time.Duration { return max(s.cfg.ConnectTimeout, s.conf.Timeout) }

func (s *server) requestLimit() time.Duration {
	if s.conf.Timeout > 0 {
		return s.conf.Timeout
	}
	return s.cfg.ListTimeout
}

// request is ctx for one request; it is over with the server, too. The SDK
// ends no session while one of its calls goes on.
func (s *server) request(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(s.life, func() { cancel(errEnded) })
	return ctx, func() { stop(); cancel(context.Canceled) }
}

// turn is held by the one who does what only one may do at a time.
type turn chan struct{}

func (t turn) take(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t turn) give() { <-t }

// connect returns the session there is, or makes one.
func (s *server) connect(ctx context.Context) (*session, error) {
	if session, err := s.current(); session != nil || err != nil {
		return session, err
	}
	ctx, stop := s.request(ctx)
	defer stop()
	if err := s.connecting.take(ctx); err != nil {
		return nil, s.over(ctx)
	}
	defer s.connecting.give()
	if session, err := s.current(); session != nil || err != nil {
		return session, err
	}
	session, err := s.open(ctx)
	if err != nil {
		if ctx.Err() != nil {
			s.brokenOff()
			return nil, s.over(ctx)
		}
		err = s.unreached(err)
		s.fail(err)
		return nil, err
	}
	return session, s.adopt(session)
}

// over is why a request's time is over.
func (s *server) over(ctx context.Context) error {
	if s.life.Err() != nil {
		return errEnded
	}
	return ctx.Err()
}

// current is the session there is, or nil; an error where there can't be one.
func (s *server) current() (*session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.ended:
		return nil, errEnded
	case s.held != nil:
		return nil, fmt.Errorf("the server %s isn't running: %s", s.name, s.held.why)
	}
	return s.session, nil
}

// adopt takes a new session and watches for its end.
func (s *server) adopt(session *session) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		go session.close()
		return errEnded
	}
	if s.since != (time.Time{}) {
		s.restarts++
	}
	s.session, s.phase, s.lastErr, s.need, s.since = session, policy.ServerReady, "", "", s.cfg.Now()
	s.last, s.fresh = session.link, false
	s.work.Go(func() {
		err := session.Wait()
		s.lost(session, err)
		session.close()
	})
	s.work.Go(func() { s.resubscribe(session) })
	return nil
}

// brokenOff notes that whoever started the server didn't wait for it.
func (s *server) brokenOff() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.phase == policy.ServerStarting && isClosed(s.settled) {
		s.phase, s.lastErr = policy.ServerFailed, "its start was broken off"
	}
}

// fail notes why the server can't be reached.
func (s *server) fail(err error) {
	s.mu.Lock()
	s.phase, s.lastErr, s.need = policy.ServerFailed, plainError(err), ""
	s.failures++
	if needsSignIn(err) {
		s.phase, s.need = policy.ServerStopped, policy.NeedSignIn
	}
	s.mu.Unlock()
	s.expect()
	s.tell()
}

// plainError is an error's text at a length that can be shown; it may hold
// text of the server's.
func plainError(err error) string { return cut(err.Error(), 500) }

// cut bounds text of others, in characters.
func cut(text string, limit int) string {
	if len(text) > 4*limit {
		text = text[:4*limit]
	}
	text = strings.ToValidUTF8(text, "\uFFFD")
	if r := []rune(text); len(r) > limit {
		return string(r[:limit-1]) + "…"
	}
	return text
}

// tell says that something about the server has changed.
func (s *server) tell() {
	if s.told != nil {
		s.told.touch()
	}
}

// changed makes the listing old, so that it is read again when next asked for.
func (s *server) changed() {
	s.mu.Lock()
	s.fresh = false
	s.news++
	s.mu.Unlock()
	s.tell()
}

// noteRefused remembers something the server asked for in vain; the person
// sees it with the server.
func (s *server) noteRefused(why string) { s.note("refused: " + cut(why, 200)) }

// maxSaid is how much is remembered of what a server did wrong.
const maxSaid = 8

func (s *server) note(words string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.said) < maxSaid && !slices.Contains(s.said, words) {
		s.said = append(s.said, words)
	}
}
