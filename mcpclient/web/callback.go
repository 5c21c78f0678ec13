package web

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
)

// callback waits on this machine for the browser to come back from a login
// page (RFC 8252, 7.3). It takes one answer, and only with the right state.
type callback struct {
	url     string
	hosts   map[string]bool // what the browser calls this listener
	servers []*http.Server
	result  chan answer

	mu    sync.Mutex
	state string // empty: nothing is expected
	wrong int
}

type answer struct {
	result *auth.AuthorizationResult
	err    error
}

// maxWrong bounds the answers with a wrong state: a page that guesses.
const maxWrong = 50

// listen waits on a free port of 127.0.0.1. With a given port, the address is
// the one that people register beforehand, http://localhost:PORT/callback;
// then [::1], which is localhost as well, is listened on, too, so that nobody
// else does.
func listen(port int) (*callback, error) {
	if port < 0 || port > 65535 {
		return nil, fmt.Errorf("there is no port %d for the login's way back", port)
	}
	l, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return nil, fmt.Errorf("vise can't listen on port %d for the login's way back: %w", port, err)
	}
	listeners := []net.Listener{l}
	host := l.Addr().String()
	c := &callback{result: make(chan answer, 1), hosts: map[string]bool{host: true}}
	if port != 0 {
		host = net.JoinHostPort("localhost", strconv.Itoa(port))
		c.hosts[host] = true
		six, err := net.Listen("tcp6", net.JoinHostPort("::1", strconv.Itoa(port)))
		if err == nil { // many machines have no IPv6
			listeners = append(listeners, six)
		}
	}
	c.url = "http://" + host + "/callback"
	for _, l := range listeners {
		srv := &http.Server{
			Handler: c, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 5 * time.Second, WriteTimeout: 5 * time.Second,
			MaxHeaderBytes: 16 << 10, ErrorLog: log.New(io.Discard, "", 0),
		}
		c.servers = append(c.servers, srv)
		go func() { _ = srv.Serve(l) }() // ends with close
	}
	return c, nil
}

// close ends the listening. The page that was just answered gets a moment to
// reach the browser.
func (c *callback) close() {
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	for _, srv := range c.servers {
		if srv.Shutdown(ctx) != nil {
			_ = srv.Close() // whoever still talks isn't the browser
		}
	}
}

func (c *callback) expect(state string) {
	c.mu.Lock()
	c.state = state
	c.mu.Unlock()
}

// wait waits for the browser, or for a person who doesn't want to.
func (c *callback) wait(ctx context.Context, opened <-chan error) (*auth.AuthorizationResult, error) {
	for {
		select {
		case a := <-c.result:
			return a.result, a.err
		case err := <-opened:
			if err != nil {
				return nil, fmt.Errorf("the login page wasn't opened: %w", err)
			}
			opened = nil // now it is up to the browser
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// ServeHTTP implements http.Handler.
func (c *callback) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Connection", "close")
	status, text := c.take(req)
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text+"\n") // the browser may be gone
}

// take takes an answer if it is the one that is waited for.
func (c *callback) take(req *http.Request) (status int, text string) {
	if req.Method != http.MethodGet || req.URL.Path != "/callback" || !c.hosts[req.Host] {
		return http.StatusNotFound, "There is nothing here."
	}
	q, err := url.ParseQuery(req.URL.RawQuery)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state == "" {
		return http.StatusGone, "vise isn't waiting for a login any more."
	}
	if err != nil || !single(q) || subtle.ConstantTimeCompare([]byte(q.Get("state")), []byte(c.state)) != 1 {
		if c.wrong++; c.wrong > maxWrong {
			c.give(answer{err: errors.New("something on this machine answers in the login's place, with a wrong state")})
		}
		return http.StatusBadRequest, "This isn't the login that vise waits for. Nothing was done."
	}
	if said := q.Get("error"); said != "" {
		c.give(answer{err: fmt.Errorf("the login page says %q", excerpt([]byte(said+" "+q.Get("error_description")), false, nil))})
		return http.StatusOK, "The login was not made. You can close this page and go back to vise."
	}
	if q.Get("code") == "" {
		c.give(answer{err: errors.New("the login page sent no code back")})
		return http.StatusBadRequest, "The login page sent no code. You can close this page and go back to vise."
	}
	c.give(answer{result: &auth.AuthorizationResult{Code: q.Get("code"), State: q.Get("state"), Iss: q.Get("iss")}})
	return http.StatusOK, "vise has the answer. You can close this page and go back to it."
}

// give hands an answer on; it is the only one.
func (c *callback) give(a answer) {
	c.state = ""
	c.result <- a
}

// single reports whether no parameter is there twice (RFC 6749, 3.1).
func single(q url.Values) bool {
	for _, values := range q {
		if len(values) > 1 {
			return false
		}
	}
	return true
}
