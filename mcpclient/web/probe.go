package web

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// question is server/discover, which changes nothing on the server: one that
// knows Streamable HTTP answers it, if only with an error of JSON-RPC.
func (d *Dialer) question(ctx context.Context) (*http.Request, error) {
	const version = "2026-07-28"
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": "vise", "method": "server/discover",
		"params": map[string]any{"_meta": map[string]any{
			mcp.MetaKeyProtocolVersion:    version,
			mcp.MetaKeyClientInfo:         map[string]string{"name": "vise", "version": strings.TrimPrefix(d.headers.Get("User-Agent"), "vise/")},
			mcp.MetaKeyClientCapabilities: struct{}{},
		}},
	})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, d.url.String(), strings.NewReader(string(body)))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Mcp-Protocol-Version", version)
	req.Header.Set("Mcp-Method", "server/discover")
	return req, nil
}

// greeting opens the stream of the old transport.
func (d *Dialer) greeting(ctx context.Context) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.url.String(), nil)
	if err == nil {
		req.Header.Set("Accept", "text/event-stream")
	}
	return req, err
}

// ask sends the question and throws the answer away. The old transport is
// asked for its stream instead.
func (d *Dialer) ask(ctx context.Context) error {
	kind, question := streamable, d.question
	if d.old.Load() == sse {
		kind, question = sse, d.greeting
	}
	req, err := question(ctx)
	if err != nil {
		return err
	}
	resp, err := d.client(kind).Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// probe finds out which transport the server speaks, as the specification has
// it (2025-11-25, Transports, "Backwards Compatibility"): a POST, and when
// that is refused with a status of 4xx, a GET that has to begin with the event
// "endpoint". Whatever else happens, it is Streamable HTTP, whose connection
// then says what is wrong. Only a certain answer is remembered. The error is a
// login's that wasn't made: nobody is asked for it twice.
func (d *Dialer) probe(ctx context.Context) (int32, error) {
	limit, cancel := d.patient(ctx)
	err := d.ask(limit)
	cancel()
	var fault *Fault
	var login *loginError
	switch {
	case ctx.Err() != nil:
		return unknown, ctx.Err()
	case errors.As(err, &login):
		return unknown, err
	case err == nil:
		d.old.CompareAndSwap(unknown, streamable)
	case !errors.As(err, &fault) || fault.Status < 400 || fault.Status > 499:
	case d.hasEndpoint(ctx):
		d.old.CompareAndSwap(unknown, sse)
		return sse, nil
	}
	return streamable, ctx.Err()
}

// patient is a context for one question; where a person may be asked to log
// in, they get their time.
func (d *Dialer) patient(ctx context.Context) (context.Context, context.CancelFunc) {
	if d.auth != nil && d.auth.open != nil {
		return context.WithTimeout(ctx, d.times.Login+d.times.Probe)
	}
	return context.WithTimeout(ctx, d.times.Probe)
}

// hasEndpoint reports whether a GET begins as the old transport does.
func (d *Dialer) hasEndpoint(ctx context.Context) bool {
	limit, cancel := context.WithTimeout(ctx, d.times.Probe)
	defer cancel()
	req, err := d.greeting(limit)
	if err != nil {
		return false
	}
	resp, err := d.client(sse).Do(req)
	if err != nil {
		return false
	}
	defer func() { _ = resp.Body.Close() }()
	lines := bufio.NewScanner(io.LimitReader(resp.Body, 16<<10))
	for lines.Scan() && lines.Text() != "" {
		if name, ok := strings.CutPrefix(lines.Text(), "event:"); ok {
			return strings.TrimSpace(name) == "endpoint"
		}
	}
	return false
}
