package ollama

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"vise/session"
	"vise/session/ollama/ollamatest"
)

func TestDiscover(t *testing.T) {
	s := ollamatest.New(t, slices.Clone(installedModels)...)
	s.Models[0].Loaded = 4096
	st := Discover(t.Context(), s.URL)
	if !st.Up || st.Version != "0.17.4" || st.URL != s.URL || len(st.Models) != 3 || st.Why != nil {
		t.Fatalf("state = %+v", st)
	}
	m := st.Models[2]
	if m.Name != "qwen3:8b" || !m.HasTools() || m.Context != 40960 || !m.Loaded || m.LoadedContext != 4096 || m.Parameters != "8.2B" || m.Size != 4<<30 || m.Digest != "digest-of-qwen3:8b" {
		t.Errorf("model = %+v", m)
	}
	if st.Models[1].HasTools() || st.Models[0].Remote != "https://ollama.com:443" {
		t.Errorf("models = %+v", st.Models)
	}
}

func TestDefault(t *testing.T) {
	tools := []string{"tools"}
	for want, models := range map[string][]ollamatest.Model{
		"qwen3:8b":    {{Name: "llama3.1:8b", Family: "llama", Parameters: "8B", Capabilities: tools}, {Name: "qwen3:4b", Family: "qwen3", Parameters: "4B", Capabilities: tools}, {Name: "qwen3:8b", Family: "qwen3", Parameters: "8B", Capabilities: tools}, {Name: "qwen3:32b", Family: "qwen3", Parameters: "32.8B", Capabilities: tools}},
		"llama3.1:8b": {{Name: "llama3.1:8b", Family: "llama", Parameters: "8B", Capabilities: tools, Loaded: 4096}, {Name: "qwen3:4b", Family: "qwen3", Parameters: "4B", Capabilities: tools}},
		"tiny":        {{Name: "tiny", Family: "own", Parameters: "300M", Capabilities: tools}, {Name: "qwen3:8b", Family: "qwen3", Parameters: "8B"}},
		"":            {{Name: "cloud", Family: "qwen3", Capabilities: tools, Remote: "https://ollama.com:443"}},
	} {
		s := ollamatest.New(t, models...)
		if got, err := Default(t.Context(), s.URL); err != nil || got != want {
			t.Errorf("got %q, %v; want %q", got, err, want)
		}
	}
}

func TestDiscoverWhereNothingIs(t *testing.T) {
	s := ollamatest.New(t)
	url := s.URL
	s.Close()
	st := Discover(t.Context(), url)
	if st.Up || st.Why == nil || st.Why.What != "Ollama isn't running at "+url+" (from OLLAMA_HOST)" {
		t.Errorf("state = %+v", st)
	}
	if st := Discover(t.Context(), "ftp://x"); st.Up || st.Why == nil || st.Note == "" {
		t.Errorf("state = %+v", st)
	}
	if _, err := Default(t.Context(), url); err == nil {
		t.Error("a default of a server that isn't there")
	}
}

func TestSomethingElseAnswers(t *testing.T) {
	web := httptest.NewServer(http.NotFoundHandler())
	defer web.Close()
	_, err := Version(t.Context(), web.URL)
	var me *session.ModelError
	if !errors.As(err, &me) || me.Kind != session.ModelUnavailable || me.What != "what answers at "+web.URL+" (from OLLAMA_HOST) isn't Ollama, perhaps a proxy before it: 404 page not found" {
		t.Errorf("err = %v", err)
	}
}

func TestASilentServerIsGivenUp(t *testing.T) {
	hang := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer hang.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if st := Discover(ctx, hang.URL); st.Up || st.Why == nil {
		t.Errorf("state = %+v", st)
	}
}

func TestResolve(t *testing.T) {
	s := ollamatest.New(t, ollamatest.Model{Name: "m:latest", Family: "f", Context: 2048})
	m := newModel(t, s)
	if err := m.Resolve(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := (session.ModelInfo{Name: "ollama/m", Digest: "digest-of-m:latest", ContextTokens: 2048, ContextWhy: "all that the model was made for"}); m.Info() != want {
		t.Errorf("info = %+v", m.Info())
	}
	s.Models[0].Loaded = 32768
	if err := m.Resolve(t.Context()); err != nil || m.Info().ContextTokens != 32768 {
		t.Errorf("info = %+v, %v: a loaded model would be loaded anew", m.Info(), err)
	}
	other := newModel(t, s, func(c *Config) { c.Model = "other" })
	var me *session.ModelError
	if err := other.Resolve(t.Context()); !errors.As(err, &me) || me.Kind != session.ModelNotFound || me.Remedy != "installed: m:latest; or pull it with: ollama pull other" {
		t.Errorf("err = %v", err)
	}
}

func TestPull(t *testing.T) {
	s := ollamatest.New(t)
	s.Pull = ollamatest.Answer{Lines: []string{`{"status":"pulling manifest"}`,
		`{"status":"pulling aa","digest":"sha256:aa","total":100,"completed":40}`, `{"status":"pulling bb","digest":"sha256:bb","total":50}`,
		`{"status":"pulling aa","digest":"sha256:aa","total":100,"completed":100}`, `{"status":"verifying sha256 digest"}`, `{"status":"success"}`}}
	var seen []Progress
	if err := Pull(t.Context(), s.URL, "m", func(p Progress) { seen = append(seen, p) }); err != nil {
		t.Fatal(err)
	}
	if len(seen) != 6 || seen[2] != (Progress{"pulling bb", 40, 150}) || seen[5] != (Progress{"success", 100, 150}) {
		t.Errorf("progress = %+v", seen)
	}
}

func TestPullFails(t *testing.T) {
	for _, c := range []struct {
		answer ollamatest.Answer
		kind   session.ModelErrorKind
		what   string
	}{
		{ollamatest.Answer{Lines: []string{`{"status":"pulling manifest"}`, ollamatest.Error("pull model manifest: file does not exist")}}, session.ModelNotFound, "Ollama's library has no model m"},
		{ollamatest.Answer{Lines: []string{ollamatest.Error("write blob: no space left on device")}}, session.ModelServer, "the disk is full: m wasn't pulled"},
		{ollamatest.Answer{Lines: []string{`{"status":"pulling manifest"}`}, End: ollamatest.EndAbort}, session.ModelCutOff, "the pull of m was cut off"},
		{ollamatest.Answer{Lines: []string{`{"status":"pulling manifest"}`}}, session.ModelCutOff, "the pull of m was cut off"},
	} {
		s := ollamatest.New(t)
		s.Pull = c.answer
		var me *session.ModelError
		if err := Pull(t.Context(), s.URL, "m", nil); !errors.As(err, &me) || me.Kind != c.kind || me.What != c.what {
			t.Errorf("%+v: %v", c.answer, err)
		}
	}
}

func TestPullIsCancelled(t *testing.T) {
	s := ollamatest.New(t)
	s.Pull = ollamatest.Answer{Lines: []string{`{"status":"pulling manifest"}`}, End: ollamatest.EndHang}
	ctx, cancel := context.WithCancel(t.Context())
	if err := Pull(ctx, s.URL, "m", func(Progress) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}
