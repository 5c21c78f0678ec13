package mcpclient

import (
	"context"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

// throttle calls f soon after it was touched, and not more often than once in
// a while. The last touch is never lost.
type throttle struct {
	every time.Duration
	f     func()

	mu    sync.Mutex
	last  time.Time
	timer *time.Timer // a call that is still to come
	over  bool
}

func newThrottle(every time.Duration, f func()) *throttle { return &throttle{every: every, f: f} }

func (t *throttle) touch() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.over || t.timer != nil {
		return
	}
	wait := t.every - time.Since(t.last)
	if wait > 0 {
		t.timer = time.AfterFunc(wait, t.late)
		return
	}
	t.last = time.Now()
	t.f()
}

func (t *throttle) late() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.over || t.timer == nil {
		return
	}
	t.timer, t.last = nil, time.Now()
	t.f()
}

// stop makes a call that is still to come at once. f isn't called after stop
// has returned.
func (t *throttle) stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
		t.f()
	}
	t.over = true
}

// progress passes a server's progress on: the last step of several that come
// quickly.
type progress struct {
	*throttle
	mu   sync.Mutex
	step policy.Progress
}

func newProgress(tell func(policy.Progress)) *progress {
	p := &progress{}
	p.throttle = newThrottle(progressEvery, func() {
		p.mu.Lock()
		step := p.step
		p.mu.Unlock()
		tell(step)
	})
	return p
}

func (p *progress) set(step policy.Progress) {
	p.mu.Lock()
	p.step = step
	p.mu.Unlock()
	p.touch()
}

// maxMessage bounds what a server says with one step, in characters.
const maxMessage = 500

// progress finds the call that a step of progress belongs to. Steps of calls
// that aren't going on are dropped.
func (h *hooks) progress(_ context.Context, req *mcp.ProgressNotificationClientRequest) {
	token, ok := req.Params.ProgressToken.(string)
	if !ok {
		return
	}
	s := h.server
	s.mu.Lock()
	var to *progress
	for _, c := range s.calls {
		if c.token == token {
			to = c.progress
		}
	}
	s.mu.Unlock()
	if to != nil {
		to.set(policy.Progress{Done: req.Params.Progress, Total: max(req.Params.Total, 0), Message: cut(req.Params.Message, maxMessage)})
	}
}
