package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// call calls a tool and checks what came back.
func (s *server) call(ctx context.Context, params *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	session, err := s.connect(ctx)
	if err != nil {
		return nil, err
	}
	ctx, stop := s.request(ctx)
	defer stop()
	res, err := session.CallTool(ctx, params)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	if err := s.checkResult(res); err != nil {
		return nil, err
	}
	return res, nil
}

// fault is an error of a request. Its text may hold what the server wrote, so
// it is bounded.
type fault struct {
	text string
	err  error
}

func (f *fault) Error() string { return f.text }
func (f *fault) Unwrap() error { return f.err }

// slow is the error of a server that didn't answer within that time.
type slow time.Duration

func (s slow) Error() string { return fmt.Sprintf("it didn't answer within %v", time.Duration(s)) }

// fault puts an error of a request into words.
func (s *server) fault(ctx context.Context, err error) error {
	text := plainError(err)
	var late slow
	switch {
	case s.life.Err() != nil:
		return errClosed
	case ctx.Err() != nil:
		return ctx.Err()
	case strings.Contains(text, "exceeded the configured maximum line length"):
		text = fmt.Sprintf("sent more than the %s allowed in one message, so its session was ended: ask for less", mebibytes(defaultMaxResult))
	case errors.Is(err, mcp.ErrConnectionClosed):
		text = "is gone (" + text + "); whether the request was carried out isn't known"
	case errors.As(err, &late):
		text = "didn't answer within " + time.Duration(late).String()
	default:
		text = "answered with an error: " + text
	}
	return &fault{text: "the server " + s.name + " " + text, err: err}
}

// wireResult is what the SDK keeps to itself of a result.
type wireResult struct {
	ResultType string `json:"resultType"`
}

// checkResult refuses results that are too big, and kinds that aren't known.
// json.Marshaler is how the SDK gives back what it read.
func (s *server) checkResult(res json.Marshaler) error {
	raw, err := res.MarshalJSON()
	if err != nil {
		return fmt.Errorf("the server %s sent a result that can't be read: %w", s.name, err)
	}
	if len(raw) > s.cfg.MaxResult {
		return fmt.Errorf("the server %s sent a result of %s, more than the %s allowed: ask for less", s.name, mebibytes(len(raw)), mebibytes(s.cfg.MaxResult))
	}
	var w wireResult
	if err := json.Unmarshal(raw, &w); err != nil {
		return fmt.Errorf("the server %s sent a result that can't be read: %w", s.name, err)
	}
	switch w.ResultType {
	case "", "complete":
		return nil
	case "input_required":
		return fmt.Errorf("the server %s asks for input before it goes on, which vise can't give it", s.name)
	}
	return fmt.Errorf("the server %s sent a result of the unknown kind %.40q", s.name, w.ResultType)
}

func mebibytes(n int) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}
