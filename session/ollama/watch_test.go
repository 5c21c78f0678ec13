package ollama

import (
	"context"
	"net/http"
	"testing"
	"time"

	"vise/session/ollama/ollamatest"
)

func TestWatchSeesTheServerComeAndGo(t *testing.T) {
	port := ollamatest.NewPort(t)
	seen := make(chan string, 8)
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() {
		defer close(over)
		Watch(ctx, port.Addr, 10*time.Millisecond, func(up bool, version string) {
			if up != (version != "") {
				t.Errorf("up %v with version %q", up, version)
			}
			seen <- version
		})
	}()
	expect(t, seen, "")
	stop := port.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { write(t, w, `{"version":"0.17.4"}`) }))
	expect(t, seen, "0.17.4")
	stop()
	expect(t, seen, "")
	cancel()
	<-over
}

func expect(t *testing.T, seen <-chan string, want string) {
	t.Helper()
	select {
	case got := <-seen:
		if got != want {
			t.Fatalf("saw %q, want %q", got, want)
		}
	case <-time.After(5 * time.Second):
		t.Fatalf("never saw %q", want)
	}
}

func write(t *testing.T, w http.ResponseWriter, body string) {
	if _, err := w.Write([]byte(body)); err != nil {
		t.Error(err)
	}
}
