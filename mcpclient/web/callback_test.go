package web

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port
}

func mustParse(t *testing.T, raw string) *url.URL {
	t.Helper()
	u, err := url.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// visit asks the listener as a browser does.
func visit(t *testing.T, method, page, host string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, page, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Host = host
	resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if resp.Header.Get("Cache-Control") != "no-store" || resp.Header.Get("Referrer-Policy") != "no-referrer" || !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/plain") {
		t.Errorf("headers are %v", resp.Header)
	}
	return resp.StatusCode, string(body)
}

func listening(t *testing.T, port int) *callback {
	t.Helper()
	c, err := listen(port)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.close)
	return c
}

// The way back takes one answer, with the right state, under its own name.
func TestCallback(t *testing.T) {
	c := listening(t, 0)
	if u := mustParse(t, c.url); u.Hostname() != "127.0.0.1" || u.Path != "/callback" {
		t.Fatalf("listens at %s", c.url)
	}
	if status, _ := visit(t, "GET", c.url+"?code=c&state=", ""); status != http.StatusGone {
		t.Errorf("before anything is expected: %d", status)
	}
	c.expect("right")
	for _, tt := range []struct {
		method, url, host string
		status            int
	}{
		{"GET", c.url + "?code=c&state=wrong", "", 400},
		{"GET", c.url + "?code=c", "", 400},
		{"GET", c.url + "?code=c&code=d&state=right", "", 400},
		{"GET", c.url + "?code=c&state=right&state=right", "", 400},
		{"GET", c.url + "?code=c&state=right;x=%zz", "", 400},
		{"POST", c.url + "?code=c&state=right", "", 404},
		{"GET", strings.Replace(c.url, "callback", "other", 1) + "?code=c&state=right", "", 404},
		{"GET", c.url + "?code=c&state=right", "evil.example", 404},
	} {
		if status, _ := visit(t, tt.method, tt.url, tt.host); status != tt.status {
			t.Errorf("%s %s for %q: %d, want %d", tt.method, tt.url, tt.host, status, tt.status)
		}
	}
	if status, text := visit(t, "GET", c.url+"?code=c&state=right&iss=i", ""); status != 200 || !strings.Contains(text, "close this page") {
		t.Errorf("the right one: %d %s", status, text)
	}
	if status, _ := visit(t, "GET", c.url+"?code=again&state=right", ""); status != http.StatusGone {
		t.Errorf("a second one: %d", status)
	}
	got, err := c.wait(t.Context(), nil)
	if err != nil || got.Code != "c" || got.State != "right" || got.Iss != "i" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestCallbackErrors(t *testing.T) {
	for query, want := range map[string]string{
		"error=access_denied&error_description=no%1b%5b2J": `"access_denied no[2J"`,
		"x=y": "no code",
	} {
		c := listening(t, 0)
		c.expect("s")
		visit(t, "GET", c.url+"?state=s&"+query, "")
		if _, err := c.wait(t.Context(), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", query, err)
		}
	}
}

// A page that guesses states is noticed.
func TestCallbackGuesses(t *testing.T) {
	c := listening(t, 0)
	c.expect("s")
	req, err := http.NewRequestWithContext(t.Context(), "GET", c.url+"?code=c&state=guess", nil)
	if err != nil {
		t.Fatal(err)
	}
	for range maxWrong + 1 {
		if status, _ := c.take(req); status != 400 {
			t.Fatalf("a guess gives %d", status)
		}
	}
	if _, err := c.wait(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "wrong state") {
		t.Errorf("got %v", err)
	}
	if status, _ := visit(t, "GET", c.url+"?code=c&state=s", ""); status != http.StatusGone {
		t.Errorf("after that: %d", status)
	}
}

func TestCallbackWait(t *testing.T) {
	c := listening(t, 0)
	c.expect("s")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	opened := make(chan error, 1)
	opened <- nil // the browser is open; nothing comes
	if _, err := c.wait(ctx, opened); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	opened <- errors.New("no, thanks")
	if _, err := c.wait(t.Context(), opened); err == nil || !strings.Contains(err.Error(), "no, thanks") {
		t.Errorf("got %v", err)
	}
}

// With a given port, localhost is meant, and a port that is taken is named.
func TestCallbackPort(t *testing.T) {
	port := freePort(t)
	c := listening(t, port)
	if u := mustParse(t, c.url); u.Hostname() != "localhost" || u.Port() == "0" {
		t.Errorf("listens at %s", c.url)
	}
	c.expect("s")
	if status, _ := visit(t, "GET", strings.Replace(c.url, "localhost", "127.0.0.1", 1)+"?code=c&state=s", mustParse(t, c.url).Host); status != 200 {
		t.Errorf("got %d", status)
	}
	if _, err := listen(port); err == nil || !strings.Contains(err.Error(), "can't listen on port") {
		t.Errorf("got %v", err)
	}
}
