package ollama

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"vise/session"
	"vise/session/ollama/ollamatest"
)

// Two runs differ in their time and their nonce; a recording serves both.
func TestARecordingServesAnotherRun(t *testing.T) {
	dir := t.TempDir()
	s := ollamatest.New(t)
	s.Answer(ollamatest.Whole("as it was"))
	run := func(m session.Model, nonce string, at time.Time, words string) (session.Reply, error) {
		req := ask(words + " (vise: it is " + at.Format(time.RFC3339) + ", " + at.Weekday().String() + ". Data stands between <<data " + nonce + " ...>>.)")
		req.Options.Nonce, req.Options.Now = nonce, at
		return m.Chat(t.Context(), req, nil)
	}
	live := newModel(t, s, func(c *Config) { c.Transport, c.Digest, c.NumCtx = Record(dir), "d1", 4096 })
	if _, err := run(live, "aaaa1111", time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC), "hello"); err != nil {
		t.Fatal(err)
	}
	m, err := OpenRecording(dir)
	if err != nil {
		t.Fatal(err)
	}
	if i := m.Info(); i.Name != "cassette:"+dir || i.ContextTokens != 4096 || i.Digest != "d1" {
		t.Errorf("info %+v", i)
	}
	later := time.Date(2027, 1, 2, 3, 4, 5, 0, time.UTC)
	if r, err := run(m, "bbbb2222", later, "hello"); err != nil || r.Text != "as it was" {
		t.Errorf("%q, %v", r.Text, err)
	}
	_, err = run(m, "bbbb2222", later, "help")
	var me *session.ModelError
	if !errors.As(err, &me) || !strings.Contains(me.Remedy, "hello") || !strings.Contains(me.Remedy, "help") {
		t.Errorf("a miss: %v", err)
	}
}

func TestARecordingThatIsNotThere(t *testing.T) {
	broken := t.TempDir()
	if err := os.WriteFile(broken+"/x.jsonl", []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]string{t.TempDir(): "there are no recordings in", t.TempDir() + "/none": "can't be read", broken: "isn't a recording"} {
		if _, err := OpenRecording(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A secret that came in pieces isn't kept either.
func TestASecretIsNotRecorded(t *testing.T) {
	dir := t.TempDir()
	s := ollamatest.New(t)
	s.Answer(ollamatest.Whole("the key is hun", "ter2"), ollamatest.Answer{Lines: []string{ollamatest.Call("c", "file_search", `{"q":"hunter2"}`), ollamatest.Done("stop", 1, 1)}}, ollamatest.Whole("nothing"))
	var failed []error
	m := newModel(t, s, func(c *Config) {
		r := Record(dir)
		r.OnError = func(err error) { failed = append(failed, err) }
		r.Secret = func(text string) bool { return strings.Contains(text, "hunter2") }
		c.Transport = r
	})
	for range 3 {
		if _, err := m.Chat(t.Context(), ask("hello"), nil); err != nil {
			t.Fatal(err)
		}
	}
	if len(failed) != 2 || !errors.Is(failed[0], ErrSecret) || len(names(t, dir)) != 1 {
		t.Errorf("%v, kept %v", failed, names(t, dir))
	}
}
