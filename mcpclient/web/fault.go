package web

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Fault is an answer that isn't one of MCP's.
type Fault struct {
	Status int // of HTTP

	// Excerpt is the beginning of what the server wrote: one line, at most 200
	// characters, known secrets masked. It is text of others.
	Excerpt string

	// Stale: the server has forgotten the session (2025-11-25, Transports,
	// "Session Management"). It didn't act on the request; a new session is to
	// be made, and the request can be sent again. errors.Is finds
	// mcp.ErrSessionMissing in it.
	Stale bool

	page     bool // a web page where an answer was expected
	noStream bool // something else where an event stream was expected
}

// Error says what the status means, in plain words.
func (f *Fault) Error() string {
	text := f.words()
	if f.Excerpt != "" {
		text += fmt.Sprintf(" (it says %q)", f.Excerpt)
	}
	return text
}

// Is makes a stale session known under the SDK's name.
func (f *Fault) Is(target error) bool { return f.Stale && target == mcp.ErrSessionMissing }

// Stale reports whether err says that the server has forgotten the session. It
// acted on nothing then: the same request can be sent in a new one.
func Stale(err error) bool { return errors.Is(err, mcp.ErrSessionMissing) }

func (f *Fault) words() string {
	status := fmt.Sprintf("%d %s", f.Status, http.StatusText(f.Status))
	switch {
	case f.Stale:
		return "the server has forgotten the session: a new one is needed"
	case f.Status == http.StatusUnauthorized:
		return "the server doesn't let vise in: a login, or another key in headers, is needed (" + status + ")"
	case f.Status == http.StatusForbidden:
		return "the server refuses: these credentials aren't allowed to do that (" + status + ")"
	case f.Status == http.StatusNotFound:
		return "there is no MCP server at this address (" + status + ")"
	case f.Status == http.StatusMethodNotAllowed:
		return "the address doesn't take messages: perhaps it is an SSE server, \"type\": \"sse\" (" + status + ")"
	case f.Status == http.StatusTooManyRequests:
		return "the server asks for fewer requests (" + status + ")"
	case f.Status == http.StatusBadGateway, f.Status == http.StatusServiceUnavailable, f.Status == http.StatusGatewayTimeout:
		return "the server can't be reached through what stands before it, try later (" + status + ")"
	case f.Status >= 500:
		return "the server failed (" + status + ")"
	case f.page:
		return "a web page came back instead of an answer: a login page, a proxy, or not a server's address (" + status + ")"
	}
	if f.noStream {
		return "the server doesn't answer with an event stream: this is no SSE server's address (" + status + ")"
	}
	return "the server answered " + status
}

// TooLarge is an answer or an event that wasn't read to its end.
type TooLarge struct {
	Limit int64 // bytes
	What  string
}

// Error names the limit.
func (e *TooLarge) Error() string {
	limit := fmt.Sprintf("%d bytes", e.Limit)
	if e.Limit >= 1<<20 {
		limit = fmt.Sprintf("%d MiB", e.Limit>>20)
	}
	return fmt.Sprintf("the %s is larger than %s and wasn't read", e.What, limit)
}

// Redirect is an answer that sends vise elsewhere. Nothing was sent there.
type Redirect struct {
	Status   int
	From, To string // origins
	why      string
}

// Error names where the server wanted to send vise to.
func (e *Redirect) Error() string { return e.why }

// excerpt is the beginning of text, on one line.
func excerpt(body []byte, html bool, secrets []string) string {
	text := strings.ToValidUTF8(string(body), "\uFFFD")
	if html {
		text = titleOf(text)
	}
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, text)
	text = mask(strings.Join(strings.Fields(text), " "), secrets)
	if r := []rune(text); len(r) > 200 {
		return string(r[:199]) + "…"
	}
	return text
}

// titleOf is the title of a web page, the only part of one that is worth
// showing.
func titleOf(page string) string {
	low := strings.ToLower(page)
	if len(low) != len(page) {
		return ""
	}
	from := strings.Index(low, "<title")
	if from < 0 {
		return ""
	}
	open := strings.IndexByte(low[from:], '>')
	to := strings.Index(low[from:], "</title")
	if open < 0 || to < open {
		return ""
	}
	return page[from+open+1 : from+to]
}
