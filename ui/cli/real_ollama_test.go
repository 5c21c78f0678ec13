//go:build ollama

package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"vise/session"
	"vise/session/app"
	"vise/session/ollama"
	"vise/session/ollama/ollamatest"
	"vise/session/ollama/tinymodel"
)

// realOllama is a real server with the tiny models on it, killed when wanted.
type realOllama struct {
	t    *testing.T
	host string
	home string
	cmd  *exec.Cmd
	log  *logged // what it wrote
}

// logged is what a process has written so far.
type logged struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(p)
}

// logged waits for words in the server's log.
func (o *realOllama) logged(words string) bool {
	for range 1500 {
		o.log.mu.Lock()
		found := strings.Contains(o.log.all.String(), words)
		o.log.mu.Unlock()
		if found {
			return true
		}
		time.Sleep(20 * time.Millisecond)
	}
	return false
}

func startOllama(t *testing.T) *realOllama {
	t.Helper()
	o := &realOllama{t: t, host: ollamatest.NewPort(t).Addr, home: t.TempDir()}
	o.start()
	t.Cleanup(o.kill)
	if err := tinymodel.Install(t.Context(), "http://"+o.host); err != nil {
		t.Fatal(err)
	}
	return o
}

func (o *realOllama) start() {
	o.t.Helper()
	bin, err := exec.LookPath("ollama")
	if err != nil {
		o.t.Fatal("these tests need ollama on PATH")
	}
	o.cmd = exec.Command(bin, "serve")
	o.cmd.Env = append(os.Environ(), "OLLAMA_HOST="+o.host, "HOME="+o.home, "OLLAMA_MODELS="+o.home+"/models", "OLLAMA_DEBUG=1")
	o.log = &logged{}
	o.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	o.cmd.Stdout, o.cmd.Stderr = o.log, o.log
	if err := o.cmd.Start(); err != nil {
		o.t.Fatal(err)
	}
	for range 400 {
		if _, err = ollama.Version(o.t.Context(), o.host); err == nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	o.t.Fatal(err)
}

func (o *realOllama) kill() {
	_ = syscall.Kill(-o.cmd.Process.Pid, syscall.SIGKILL) // with the runners, which would go on
	_ = o.cmd.Wait()
}

// killWhileWriting kills the server as soon as something of a reply has come.
func (o *realOllama) killWhileWriting(dir string) session.State {
	o.t.Helper()
	w, err := app.Open(o.t.Context(), app.Config{ConfigDir: filepath.Join(dir, ".config"), DataDir: filepath.Join(dir, ".data"), WorkDir: dir, Model: "ollama/tiny-loop",
		Getenv: func(name string) string { return map[string]string{"OLLAMA_HOST": o.host}[name] }}, app.Parts{})
	if err != nil {
		o.t.Fatal(err)
	}
	defer w.Close()
	r, err := w.Start(o.t.Context(), app.Request{Text: "go on for ever"})
	if err != nil {
		o.t.Fatal(err)
	}
	changed, stop := r.Timeline().Subscribe()
	defer stop()
	for range changed {
		if r.Timeline().Draft().Text.Len() > 0 {
			break
		}
	}
	o.kill()
	st, err := r.Result()
	if err != nil {
		o.t.Fatal(err)
	}
	return st
}

// vise runs one command in a project of its own and returns its output, its
// errors and its exit code.
func (o *realOllama) vise(project string, args ...string) (string, string, int) {
	o.t.Helper()
	o.t.Chdir(project)
	o.t.Setenv("OLLAMA_HOST", o.host)
	o.t.Setenv("VISE_DATA_DIR", filepath.Join(project, ".data"))
	o.t.Setenv("VISE_CONFIG_DIR", filepath.Join(project, ".config"))
	var out, errs bytes.Buffer
	code := Main(context.Background(), args, Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
	return out.String(), errs.String(), code
}

func project(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "http.go"), []byte("package http\n\nconst timeout = 10\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func types(t *testing.T, jsonl string) []string {
	t.Helper()
	var out []string
	for line := range strings.Lines(jsonl) {
		var e struct {
			Type    string `json:"type"`
			Payload struct {
				Status string `json:"status"`
			} `json:"payload"`
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		out = append(out, strings.TrimSuffix(e.Type+":"+e.Payload.Status, ":"))
	}
	return out
}

// The whole program against a real server.
func TestWithARealOllama(t *testing.T) {
	o := startOllama(t)
	t.Run("a search and an answer", func(t *testing.T) {
		out, errs, code := o.vise(project(t), "run", "--json", "--model", "ollama/tiny-search", "where is the timeout?")
		got := strings.Join(types(t, out), " ")
		for _, want := range []string{"policy_decision", "call_started tool_call evidence_selected tool_result", "answer_created", "run_finished:done"} {
			if !strings.Contains(got, want) {
				t.Errorf("exit %d, %s\nevents %s, want %s", code, errs, got, want)
			}
		}
		if !strings.Contains(out, "http.go:3") || code != exitDone {
			t.Errorf("exit %d; the hit isn't in the events", code)
		}
	})
	t.Run("a write asks, and nobody is there", func(t *testing.T) {
		dir := project(t)
		out, _, code := o.vise(dir, "run", "--json", "--model", "ollama/tiny-todo", "remind me to water the plants")
		if code != exitNeedsApproval || !strings.Contains(out, "Water the plants") {
			t.Errorf("exit %d: %s", code, out)
		}
		list, _, _ := o.vise(dir, "todo", "list", "--json")
		if strings.TrimSpace(list) != "[]" {
			t.Errorf("todos %s", list)
		}
		var waiting []session.Pending
		raw, _, _ := o.vise(dir, "decisions", "--json")
		if err := json.Unmarshal([]byte(raw), &waiting); err != nil || len(waiting) != 1 {
			t.Fatalf("decisions %s, %v", raw, err)
		}
		if _, errs, code := o.vise(dir, "decisions", "allow", waiting[0].Approval.ID); code != exitDone {
			t.Errorf("allowing it: exit %d, %s", code, errs)
		}
		if list, _, _ = o.vise(dir, "todo", "list", "--json"); !strings.Contains(list, "Water the plants") {
			t.Errorf("todos %s", list)
		}
	})
	t.Run("a model that isn't there", func(t *testing.T) {
		_, errs, code := o.vise(project(t), "run", "--model", "ollama/none", "hello")
		if code != exitModel || !strings.Contains(errs, "tiny-chat") {
			t.Errorf("exit %d: %s", code, errs)
		}
	})
	t.Run("a model without tools", func(t *testing.T) {
		_, errs, code := o.vise(project(t), "run", "--model", "ollama/tiny-plain", "hello")
		if code != exitModel || !strings.Contains(errs, "tools") {
			t.Errorf("exit %d: %s", code, errs)
		}
	})
	t.Run("a cancelled run", func(t *testing.T) {
		_, _, code := o.vise(project(t), "run", "--timeout", "2s", "--model", "ollama/tiny-loop", "go on for ever")
		if code != exitCancelled {
			t.Errorf("exit %d", code)
		}
	})
	t.Run("the server dies in the middle, and comes back", func(t *testing.T) {
		dir := project(t)
		st := o.killWhileWriting(dir)
		last := st.Items[len(st.Items)-2]
		if st.Finished.Code != string(session.ModelCutOff) || last.Failed == "" || last.Text.Size == 0 || st.Answer != nil {
			t.Errorf("ended %+v, and keeps %+v", st.Finished, last)
		}
		if _, errs, code := o.vise(dir, "run", "--model", "ollama/tiny-chat", "hello"); code != exitModel {
			t.Errorf("with no server: exit %d: %s", code, errs)
		}
		o.start()
		if out, errs, code := o.vise(dir, "run", "--model", "ollama/tiny-chat", "hello"); code != exitDone || !strings.Contains(out, "Good morning") {
			t.Errorf("back again: exit %d: %s%s", code, out, errs)
		}
	})
}
