package mcpclient

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient/web"
	"vise/policy"
)

// fault is an error of a request. Its text may hold what the server wrote, so
// it is bounded.
type fault struct {
	text string
	err  error
}

func (f *fault) Error() string { return f.text }
func (f *fault) Unwrap() error { return f.err }

// unknownOutcome ends the words of every error after which nobody knows
// whether the server did what it was asked to.
const unknownOutcome = "; whether the request was carried out isn't known"

// fault puts an error of a request into words.
func (s *server) fault(ctx context.Context, session *session, err error) error {
	if ctx.Err() != nil {
		return s.over(ctx)
	}
	var (
		late    slow
		done    *fault
		text    string
		outcome = unknownOutcome
	)
	rpc, refused := answered(err)
	switch {
	case errors.As(err, &done): // it has its words already
		return err
	case errors.As(err, &late):
		text, outcome = "didn't answer within "+s.requestLimit().String(), ""
	case refused:
		text, outcome = "answered with an error: "+rpc.Message, ""
		if rpc.Message == "" {
			text += fmt.Sprintf("code %d", rpc.Code)
		}
		if !web.InPlace(rpc.Code, rpc.Data) {
			err = fmt.Errorf("%w: %w", &policy.Refusal{Code: rpc.Code, Message: cut(rpc.Message, 500)}, err)
		}
	case strings.Contains(err.Error(), "exceeded the configured maximum line length"):
		text, outcome = fmt.Sprintf("sent more than the %s allowed in one message, so its session was ended: ask for less", mebibytes(s.cfg.MaxResult)), ""
	case session.link.fault != nil && session.link.fault() != nil:
		text = "broke the connection: " + session.link.fault().Error()
	case session.link.exited() != "":
		text = session.link.exited()
	case neverSent(err):
		text, outcome = "can't be reached: "+s.plain(err), "; nothing was asked of it"
	case errors.Is(err, mcp.ErrConnectionClosed):
		text = "is gone (" + s.plain(err) + ")"
	case unreadable(err) != "":
		text = "answered with something that isn't what MCP has here: " + unreadable(err) + "; its answer was thrown away"
	default:
		text = "didn't answer: " + s.plain(err)
	}
	return &fault{text: "the server " + s.name + " " + cut(text, 500) + outcome, err: err}
}

// answered is the error that the server itself gave, if it did. Errors of the
// SDK's own have the same type.
func answered(err error) (*jsonrpc.Error, bool) {
	var e *jsonrpc.Error
	if !errors.As(err, &e) {
		return nil, false
	}
	switch {
	case e.Code == -32005 && e.Message == "rejected by transport",
		e.Code == -32004 && e.Message == "server is closing",
		e.Code == -32003 && e.Message == "client is closing":
		return nil, false
	}
	return e, true
}

// unreadable says what is wrong with an answer that came and can't be read, ""
// for any other error. The decoder's own words name Go's types, which nobody
// who uses a server knows.
func unreadable(err error) string {
	var (
		kind   *json.UnmarshalTypeError
		syntax *json.SyntaxError
		base   base64.CorruptInputError
	)
	switch {
	case errors.As(err, &kind):
		return "a value of the wrong kind, " + cut(kind.Value, 80) // which the decoder has quoted
	case errors.As(err, &syntax):
		return "broken JSON"
	case errors.As(err, &base):
		return "data that isn't base64"
	}
	return ""
}

// neverSent reports whether err says that the request didn't get as far as the
// server, or that the server refused to look at it.
func neverSent(err error) bool {
	var (
		op       *net.OpError
		redirect *web.Redirect
		status   *web.Fault
	)
	switch {
	case errors.As(err, &redirect):
		return true
	case errors.As(err, &status):
		return status.Status >= 300 && status.Status < 500
	case errors.As(err, &op):
		return op.Op == "dial"
	}
	return errors.Is(err, web.ErrLogin)
}

// plain is the part of an error that a person needs.
func (s *server) plain(err error) string {
	if p := web.Plain(err); p != err {
		return plainError(p)
	}
	if lost := errors.Is(err, mcp.ErrConnectionClosed) || errors.Is(err, io.EOF); lost && s.dialer != nil && s.dialer.last != nil {
		if l := s.dialer.last(); l != nil {
			return plainError(l)
		}
	}
	return plainError(err)
}

// needsSignIn reports whether err says that the person has to sign in first.
func needsSignIn(err error) bool { return errors.Is(err, web.ErrLogin) }

// noteSignIn notes that a server that takes a session wants a login for more,
// where err says so, and returns it then.
func (s *server) noteSignIn(err error) error {
	if !needsSignIn(err) {
		return nil
	}
	s.mu.Lock()
	s.need, s.lastErr = policy.NeedSignIn, plainError(err)
	s.mu.Unlock()
	return err
}

// signedIn notes that it doesn't, any more.
func (s *server) signedIn() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.need == policy.NeedSignIn {
		s.need, s.lastErr = "", ""
	}
}

func mebibytes(n int) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}
