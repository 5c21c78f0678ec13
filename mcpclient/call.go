package mcpclient

import (
	"context"
	"encoding/json"
	"maps"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient/web"
	"vise/policy"
)

// do makes one request in the session there is, and once more in a new one
// where the server has forgotten that, or wants the person, who waits, to sign
// in: it acted on nothing then. Nothing else is ever repeated.
func do[R any](ctx context.Context, s *server, send func(context.Context, *session) (R, error)) (R, error) {
	var none R
	ctx, stop := s.request(ctx)
	defer stop()
	s.mu.Lock()
	s.busy++
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.busy--
		s.mu.Unlock()
	}()
	for again := false; ; again = true {
		session, err := s.use(ctx)
		if err != nil {
			return none, err
		}
		res, err := send(ctx, session)
		switch {
		case err == nil:
			s.touch(session)
			return res, nil
		case !again && ctx.Err() == nil && (web.Stale(err) || needsSignIn(err) && s.cfg.Ask != nil && s.waitedFor()):
			s.drop(session)
		default:
			fault := s.fault(ctx, session, err)
			if session.over(err) { // the next request doesn't meet the end of this one
				s.lost(session, err)
				session.close()
			}
			return none, fault
		}
	}
}

// call calls a tool, answers what the server asks meanwhile, and checks what
// came back. l may be nil.
func (s *server) call(ctx context.Context, l *listing, tool policy.Tool, args json.RawMessage, with policy.Calling) (*mcp.CallToolResult, error) {
	c := s.enter(tool.Name, with)
	defer s.leave(c)
	meta := mcp.Meta{}
	if s.name == policy.BuiltinServer {
		maps.Copy(meta, with.Meta)
	}
	res, err := rounds(ctx, c, func(ctx context.Context, session *session, answers mcp.InputResponseMap, state string) (*mcp.CallToolResult, error) {
		p := &mcp.CallToolParams{Meta: maps.Clone(meta), Name: tool.Name, Arguments: args, InputResponses: answers, RequestState: state}
		if c.progress != nil {
			p.SetProgressToken(c.token)
		}
		return session.CallTool(ctx, p)
	})
	if err != nil {
		return nil, err
	}
	return s.kept(ctx, l, tool, res), nil
}
