package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vise/session/app"
	"vise/session/ollama/ollamatest"
	"vise/ui"
	"vise/ui/uitest"
)

// screenOn opens the whole workbench, on a project of its own and the Ollama
// at host, in a terminal.
func screenOn(t *testing.T, host string) *uitest.Driver {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "http.go"), []byte("package config\n\nconst retryTimeout = 10\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	plan, err := app.Load(app.Config{ConfigDir: t.TempDir(), DataDir: t.TempDir(), WorkDir: dir,
		Getenv: func(name string) string { return map[string]string{"OLLAMA_HOST": host}[name] }})
	if err != nil {
		t.Fatal(err)
	}
	ctx, leave := context.WithCancel(t.Context())
	a, dark := newAdapter(ctx, plan), true
	opened := make(chan error, 1)
	go func() { opened <- a.open(ctx, app.Parts{LookEvery: 20 * time.Millisecond}) }()
	t.Cleanup(func() {
		leave()
		if err := <-opened; err != nil {
			t.Fatal(err)
		}
		if err := a.w.Close(); err != nil {
			t.Error(err)
		}
	})
	return uitest.Start(t, ui.New(a.deps(), ui.Options{Zone: time.UTC, Dark: &dark, Quiet: true, Getenv: func(string) string { return "" }}), 120, 40)
}

var qwen = ollamatest.Model{Name: "qwen3:8b", Family: "qwen3", Parameters: "8.2B", Capabilities: []string{"tools", "thinking"}, Context: 40960}

// Ollama comes up while the workbench is open, is asked something, searches,
// answers, goes down and comes back.
func TestOllamaComesUpAnswersAndGoesDown(t *testing.T) {
	t.Parallel()
	port := ollamatest.NewPort(t)
	d := screenOn(t, port.Addr)
	d.WaitFor("offline: no language model", "Ask, or /")
	s := ollamatest.New(t, qwen)
	stop := port.Serve(s.Config.Handler)
	d.WaitFor("Ollama is up: qwen3:8b from the next request on; /model for another", "qwen3:8b ● up")
	s.Answer(
		ollamatest.Answer{Lines: []string{ollamatest.Thinking("Where might it be?"), ollamatest.Call("c1", "file_search", `{"query":"retryTimeout"}`), ollamatest.Done("stop", 900, 20)}},
		ollamatest.Answer{Lines: append(ollamatest.Texts("It is set ", "in http.go:3 [ev_001]."), ollamatest.Done("stop", 1024, 512))})
	d.Type("where is the retry timeout set?").Press("enter")
	d.WaitFor("✓ file.search", "▸ thinking, 18 characters", "It is set in http.go:3 [ev_001].", "ctx 1.5k/8k", "✓ done")
	if n := len(s.Requests()); n != 2 || !strings.Contains(string(s.Requests()[1]), "retryTimeout = 10") {
		t.Errorf("%d requests", n)
	}
	d.WaitGone("Ollama is up")
	stop()
	d.WaitFor("qwen3:8b ○ down", "○ qwen3:8b can't be used: Ollama isn't running at http://"+port.Addr)
	port.Serve(s.Config.Handler)
	d.WaitFor("qwen3:8b ● up")
	d.WaitGone("can't be used")
}

func TestALoadingModelIsCancelledAtOnce(t *testing.T) {
	t.Parallel()
	s := ollamatest.New(t, qwen)
	s.Answer(ollamatest.Answer{First: time.Hour}, ollamatest.Whole("Here ", "I am."))
	d := screenOn(t, s.URL)
	d.WaitFor("qwen3:8b ● up")
	d.Type("hello").Press("enter")
	d.WaitFor("loading qwen3:8b … 0:0", "esc cancels")
	pressed := time.Now()
	d.Press("esc")
	// a terminal's esc is one only after 50 ms, and the machine may be busy
	if took := (<-s.Gone()).Sub(pressed); took > 500*time.Millisecond {
		t.Errorf("the server was left %v after esc", took)
	}
	d.WaitFor("cancelled")
	d.Type("hello again").Press("enter")
	d.WaitFor("Here I am.")
}

func TestAModelIsListedPulledAndChosen(t *testing.T) {
	t.Parallel()
	s := ollamatest.New(t, qwen, ollamatest.Model{Name: "gemma3:4b", Family: "gemma3", Capabilities: []string{"completion"}})
	half := `{"status":"pulling aa","digest":"sha256:aa","total":2600000000,"completed":1300000000}`
	s.Pull = ollamatest.Answer{Lines: []string{`{"status":"pulling manifest"}`, half}, End: ollamatest.EndHang}
	d := screenOn(t, s.URL)
	d.WaitFor("qwen3:8b ● up")
	d.Press("ctrl+l")
	d.WaitFor("Ollama 0.17.4 at "+s.URL, "▸ ● qwen3:8b", "40k", "no tools", "↓ qwen3:4b", "no language model")
	d.Press("up")
	d.WaitFor("it can't act, only talk")
	d.Press("down", "down", "p")
	d.WaitFor("pulling qwen3:4b █", "50% · 1.3 GB of 2.6 GB")
	d.Press("esc")
	d.WaitFor("Cancelled. Pulling qwen3:4b again goes on where it stopped.")
	d.Press("t") // of the model in use
	d.WaitFor("thinking: on")
	d.Press("end", "/").Type("off")
	d.WaitFor("▸   offline")
	d.Press("enter")
	d.WaitFor("offline from the next request on", "vise  offline: no language model")
}

// command runs one command with the Ollama at host.
func command(t *testing.T, host string, args ...string) (out, errs string, code int) {
	t.Helper()
	t.Setenv("OLLAMA_HOST", host)
	t.Setenv("VISE_DATA_DIR", t.TempDir())
	t.Setenv("VISE_CONFIG_DIR", t.TempDir())
	var o, e bytes.Buffer
	code = Main(context.Background(), args, Streams{In: strings.NewReader(""), Out: &o, Err: &e})
	return o.String(), e.String(), code
}

func TestModelsCommand(t *testing.T) {
	s := ollamatest.New(t, qwen)
	out, errs, code := command(t, s.URL, "models")
	if code != 0 || errs != "" || !strings.Contains(out, "* ollama/qwen3:8b") || !strings.Contains(out, "not installed") {
		t.Errorf("%d %s\n%s", code, errs, out)
	}
	var got modelRows
	out, _, code = command(t, s.URL, "models", "--json")
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != 0 || !got.Models[0].InUse || got.Models[0].ContextTokens != 40960 || !strings.Contains(got.From, s.URL) {
		t.Errorf("%d %v\n%s", code, err, out)
	}
	out, _, code = command(t, "127.0.0.1:1", "models")
	if code != 0 || !strings.Contains(out, "Ollama isn't running at http://127.0.0.1:1") || !strings.Contains(out, "* offline") {
		t.Errorf("%d\n%s", code, out)
	}
}

func TestModelsPullCommand(t *testing.T) {
	s := ollamatest.New(t)
	s.Pull = ollamatest.Answer{Lines: []string{`{"status":"pulling manifest"}`, `{"status":"pulling aa","digest":"sha256:aa","total":100,"completed":40}`, `{"status":"success"}`}}
	out, errs, code := command(t, s.URL, "models", "pull", "qwen3:4b")
	if code != 0 || !strings.Contains(out, "qwen3:4b is installed") || errs != "pulling manifest\npulling aa\nsuccess\n" {
		t.Errorf("%d %q %q", code, out, errs)
	}
	if out, _, _ = command(t, s.URL, "models", "pull", "qwen3:4b", "--json"); !strings.Contains(out, `{"model":"qwen3:4b","status":"pulling aa","done":40,"total":100}`) {
		t.Error(out)
	}
	s.Pull = ollamatest.Answer{Lines: []string{ollamatest.Error("pull model manifest: file does not exist")}}
	if _, errs, code = command(t, s.URL, "models", "pull", "nosuch"); code != exitModel || errs != "vise: Ollama's library has no model nosuch · look for its name at https://ollama.com/library\n" {
		t.Errorf("%d %q", code, errs)
	}
	if _, errs, code = command(t, "127.0.0.1:1", "models", "pull", "m"); code != exitModel || !strings.Contains(errs, "start it with: ollama serve") {
		t.Errorf("%d %q", code, errs)
	}
}
