package web

import (
	"net/http"
	"sync"
	"testing"
)

// Every request carries the configured headers and none of them stands in the
// place of the protocol's.
func TestHeadersAreSent(t *testing.T) {
	var mu sync.Mutex
	methods := map[string]bool{}
	for name, tt := range map[string]struct {
		next http.Handler
		e    Endpoint
	}{
		"streamable": {streamableHandler(nil), Endpoint{}},
		"sse":        {sseHandler(), Endpoint{SSE: true}},
		"found out":  {sseHandler(), Endpoint{Auto: true}},
	} {
		t.Run(name, func(t *testing.T) {
			srv := serve(t, http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
				mu.Lock()
				methods[req.Method] = true
				mu.Unlock()
				if req.Header.Get("Authorization") != "Bearer 1234567" || req.Header.Get("X-Team") != "a b" {
					t.Errorf("%s came with %v", req.Method, req.Header)
				}
				if got := req.Header.Get("User-Agent"); got != "vise/1" {
					t.Errorf("%s came from %q", req.Method, got)
				}
				if req.Method == http.MethodPost && req.Header.Get("Content-Type") != "application/json" {
					t.Errorf("content type is %q", req.Header.Get("Content-Type"))
				}
				tt.next.ServeHTTP(w, req)
			}))
			tt.e.URL, tt.e.Headers = srv.URL, map[string]string{"authorization": "Bearer 1234567", "X-Team": " a b "}
			session, err := connectOpts(t, dialer(t, tt.e), legacy())
			if err != nil {
				t.Fatal(err)
			}
			wantEcho(t, session)
			if err := session.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	for _, m := range []string{http.MethodPost, http.MethodGet, http.MethodDelete} {
		if !methods[m] {
			t.Errorf("no %s was seen", m)
		}
	}
}
