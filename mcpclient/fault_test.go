package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient/web"
	"vise/policy"
)

// Every error says whether the request can have been carried out.
func TestFaultWords(t *testing.T) {
	last := errors.New("the server at x cut the connection")
	s := newServer(named("s")[0], Config{}.filled())
	s.dialer = &dialer{kind: always("http"), last: func() error { return last }}
	rejected := &jsonrpc.Error{Code: -32005, Message: "rejected by transport"}
	for name, c := range map[string]struct {
		err     error
		link    *link
		says    string
		unknown bool
	}{
		"refused":       {fmt.Errorf("calling: %w", &jsonrpc.Error{Code: -32602, Message: "no such tool"}), &link{}, "answered with an error: no such tool", false},
		"too large":     {fmt.Errorf("calling: %w", &jsonrpc.Error{Code: -32603, Message: "the answer is larger", Data: []byte(`"vise: too large"`)}), &link{}, "the answer is larger", false},
		"late":          {slow(time.Second), &link{}, "didn't answer within 30s", false},
		"dialling":      {fmt.Errorf("%w: %w", rejected, &net.OpError{Op: "dial", Err: errors.New("refused")}), &link{}, "nothing was asked of it", false},
		"reading":       {fmt.Errorf("%w: %w", rejected, &net.OpError{Op: "read", Err: errors.New("reset")}), &link{}, "reset", true},
		"bad request":   {fmt.Errorf("%w: %w", rejected, &web.Fault{Status: 400}), &link{}, "nothing was asked of it", false},
		"bad gateway":   {fmt.Errorf("%w: %w", rejected, &web.Fault{Status: 502}), &link{}, "502", true},
		"redirect":      {fmt.Errorf("%w: %w", rejected, &web.Redirect{Status: 307}), &link{}, "nothing was asked of it", false},
		"login":         {fmt.Errorf("%w: %w", rejected, web.ErrLogin), &link{}, "nothing was asked of it", false},
		"closed":        {fmt.Errorf("%w: calling", mcp.ErrConnectionClosed), &link{}, "is gone (the server at x cut the connection)", true},
		"end":           {io.EOF, &link{}, "cut the connection", true},
		"exited":        {io.EOF, &link{exit: always("was killed by SIGKILL")}, "the server s was killed by SIGKILL", true},
		"broke":         {io.EOF, &link{fault: func() error { return errors.New("it wrote a line that is no message") }}, "broke the connection: it wrote", true},
		"said already":  {&fault{text: "the server s was said"}, &link{}, "the server s was said", false},
		"a long speech": {errors.New(strings.Repeat("я", 5000)), &link{}, "…", true},
	} {
		err := s.fault(t.Context(), &session{link: c.link}, c.err)
		if !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), unknownOutcome) != c.unknown || len(err.Error()) > 1200 || !errors.Is(err, c.err) {
			t.Errorf("%s: %v", name, err)
		}
		var r *policy.Refusal
		if errors.As(err, &r) != (name == "refused") || r != nil && (r.Code != -32602 || r.Message != "no such tool") {
			t.Errorf("%s: refused: %+v", name, r)
		}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.fault(over, &session{link: &link{}}, io.EOF); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	s.end()
	if err := s.fault(over, &session{link: &link{}}, io.EOF); !errors.Is(err, errEnded) {
		t.Errorf("%v", err)
	}
}

// A server that is switched off or started anew doesn't say that all of vise
// ends.
func TestAnEndedServerIsNoEndOfVise(t *testing.T) {
	s := newServer(named("s")[0], Config{}.filled())
	s.ended = true
	if _, err := s.connect(t.Context()); !errors.Is(err, errEnded) || errors.Is(err, errClosed) {
		t.Errorf("%v", err)
	}
}

// What the file's reader has noted of an address isn't said again by the one
// who calls it.
func TestANoteIsSaidOnce(t *testing.T) {
	s := newServer(named("s")[0], Config{}.filled())
	s.conf.Notes = []string{"http:// isn't encrypted"}
	s.last = &link{notes: func() []string { return []string{"http:// isn't encrypted", "a banner"} }, tail: func() []string { return nil }}
	if got := s.status(nil).Notes; strings.Join(got, ", ") != "http:// isn't encrypted, a banner" {
		t.Errorf("%q", got)
	}
}
