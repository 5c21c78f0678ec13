package app

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"vise/session"
	"vise/session/ollama/ollamatest"
)

// withOllama opens the bench's folders on a server at host, looking at it often.
func (b *bench) withOllama(host string) *Workbench {
	b.t.Helper()
	b.dirs.Getenv = func(name string) string {
		if name == "OLLAMA_HOST" {
			return host
		}
		return ""
	}
	w, err := Open(b.t.Context(), b.dirs, Parts{Clock: b.clock, LookEvery: 10 * time.Millisecond})
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() {
		if err := w.Close(); err != nil {
			b.t.Error(err)
		}
	})
	return w
}

// watched has w look at its server until the test ends.
func watched(t *testing.T, w *Workbench) {
	ctx, stop := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() {
		defer close(over)
		w.WatchModel(ctx)
	}()
	t.Cleanup(func() { stop(); <-over })
}

// until waits for ok.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

var qwen = ollamatest.Model{Name: "qwen3:8b", Family: "qwen3", Parameters: "8.2B", Capabilities: []string{"tools", "thinking"}, Context: 40960}

func TestModelsAreListed(t *testing.T) {
	s := ollamatest.New(t, qwen, ollamatest.Model{Name: "gemma3:4b", Family: "gemma3", Capabilities: []string{"completion"}},
		ollamatest.Model{Name: "big:cloud", Family: "qwen3", Capabilities: []string{"tools"}, Remote: "https://ollama.com:443"})
	w := newBench(t).withOllama(s.URL)
	list, note, err := w.Models(t.Context())
	if err != nil || note != "Ollama 0.17.4 at "+s.URL+" (from OLLAMA_HOST)" {
		t.Errorf("note %q, %v", note, err)
	}
	by := map[string]ModelChoice{}
	for _, c := range list {
		by[c.Name] = c
	}
	if c := by["ollama/qwen3:8b"]; !c.Installed || !c.Tools || !c.Thinking || c.ContextTokens != 40960 || c.Bytes != 4<<30 || c.About != "" {
		t.Errorf("%+v", c)
	}
	if c := by["ollama/gemma3:4b"]; c.Tools || !strings.Contains(c.About, "only talk") {
		t.Errorf("%+v", c)
	}
	if c := by["ollama/big:cloud"]; !strings.Contains(c.About, "leaves this machine") {
		t.Errorf("%+v", c)
	}
	if c := by["ollama/qwen3:4b"]; c.Installed || c.About == "" || c.Bytes == 0 {
		t.Errorf("%+v", c)
	}
	if last := list[len(list)-1]; last.Name != "offline" || !last.Installed {
		t.Errorf("the last one is %+v", last)
	}
}

func TestTheListWithoutOllama(t *testing.T) {
	host := ollamatest.NewPort(t).Addr
	w := newBench(t).withOllama(host)
	if err := w.ChooseModel(t.Context(), "ollama/mine:1b"); err != nil {
		t.Fatal(err)
	}
	list, note, err := w.Models(t.Context())
	if err != nil || note != "Ollama isn't running at http://"+host+" (from OLLAMA_HOST) · start it with: ollama serve · not installed? https://ollama.com/download" {
		t.Errorf("note %q, %v", note, err)
	}
	if list[0].Name != "ollama/mine:1b" || list[0].Installed || list[len(list)-1].Name != "offline" {
		t.Errorf("%+v", list)
	}
}

func TestOllamaThatComesUpIsUsedWhereNothingWasChosen(t *testing.T) {
	port := ollamatest.NewPort(t)
	w := newBench(t).withOllama(port.Addr)
	watched(t, w)
	if m, err := w.models.current(t.Context()); err != nil || !m.Info().Offline {
		t.Fatalf("%+v, %v", m.Info(), err)
	}
	s := ollamatest.New(t, qwen)
	stop := port.Serve(s.Config.Handler)
	until(t, "the news", func() bool { return w.News() != "" })
	if w.News() != "Ollama is up: qwen3:8b from the next request on; /model for another" || w.Model().Name != "ollama/qwen3:8b" || w.ModelDown() != "" {
		t.Errorf("%q, %+v, %q", w.News(), w.Model(), w.ModelDown())
	}
	until(t, "the digest", func() bool { return w.Model().Digest == "digest-of-qwen3:8b" && w.ModelUp() })
	stop()
	until(t, "the server to be missed", func() bool {
		return strings.Contains(w.ModelDown(), "Ollama isn't running at http://"+port.Addr) && !w.ModelUp()
	})
	if w.Model().Name != "ollama/qwen3:8b" {
		t.Errorf("it fell back to %+v", w.Model())
	}
	if m, err := w.models.current(t.Context()); err != nil || m.Info().Name != "ollama/qwen3:8b" || w.News() != "" {
		t.Errorf("%+v, %v, %q", m.Info(), err, w.News())
	}
	port.Serve(s.Config.Handler)
	until(t, "the server to be back", func() bool { return w.ModelDown() == "" && w.ModelUp() })
}

func TestAChosenModelIsNeverReplaced(t *testing.T) {
	s := ollamatest.New(t, qwen)
	b := newBench(t)
	w := b.withOllama(s.URL)
	if err := w.ChooseModel(t.Context(), "offline"); err != nil {
		t.Fatal(err)
	}
	watched(t, w)
	time.Sleep(100 * time.Millisecond)
	if !w.Model().Offline || w.News() != "" {
		t.Errorf("%+v, %q", w.Model(), w.News())
	}
	if err := w.ChooseModel(t.Context(), "ollama/gone:7b"); err != nil {
		t.Fatal(err)
	}
	until(t, "the model to be missed", func() bool { return strings.Contains(w.ModelDown(), "there is no model gone:7b") && w.ModelUp() })
	if again := b.withOllama(s.URL); again.Model().Name != "ollama/gone:7b" {
		t.Errorf("remembered: %+v", again.Model())
	}
}

func TestOllamaWithNothingToUseSaysSo(t *testing.T) {
	port := ollamatest.NewPort(t)
	w := newBench(t).withOllama(port.Addr)
	watched(t, w)
	if _, err := w.models.current(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := ollamatest.New(t)
	s.Pull = ollamatest.Answer{Lines: []string{`{"status":"pulling manifest"}`, `{"status":"pulling aa","digest":"sha256:aa","total":100,"completed":40}`, `{"status":"success"}`}}
	port.Serve(s.Config.Handler)
	until(t, "the news", func() bool { return strings.Contains(w.News(), "/model pulls one") })
	var done, total int64
	err := w.Pull(t.Context(), "ollama/qwen3:4b", func(_ string, d, of int64) { done, total = d, of })
	if err != nil || done != 40 || total != 100 {
		t.Errorf("%v, %d of %d", err, done, total)
	}
	if err := w.Pull(t.Context(), "offline", nil); err == nil {
		t.Error("the offline model was pulled")
	}
}

func TestThinkingIsRememberedForEachModel(t *testing.T) {
	s := ollamatest.New(t, qwen)
	b := newBench(t)
	write(t, b.dirs.ConfigDir+"/vise.yaml", "model: ollama/qwen3:8b\nollama: {think: \"off\"}\n")
	w := b.withOllama(s.URL)
	if w.Think() != "off" {
		t.Errorf("at first %q", w.Think())
	}
	if err := w.SetThink(t.Context(), "on"); err != nil {
		t.Fatal(err)
	}
	s.Answer(ollamatest.Whole("Hello."))
	r, err := w.Start(t.Context(), Request{Text: "hello", Entry: session.EntryRun})
	if err != nil {
		t.Fatal(err)
	}
	if st, err := r.Result(); err != nil || st.Status != session.StatusDone {
		t.Fatalf("%+v, %v", st.Finished, err)
	}
	if body := string(s.Requests()[0]); !strings.Contains(body, `"think":true`) {
		t.Errorf("sent %.300s", body)
	}
	if err := w.ChooseModel(t.Context(), "ollama/other"); err != nil || w.Think() != "off" {
		t.Errorf("another model: %q, %v", w.Think(), err)
	}
	if again := b.withOllama(s.URL); again.Think() != "on" {
		t.Errorf("remembered: %q", again.Think())
	}
	if err := w.SetThink(t.Context(), "maybe"); err == nil {
		t.Error("maybe was taken")
	}
	if err := errors.Join(w.ChooseModel(t.Context(), "offline"), w.SetThink(t.Context(), "on")); err == nil {
		t.Error("the offline model thinks")
	}
}
