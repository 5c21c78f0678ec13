//go:build ollama

package ollama

import (
	"cmp"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ollama/ollama/api"

	"vise/session"
	"vise/session/ollama/ollamatest"
	"vise/session/ollama/tinymodel"
)

// realServer is the server in VISE_TEST_OLLAMA or OLLAMA_HOST, else one started
// from the ollama on PATH, with the tiny models on it. It returns its address.
func realServer(t *testing.T) string {
	t.Helper()
	host := cmp.Or(os.Getenv("VISE_TEST_OLLAMA"), os.Getenv("OLLAMA_HOST"))
	if host == "" {
		host = startServer(t)
	}
	url, _ := ResolveHost(host)
	if err := tinymodel.Install(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { removeModels(t, url) })
	return url
}

func startServer(t *testing.T) string {
	t.Helper()
	bin, err := exec.LookPath("ollama")
	if err != nil {
		t.Fatal("these tests need ollama on PATH, or a server named in VISE_TEST_OLLAMA or OLLAMA_HOST")
	}
	host := ollamatest.NewPort(t).Addr
	cmd := exec.Command(bin, "serve")
	home := t.TempDir()
	cmd.Env = append(os.Environ(), "OLLAMA_HOST="+host, "HOME="+home, "OLLAMA_MODELS="+home+"/models")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Signal(os.Interrupt); _ = cmd.Wait() })
	for range 200 {
		if _, err = Version(t.Context(), host); err == nil {
			return host
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal(err)
	return ""
}

func removeModels(t *testing.T, url string) {
	srv, err := newServer(url, "", nil)
	if err != nil {
		t.Error(err)
		return
	}
	defer srv.http.CloseIdleConnections()
	for _, m := range tinymodel.Models() {
		if err := srv.client.Delete(context.Background(), &api.DeleteRequest{Model: m.Name}); err != nil {
			t.Error(err)
		}
	}
}

func TestRealServer(t *testing.T) {
	url := realServer(t)
	model := func(t *testing.T, name string) *Model {
		m, err := New(Config{Host: url, Model: name, NumCtx: 4096})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(m.Close)
		return m
	}

	t.Run("discovered", func(t *testing.T) {
		st := Discover(t.Context(), url)
		have := map[string]bool{}
		for _, m := range st.Models {
			have[strings.TrimSuffix(m.Name, ":latest")] = m.HasTools()
		}
		for _, m := range tinymodel.Models() {
			if tools, ok := have[m.Name]; !ok || tools != m.Tools {
				t.Errorf("%s: there %v, tools %v", m.Name, ok, tools)
			}
		}
	})
	t.Run("a chat", func(t *testing.T) {
		got := map[session.DeltaKind]string{}
		r, err := model(t, "tiny-chat").Chat(t.Context(), ask("hello"), record(got))
		if err != nil || r.Text != "Good morning from a model that knows one sentence." || got[session.DeltaText] != r.Text {
			t.Errorf("%+v, %v", r, err)
		}
		if r.Usage.PromptTokens == 0 || r.Usage.OutputTokens == 0 || r.DoneReason != "stop" {
			t.Errorf("usage = %+v", r.Usage)
		}
	})
	t.Run("a call and its result", func(t *testing.T) {
		m, req := model(t, "tiny-search"), ask("find it")
		r, err := m.Chat(t.Context(), req, nil)
		if err != nil || len(r.Calls) != 1 || r.Calls[0].Name != "file_search" || r.Calls[0].ID == "" || string(r.Calls[0].Args) != `{"query":"timeout","max_results":5}` && string(r.Calls[0].Args) != `{"max_results":5,"query":"timeout"}` {
			t.Fatalf("%+v, %v", r, err)
		}
		req.Messages = append(req.Messages, session.ChatMessage{Role: session.RoleAssistant, Calls: r.Calls},
			session.ChatMessage{Role: session.RoleTool, Text: "found", CallID: r.Calls[0].ID, Alias: "file_search"})
		if r, err = m.Chat(t.Context(), req, nil); err != nil || r.Text != "Finished: that is what the tool said." {
			t.Errorf("%+v, %v", r, err)
		}
	})
	t.Run("recorded and replayed", func(t *testing.T) {
		dir := t.TempDir()
		if os.Getenv("VISE_RECORD") != "" { // makes what TestRealBytes reads
			dir = filepath.Join("testdata", "tiny")
		}
		m, err := New(Config{Host: url, Model: "tiny-search", NumCtx: 4096, Transport: Record(dir)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(m.Close)
		if err := m.Resolve(t.Context()); err != nil {
			t.Fatal(err)
		}
		live := searchAndAnswer(t, m)
		again, err := OpenRecording(dir)
		if err != nil {
			t.Fatal(err)
		}
		if got := searchAndAnswer(t, again); got != live {
			t.Errorf("live %s, replayed %s", live, got)
		}
	})
	t.Run("failures", func(t *testing.T) {
		long, limited := ask(strings.Repeat("word ", 5000)), ask("hello")
		limited.Options.Values = map[string]string{"num_predict": "3"}
		for _, c := range []struct {
			model string
			req   session.ChatRequest
			kind  session.ModelErrorKind
		}{
			{"tiny-missing", ask("hello"), session.ModelNotFound},
			{"tiny-plain", ask("hello"), session.ModelNoTools},
			{"tiny-chat", long, session.ModelTooLong},
			{"tiny-chat", limited, session.ModelLimit},
		} {
			r, err := model(t, c.model).Chat(t.Context(), c.req, nil)
			var me *session.ModelError
			if !errors.As(err, &me) || me.Kind != c.kind {
				t.Errorf("%s: %+v, %v; want %s", c.model, r, err, c.kind)
			}
		}
	})
	t.Run("a tool whose call vanishes", func(t *testing.T) {
		req := ask("find it")
		req.Tools[0].Alias = "time_now"
		_, err := model(t, "tiny-search").Chat(t.Context(), req, nil)
		var me *session.ModelError
		if !errors.As(err, &me) || me.Kind != session.ModelUnreadable {
			t.Errorf("err = %v", err)
		}
	})
	t.Run("no thinking", func(t *testing.T) {
		m := model(t, "tiny-chat")
		think := true
		m.cfg.Think = &think
		if r, err := m.Chat(t.Context(), ask("hello"), nil); err != nil || r.Notice == "" {
			t.Errorf("%+v, %v", r, err)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var at time.Time
		n := 0
		_, err := model(t, "tiny-loop").Chat(ctx, ask("go on"), func(session.Delta) {
			if n++; n == 40 {
				at = time.Now()
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) || time.Since(at) > 100*time.Millisecond {
			t.Errorf("%v after %v", err, time.Since(at))
		}
	})
	t.Run("odd schemas end no chat", func(t *testing.T) {
		req := ask("hello")
		for i, s := range []string{`true`, `{"type":["object","null"],"properties":{"a":true,"b":{"enum":"x"},"c":{"type":["string","null"]}}}`,
			`{"properties":{"t":{"$ref":"#"}}}`, `{"type":"string"}`, `{"oneOf":[{"required":["a"]}],"properties":{"a":{"items":[true]}}}`} {
			req.Tools = append(req.Tools, session.ChatTool{Alias: "odd_" + string(rune('a'+i)), ID: "x/odd", Schema: []byte(s)})
		}
		if r, err := model(t, "tiny-chat").Chat(t.Context(), req, nil); err != nil || !strings.Contains(r.Notice, "left out") {
			t.Errorf("%+v, %v", r, err)
		}
	})
}
