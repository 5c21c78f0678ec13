package ollamatest

import (
	"errors"
	"io"
	"net"
	"net/http"
	"syscall"
	"testing"
)

// A port is refused, served, refused and served again.
func TestAPortComesAndGoes(t *testing.T) {
	p := NewPort(t)
	refused := func() {
		t.Helper()
		if c, err := net.Dial("tcp", p.Addr); !errors.Is(err, syscall.ECONNREFUSED) {
			t.Errorf("%v, %v", c, err)
		}
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for range 3 {
		refused()
		stop := p.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "here") }))
		r, err := client.Get("http://" + p.Addr)
		if err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(r.Body); string(body) != "here" || err != nil {
			t.Errorf("%q, %v", body, err)
		}
		r.Body.Close()
		stop()
	}
	refused()
}
