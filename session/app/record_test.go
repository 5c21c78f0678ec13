package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vise/session"
	"vise/session/ollama/ollamatest"
)

// onOllama opens a workbench on a scripted Ollama.
func onOllama(t *testing.T, dir string, model, record, host string) *Workbench {
	t.Helper()
	w, err := Open(t.Context(), Config{ConfigDir: filepath.Join(dir, "conf"), DataDir: filepath.Join(dir, "data"), WorkDir: filepath.Join(dir, "project"), User: "ann", Model: model, Record: record,
		Getenv: func(name string) string { return map[string]string{"OLLAMA_HOST": host}[name] }}, Parts{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

func answerOf(t *testing.T, w *Workbench, text string) session.State {
	t.Helper()
	r, err := w.Start(t.Context(), Request{Text: text})
	if err != nil {
		t.Fatal(err)
	}
	st, err := r.Result()
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// A whole run, with a tool, is recorded and then done again without a server,
// at another time and with another nonce.
func TestARunIsRecordedAndDoneAgain(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "project", "http.go"), "package http\n\nconst timeout = 10\n")
	s := ollamatest.New(t, ollamatest.Model{Name: "m", Family: "f", Context: 8192, Capabilities: []string{"tools"}})
	s.Answer(ollamatest.Answer{Lines: []string{ollamatest.Call("c1", "file_search", `{"query":"timeout"}`), ollamatest.Done("stop", 900, 9)}}, ollamatest.Whole("It is 10 ", "[ev_001]."))
	w := onOllama(t, dir, "ollama/m", "tapes", s.URL)
	if !strings.Contains(w.News(), filepath.Join("project", "tapes")) {
		t.Errorf("that it is recorded isn't told: %q", w.News())
	}
	live := answerOf(t, w, "where is the timeout?")
	tapes := filepath.Join(dir, "project", "tapes")
	if kept, err := os.ReadDir(tapes); err != nil || len(kept) != 2 {
		t.Fatalf("kept %v, %v; the run ended %+v", kept, err, live.Finished)
	}
	s.Close()
	again := answerOf(t, onOllama(t, dir, "cassette:"+tapes, "", "127.0.0.1:1"), "where is the timeout?")
	if again.Status != session.StatusDone || again.Answer.Answer.Text != live.Answer.Answer.Text || again.Ran() != 1 {
		t.Errorf("live %+v, again %+v", live.Finished, again.Finished)
	}
	miss := answerOf(t, onOllama(t, dir, "cassette:"+tapes, "", "127.0.0.1:1"), "where is the deadline?")
	if f := miss.Finished; f.Status != session.StatusFailed || !strings.Contains(f.Reason, "no recording holds this request") || !strings.Contains(f.Remedy, "deadline") {
		t.Errorf("a miss: %+v", f)
	}
}

func TestRecordingsThatArentThere(t *testing.T) {
	dir := t.TempDir()
	_, err := Open(t.Context(), Config{ConfigDir: dir, DataDir: filepath.Join(dir, "data"), WorkDir: dir, Model: "cassette:" + dir}, Parts{})
	if !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), "--record") {
		t.Errorf("%v", err)
	}
}
