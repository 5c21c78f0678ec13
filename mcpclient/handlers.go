package mcpclient

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// newClient is the client of one session. It offers a server forms and
// addresses to answer, nothing else: no roots, no sampling. Rounds of input are
// left to vise, so that none of them happens unseen.
func newClient(version string, h *hooks) *mcp.Client {
	changed := h.server.changed
	c := mcp.NewClient(&mcp.Implementation{Name: "vise", Version: version}, &mcp.ClientOptions{
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)), // the terminal isn't its place
		Capabilities: &mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapabilities{
			Form: &mcp.FormElicitationCapabilities{}, URL: &mcp.URLElicitationCapabilities{}}},
		MultiRoundTrip:              &mcp.MultiRoundTripOptions{Disabled: true},
		ToolListChangedHandler:      func(context.Context, *mcp.ToolListChangedRequest) { changed() },
		PromptListChangedHandler:    func(context.Context, *mcp.PromptListChangedRequest) { h.server.tell() },
		ResourceListChangedHandler:  func(context.Context, *mcp.ResourceListChangedRequest) { h.server.tell() },
		ResourceUpdatedHandler:      func(_ context.Context, r *mcp.ResourceUpdatedNotificationRequest) { h.server.updated(r.Params) },
		ProgressNotificationHandler: h.progress,
		ElicitationCompleteHandler:  h.completed,
	})
	c.AddSendingMiddleware(h.sending)
	c.AddReceivingMiddleware(h.receiving)
	return c
}

// hooks see what one session sends and receives.
type hooks struct {
	server   *server
	discover time.Duration         // 0: server/discover has all the time there is
	silent   atomic.Bool           // it took longer
	login    atomic.Pointer[error] // it wants a login first
	session  atomic.Pointer[session]
	next     mcp.MethodHandler // sends past vise's own hooks
	pages    atomic.Int64      // of lists, that the SDK's cache knows of
	inbound  bucket            // what the server asks
}

// sending bounds server/discover, and keeps lists and resources out of the
// SDK's cache.
func (h *hooks) sending(next mcp.MethodHandler) mcp.MethodHandler {
	h.next = next
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if method == "server/discover" {
			return h.discovering(ctx, req)
		}
		res, err := next(ctx, method, req)
		if err != nil {
			return nil, err
		}
		return h.uncached(ctx, res), nil
	}
}

// discovering asks what the server is, and notes why it doesn't say it.
func (h *hooks) discovering(ctx context.Context, req mcp.Request) (mcp.Result, error) {
	limit := h.discover
	if limit <= 0 {
		limit = h.server.connectLimit()
	}
	within, cancel := patient(ctx, limit, &h.server.signing)
	defer cancel()
	res, err := h.next(within, "server/discover", req)
	h.silent.Store(err != nil && within.Err() != nil && ctx.Err() == nil)
	if needsSignIn(err) {
		h.login.Store(&err)
	}
	return res, err
}

// receiving answers what a server asks. The SDK would answer whatever was
// offered, and in either era.
func (h *hooks) receiving(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if !strings.HasPrefix(method, "notifications/") && !h.inbound.take(h.server.cfg.Now()) {
			return nil, h.flooded()
		}
		switch method {
		case "roots/list", "sampling/createMessage":
			h.server.noteRefused("it asked for " + method)
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "vise doesn't offer " + method}
		case "elicitation/create":
			p, _ := req.GetParams().(*mcp.ElicitParams)
			return h.elicit(ctx, p)
		}
		return next(ctx, method, req)
	}
}

// flooded ends the session of a server that asks without end: every question
// costs an answer, whatever that is.
func (h *hooks) flooded() error {
	h.server.noteRefused(fmt.Sprintf("it sent more than %d requests within a minute, so its session was ended", maxInbound))
	if session := h.session.Load(); session != nil {
		go session.link.end()
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "too many requests"}
}

// alive asks whether the other side is there; any answer says so. Since
// 2026-07-28 there is no ping; over HTTP there is nothing to lose then either.
func (h *hooks) alive(ctx context.Context, s *session) error {
	var err error
	switch {
	case !s.modern():
		err = s.Ping(ctx, nil)
	case s.ID() != "" || h.server.dialer.kind() == "http":
		return nil
	default:
		_, err = h.next(ctx, "server/discover", &mcp.DiscoverRequest{Session: s.ClientSession, Params: &mcp.DiscoverParams{Meta: mcp.Meta{
			mcp.MetaKeyProtocolVersion: modernVersion, mcp.MetaKeyClientInfo: &mcp.Implementation{Name: "vise", Version: h.server.cfg.Version},
			mcp.MetaKeyClientCapabilities: map[string]any{}}}})
	}
	if _, ok := answered(err); ok {
		return nil
	}
	return err
}

// survivePanics keeps a panic in a server of this process from ending it.
func survivePanics(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
		defer func() {
			if v := recover(); v != nil {
				res, err = nil, fmt.Errorf("the server failed inside (panic: %.200v)", v)
			}
		}()
		return next(ctx, method, req)
	}
}
