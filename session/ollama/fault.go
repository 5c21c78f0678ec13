package ollama

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"

	"github.com/ollama/ollama/api"

	"vise/session"
)

type again int

const (
	againNever again = iota
	againWithoutThinking
	againLater
)

// fault is a reply that isn't whole, and whether the request is worth sending
// again as it is.
type fault struct {
	err   *session.ModelError
	again again
}

func failed(kind session.ModelErrorKind, what, remedy string) *fault {
	return &fault{err: &session.ModelError{Kind: kind, What: what, Remedy: remedy}}
}

// judge decides from what came over the wire whether asm is a whole reply; nil
// means that it is. The client's own error is the least of the evidence.
func (m *Model) judge(ctx context.Context, wire *api.ChatRequest, ex *exchange, asm *assembly, err error) *fault {
	f := m.judgeWire(ctx, wire, ex, asm, err)
	if f == nil {
		return nil
	}
	partial := asm.reply()
	partial.Text += f.err.Partial.Text // what the server says the model wrote
	f.err.Partial = partial
	if f.err.Err == nil && ex.status < http.StatusBadRequest && ex.errLine == nil {
		f.err.Err = firstError(ex.readErr, err)
	}
	return f
}

func (m *Model) judgeWire(ctx context.Context, wire *api.ChatRequest, ex *exchange, asm *assembly, err error) *fault {
	switch {
	case ex.status == 0:
		return m.server.unreachable(err)
	case ex.status >= http.StatusBadRequest:
		return m.judgeStatus(ctx, wire, ex)
	case ex.errLine != nil:
		return m.judgeText(ctx, wire, readServerError(ex.errLine), ex.status)
	case ex.status >= http.StatusMultipleChoices:
		return m.server.notOllama(ex.proto)
	case asm.done:
		return m.judgeDone(wire, asm)
	case errors.Is(ex.readErr, errLineTooLong):
		return failed(session.ModelCutOff, "Ollama sent a line of more than 8 MB, which can't be read", "ask for less at a time")
	case err != nil && ex.readErr == nil && ex.lines == 1:
		return m.server.notOllama(plain(string(ex.line)))
	case err != nil && ex.readErr == nil:
		return failed(session.ModelServer, "Ollama sent something that isn't part of an answer: "+plain(string(ex.line)), "send it again")
	case asm.looped():
		return failed(session.ModelCutOff, "the model repeated itself without end, and Ollama stopped it", "send it again, or choose another model")
	}
	return failed(session.ModelCutOff, "the answer was cut off: the connection to Ollama ended before it was finished",
		"send it again; if Ollama was stopped, start it with: ollama serve")
}

// judgeDone looks at a stream that ended as it should.
func (m *Model) judgeDone(wire *api.ChatRequest, asm *assembly) *fault {
	last := asm.last
	numCtx, _ := wire.Options["num_ctx"].(int)
	used := last.PromptEvalCount + last.EvalCount
	switch {
	case last.DoneReason == "length" && numCtx > 0 && used >= numCtx-1:
		return failed(session.ModelLimit, fmt.Sprintf("stopped at the limit: the context of %s tokens is full", count(numCtx)),
			toShorten)
	case last.DoneReason == "length":
		return failed(session.ModelLimit, fmt.Sprintf("stopped at the limit, after %s tokens", count(last.EvalCount)),
			"ask for less at a time")
	case asm.empty() && (last.EvalCount > 0 || asm.thinking.Len() > 0):
		return failed(session.ModelUnreadable, "the model answered with something that could not be read, often a tool that doesn't exist", "send it again, or choose another model")
	case asm.empty():
		return failed(session.ModelEmpty, "the model answered with nothing", "send it again, or choose another model")
	}
	return nil
}

// judgeStatus looks at an error that came before the first chunk.
func (m *Model) judgeStatus(ctx context.Context, wire *api.ChatRequest, ex *exchange) *fault {
	e := readServerError(ex.body)
	switch {
	case ex.status == http.StatusUnauthorized && e.Text != "":
		return m.signIn(e)
	case ex.status == http.StatusServiceUnavailable, ex.status == http.StatusTooManyRequests:
		f := failed(session.ModelBusy, "Ollama is busy: "+said(e.Text, ex.proto), "wait a little and send it again")
		f.again = againLater
		return f
	case e.Text == "" && len(strings.TrimSpace(string(ex.body))) == 0:
		return failed(session.ModelServer, fmt.Sprintf("Ollama at %s failed with %s and no reason", m.server.url, ex.proto),
			"look into Ollama's log, and send it again")
	case e.Text == "":
		return m.server.notOllama(ex.proto)
	}
	return m.judgeText(ctx, wire, e, ex.status)
}

func (m *Model) signIn(e serverError) *fault {
	remedy := "sign in with: ollama signin"
	if u := e.signin(); u != "" {
		remedy += " (or at " + u + ")"
	}
	return failed(session.ModelUnavailable,
		m.cfg.Model+" runs in Ollama's cloud, and this machine isn't signed in there; once it is, the prompt leaves this machine",
		remedy+"; or choose a model that runs here")
}

// unreachable is a request that got no answer at all.
func (s *server) unreachable(err error) *fault {
	where := fmt.Sprintf("%s (from %s)", s.url, s.from)
	f := failed(session.ModelUnavailable, "Ollama can't be reached at "+where, "check the address, and that Ollama is running there")
	var miss *MissError
	var dns *net.DNSError
	switch text := fmt.Sprint(err); {
	case errors.As(err, &miss):
		f = failed(session.ModelUnavailable, "no recording holds this request", miss.Nearest)
	case errors.Is(err, syscall.ECONNREFUSED):
		f = failed(session.ModelUnavailable, "Ollama isn't running at "+where, "start it with: ollama serve")
	case errors.As(err, &dns):
		f.err.What = "no host is found by the name in " + where
	case strings.Contains(text, "HTTP response to HTTPS"):
		f.err.What, f.err.Remedy = where+" doesn't speak https", "write the address with http://"
	case strings.Contains(text, "id_ed25519"):
		f.err.What, f.err.Remedy = where+" needs a key of Ollama's own, and there is none", "sign in with: ollama signin"
	case afterDialling(err):
		f.err.What, f.err.Remedy = "Ollama at "+where+" closed the connection without an answer", "see whether it is still running, and send it again"
	}
	if f.err.Err = err; miss != nil {
		f.err.Err = miss
	}
	return f
}

// afterDialling reports that a connection was there and then wasn't: broken
// pipe, reset and EOF are one to a person, whichever end saw it first.
func afterDialling(err error) bool {
	var op *net.OpError
	if errors.As(err, &op) {
		return op.Op != "dial"
	}
	text := fmt.Sprint(err)
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		strings.Contains(text, "connection broken") || strings.Contains(text, "closed idle connection")
}

// notOllama is an answer that Ollama wouldn't give.
func (s *server) notOllama(said string) *fault {
	return failed(session.ModelUnavailable, fmt.Sprintf("what answers at %s (from %s) isn't Ollama, perhaps a proxy before it: %s", s.url, s.from, plain(said)),
		"check the address, and that Ollama is running behind it")
}

func said(text, status string) string {
	if text == "" {
		return status
	}
	return plain(text)
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
