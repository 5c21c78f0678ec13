package ollama

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"vise/session"
	"vise/session/ollama/ollamatest"
)

func recorded(t *testing.T, dir string, a ollamatest.Answer) (session.Reply, error) {
	t.Helper()
	s := ollamatest.New(t)
	s.Answer(a)
	m := newModel(t, s, func(c *Config) {
		r := Record(dir)
		r.OnError = func(err error) { t.Error(err) }
		c.Transport, c.Digest = r, "d1"
	})
	return m.Chat(t.Context(), ask("hello"), nil)
}

func TestARecordingIsReplayed(t *testing.T) {
	dir := t.TempDir()
	live, err := recorded(t, dir, ollamatest.Answer{Lines: []string{ollamatest.Thinking("hm"), ollamatest.Text("Good "), ollamatest.Call("call_1", "file_search", `{"n":1e2}`), ollamatest.Done("stop", 5, 6)}})
	if err != nil {
		t.Fatal(err)
	}
	m, err := NewReplay(dir, Config{Model: "m", Digest: "d1"})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		again, err := m.Chat(t.Context(), ask("hello"), nil)
		live.Usage.FirstTokenMillis, again.Usage.FirstTokenMillis = 0, 0
		if err != nil || !reflect.DeepEqual(live, again) {
			t.Errorf("live %+v, replayed %+v, %v", live, again, err)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, names(t, dir)[0])); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestFailuresAreRecordedToo(t *testing.T) {
	for _, a := range []ollamatest.Answer{{Lines: half, Tail: half[0][:20], End: ollamatest.EndAbort}, body(500, ollamatest.Error("oh")), {Lines: half}} {
		dir := t.TempDir()
		_, live := recorded(t, dir, a)
		m, err := NewReplay(dir, Config{Model: "m", Digest: "d1"})
		if err != nil {
			t.Fatal(err)
		}
		_, again := m.Chat(t.Context(), ask("hello"), nil)
		var x, y *session.ModelError
		if !errors.As(live, &x) || !errors.As(again, &y) || x.Kind != y.Kind || x.What != y.What || x.Partial.Text != y.Partial.Text {
			t.Errorf("live %v, replayed %v", live, again)
		}
	}
}

func TestAMissIsLoudAndShowsTheNearest(t *testing.T) {
	dir := t.TempDir()
	if _, err := recorded(t, dir, ollamatest.Whole("hi")); err != nil {
		t.Fatal(err)
	}
	longer := ask("hello")
	longer.Messages = append(longer.Messages, session.ChatMessage{Role: session.RoleUser, Text: "more"})
	for _, c := range []struct {
		cfg  Config
		req  session.ChatRequest
		want string
	}{
		{Config{Model: "m", Digest: "d1"}, ask("help"), `messages 2: recorded "user\",\"content\":\"hello\"}", asked "user\",\"content\":\"help\"}"`},
		{Config{Model: "m", Digest: "d1"}, longer, "it has 2 messages, the request 3"},
		{Config{Model: "m", Digest: "d2"}, ask("hello"), `it is of digest "d1", not "d2"`},
		{Config{Model: "n", Digest: "d1"}, ask("help"), "it is of model m, not n"},
		{Config{Model: "m", Digest: "d1", NumCtx: 4096}, ask("hello"), `options 1: recorded`},
	} {
		m, err := NewReplay(dir, c.cfg)
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Chat(t.Context(), c.req, nil)
		var me *session.ModelError
		var miss *MissError
		if !errors.As(err, &me) || !errors.As(err, &miss) || me.What != "no recording holds this request" || !strings.Contains(me.Remedy, c.want) {
			t.Errorf("%+v: %v; want %s", c.cfg, err, c.want)
		}
	}
	m, err := NewReplay(t.TempDir(), Config{Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Chat(t.Context(), ask("hello"), nil); err == nil || !strings.Contains(session.Words(err), "there are no recordings") {
		t.Errorf("err = %v", err)
	}
}

func TestACancelledChatIsNotRecorded(t *testing.T) {
	dir := t.TempDir()
	s := ollamatest.New(t)
	s.Answer(ollamatest.Answer{Lines: half, End: ollamatest.EndHang})
	m := newModel(t, s, func(c *Config) { c.Transport = Record(dir) })
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := m.Chat(ctx, ask("hello"), func(session.Delta) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
	if n := names(t, dir); len(n) != 0 {
		t.Errorf("recorded %v", n)
	}
}

func TestADamagedRecordingIsAnError(t *testing.T) {
	dir := t.TempDir()
	if _, err := recorded(t, dir, ollamatest.Whole("hi")); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, names(t, dir)[0])
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, raw[:len(raw)-20], 0o600); err != nil {
		t.Fatal(err)
	}
	m, err := NewReplay(dir, Config{Model: "m", Digest: "d1"})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := m.Chat(t.Context(), ask("hello"), nil); err == nil {
		t.Errorf("reply = %+v", r)
	}
}

func TestReplayWithItsPace(t *testing.T) {
	dir := t.TempDir()
	if _, err := recorded(t, dir, ollamatest.Answer{Lines: []string{ollamatest.Text("a"), ollamatest.Done("stop", 1, 1)}, Every: 60 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	m, err := New(Config{Model: "m", Digest: "d1", Transport: &Replayer{Dir: dir, Pace: true}})
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if _, err := m.Chat(t.Context(), ask("hello"), nil); err != nil || time.Since(began) < 50*time.Millisecond {
		t.Errorf("after %v: %v", time.Since(began), err)
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}
