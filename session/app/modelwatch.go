package app

import (
	"cmp"
	"context"
	"errors"
	"syscall"
	"time"

	"vise/session"
	"vise/session/ollama"
)

const (
	// lookEvery is how long the server of the model is left alone between two
	// looks. One look is one small request.
	lookEvery = 4 * time.Second
	// lookFor bounds one look.
	lookFor = 3 * time.Second
	// searchEach is how many looks pass before a server that has no model to
	// use is asked for its models again.
	searchEach = 8
)

// WatchModel notices Ollama coming up and going down until ctx ends or the
// workbench is closed. Where nothing was ever chosen, the first usable model
// is taken; a chosen one is never replaced.
func (w *Workbench) WatchModel(ctx context.Context) {
	if w.parts.Model != nil {
		return
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(w.life, stop)()
	w.models.watch(ctx, cmp.Or(w.parts.LookEvery, lookEvery))
}

func (c *chooser) watch(ctx context.Context, every time.Duration) {
	select {
	case <-c.ready:
	case <-ctx.Done():
		return
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	s := &sight{c: c}
	for {
		s.look(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-c.look:
			s.asked = 0
		}
	}
}

// lookNow has the watch look at once.
func (c *chooser) lookNow() {
	select {
	case c.look <- struct{}{}:
	default:
	}
}

// sight is what a watch has seen so far.
type sight struct {
	c        *chooser
	resolved session.Model // its digest and context were asked for
	missed   int           // looks in a row that found no server
	asked    int           // looks at a server that has no model to use
	was      bool          // a server was there at the last look for one
}

func (s *sight) look(ctx context.Context) {
	s.c.mu.Lock()
	m, chosen := s.c.model, s.c.chosen
	s.c.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, lookFor)
	defer cancel()
	switch o, ok := m.(*ollama.Model); {
	case ok:
		s.at(ctx, o)
	case !chosen:
		s.search(ctx)
	}
}

// at looks at the server of the model in use.
func (s *sight) at(ctx context.Context, m *ollama.Model) {
	err := m.Ping(ctx)
	if err == nil && s.resolved != session.Model(m) {
		if err = m.Resolve(ctx); err == nil {
			s.resolved = m
			s.c.changed() // its context is known now
		}
	}
	if err == nil {
		s.missed = 0
		s.c.found(m, true, "")
		return
	}
	s.resolved = nil
	// A server that is busy answers late: that is no news before it happens twice.
	if s.missed++; s.missed > 1 || errors.Is(err, syscall.ECONNREFUSED) || isKind(err, session.ModelNotFound) {
		s.c.found(m, isKind(err, session.ModelNotFound), session.Words(err))
	}
}

func isKind(err error, kind session.ModelErrorKind) bool {
	var me *session.ModelError
	return errors.As(err, &me) && me.Kind == kind
}

// found notes what a look at the server of m came to: whether it answered, and
// why m can't be used, if so.
func (c *chooser) found(m session.Model, up bool, down string) {
	c.mu.Lock()
	same := c.model != m || c.up == up && c.down == down
	if !same {
		c.up, c.down = up, down
	}
	c.mu.Unlock()
	if !same {
		c.changed()
	}
}

// search looks for a server where nothing was ever chosen.
func (s *sight) search(ctx context.Context) {
	if _, err := s.c.at.Version(ctx); err != nil {
		s.was, s.asked = false, 0
		return
	}
	came := !s.was
	s.was = true
	if s.asked++; s.asked%searchEach != 1 {
		return
	}
	st := s.c.at.Discover(ctx)
	name, took := s.c.adopt(ctx, st)
	switch {
	case took && came:
		s.c.tell("Ollama is up: " + name + " from the next request on; /model for another")
	case took:
		s.c.tell("Ollama has " + name + " now: it is used from the next request on; /model for another")
	case st.Up && came:
		s.c.tell("Ollama is up, but has no model that can use tools: /model pulls one")
	}
}

// tell says what changed by itself.
func (c *chooser) tell(news string) {
	c.mu.Lock()
	c.news = news
	c.mu.Unlock()
	c.changed()
}
