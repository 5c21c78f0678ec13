package ollama

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"vise/session"
	"vise/session/ollama/ollamatest"
)

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// Whatever comes over the wire, a reply without an error has a line that says
// done:true, and a failed one says what happened and what to do.
func FuzzChat(f *testing.F) {
	f.Add(200, strings.Join(append(half, ollamatest.Done("stop", 1, 2)), "\n"))
	f.Add(200, ollamatest.Call("c", "file_search", `"{}"`)+"\n"+ollamatest.Done("length", 1, 2))
	f.Add(200, `{"message":{"tool_calls":[{"function":{"arguments":[]}}]},"done":true}`)
	f.Add(400, `{"error":{"type":"exceed_context_size_error"}}`)
	f.Add(500, `{"error":"{\"error\":\"{\"}"}`)
	f.Add(307, ``)
	f.Fuzz(func(t *testing.T, status int, body string) {
		if status < 200 || status > 599 {
			return
		}
		m, err := New(Config{Model: "m", Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: status, Status: http.StatusText(status), Header: http.Header{}, Request: r,
				Body: io.NopCloser(strings.NewReader(body))}, nil
		})})
		if err != nil {
			t.Fatal(err)
		}
		m.backoff = nil
		_, err = m.Chat(t.Context(), ask("hello"), func(session.Delta) {})
		if err == nil && !saidDone([]byte(body)) {
			t.Errorf("%d %q passed for a whole reply", status, body)
		}
		if me := asModelError(err); err != nil && (me.What == "" || me.Remedy == "" || strings.ContainsAny(me.What, "\x1b\n")) {
			t.Errorf("%q: %#v", body, me)
		}
	})
}

func saidDone(body []byte) bool {
	for line := range bytes.SplitSeq(body, []byte("\n")) {
		var l struct{ Done bool }
		if json.Unmarshal(line, &l) == nil && l.Done {
			return true
		}
	}
	return false
}
