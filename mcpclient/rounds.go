package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

// roundResult is a result that can ask for input (2026-07-28, Multi Round-Trip
// Requests): of tools/call, prompts/get and resources/read. json.Marshaler is
// how the SDK gives back what it read.
type roundResult interface {
	json.Marshaler
	NeedsInput() bool
}

// maxShedding is how often a server may answer that it has to be asked again
// without saying what it needs.
const maxShedding = 3

// rounds makes one request, as often as the server needs input for it. Each
// question goes to the person, one at a time. It is over when the person
// cancels one.
func rounds[R roundResult](ctx context.Context, c *inflight, send func(context.Context, *session, mcp.InputResponseMap, string) (R, error)) (R, error) {
	within, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(c.wanted, stop)()
	res, err := eachRound(within, c, send)
	if err != nil && ctx.Err() == nil && c.wanted.Err() != nil {
		err = context.Cause(c.wanted)
	}
	return res, err
}

func eachRound[R roundResult](ctx context.Context, c *inflight, send func(context.Context, *session, mcp.InputResponseMap, string) (R, error)) (R, error) {
	var (
		none    R
		answers mcp.InputResponseMap
		state   string
		shed    int
		pages   *opened
	)
	s := c.server
	defer func() { pages.forget() }()
	for range maxRounds {
		modern := false
		res, err := do(ctx, s, func(ctx context.Context, session *session) (R, error) {
			modern = session.modern()
			return send(ctx, session, answers, state)
		})
		if wanted := pagesToOpen(err); len(wanted) > 0 && !modern {
			if pages == nil {
				opened, err := c.open(ctx, wanted)
				if err != nil {
					return none, err
				}
				pages = opened
			}
			again, stopped := pages.wait(ctx)
			switch {
			case stopped != nil:
				return none, s.over(ctx)
			case again:
				continue
			}
		}
		if err != nil {
			return none, err
		}
		if err := s.checkResult(res); err != nil {
			return none, err
		}
		if !res.NeedsInput() {
			return res, nil
		}
		if !modern {
			return none, &fault{text: fmt.Sprintf("the server %s asks for input in a way that its version of the protocol doesn't have", s.name)}
		}
		var wanted mcp.InputRequestMap
		wanted, state = inputs(res)
		if len(wanted) == 0 {
			if shed++; shed > maxShedding {
				return none, &fault{text: fmt.Sprintf("the server %s keeps asking to be asked again: it is busy, try later", s.name)}
			}
			if err := pauseFor(ctx, s.cfg.Times.Backoff<<(shed-1)); err != nil {
				return none, s.over(ctx)
			}
		}
		if answers, err = c.fulfil(ctx, wanted); err != nil {
			return none, err
		}
	}
	return none, &fault{text: fmt.Sprintf("the server %s asked for input more than %d times during one call: it was ended", s.name, maxRounds)}
}

func inputs(res any) (mcp.InputRequestMap, string) {
	switch r := res.(type) {
	case *mcp.CallToolResult:
		return r.InputRequests, r.RequestState
	case *mcp.GetPromptResult:
		return r.InputRequests, r.RequestState
	case *mcp.ReadResourceResult:
		return r.InputRequests, r.RequestState
	}
	return nil, ""
}

// fulfil asks for everything that is wanted, in the order of the server's ids.
// Cancelling ends the call; what is declined goes to the server as declined,
// with all that comes after it, and it may finish without. One that asks again
// then has its call ended.
func (c *inflight) fulfil(ctx context.Context, wanted mcp.InputRequestMap) (mcp.InputResponseMap, error) {
	if err := c.refused(); err != nil {
		return nil, err
	}
	answers := mcp.InputResponseMap{}
	for _, id := range slices.Sorted(maps.Keys(wanted)) {
		p, ok := wanted[id].(*mcp.ElicitParams)
		if !ok {
			c.server.noteRefused(fmt.Sprintf("it asked for %T", wanted[id]))
			return nil, &fault{text: fmt.Sprintf("the server %s asks for something that vise doesn't give (roots or sampling), so the call was ended", c.server.name)}
		}
		if c.refused() != nil {
			answers[id] = &mcp.ElicitResult{Action: policy.ReplyDecline}
			continue
		}
		answer, err := c.ask(ctx, p)
		switch {
		case err != nil:
			return nil, c.notAnswered(ctx, err)
		case answer.Action == policy.ReplyCancel:
			return nil, c.ended(answer.Action)
		case answer.Action == policy.ReplyDecline:
			c.refuse(c.ended(answer.Action))
		}
		answers[id] = answer
	}
	return answers, nil
}

// ended is the error of a call in which a question was declined or cancelled.
func (c *inflight) ended(action string) error {
	did := map[string]string{policy.ReplyDecline: "was declined", policy.ReplyCancel: "was cancelled"}[action]
	return &fault{text: fmt.Sprintf("what the server %s asked for %s, so the call was ended", c.server.name, did)}
}

func (c *inflight) notAnswered(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return c.server.over(ctx)
	}
	var done *fault
	if errors.As(err, &done) {
		return err
	}
	return &fault{text: fmt.Sprintf("the server %s asks for input, which it didn't get, so the call was ended: %s", c.server.name, plainError(err)), err: err}
}

// pagesToOpen are the addresses that a server wants to be visited before it
// goes on (2025-11-25, URLElicitationRequiredError). It has done nothing then.
func pagesToOpen(err error) []*mcp.ElicitParams {
	var e *jsonrpc.Error
	if !errors.As(err, &e) || e.Code != mcp.CodeURLElicitationRequired {
		return nil
	}
	var data struct {
		Elicitations []*mcp.ElicitParams `json:"elicitations"`
	}
	if json.Unmarshal(e.Data, &data) != nil {
		return nil
	}
	return slices.DeleteFunc(data.Elicitations, func(p *mcp.ElicitParams) bool { return p == nil || p.URL == "" })
}

// open asks for each of the pages to be visited.
func (c *inflight) open(ctx context.Context, pages []*mcp.ElicitParams) (*opened, error) {
	done := c.server.await(pages)
	for _, p := range pages {
		p.Mode = policy.QuestionURL
		answer, err := c.ask(ctx, p)
		if err == nil && answer.Action != policy.ReplyAccept {
			err = c.ended(answer.Action)
		}
		if err != nil {
			done.forget()
			return nil, c.notAnswered(ctx, err)
		}
	}
	return done, nil
}

func pauseFor(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
