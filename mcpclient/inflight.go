package mcpclient

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

// inflight is one request during which the server may talk back.
type inflight struct {
	server   *server
	what     string // the tool's name, or another that tells who asks
	with     policy.Calling
	token    string
	progress *progress    // nil: nobody wants to know
	asking   turn         // one question at a time
	thinking atomic.Int32 // 1 while the person thinks

	life   context.Context // over when the request is
	end    context.CancelFunc
	wanted context.Context // over when the person doesn't want it any more; the cause says why
	broken context.CancelCauseFunc

	mu      sync.Mutex
	asked   int
	refusal error           // why the server gets no more answers
	told    map[string]bool // reasons for which questions weren't put to anybody
}

// enter notes a request as going on.
func (s *server) enter(what string, with policy.Calling) *inflight {
	c := &inflight{server: s, what: what, with: with, asking: make(turn, 1)}
	c.life, c.end = context.WithCancel(context.Background())
	c.wanted, c.broken = context.WithCancelCause(c.life)
	if with.Progress != nil {
		c.progress = newProgress(with.Progress)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tokens++
	c.token = "vise-" + strconv.FormatInt(s.tokens, 10)
	s.calls = append(s.calls, c)
	if with.Ask != nil {
		s.attended++
	}
	return c
}

// leave is the end of it: nothing is passed on any more.
func (s *server) leave(c *inflight) {
	s.mu.Lock()
	s.calls = slices.DeleteFunc(s.calls, func(o *inflight) bool { return o == c })
	if c.with.Ask != nil {
		s.attended--
	}
	s.mu.Unlock()
	if c.progress != nil {
		c.progress.stop()
	}
	c.refuse(errOver)
	c.end()
	c.broken(errOver)
}

// newest is the request that began last, or nil.
func (s *server) newest() *inflight {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.calls) == 0 {
		return nil
	}
	return s.calls[len(s.calls)-1]
}

// refuse keeps the first reason why the server gets no more answers.
func (c *inflight) refuse(why error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.refusal == nil {
		c.refusal = why
	}
}

// abort ends the request for that reason: the person doesn't want it any more.
func (c *inflight) abort(why error) {
	c.refuse(why)
	c.broken(why)
}

// refused is that reason, or nil.
func (c *inflight) refused() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.refusal
}

// Bounds of what one request of vise's may ask for.
const (
	maxRounds    = 10
	maxQuestions = 10
)

// number counts the questions; an error says that it isn't asked.
func (c *inflight) number() (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.refusal != nil {
		return 0, c.refusal
	}
	if c.asked >= maxQuestions {
		return 0, &fault{text: fmt.Sprintf("the server %s asked for more than %d things during one call: the rest was declined", c.server.name, maxQuestions)}
	}
	c.asked++
	return c.asked, nil
}

// ask puts one question to the person. An error is a reason why it isn't
// asked; the server gets nothing then.
func (c *inflight) ask(ctx context.Context, p *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	q, f, err := c.server.question(p)
	if err != nil {
		c.server.noteRefused(err.Error())
		c.tellRefused(ctx, q, err)
		return nil, err
	}
	if c.with.Ask == nil {
		return nil, errNobody
	}
	if q.Number, err = c.number(); err != nil {
		c.tellRefused(ctx, q, err)
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.life, cancel)()
	if err := c.asking.take(ctx); err != nil {
		return nil, err
	}
	defer c.asking.give()
	c.thinking.Add(1)
	defer c.thinking.Add(-1)
	if err := c.refused(); err != nil {
		return nil, err
	}
	q.Tool, q.Run, q.Call = c.what, c.with.Run, c.with.Call
	q.ID = fmt.Sprintf("%s/%s/%s/%d", c.server.name, c.with.Call, c.token, q.Number)
	reply, err := c.with.Ask(ctx, q)
	if err != nil {
		return nil, err
	}
	return c.server.answer(f, reply)
}

// tellRefused tells of a question that isn't put to the person, once for each
// reason.
func (c *inflight) tellRefused(ctx context.Context, q policy.Question, err error) {
	c.mu.Lock()
	known := c.told[err.Error()] || len(c.told) >= maxQuestions
	if !known && c.told == nil {
		c.told = map[string]bool{}
	}
	if !known {
		c.told[err.Error()] = true
	}
	c.mu.Unlock()
	if c.with.Refused != nil && !known {
		c.with.Refused(ctx, q, plainError(err))
	}
}

// patient is ctx for limit; while the person thinks, its time doesn't run out.
func patient(ctx context.Context, limit time.Duration, thinking *atomic.Int32) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	timer := time.NewTimer(limit)
	go func() {
		defer timer.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-timer.C:
				if thinking.Load() == 0 {
					cancel()
					return
				}
				timer.Reset(limit)
			}
		}
	}()
	return ctx, cancel
}
