// Package ollamatest is a server that speaks Ollama's protocol and answers what
// a test tells it to: in chunks, late, cut off, reset or refused.
package ollamatest

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// End is how an answer ends.
type End int

const (
	EndClean End = iota // as a whole HTTP body
	EndAbort            // the connection is closed in the middle of the body
	EndReset            // the same with a TCP reset
	EndHang             // nothing more comes until the client goes away
)

// Answer is one scripted answer to POST /api/chat.
type Answer struct {
	Status int // 200 if 0
	Header map[string]string
	Lines  []string      // sent with a newline each, one chunk a line
	Tail   string        // sent after the lines, without a newline
	First  time.Duration // before the first byte
	Every  time.Duration // between lines
	End    End
}

// Model is one that the server has installed.
type Model struct {
	Name         string
	Family       string
	Parameters   string
	Capabilities []string
	Context      int
	Remote       string
	Loaded       int // context that it is loaded with; 0 isn't loaded
	// Shape is what else its description says, by key without the family:
	// "block_count".
	Shape map[string]int
}

// Server is a scripted Ollama. Its fields are set before it is used.
type Server struct {
	*httptest.Server
	Models  []Model
	Pull    Answer
	Version string

	mu       sync.Mutex
	answers  []Answer
	requests [][]byte
	gone     chan time.Time
}

// New starts a server that ends with the test.
func New(tb testing.TB, models ...Model) *Server {
	tb.Helper()
	s := &Server{Models: models, Version: "0.17.4", gone: make(chan time.Time, 16)}
	mux := http.NewServeMux()
	mux.HandleFunc("/api/version", func(w http.ResponseWriter, _ *http.Request) {
		write(w, map[string]string{"version": s.Version})
	})
	mux.HandleFunc("GET /api/tags", s.tags)
	mux.HandleFunc("GET /api/ps", s.ps)
	mux.HandleFunc("POST /api/show", s.show)
	mux.HandleFunc("POST /api/chat", s.chat)
	mux.HandleFunc("POST /api/pull", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		s.play(w, r, s.Pull)
	})
	s.Server = httptest.NewServer(mux)
	tb.Cleanup(s.Close)
	return s
}

// Answer queues answers; each chat request takes one.
func (s *Server) Answer(answers ...Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers = append(s.answers, answers...)
}

// Requests returns the bodies of the chat requests so far.
func (s *Server) Requests() [][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([][]byte(nil), s.requests...)
}

// Gone tells when a client went away before its answer had ended.
func (s *Server) Gone() <-chan time.Time { return s.gone }

func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	s.mu.Lock()
	s.requests = append(s.requests, body)
	var a Answer
	ok := len(s.answers) > 0
	if ok {
		a, s.answers = s.answers[0], s.answers[1:]
	}
	s.mu.Unlock()
	if !ok {
		http.Error(w, `{"error":"the test queued no answer"}`, http.StatusInternalServerError)
		return
	}
	s.play(w, r, a)
}

// play sends one answer as it is scripted.
func (s *Server) play(w http.ResponseWriter, r *http.Request, a Answer) {
	if !s.wait(r, a.First) {
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/x-ndjson")
	for k, v := range a.Header {
		h.Set(k, v)
	}
	if a.Status != 0 {
		w.WriteHeader(a.Status)
	}
	for i, line := range a.Lines {
		if i > 0 && !s.wait(r, a.Every) {
			return
		}
		if _, err := io.WriteString(w, line+"\n"); err != nil {
			return
		}
		w.(http.Flusher).Flush()
	}
	if _, err := io.WriteString(w, a.Tail); err == nil {
		s.end(w, r, a.End)
	}
}

func (s *Server) end(w http.ResponseWriter, r *http.Request, e End) {
	switch e {
	case EndClean:
	case EndAbort:
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	case EndReset:
		w.(http.Flusher).Flush()
		time.Sleep(20 * time.Millisecond) // a reset overtakes what was written
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		_ = conn.(*net.TCPConn).SetLinger(0)
		conn.Close()
	case EndHang:
		w.(http.Flusher).Flush()
		s.wait(r, time.Hour)
	}
}

// wait reports whether the client is still there afterwards.
func (s *Server) wait(r *http.Request, d time.Duration) bool {
	if d == 0 {
		return true
	}
	select {
	case <-time.After(d):
		return true
	case <-r.Context().Done():
		s.gone <- time.Now()
		return false
	}
}

func (s *Server) tags(w http.ResponseWriter, _ *http.Request) {
	list := []map[string]any{}
	for _, m := range s.Models {
		list = append(list, map[string]any{
			"name": m.Name, "model": m.Name, "digest": "digest-of-" + m.Name, "size": 4 << 30, "remote_host": m.Remote,
			"modified_at": "2026-01-02T03:04:05Z", "details": map[string]any{"family": m.Family, "parameter_size": m.Parameters, "quantization_level": "Q4_K_M"},
		})
	}
	write(w, map[string]any{"models": list})
}

func (s *Server) ps(w http.ResponseWriter, _ *http.Request) {
	list := []map[string]any{}
	for _, m := range s.Models {
		if m.Loaded > 0 {
			list = append(list, map[string]any{"name": m.Name, "model": m.Name, "context_length": m.Loaded})
		}
	}
	write(w, map[string]any{"models": list})
}

func (s *Server) show(w http.ResponseWriter, r *http.Request) {
	var req struct{ Model string }
	_ = json.NewDecoder(r.Body).Decode(&req)
	for _, m := range s.Models {
		if m.Name == req.Model {
			info := map[string]any{"general.architecture": m.Family, m.Family + ".context_length": m.Context}
			for key, n := range m.Shape {
				info[m.Family+"."+key] = n
			}
			write(w, map[string]any{"capabilities": m.Capabilities, "model_info": info})
			return
		}
	}
	w.WriteHeader(http.StatusNotFound)
	write(w, map[string]string{"error": fmt.Sprintf("model '%s' not found", req.Model)})
}

func write(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(v); err != nil {
		panic(err)
	}
}
