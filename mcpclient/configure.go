package mcpclient

import (
	"context"
	"maps"
	"slices"
	"time"

	"vise/mcpclient/config"
	"vise/mcpclient/web"
	"vise/policy"
)

// Changes is what a Configure did, by the servers' names.
type Changes struct {
	Started   []string // new ones, and those that may be started now
	Restarted []string // what is said about them has changed
	Stopped   []string // gone from the configuration, or switched off
	Kept      []string
	Refused   map[string]string // not taken, each with the reason
}

// Configure makes servers the ones there are, beside those of this process. New
// ones are started in the background, side by side; those whose configuration
// has changed are restarted; those that are gone are stopped; the rest isn't
// touched. It returns at once. A server that is switched off, wrongly configured
// or not approved is listed, with what to do about it, and not started. After
// Close it does nothing.
func (h *Host) Configure(servers []config.Server) Changes {
	ch := Changes{Refused: map[string]string{}}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return ch
	}
	var next []*server
	old := map[string]*server{}
	for _, s := range h.servers {
		if s.eager {
			next = append(next, s)
		} else {
			old[s.name] = s
		}
	}
	var begin []func() // when all are known: what changes tells others, who may look
	for _, c := range servers {
		if slices.ContainsFunc(next, func(s *server) bool { return s.name == c.Name }) || c.Name == policy.BuiltinServer {
			ch.Refused[c.Name] = "there is a server of this name already; the one at " + where(c.Source) + " isn't used"
			continue
		}
		was := old[c.Name]
		delete(old, c.Name)
		if was != nil && was.conf.Equal(c) && sameHeld(was.judged, h.heldBack(c)) {
			was.source(c)
			ch.Kept, next = append(ch.Kept, c.Name), append(next, was)
			continue
		}
		s := h.configured(c)
		next = append(next, s)
		if was == nil {
			ch.note(s, &ch.Started)
			begin = append(begin, func() { s.begin(nil) })
			continue
		}
		ch.note(s, &ch.Restarted)
		begin = append(begin, func() { s.begin(h.leave(was)) })
	}
	h.servers = next
	for _, name := range slices.Sorted(maps.Keys(old)) {
		h.leave(old[name])
		ch.Stopped = append(ch.Stopped, name)
	}
	for _, b := range begin {
		b()
	}
	return ch
}

func (c *Changes) note(s *server, as *[]string) {
	if s.held != nil {
		as = &c.Stopped
	}
	*as = append(*as, s.name)
}

// configured makes a server that hasn't been started.
func (h *Host) configured(c config.Server) *server {
	s := newServer(c, h.cfg)
	s.judged = h.heldBack(c)
	if s.held = s.judged; s.held != nil {
		return s
	}
	if h.cfg.Secret != nil && len(c.Secrets) > 0 {
		h.cfg.Secret(slices.Clone(c.Secrets))
	}
	if h.cfg.dial != nil {
		s.dialer = h.cfg.dial(c)
		return s
	}
	if c.Transport == config.Stdio {
		s.dialer = viaStdio(h.cfg, c)
		return s
	}
	var ask func(context.Context, web.Authorize) error
	if h.cfg.Ask != nil {
		ask = s.signIn
	}
	d, err := viaWeb(h.cfg, c, s.waitedFor, ask)
	if err != nil {
		s.held = &held{phase: policy.ServerFailed, why: plainError(err), try: "correct " + where(c.Source)}
		return s
	}
	s.dialer = d
	return s
}

// heldBack says why a server isn't to be started, or nil. What is wrong with one
// that is switched off is said once it is switched on.
func (h *Host) heldBack(c config.Server) *held {
	switch {
	case c.Err != nil && !c.Disabled:
		return &held{phase: policy.ServerFailed, why: plainError(c.Err), try: "correct " + where(c.Source)}
	case !policy.ValidName(c.Name):
		return &held{phase: policy.ServerFailed, why: "its name isn't made of 1 to 128 of A–Z a–z 0–9 _ . / -", try: "give it another name in " + where(c.Source)}
	case c.Disabled:
		return &held{phase: policy.ServerStopped, why: "switched off", try: "switch it on: vise servers enable " + c.Name}
	case !c.Source.Project && h.cfg.Approved != nil && !h.cfg.Approved(c):
		return &held{phase: policy.ServerStopped, need: policy.NeedApproval, why: "it is reached in another way than when you approved its tools",
			try: "read what changed, then: vise servers approve " + c.Name}
	case c.Source.Project && (h.cfg.Approved == nil || !h.cfg.Approved(c)):
		return &held{phase: policy.ServerStopped, need: policy.NeedApproval, why: "a file of the project wants it to be started, which you haven't approved",
			try: "read how it is started, then: vise servers approve " + c.Name}
	}
	return nil
}

func sameHeld(a, b *held) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

// source takes over what a new reading of the files says that changes nothing.
func (s *server) source(c config.Server) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conf.Source, s.conf.Notes = c.Source, c.Notes
}

func (s *server) begin(after <-chan struct{}) {
	if s.held == nil {
		s.start(after)
	}
}

// leave ends a server that isn't there any more; the channel is closed when
// nothing is left of it.
func (h *Host) leave(s *server) <-chan struct{} {
	gone := make(chan struct{})
	h.leaving.Go(func() {
		defer close(gone)
		_ = s.close() // what can't be ended is said when vise ends
	})
	return gone
}

// Wait waits until every server that is starting has started or failed, at
// most for limit. It returns those that aren't ready: failed, still starting,
// or waiting for the person. Those that are switched off aren't missing.
func (h *Host) Wait(ctx context.Context, limit time.Duration) (missing []policy.ServerState) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for _, s := range h.all() {
		s.wait(ctx)
		if st := s.status(s.known()); !s.conf.Disabled && st.State != policy.ServerReady && st.State != policy.ServerDegraded {
			missing = append(missing, st)
		}
	}
	return missing
}

func (s *server) wait(ctx context.Context) {
	s.mu.Lock()
	settled := s.settled
	s.mu.Unlock()
	select {
	case <-settled:
	case <-ctx.Done():
	}
}

func (s *server) known() *listing {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tools
}

// Servers are the states of all servers, without asking any of them anything.
func (h *Host) Servers() []policy.ServerState {
	cat := make([]policy.ServerState, 0, len(h.all()))
	for _, s := range h.all() {
		l := s.known()
		st := s.status(l)
		if l != nil && st.State != policy.ServerFailed {
			h.mu.Lock()
			offered, held := h.sort(l)
			h.mu.Unlock()
			st.Offered, st.Held = len(offered), len(held)
		}
		cat = append(cat, st)
	}
	return cat
}

// Restart ends a server's session, its process with it, and makes a new one.
// The error says why there is none.
func (h *Host) Restart(ctx context.Context, name string) error {
	s, err := h.server(name)
	if err != nil {
		return err
	}
	return s.restart(ctx)
}
