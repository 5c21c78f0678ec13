package ollama

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"vise/session"
	"vise/session/ollama/ollamatest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m, goleak.Cleanup(syscall.Exit)) }

var searchTool = session.ChatTool{Alias: "file_search", ID: "file.search", Description: "Finds text in files.",
	Schema: json.RawMessage(`{"type":"object","properties":{"query":{"type":"string"},"max_results":{"type":"integer","minimum":1,"maximum":50}},"required":["query"],"additionalProperties":false}`)}

func ask(text string) session.ChatRequest {
	return session.ChatRequest{
		System: "You are vise.", Tools: []session.ChatTool{searchTool},
		Messages: []session.ChatMessage{{Role: session.RoleUser, Text: text}},
	}
}

func newModel(t testing.TB, s *ollamatest.Server, change ...func(*Config)) *Model {
	t.Helper()
	cfg := Config{Host: s.URL, Model: "m"}
	for _, c := range change {
		c(&cfg)
	}
	m, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	m.backoff = []time.Duration{time.Millisecond, time.Millisecond}
	return m
}

// record keeps deltas as one string a kind.
func record(into map[session.DeltaKind]string) func(session.Delta) {
	return func(d session.Delta) { into[d.Kind] += d.Text }
}

func TestChatStreamsAWholeReply(t *testing.T) {
	s := ollamatest.New(t)
	s.Answer(ollamatest.Answer{Lines: []string{
		ollamatest.Thinking("Let me "), ollamatest.Thinking("see."), ollamatest.Text("Good "), ollamatest.Text("morning."),
		ollamatest.Done("stop", 120, 7),
	}})
	got := map[session.DeltaKind]string{}
	r, err := newModel(t, s).Chat(t.Context(), ask("hello"), record(got))
	if err != nil {
		t.Fatal(err)
	}
	if r.Text != "Good morning." || r.Thinking != "Let me see." || r.DoneReason != "stop" || r.Notice != "" {
		t.Errorf("reply = %+v", r)
	}
	if got[session.DeltaText] != r.Text || got[session.DeltaThinking] != r.Thinking {
		t.Errorf("deltas = %q", got)
	}
	u := r.Usage
	u.FirstTokenMillis = 0
	want := session.Usage{PromptTokens: 120, OutputTokens: 7, LoadMillis: 1000, PromptMillis: 500, OutputMillis: 1500, TotalMillis: 3000}
	if u != want {
		t.Errorf("usage = %+v, want %+v", u, want)
	}
}

func TestChatKeepsCallsAsTheyWereWritten(t *testing.T) {
	s := ollamatest.New(t)
	last := strings.Replace(ollamatest.Done("stop", 10, 10), `"content":""`,
		`"content":"","tool_calls":[{"id":"call_c","function":{"index":0,"name":"x","arguments":"{\"n\":1e2}"}}]`, 1)
	s.Answer(ollamatest.Answer{Lines: []string{
		ollamatest.Call("call_b", "file_search", `{"z":12345678901234567890, "a":1.10,"query":"é"}`),
		ollamatest.Call("call_a", "file_search", `[1]`),
		last,
	}})
	r, err := newModel(t, s).Chat(t.Context(), ask("hello"), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []session.ToolCall{
		{ID: "call_b", Name: "file_search", Args: json.RawMessage(`{"z":12345678901234567890,"a":1.10,"query":"é"}`)},
		{ID: "call_a", Name: "file_search", Args: json.RawMessage(`[1]`)},
		{ID: "call_c", Name: "x", Args: json.RawMessage(`{"n":1e2}`)},
	}
	if !reflect.DeepEqual(r.Calls, want) {
		t.Errorf("calls = %s", r.Calls)
	}
}

func TestRequestOnTheWire(t *testing.T) {
	s := ollamatest.New(t)
	s.Answer(ollamatest.Whole("ok"), ollamatest.Whole("ok"))
	think, keep := false, 10*time.Minute
	m := newModel(t, s, func(c *Config) { c.NumCtx, c.Think, c.KeepAlive = 4096, &think, &keep })
	req := ask("find it")
	req.Messages = append(req.Messages,
		session.ChatMessage{Role: session.RoleAssistant, Text: "Looking.", Calls: []session.ToolCall{{ID: "call_1", Name: "file_search", Args: json.RawMessage(`{"query":"x","max_results":1e1}`)}}},
		session.ChatMessage{Role: session.RoleTool, Text: "<data>", CallID: "call_1", Alias: "file_search"})
	req.Options.Values = map[string]string{"temperature": "0.2", "num_ctx": "2048"}
	for range 2 {
		if _, err := m.Chat(t.Context(), req, nil); err != nil {
			t.Fatal(err)
		}
	}
	const want = `{"model":"m","messages":[{"role":"system","content":"You are vise."},{"role":"user","content":"find it"},` +
		`{"role":"assistant","content":"Looking.","tool_calls":[{"id":"call_1","function":{"index":0,"name":"file_search","arguments":{"query":"x","max_results":1e1}}}]},` +
		`{"role":"tool","content":"\u003cdata\u003e","tool_name":"file_search","tool_call_id":"call_1"}],"stream":true,"keep_alive":"10m0s",` +
		`"tools":[{"type":"function","function":{"name":"file_search","description":"Finds text in files.","parameters":{"type":"object","required":["query"],` +
		`"properties":{"query":{"type":"string"},"max_results":{"type":"integer","description":"1 to 50"}}}}}],` +
		`"options":{"num_ctx":2048,"temperature":0.2},"think":false,"truncate":false,"shift":false}`
	for i, got := range s.Requests() {
		if string(got) != want {
			t.Errorf("request %d:\n%s\nwant\n%s", i, got, want)
		}
	}
}

func TestLoadingIsSaidOnceAndNeverTimesOut(t *testing.T) {
	s := ollamatest.New(t)
	slow := ollamatest.Whole("here")
	slow.First = 120 * time.Millisecond
	s.Answer(slow)
	m := newModel(t, s)
	m.loadingAfter = 10 * time.Millisecond
	var kinds []session.DeltaKind
	_, err := m.Chat(t.Context(), ask("hello"), func(d session.Delta) {
		kinds = append(kinds, d.Kind)
		if d.Kind == session.DeltaLoading && d.Text != "m" {
			t.Errorf("loading %q", d.Text)
		}
	})
	if want := []session.DeltaKind{session.DeltaLoading, session.DeltaText}; err != nil || !reflect.DeepEqual(kinds, want) {
		t.Errorf("kinds = %v, err = %v", kinds, err)
	}
}

func TestDoneIsTheEndThoughTheConnectionStays(t *testing.T) {
	s := ollamatest.New(t)
	a := ollamatest.Whole("hi")
	a.End = ollamatest.EndHang
	s.Answer(a)
	began := time.Now()
	r, err := newModel(t, s).Chat(t.Context(), ask("hello"), nil)
	if err != nil || r.Text != "hi" || time.Since(began) > 5*time.Second {
		t.Errorf("%+v, %v after %v", r, err, time.Since(began))
	}
}

func TestCancelReturnsAtOnceAndClosesTheConnection(t *testing.T) {
	for name, a := range map[string]ollamatest.Answer{
		"while loading":   {First: time.Hour},
		"in the middle":   {Lines: ollamatest.Texts("half"), End: ollamatest.EndHang},
		"between lines":   {Lines: ollamatest.Texts("a", "b"), Every: time.Hour},
		"while streaming": {Lines: ollamatest.Texts(strings.Split(strings.Repeat("word ", 500), " ")...), Every: 5 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			// The best of three: the machine may be busy with other things.
			returned, seen := time.Hour, time.Hour
			for range 3 {
				r, s := cancelled(t, a)
				returned, seen = min(returned, r), min(seen, s)
			}
			if returned > 100*time.Millisecond || seen > 100*time.Millisecond {
				t.Errorf("returned after %v, the server saw it after %v", returned, seen)
			}
		})
	}
}

// cancelled cancels a chat that the server has begun to answer with a, and
// tells how long it took to return and until the server's client was gone.
func cancelled(t *testing.T, a ollamatest.Answer) (returned, seen time.Duration) {
	t.Helper()
	s := ollamatest.New(t)
	s.Answer(a)
	m := newModel(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	at := make(chan time.Time, 1)
	go func() {
		for len(s.Requests()) == 0 {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(20 * time.Millisecond)
		at <- time.Now()
		cancel()
	}()
	_, err := m.Chat(ctx, ask("hello"), func(session.Delta) {})
	returned = time.Since(<-at)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("err = %v", err)
	}
	began := time.Now()
	select {
	case <-s.Gone():
	case <-time.After(5 * time.Second):
		t.Fatal("the server still has its client")
	}
	return returned, returned + time.Since(began)
}

func TestInfoReachesNothing(t *testing.T) {
	m, err := New(Config{Host: "192.0.2.1:1", Model: "qwen3:8b"})
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Info(); got.Name != "ollama/qwen3:8b" || got.ContextTokens != DefaultNumCtx || !strings.Contains(got.ContextWhy, "safe size") {
		t.Errorf("info = %+v", got)
	}
}

func BenchmarkStream4000Tokens(b *testing.B) {
	s := ollamatest.New(b)
	lines := append(ollamatest.Texts(strings.SplitAfter(strings.Repeat("token ", 4000), " ")...), ollamatest.Done("stop", 10, 4000))
	m := newModel(b, s)
	b.ReportAllocs()
	for b.Loop() {
		s.Answer(ollamatest.Answer{Lines: lines})
		n := 0
		r, err := m.Chat(b.Context(), ask("go"), func(d session.Delta) { n += len(d.Text) })
		if err != nil || n != len(r.Text) || n != 6*4000 {
			b.Fatal(n, err)
		}
	}
}
