package ollama

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"vise/session"
	"vise/session/ollama/ollamatest"
)

// installed are the models of every server in these tests.
var installedModels = []ollamatest.Model{
	{Name: "qwen3:8b", Family: "qwen3", Parameters: "8.2B", Capabilities: []string{"completion", "tools", "thinking"}, Context: 40960},
	{Name: "gemma3:4b", Family: "gemma3", Parameters: "4.3B", Capabilities: []string{"completion", "vision"}},
	{Name: "big-cloud", Family: "qwen3", Parameters: "480B", Capabilities: []string{"completion", "tools"}, Remote: "https://ollama.com:443"},
}

// row is one way for a reply not to be whole, and what a person sees then.
type row struct {
	name    string
	answers []ollamatest.Answer
	kind    session.ModelErrorKind
	what    string
	remedy  string
	partial string
	calls   int // in Partial
	sent    int // requests; 1 if 0
}

func body(status int, text string) ollamatest.Answer {
	return ollamatest.Answer{Status: status, Lines: []string{text}}
}

func lines(l ...string) []ollamatest.Answer { return []ollamatest.Answer{{Lines: l}} }

var half = ollamatest.Texts("The answer", " is")

func rows() []row {
	const stopped = "model runner has unexpectedly stopped, this may be due to resource limitations or an internal error, check ollama server logs for details"
	const again = "send it again; if Ollama was stopped, start it with: ollama serve"
	return []row{
		{name: "model not found", answers: []ollamatest.Answer{body(404, ollamatest.Error("model 'm' not found"))}, kind: session.ModelNotFound,
			what: "there is no model m at URL", remedy: "installed: qwen3:8b, gemma3:4b, big-cloud; or pull it with: ollama pull m"},
		{name: "no tools", answers: []ollamatest.Answer{body(400, ollamatest.Error("registry.ollama.ai/library/m does not support tools"))}, kind: session.ModelNoTools,
			what: "m can't use tools", remedy: "choose one that can; installed: qwen3:8b"},
		{name: "no chat", answers: []ollamatest.Answer{body(400, ollamatest.Error(`"m" does not support chat`))}, kind: session.ModelNotFound,
			what: "m isn't a model to talk to", remedy: "choose one that can; installed: qwen3:8b"},
		{name: "runner stopped", answers: []ollamatest.Answer{body(500, ollamatest.Error(stopped))}, kind: session.ModelServer,
			what: "Ollama stopped running m, most likely out of memory: " + stopped, remedy: "choose a smaller model, or a num_ctx below 8192; what you typed is kept"},
		{name: "too little memory", answers: []ollamatest.Answer{body(500, ollamatest.Error("model requires more system memory (9.1 GiB) than is available (3.2 GiB)"))}, kind: session.ModelServer,
			what: "Ollama stopped running m, most likely out of memory: model requires more system memory (9.1 GiB) than is available (3.2 GiB)"},
		{name: "runner stopped in the middle", answers: lines(append(half, ollamatest.Error(stopped))...), kind: session.ModelServer,
			what: "Ollama stopped running m, most likely out of memory: " + stopped, partial: "The answer is"},
		{name: "error in the middle", answers: lines(append(half, ollamatest.Call("c", "file_search", `{}`), ollamatest.Error("an odd\x1b[31m error\n"))...), kind: session.ModelServer,
			what: "Ollama failed: an odd[31m error", remedy: "send it again; Ollama's log says more", partial: "The answer is", calls: 1},
		{name: "end without done", answers: lines(half...), kind: session.ModelCutOff,
			what: "the answer was cut off: the connection to Ollama ended before it was finished", remedy: again, partial: "The answer is"},
		{name: "end after a call, without done", answers: lines(ollamatest.Call("c", "file_search", `{"query":"x"}`)), kind: session.ModelCutOff,
			what: "the answer was cut off: the connection to Ollama ended before it was finished", remedy: again, calls: 1},
		{name: "aborted", answers: []ollamatest.Answer{{Lines: half, End: ollamatest.EndAbort}}, kind: session.ModelCutOff,
			what: "the answer was cut off: the connection to Ollama ended before it was finished", remedy: again, partial: "The answer is"},
		{name: "reset", answers: []ollamatest.Answer{{Lines: half, End: ollamatest.EndReset}}, kind: session.ModelCutOff,
			what: "the answer was cut off: the connection to Ollama ended before it was finished", remedy: again, partial: "The answer is"},
		{name: "half a line", answers: []ollamatest.Answer{{Lines: half, Tail: half[0][:40]}}, kind: session.ModelCutOff,
			what: "the answer was cut off: the connection to Ollama ended before it was finished", remedy: again, partial: "The answer is"},
		{name: "aborted in a line", answers: []ollamatest.Answer{{Lines: half, Tail: half[0][:40], End: ollamatest.EndAbort}}, kind: session.ModelCutOff,
			what: "the answer was cut off: the connection to Ollama ended before it was finished", remedy: again, partial: "The answer is"},
		{name: "not JSON in the middle", answers: lines(half[0], "oops"), kind: session.ModelServer,
			what: "Ollama sent something that isn't part of an answer: oops", partial: "The answer"},
		{name: "empty 200", answers: lines(), kind: session.ModelCutOff,
			what: "the answer was cut off: the connection to Ollama ended before it was finished", remedy: again},
		{name: "500 without a body", answers: []ollamatest.Answer{{Status: 500}}, kind: session.ModelServer,
			what: "Ollama at URL failed with 500 Internal Server Error and no reason"},
		{name: "loop ended by the server", answers: lines(ollamatest.Texts(strings.Split(strings.Repeat(" ha", 31), " ")...)...), kind: session.ModelCutOff,
			what: "the model repeated itself without end, and Ollama stopped it", partial: strings.Repeat("ha", 31)},
		{name: "line over 8 MB", answers: lines(half[0], ollamatest.Text(strings.Repeat("x", 8_000_000))), kind: session.ModelCutOff,
			what: "Ollama sent a line of more than 8 MB, which can't be read", partial: "The answer"},
		{name: "input too long, no numbers", answers: []ollamatest.Answer{body(400, ollamatest.Error("the input length exceeds the context length"))}, kind: session.ModelTooLong,
			what: "the prompt is longer than the context of 8,192 tokens, says Ollama", remedy: toShorten},
		{name: "input too long, nested", answers: []ollamatest.Answer{body(400, ollamatest.Error(`{"error":{"code":400,"message":"request (9210 tokens) exceeds the available context size (8192 tokens)","type":"exceed_context_size_error","n_prompt_tokens":9210,"n_ctx":8192}}`))},
			kind: session.ModelTooLong, what: "the prompt has 9,210 tokens, the context holds 8,192", remedy: toShorten},
		{name: "input too long, an object in the middle", answers: lines(half[0], `{"error":{"message":"no","type":"exceed_context_size_error","n_prompt_tokens":12345,"n_ctx":4096}}`),
			kind: session.ModelTooLong, what: "the prompt has 12,345 tokens, the context holds 4,096", partial: "The answer"},
		{name: "length, context full", answers: lines(half[0], ollamatest.Done("length", 8000, 192)), kind: session.ModelLimit,
			what: "stopped at the limit: the context of 8,192 tokens is full", remedy: toShorten, partial: "The answer"},
		{name: "length, output", answers: lines(half[0], ollamatest.Call("c", "file_search", `{}`), ollamatest.Done("length", 80, 128)), kind: session.ModelLimit,
			what: "stopped at the limit, after 128 tokens", remedy: "ask for less at a time", partial: "The answer", calls: 1},
		{name: "empty, tokens used", answers: lines(ollamatest.Done("stop", 80, 12)), kind: session.ModelUnreadable,
			what: "the model answered with something that could not be read, often a tool that doesn't exist"},
		{name: "only thinking", answers: lines(ollamatest.Thinking("hm"), ollamatest.Done("stop", 80, 12)), kind: session.ModelUnreadable,
			what: "the model answered with something that could not be read, often a tool that doesn't exist"},
		{name: "empty, no tokens", answers: lines(ollamatest.Text(" \n"), ollamatest.Done("stop", 80, 0)), kind: session.ModelEmpty, partial: " \n",
			what: "the model answered with nothing"},
		{name: "bad tool call, at once", answers: []ollamatest.Answer{body(500, ollamatest.Error(`error parsing tool call: raw='{"query": "it's', err=unexpected end of JSON input`))}, kind: session.ModelUnreadable,
			what: "the model wrote a tool call that can't be read", partial: `{"query": "it's`},
		{name: "bad tool call, in the middle", answers: lines(half[0], ollamatest.Error(`error parsing tool call: raw='{"q', err=unexpected end of JSON input`)), kind: session.ModelUnreadable,
			what: "the model wrote a tool call that can't be read", partial: `The answer{"q`},
		{name: "busy all the time", answers: []ollamatest.Answer{body(503, ollamatest.Error("server busy, please try again.  maximum pending requests exceeded")), body(429, ollamatest.Error("slow down")), body(503, ollamatest.Error("server busy"))},
			kind: session.ModelBusy, what: "Ollama is busy: server busy", remedy: "wait a little and send it again", sent: 3},
		{name: "not signed in", answers: []ollamatest.Answer{body(401, `{"error":"unauthorized","signin_url":"https://ollama.com/connect?name=x&key=y"}`)}, kind: session.ModelUnavailable,
			what:   "m runs in Ollama's cloud, and this machine isn't signed in there; once it is, the prompt leaves this machine",
			remedy: "sign in with: ollama signin (or at https://ollama.com/connect?name=x&key=y); or choose a model that runs here"},
		{name: "signed in somewhere else", answers: []ollamatest.Answer{body(401, `{"error":"unauthorized","signin_url":"https://evil.example/"}`)}, kind: session.ModelUnavailable,
			what: "m runs in Ollama's cloud", remedy: "sign in with: ollama signin; or choose a model that runs here"},
		{name: "a login before it", answers: []ollamatest.Answer{body(401, "<html>log in</html>")}, kind: session.ModelUnavailable,
			what: "what answers at URL (from OLLAMA_HOST) isn't Ollama, perhaps a proxy before it: 401 Unauthorized"},
		{name: "HTML 502", answers: []ollamatest.Answer{body(502, "<html>\n<title>502 Bad Gateway</title>\n</html>")}, kind: session.ModelUnavailable,
			what: "what answers at URL (from OLLAMA_HOST) isn't Ollama, perhaps a proxy before it: 502 Bad Gateway", remedy: "check the address, and that Ollama is running behind it"},
		{name: "HTML 200", answers: lines("<html>sign in to the network</html>"), kind: session.ModelUnavailable,
			what: "what answers at URL (from OLLAMA_HOST) isn't Ollama, perhaps a proxy before it: <html>sign in to the network</html>"},
		{name: "redirect", answers: []ollamatest.Answer{{Status: 307, Header: map[string]string{"Location": "http://192.0.2.1/"}}}, kind: session.ModelUnavailable,
			what: "what answers at URL (from OLLAMA_HOST) isn't Ollama, perhaps a proxy before it: 307 Temporary Redirect"},
		{name: "a bad request", answers: []ollamatest.Answer{body(400, ollamatest.Error("json: cannot unmarshal bool"))}, kind: session.ModelServer,
			what: "Ollama didn't take the request: json: cannot unmarshal bool"},
		{name: "cloud switched off", answers: []ollamatest.Answer{body(403, ollamatest.Error("ollama cloud is disabled"))}, kind: session.ModelUnavailable,
			what: "Ollama refused: ollama cloud is disabled", remedy: "choose a model that runs here"},
	}
}

func TestEveryWayToFail(t *testing.T) {
	for _, r := range rows() {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			s := ollamatest.New(t, installedModels...)
			s.Answer(r.answers...)
			reply, err := newModel(t, s).Chat(t.Context(), ask("hello"), func(session.Delta) {})
			var me *session.ModelError
			if !errors.As(err, &me) {
				t.Fatalf("reply = %+v, err = %v", reply, err)
			}
			r.check(t, me, s.URL)
			if reply.Text != "" || len(reply.Calls) > 0 {
				t.Errorf("a failed reply is returned as one: %+v", reply)
			}
			if n := len(s.Requests()); n != max(r.sent, 1) {
				t.Errorf("%d requests were sent", n)
			}
		})
	}
}

func (r row) check(t *testing.T, me *session.ModelError, url string) {
	t.Helper()
	if me.Kind != r.kind {
		t.Errorf("kind = %s, want %s", me.Kind, r.kind)
	}
	if what := strings.ReplaceAll(me.What, url, "URL"); !strings.HasPrefix(what, r.what) || r.what == "" {
		t.Errorf("what = %q, want %q", what, r.what)
	}
	if r.remedy != "" && me.Remedy != r.remedy {
		t.Errorf("remedy = %q, want %q", me.Remedy, r.remedy)
	}
	if me.Remedy == "" {
		t.Error("there is no remedy")
	}
	if me.Partial.Text != r.partial || len(me.Partial.Calls) != r.calls {
		t.Errorf("partial = %q and %d calls, want %q and %d", me.Partial.Text, len(me.Partial.Calls), r.partial, r.calls)
	}
}

func TestNoThinkingIsSentAgainOnce(t *testing.T) {
	for _, text := range []string{`"m" does not support thinking`, `think value "high" is not supported for this model`} {
		s := ollamatest.New(t)
		s.Answer(body(400, ollamatest.Error(text)), ollamatest.Whole("hi"), ollamatest.Whole("hi"))
		think := true
		m := newModel(t, s, func(c *Config) { c.Think = &think })
		r, err := m.Chat(t.Context(), ask("hello"), nil)
		if err != nil || r.Text != "hi" || r.Notice != "m can't think: sent again without thinking" {
			t.Errorf("reply = %+v, err = %v", r, err)
		}
		r, err = m.Chat(t.Context(), ask("hello"), nil)
		if err != nil || r.Notice != "" {
			t.Errorf("the next request: %+v, %v", r, err)
		}
		if reqs := s.Requests(); len(reqs) != 3 || strings.Contains(string(reqs[1]), `"think"`) || strings.Contains(string(reqs[2]), `"think"`) {
			t.Errorf("requests: %s", reqs)
		}
	}
}

func TestBusyIsWaitedFor(t *testing.T) {
	s := ollamatest.New(t)
	s.Answer(body(503, ollamatest.Error("server busy")), ollamatest.Whole("hi"))
	if r, err := newModel(t, s).Chat(t.Context(), ask("hello"), nil); err != nil || r.Text != "hi" {
		t.Errorf("reply = %+v, err = %v", r, err)
	}
}

func TestNobodyThere(t *testing.T) {
	addr := ollamatest.NewPort(t).Addr
	for _, c := range []struct{ host, from, what, remedy string }{
		{addr, "", "Ollama isn't running at http://" + addr + " (from OLLAMA_HOST)", "start it with: ollama serve"},
		{addr, "vise.yaml", "Ollama isn't running at http://" + addr + " (from vise.yaml)", "start it with: ollama serve"},
	} {
		m, err := New(Config{Host: c.host, HostFrom: c.from, Model: "m"})
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Chat(t.Context(), ask("hello"), nil)
		var me *session.ModelError
		if !errors.As(err, &me) || me.Kind != session.ModelUnavailable || me.What != c.what || me.Remedy != c.remedy {
			t.Errorf("%s: %#v", c.host, err)
		}
	}
}

func TestWhyNobodyIsReached(t *testing.T) {
	const where = "https://box:443 (from OLLAMA_HOST)"
	for _, c := range []struct {
		err  error
		what string
	}{
		{&net.DNSError{Err: "no such host", Name: "box", IsNotFound: true}, "no host is found by the name in " + where},
		{errors.New("http: server gave HTTP response to HTTPS client"), where + " doesn't speak https"},
		{errors.New("open /home/a/.ollama/id_ed25519: no such file"), where + " needs a key of Ollama's own, and there is none"},
		{&net.OpError{Op: "write", Err: syscall.EPIPE}, "Ollama at " + where + " closed the connection without an answer"},
		{&net.OpError{Op: "dial", Err: syscall.EHOSTUNREACH}, "Ollama can't be reached at " + where},
	} {
		m, err := New(Config{Host: "https://box", Model: "m", Transport: roundTrip(func(*http.Request) (*http.Response, error) { return nil, c.err })})
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Chat(t.Context(), ask("hello"), nil)
		var me *session.ModelError
		if !errors.As(err, &me) || me.Kind != session.ModelUnavailable || me.What != c.what || me.Remedy == "" || !errors.Is(err, c.err) {
			t.Errorf("%v: %v", c.err, err)
		}
	}
}

func TestGoneWithoutAnAnswer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			conn.Close()
		}
	}()
	m, err := New(Config{Host: l.Addr().String(), Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = m.Chat(t.Context(), ask("hello"), nil)
	var me *session.ModelError
	if !errors.As(err, &me) || me.Kind != session.ModelUnavailable || !strings.Contains(me.What, "closed the connection without an answer") {
		t.Errorf("%v", err)
	}
}

func TestACloudModelIsNamed(t *testing.T) {
	s := ollamatest.New(t)
	done := strings.Replace(ollamatest.Done("stop", 1, 1), `"done":true`, `"remote_host":"https://ollama.com:443","done":true`, 1)
	s.Answer(ollamatest.Answer{Lines: []string{ollamatest.Text("hi"), done}})
	r, err := newModel(t, s).Chat(t.Context(), ask("hello"), nil)
	if err != nil || r.Notice != "answered by https://ollama.com:443: the prompt left this machine" {
		t.Errorf("reply = %+v, err = %v", r, err)
	}
}

func TestACutPromptIsNoticed(t *testing.T) {
	for _, c := range []struct {
		tokens, size int
		cut          bool
	}{{8190, 10, true}, {4096, 40_000, true}, {4096, 9000, false}, {300, 900, false}} {
		s := ollamatest.New(t)
		s.Answer(ollamatest.Answer{Lines: []string{ollamatest.Text("hi"), ollamatest.Done("stop", c.tokens, 1)}})
		r, err := newModel(t, s).Chat(t.Context(), ask(strings.Repeat("x", c.size)), nil)
		if err != nil || strings.Contains(r.Notice, "may have been cut") != c.cut {
			t.Errorf("%+v: notice %q, err %v", c, r.Notice, err)
		}
	}
}

func TestTheServerComesBack(t *testing.T) {
	s := ollamatest.New(t)
	s.Answer(ollamatest.Answer{Lines: half, End: ollamatest.EndReset}, ollamatest.Whole("whole"))
	m := newModel(t, s)
	if _, err := m.Chat(t.Context(), ask("hello"), nil); err == nil {
		t.Error("a reset passed for a reply")
	}
	if r, err := m.Chat(t.Context(), ask("hello"), nil); err != nil || r.Text != "whole" {
		t.Errorf("reply = %+v, err = %v", r, err)
	}
}

func TestRemediesNameWhatThereIs(t *testing.T) {
	var many []ollamatest.Model
	for i := range 10 {
		many = append(many, ollamatest.Model{Name: fmt.Sprintf("m%d", i), Capabilities: []string{"tools"}})
	}
	noTools, missing := body(400, ollamatest.Error("m does not support tools")), body(404, ollamatest.Error(`model "m" not found, try pulling it first`))
	for _, c := range []struct {
		models []ollamatest.Model
		answer ollamatest.Answer
		want   string
	}{
		{nil, noTools, "no other installed model can: pull one with: ollama pull qwen3:4b"},
		{many, noTools, "choose one that can; installed: m0, m1, m2, m3, m4, m5, m6, m7 and 2 more"},
		{nil, missing, "pull it with: ollama pull m"},
	} {
		s := ollamatest.New(t, c.models...)
		s.Answer(c.answer)
		_, err := newModel(t, s).Chat(t.Context(), ask("hello"), nil)
		var me *session.ModelError
		if !errors.As(err, &me) || me.Remedy != c.want {
			t.Errorf("%v: %q, want %q", err, me.Remedy, c.want)
		}
	}
}
