package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// twist answers one method in the next handler's place, n times (-1: always).
func twist(next http.Handler, method string, n int32, answer func(w http.ResponseWriter, req *http.Request, id string)) http.Handler {
	var left atomic.Int32
	left.Store(n)
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		req.Body = io.NopCloser(bytes.NewReader(body))
		var msg struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
		}
		_ = json.Unmarshal(body, &msg)
		if msg.Method == method && left.Load() != 0 {
			left.Add(-1)
			answer(w, req, string(msg.ID))
			return
		}
		next.ServeHTTP(w, req)
	})
}

const large = 40 << 20

// flood writes 40 MB of text into an answer.
func flood(w io.Writer, before, after string) {
	chunk := bytes.Repeat([]byte("x"), 32<<10)
	_, _ = io.WriteString(w, before)
	for n := 0; n < large; n += len(chunk) {
		if _, err := w.Write(chunk); err != nil {
			return
		}
	}
	_, _ = io.WriteString(w, after)
}

func zipped(text string) []byte {
	var b bytes.Buffer
	zip, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed) // a level that there is
	_, _ = io.WriteString(zip, text)
	_ = zip.Close()
	return b.Bytes()
}

func textBefore(id string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"result":{"content":[{"type":"text","text":"`
}

const textAfter = `"}]}}`

// An answer of 40 MB fails one call, in bounded memory; the session goes on.
func TestLargeAnswers(t *testing.T) {
	answers := map[string]func(w http.ResponseWriter, req *http.Request, id string){
		"json": func(w http.ResponseWriter, _ *http.Request, id string) {
			w.Header().Set("Content-Type", "application/json")
			flood(w, textBefore(id), textAfter)
		},
		"json, length given": func(w http.ResponseWriter, _ *http.Request, id string) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", fmt.Sprint(len(textBefore(id))+large+len(textAfter)))
			flood(w, textBefore(id), textAfter)
		},
		"json, compressed": func(w http.ResponseWriter, req *http.Request, id string) {
			if !strings.Contains(req.Header.Get("Accept-Encoding"), "gzip") {
				t.Error("gzip isn't taken")
			}
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(zipped(textBefore(id)))
			part := zipped(strings.Repeat("x", 1<<20))
			for range large >> 20 {
				_, _ = w.Write(part) // a gzip stream may have many members (RFC 1952, 2.2)
			}
			_, _ = w.Write(zipped(textAfter))
		},
		"event": func(w http.ResponseWriter, _ *http.Request, id string) {
			w.Header().Set("Content-Type", "text/event-stream")
			flood(w, "event: message\ndata: "+textBefore(id), textAfter+"\n\n")
		},
		"event with an id": func(w http.ResponseWriter, _ *http.Request, id string) {
			w.Header().Set("Content-Type", "text/event-stream")
			flood(w, "id: 1\ndata:\n\nid: 2\ndata: "+textBefore(id), textAfter+"\n\n")
		},
		"event of many lines": func(w http.ResponseWriter, _ *http.Request, _ string) {
			w.Header().Set("Content-Type", "text/event-stream")
			for range large / 1024 {
				if _, err := io.WriteString(w, "data: "+strings.Repeat("y", 1024)+"\n"); err != nil {
					return
				}
			}
		},
	}
	for name, answer := range answers {
		t.Run(name, func(t *testing.T) {
			d := dialer(t, Endpoint{URL: serve(t, twist(streamableHandler(nil), "tools/call", 1, answer)).URL, MaxBody: 1 << 20})
			session, err := connectOpts(t, d, legacy())
			if err != nil {
				t.Fatal(err)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err = echo(t, session, "hello")
			runtime.ReadMemStats(&after)
			if err == nil || !strings.Contains(err.Error(), "larger than 1 MiB") {
				t.Errorf("got %v", err)
			}
			var big *TooLarge
			if !errors.As(d.Last(), &big) || big.Limit != 1<<20 {
				t.Errorf("the last fault is %v", d.Last())
			}
			if grown := after.TotalAlloc - before.TotalAlloc; grown > 16<<20 {
				t.Errorf("%d MB were taken for an answer that is let go at 1 MiB", grown>>20)
			}
			wantEcho(t, session)
		})
	}
}

// A large answer within the limit arrives whole.
func TestLargeEnough(t *testing.T) {
	for _, opts := range []*mcp.StreamableHTTPOptions{nil, {JSONResponse: true}} {
		session := mustConnect(t, dialer(t, Endpoint{URL: serve(t, streamableHandler(opts)).URL, MaxBody: 160 << 10}))
		text := strings.Repeat("z", 128<<10)
		if got, err := echo(t, session, text); err != nil || got != text {
			t.Errorf("%d of %d bytes, %v", len(got), len(text), err)
		}
	}
}

// Nothing is sent to another origin: not the message, not the headers.
func TestRedirectElsewhere(t *testing.T) {
	var reached atomic.Int32
	other := serve(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	for _, status := range []int{301, 302, 303, 307, 308} {
		h := twist(streamableHandler(nil), "tools/call", -1, func(w http.ResponseWriter, req *http.Request, _ string) {
			http.Redirect(w, req, other.URL+"/mcp", status)
		})
		session := mustConnect(t, dialer(t, Endpoint{URL: serve(t, h).URL, Headers: map[string]string{"Authorization": "Bearer 123456789"}}))
		_, err := echo(t, session, "secret")
		var to *Redirect
		if !errors.As(err, &to) || to.To != other.URL || !strings.Contains(to.Error(), other.URL) {
			t.Errorf("%d: got %v", status, err)
		}
		if _, err := session.ListTools(t.Context(), nil); err != nil {
			t.Errorf("%d: the session is over: %v", status, err)
		}
	}
	if n := reached.Load(); n != 0 {
		t.Errorf("the other server was reached %d times", n)
	}
}

// Within an origin, a redirect that keeps the message is followed.
func TestRedirectHere(t *testing.T) {
	mux := http.NewServeMux()
	mux.Handle("/new", streamableHandler(nil))
	mux.HandleFunc("/old", func(w http.ResponseWriter, req *http.Request) {
		http.Redirect(w, req, "/new", http.StatusPermanentRedirect)
	})
	mux.HandleFunc("/drops", func(w http.ResponseWriter, req *http.Request) { http.Redirect(w, req, "/new", http.StatusFound) })
	mux.HandleFunc("/round", func(w http.ResponseWriter, req *http.Request) {
		http.Redirect(w, req, "/round", http.StatusTemporaryRedirect)
	})
	url := serve(t, mux).URL
	wantEcho(t, mustConnect(t, dialer(t, Endpoint{URL: url + "/old"})))
	for path, want := range map[string]string{"/drops": `"/new"`, "/round": "more than 3 times"} {
		if _, err := connect(t, dialer(t, Endpoint{URL: url + path})); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", path, err)
		}
	}
}

// A stream that is sent elsewhere, never begins, or breaks: the session does
// without it, at once.
func TestNoStream(t *testing.T) {
	streams := map[string]http.HandlerFunc{
		"elsewhere": func(w http.ResponseWriter, req *http.Request) {
			http.Redirect(w, req, "http://192.0.2.1/", http.StatusTemporaryRedirect)
		},
		"silent": func(_ http.ResponseWriter, req *http.Request) { <-req.Context().Done() },
		"broken": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"a page": func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>hello") },
		"fails":  func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) },
	}
	for name, stream := range streams {
		t.Run(name, func(t *testing.T) {
			next := streamableHandler(nil)
			h := http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
				if req.Method == http.MethodGet {
					stream(w, req)
					return
				}
				next.ServeHTTP(w, req)
			})
			begin := time.Now()
			session, err := connectOpts(t, dialer(t, Endpoint{URL: serve(t, h).URL}), legacy())
			if err != nil {
				t.Fatal(err)
			}
			if took := time.Since(begin); took > 3*time.Second {
				t.Errorf("connecting took %v", took)
			}
			wantEcho(t, session)
		})
	}
}

// The old transport's server says where messages go; elsewhere isn't taken.
func TestSSEElsewhere(t *testing.T) {
	var reached atomic.Int32
	other := serve(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	srv := serve(t, http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = fmt.Fprintf(w, "event: endpoint\ndata: %s/messages\n\n", other.URL)
		_ = http.NewResponseController(w).Flush()
		<-req.Context().Done()
	}))
	_, err := connect(t, dialer(t, Endpoint{URL: srv.URL, SSE: true}))
	var to *Redirect
	if !errors.As(err, &to) || to.To != other.URL || reached.Load() != 0 {
		t.Errorf("got %v; reached %d times", err, reached.Load())
	}
}

// What a server of the old transport can do wrong has words, and ends in time.
func TestSSEFaults(t *testing.T) {
	for name, tt := range map[string]struct {
		handler http.HandlerFunc
		want    string
	}{
		"not there":   {http.NotFound, "there is no MCP server at this address"},
		"no stream":   {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{}`) }, "no SSE server's address"},
		"silent":      {func(_ http.ResponseWriter, req *http.Request) { <-req.Context().Done() }, "begin its event stream in time"},
		"no endpoint": {stream("event: hello\ndata: x\n\n"), `first event is "hello"`},
		"endless":     {stream("event: endpoint\ndata: " + strings.Repeat("x", 2<<20)), "larger than 1 MiB"},
	} {
		t.Run(name, func(t *testing.T) {
			d := dialer(t, Endpoint{URL: serve(t, tt.handler).URL, SSE: true, MaxBody: 1 << 20})
			_, err := connect(t, d)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

func stream(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, text)
		_ = http.NewResponseController(w).Flush()
		<-req.Context().Done()
	}
}

// A call to a server of the old transport that refuses one message fails
// alone.
func TestSSERefusesOneMessage(t *testing.T) {
	h := twist(sseHandler(), "tools/call", 1, func(w http.ResponseWriter, _ *http.Request, _ string) {
		http.Error(w, "busy", http.StatusServiceUnavailable)
	})
	session := mustConnect(t, dialer(t, Endpoint{URL: serve(t, h).URL, SSE: true}))
	_, err := echo(t, session, "x")
	var fault *Fault
	if !errors.As(err, &fault) || fault.Status != 503 {
		t.Errorf("got %v", err)
	}
	wantEcho(t, session)
}

// A cancelled call leaves nothing behind and the session usable.
func TestCancel(t *testing.T) {
	h := twist(streamableHandler(nil), "tools/call", 1, func(_ http.ResponseWriter, req *http.Request, _ string) {
		<-req.Context().Done()
	})
	session := mustConnect(t, dialer(t, Endpoint{URL: serve(t, h).URL}))
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "echo"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	wantEcho(t, session)
}
