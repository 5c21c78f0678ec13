package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

var (
	errNobody = errors.New("nobody can be asked")
	errOver   = errors.New("the call is over")
)

// Bounds of one question.
const (
	maxQuestion = 2000    // characters of its message
	maxAddress  = 4 << 10 // bytes
)

// elicit answers a question that a server of an older revision asks by itself
// (2025-06-18 and 2025-11-25, elicitation/create). It belongs to the call that
// began last; without one it is refused, and so it is since 2026-07-28, where
// servers ask by their results. Cancelling ends the call; what is declined is
// the server's to deal with, but it isn't given another question to ask.
func (h *hooks) elicit(ctx context.Context, p *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	s := h.server
	refuse := func(code int64, why string) (*mcp.ElicitResult, error) {
		s.noteRefused(why)
		return nil, &jsonrpc.Error{Code: code, Message: why}
	}
	if session := h.session.Load(); session == nil || session.modern() {
		return refuse(jsonrpc.CodeMethodNotFound, "it asked for input outside a result")
	}
	if p == nil {
		return refuse(jsonrpc.CodeInvalidParams, "it asked for nothing")
	}
	c := s.newest()
	if c == nil {
		return refuse(jsonrpc.CodeInvalidRequest, "it asked for input while nothing was asked of it")
	}
	answer, err := c.ask(ctx, p)
	var no *refusedQuestion
	switch {
	case errors.As(err, &no):
		return refuse(jsonrpc.CodeInvalidParams, no.Error())
	case err != nil:
		return &mcp.ElicitResult{Action: policy.ReplyDecline}, nil // nobody can be asked, too many questions, the call is over
	case answer.Action == policy.ReplyDecline:
		c.refuse(c.ended(answer.Action))
	case answer.Action == policy.ReplyCancel:
		c.abort(c.ended(answer.Action))
	}
	return answer, nil
}

// refusedQuestion is why a question isn't put to anybody.
type refusedQuestion struct{ why string }

func (r *refusedQuestion) Error() string { return r.why }

// question makes what the person is asked, and the form to check the answer
// with, if it is one.
func (s *server) question(p *mcp.ElicitParams) (policy.Question, *form, error) {
	q := policy.Question{Server: s.name, Message: cut(p.Message, maxQuestion)}
	mode := p.Mode
	if mode == "" && p.URL != "" {
		mode = policy.QuestionURL
	}
	switch mode {
	case "", policy.QuestionForm:
		q.Kind = policy.QuestionForm
		f, err := newForm(p.RequestedSchema)
		if err != nil {
			return q, nil, &refusedQuestion{"it asked with " + err.Error()}
		}
		q.Schema = f.raw
		if word := secretWord(p.Message, false); word != "" && f.free {
			q.Warning = fmt.Sprintf("it speaks of %q: never type a secret into a form of a server", word)
		}
		return q, f, nil
	case policy.QuestionURL:
		q.Kind, q.URL = policy.QuestionURL, p.URL
		host, warning, err := checkAddress(p.URL)
		if err != nil {
			return q, nil, &refusedQuestion{"it asked to open an address that " + err.Error()}
		}
		q.Host, q.Warning = host, warning
		return q, nil, nil
	}
	return q, nil, &refusedQuestion{fmt.Sprintf("it asked in the unknown way %.40q", mode)}
}

// checkAddress says which host an address leads to and what is odd about it,
// or why it isn't shown. Nothing is fetched.
func checkAddress(raw string) (host, warning string, err error) {
	if len(raw) > maxAddress {
		return "", "", fmt.Errorf("is longer than %d bytes", maxAddress)
	}
	for _, r := range raw {
		if r <= ' ' || r >= 0x7f {
			return "", "", fmt.Errorf("holds %U", r)
		}
	}
	u, err := url.Parse(raw)
	switch {
	case err != nil || u.Hostname() == "" || u.Opaque != "":
		return "", "", errors.New("names no host")
	case u.Scheme != "https" && u.Scheme != "http":
		return "", "", fmt.Errorf("begins with %.20q: only https and http are opened", u.Scheme+":")
	case u.User != nil:
		return "", "", errors.New("has a user name before the host")
	}
	host = strings.ToLower(u.Hostname())
	_, ip := netip.ParseAddr(host)
	switch {
	case strings.HasPrefix(host, "xn--") || strings.Contains(host, ".xn--"):
		warning = "the host's name is written in letters outside ASCII, which may look like another's"
	case ip == nil:
		warning = "the host is a bare number, not a name"
	case u.Scheme == "http" && host != "localhost":
		warning = "the address is http: everyone on the way can read and change what is sent"
	}
	return host, warning, nil
}

// answer makes the server's answer of the person's reply. f is nil for an
// address.
func (s *server) answer(f *form, r policy.Reply) (*mcp.ElicitResult, error) {
	switch r.Action {
	case policy.ReplyDecline, policy.ReplyCancel:
		return &mcp.ElicitResult{Action: r.Action}, nil
	case policy.ReplyAccept:
	default:
		return nil, fmt.Errorf("the answer %.40q is none", r.Action)
	}
	if f == nil {
		return &mcp.ElicitResult{Action: r.Action}, nil
	}
	content := map[string]any{}
	if len(r.Content) > 0 {
		if err := json.Unmarshal(r.Content, &content); err != nil || content == nil {
			return nil, errors.New("the answer isn't one of a form")
		}
	}
	if err := f.complete(content); err != nil {
		return nil, err
	}
	return &mcp.ElicitResult{Action: r.Action, Content: content}, nil
}

// opened waits for a server to say that what was to be done at an address has
// been done (notifications/elicitation/complete).
type opened struct {
	server *server
	ids    []string
	left   chan string
	steps  int // how often the request may still be made again
	said   int // of how many pages the server has told that this was done
}

// awaited are the ids that somebody waits for.
type awaited struct {
	mu  sync.Mutex
	ids map[string]chan string
}

func (s *server) await(pages []*mcp.ElicitParams) *opened {
	o := &opened{server: s, left: make(chan string, len(pages)), steps: openedSteps}
	s.awaited.mu.Lock()
	defer s.awaited.mu.Unlock()
	if s.awaited.ids == nil {
		s.awaited.ids = map[string]chan string{}
	}
	for _, p := range pages {
		if p.ElicitationID != "" && s.awaited.ids[p.ElicitationID] == nil {
			s.awaited.ids[p.ElicitationID] = o.left
			o.ids = append(o.ids, p.ElicitationID)
		}
	}
	return o
}

func (o *opened) forget() {
	if o == nil {
		return
	}
	o.server.awaited.mu.Lock()
	defer o.server.awaited.mu.Unlock()
	for _, id := range o.ids {
		delete(o.server.awaited.ids, id)
	}
}

// openedSteps is into how many pauses the time is divided that a call waits for
// what the person does at an address: servers needn't say when it is done, and
// one that wants it has done nothing of the call yet.
const openedSteps = 8

// wait returns when all is done or after a pause, and whether it is worth
// making the request again; an error only when ctx is over.
func (o *opened) wait(ctx context.Context) (again bool, err error) {
	told := func() bool { return len(o.ids) > 0 && o.said == len(o.ids) } // of pages without an id nothing can be said
	if o.steps == 0 || told() {
		return false, nil
	}
	o.steps--
	after := time.NewTimer(o.server.cfg.Times.Opened / openedSteps)
	defer after.Stop()
	for !told() {
		select {
		case <-o.left:
			o.said++
		case <-after.C:
			return true, nil
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
	return true, nil
}

func (h *hooks) completed(_ context.Context, req *mcp.ElicitationCompleteNotificationRequest) {
	if req.Params == nil {
		return
	}
	a := &h.server.awaited
	a.mu.Lock()
	defer a.mu.Unlock()
	if c := a.ids[req.Params.ElicitationID]; c != nil {
		delete(a.ids, req.Params.ElicitationID)
		c <- req.Params.ElicitationID // one a page: there is room
	}
}
