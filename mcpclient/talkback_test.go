package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

const nameForm = `{"type":"object","properties":{"name":{"type":"string"},"size":{"type":"integer","default":3}},"required":["name"]}`

// person answers questions, and fails the test where two are asked at once.
type person struct {
	t      *testing.T
	answer func(q policy.Question) policy.Reply

	busy  atomic.Int32
	mu    sync.Mutex
	asked []policy.Question
}

func (p *person) ask(_ context.Context, q policy.Question) (policy.Reply, error) {
	if p.busy.Add(1) > 1 {
		p.t.Error("two questions at once")
	}
	defer p.busy.Add(-1)
	p.mu.Lock()
	p.asked = append(p.asked, q)
	p.mu.Unlock()
	time.Sleep(time.Millisecond)
	return p.answer(q), nil
}

func says(action, content string) func(policy.Question) policy.Reply {
	return func(policy.Question) policy.Reply {
		return policy.Reply{Action: action, Content: json.RawMessage(content)}
	}
}

func asks(p mcp.InputRequest) *mcp.CallToolResult {
	return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"q": p}, RequestState: "state"}
}

func nameQuestion() *mcp.ElicitParams {
	return &mcp.ElicitParams{Mode: "form", Message: "who?", RequestedSchema: json.RawMessage(nameForm)}
}

// callAs calls one tool of a server of one revision, with a person.
func callAs(t *testing.T, version string, tool mcp.ToolHandler, p *person) (*mcp.CallToolResult, policy.ServerState, error) {
	t.Helper()
	srv := serverOf(version)
	addTool(srv, "asks", tool)
	h := newHost(t, Config{Times: short()}, map[string]*mcp.Server{"s": srv})
	with := policy.Calling{Run: "R", Call: "C"}
	if p != nil {
		with.Ask = p.ask
	}
	res, err := h.CallTool(t.Context(), policy.Tool{Server: "s", Name: "asks"}, nil, with)
	return res, state(t, h, "s"), err
}

// In both eras a form goes to the person who called, and the answer, with its
// defaults, back to the tool.
func TestForm(t *testing.T) {
	tools := map[string]mcp.ToolHandler{
		modernVersion: func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if r, ok := req.Params.InputResponses["q"].(*mcp.ElicitResult); ok && req.Params.RequestState == "state" {
				return answer(fmt.Sprint(r.Action, r.Content))(nil, nil)
			}
			return asks(nameQuestion()), nil
		},
		legacyVersion: func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			r, err := req.Session.Elicit(ctx, nameQuestion())
			if err != nil {
				return nil, err
			}
			return answer(fmt.Sprint(r.Action, r.Content))(nil, nil)
		},
	}
	for version, tool := range tools {
		p := &person{t: t, answer: says("accept", `{"name":"Ada"}`)}
		res, _, err := callAs(t, version, tool, p)
		if err != nil || textOf(res) != "acceptmap[name:Ada size:3]" {
			t.Errorf("%s: %q, %v", version, textOf(res), err)
		}
		if len(p.asked) != 1 {
			t.Fatalf("%s: %d questions", version, len(p.asked))
		}
		q := p.asked[0]
		if q.Server != "s" || q.Tool != "asks" || q.Run != "R" || q.Call != "C" || q.Kind != policy.QuestionForm || q.Message != "who?" || q.Number != 1 || q.ID == "" || !strings.Contains(string(q.Schema), `"size"`) {
			t.Errorf("%s: %+v", version, q)
		}
	}
}

// formAnswer is a tool that says what came of its question.
func formAnswer(version string) mcp.ToolHandler {
	if version == modernVersion {
		return func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if r, ok := req.Params.InputResponses["q"].(*mcp.ElicitResult); ok {
				return answer("it was told "+r.Action)(nil, nil)
			}
			return asks(nameQuestion()), nil
		}
	}
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		r, err := req.Session.Elicit(ctx, nameQuestion())
		if err != nil {
			return nil, err
		}
		if r.Action == policy.ReplyCancel { // it goes on regardless
			<-ctx.Done()
		}
		return answer("it was told "+r.Action)(nil, nil)
	}
}

// To decline is an answer, with which the server can finish; to cancel ends the
// call, whatever the server does. It is the same in both eras.
func TestDeclinedAndCancelled(t *testing.T) {
	for _, version := range []string{modernVersion, legacyVersion} {
		res, _, err := callAs(t, version, formAnswer(version), &person{t: t, answer: says("decline", "")})
		if err != nil || textOf(res) != "it was told decline" {
			t.Errorf("%s, declined: %q, %v", version, textOf(res), err)
		}
		res, _, err = callAs(t, version, formAnswer(version), &person{t: t, answer: says("cancel", "")})
		if err == nil || !strings.Contains(err.Error(), "what the server s asked for was cancelled, so the call was ended") {
			t.Errorf("%s, cancelled: %q, %v", version, textOf(res), err)
		}
	}
}

// Of several questions at once, those after a declined one are declined too,
// without a person.
func TestDeclinedAmongOthers(t *testing.T) {
	n := 0
	p := &person{t: t, answer: func(policy.Question) policy.Reply {
		if n++; n == 2 {
			return policy.Reply{Action: policy.ReplyDecline}
		}
		return policy.Reply{Action: policy.ReplyAccept, Content: json.RawMessage(`{"name":"x"}`)}
	}}
	res, _, err := callAs(t, modernVersion, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if len(req.Params.InputResponses) == 0 {
			return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"a": nameQuestion(), "b": nameQuestion(), "c": nameQuestion()}}, nil
		}
		var said []string
		for _, id := range []string{"a", "b", "c"} {
			said = append(said, req.Params.InputResponses[id].(*mcp.ElicitResult).Action)
		}
		return answer(strings.Join(said, " "))(nil, nil)
	}, p)
	if err != nil || textOf(res) != "accept decline decline" || len(p.asked) != 2 {
		t.Errorf("%q, %v, %d asked", textOf(res), err, len(p.asked))
	}
}

// A question that isn't put to the person is told of, once for each reason.
func TestRefusedQuestionsAreTold(t *testing.T) {
	for _, version := range []string{modernVersion, legacyVersion} {
		srv := serverOf(version)
		secret := &mcp.ElicitParams{Mode: "form", Message: "log in", RequestedSchema: json.RawMessage(`{"type":"object","properties":{"password":{"type":"string"}}}`)}
		addTool(srv, "asks", func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if version == modernVersion {
				return asks(secret), nil
			}
			for range 3 {
				if _, err := req.Session.Elicit(ctx, secret); err == nil {
					t.Error("it was answered")
				}
			}
			return answer("done")(nil, nil)
		})
		h := newHost(t, Config{Times: short()}, map[string]*mcp.Server{"s": srv})
		var mu sync.Mutex
		var told []string
		_, _ = h.CallTool(t.Context(), policy.Tool{Server: "s", Name: "asks"}, nil, policy.Calling{
			Ask: (&person{t: t, answer: says("accept", "")}).ask,
			Refused: func(_ context.Context, q policy.Question, why string) {
				mu.Lock()
				defer mu.Unlock()
				told = append(told, q.Server+" “"+q.Message+"” "+why)
			}})
		mu.Lock()
		if len(told) != 1 || !strings.Contains(told[0], "s “log in” it asked with a form for a secret") {
			t.Errorf("%s: told %q", version, told)
		}
		mu.Unlock()
	}
}

// What can't be asked, or is answered wrongly, ends a call of the new era; an
// older server is told that it was declined. So is one that asks again after
// that.
func TestRefusedForms(t *testing.T) {
	modern := func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return asks(nameQuestion()), nil
	}
	legacy := func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		r, err := req.Session.Elicit(ctx, nameQuestion())
		if err != nil {
			return nil, err
		}
		return answer(r.Action)(nil, nil)
	}
	for _, c := range []struct {
		name       string
		p          *person
		modern     string
		legacySays string
	}{
		{"declined", &person{answer: says("decline", "")}, "was declined", "decline"},
		{"nobody", nil, "nobody can be asked", "decline"},
		{"unfit", &person{answer: says("accept", `{"name":7}`)}, "doesn't fit the form", "decline"},
		{"other field", &person{answer: says("accept", `{"name":"x","more":1}`)}, `"more"`, "decline"},
		{"no object", &person{answer: says("accept", `[]`)}, "isn't one of a form", "decline"},
		{"odd", &person{answer: says("maybe", ``)}, `"maybe"`, "decline"},
	} {
		if c.p != nil {
			c.p.t = t
		}
		if _, _, err := callAs(t, modernVersion, modern, c.p); err == nil || !strings.Contains(err.Error(), c.modern) || !strings.Contains(err.Error(), "server s") {
			t.Errorf("%s: %v", c.name, err)
		}
		if res, _, err := callAs(t, legacyVersion, legacy, c.p); err != nil || textOf(res) != c.legacySays {
			t.Errorf("%s, legacy: %q, %v", c.name, textOf(res), err)
		}
	}
}

func TestFloodOfQuestions(t *testing.T) {
	many := func(n int) mcp.InputRequestMap {
		m := mcp.InputRequestMap{}
		for i := range n {
			m[fmt.Sprintf("q%02d", i)] = nameQuestion()
		}
		return m
	}
	for name, c := range map[string]struct {
		tool  mcp.ToolHandler
		says  string
		asked int
	}{
		"50 at once": {func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{InputRequests: many(50)}, nil
		}, "more than 10 things", 10},
		"for ever": {func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return asks(nameQuestion()), nil
		}, "more than 10 times", 10},
		"busy": {func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{}}, nil
		}, "busy", 0},
		"roots": {func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			//lint:ignore SA1019 servers of today still ask for it
			return asks(&mcp.ListRootsParams{}), nil
		}, "roots or sampling", 0},
	} {
		p := &person{t: t, answer: says("accept", `{"name":"x"}`)}
		if _, _, err := callAs(t, modernVersion, c.tool, p); err == nil || !strings.Contains(err.Error(), c.says) || len(p.asked) != c.asked {
			t.Errorf("%s: %v after %d questions", name, err, len(p.asked))
		}
	}
	t.Run("legacy", func(t *testing.T) {
		var accepted, declined atomic.Int32
		p := &person{t: t, answer: says("accept", `{"name":"x"}`)}
		_, _, err := callAs(t, legacyVersion, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			var wg sync.WaitGroup
			for range 50 {
				wg.Go(func() {
					r, err := req.Session.Elicit(ctx, nameQuestion())
					switch {
					case err != nil:
						t.Error(err)
					case r.Action == "accept":
						accepted.Add(1)
					default:
						declined.Add(1)
					}
				})
			}
			wg.Wait()
			return answer("done")(nil, nil)
		}, p)
		if err != nil || accepted.Load() != 10 || declined.Load() != 40 || len(p.asked) != 10 {
			t.Errorf("%v: %d accepted, %d declined, %d asked", err, accepted.Load(), declined.Load(), len(p.asked))
		}
	})
	t.Run("after a decline", func(t *testing.T) {
		p := &person{t: t, answer: says("decline", "")}
		res, _, err := callAs(t, legacyVersion, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			var actions []string
			for range 5 {
				r, err := req.Session.Elicit(ctx, nameQuestion())
				if err != nil {
					return nil, err
				}
				actions = append(actions, r.Action)
			}
			return answer(strings.Join(actions, " "))(nil, nil)
		}, p)
		if err != nil || len(p.asked) != 1 || textOf(res) != "decline decline decline decline decline" {
			t.Errorf("%q, %v, %d asked", textOf(res), err, len(p.asked))
		}
	})
}

// A server that asks out of turn, or for what wasn't offered, gets an error.
func TestUnsolicited(t *testing.T) {
	for _, version := range []string{legacyVersion, modernVersion} {
		srv := serverOf(version, "fine")
		h := newHost(t, Config{Times: short(), Ask: (&person{t: t, answer: says("accept", `{"name":"x"}`)}).ask}, map[string]*mcp.Server{"s": srv})
		for ss := range srv.Sessions() {
			if r, err := ss.Elicit(t.Context(), nameQuestion()); err == nil {
				t.Errorf("%s: elicitation %+v", version, r)
			}
			//lint:ignore SA1019 servers of today still ask for it
			if r, err := ss.ListRoots(t.Context(), nil); err == nil {
				t.Errorf("%s: roots %+v", version, r)
			}
			//lint:ignore SA1019 servers of today still ask for it
			if r, err := ss.CreateMessage(t.Context(), &mcp.CreateMessageParams{MaxTokens: 1}); err == nil {
				t.Errorf("%s: sampling %+v", version, r)
			}
			if err := ss.Ping(t.Context(), nil); err != nil {
				t.Errorf("%s: ping %v", version, err)
			}
		}
		if _, err := callText(h, "s", "fine"); err != nil {
			t.Error(err)
		}
	}
}

// Since 2026-07-28 a server asks by its results only, also during a call.
func TestUnsolicitedDuringACall(t *testing.T) {
	p := &person{t: t, answer: says("accept", `{"name":"x"}`)}
	_, _, err := callAs(t, modernVersion, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if _, err := req.Session.Elicit(ctx, nameQuestion()); err == nil {
			return answer("it was answered")(nil, nil)
		}
		return answer("refused")(nil, nil)
	}, p)
	if err != nil || len(p.asked) != 0 {
		t.Errorf("%v, %d asked", err, len(p.asked))
	}
}

// An older server can refuse a call until something was done at an address
// (2025-11-25, -32042).
func TestPageFirst(t *testing.T) {
	for name, c := range map[string]struct {
		action, want string
		tells        bool
		from         int32 // the call that finds it done
		calls        int32
	}{
		"done":           {"accept", "in", true, 2, 2},
		"done, not told": {"accept", "in", false, 4, 4},
		"never done":     {"accept", "answered with an error: first the page", false, 99, 1 + openedSteps},
		"told too early": {"accept", "answered with an error: first the page", true, 99, 2},
		"declined":       {"decline", "was declined", false, 99, 1},
		"cancelled":      {"cancel", "was cancelled", false, 99, 1},
	} {
		t.Run(name, func(t *testing.T) {
			var calls atomic.Int32
			srv := serverOf(legacyVersion, "other")
			addTool(srv, "asks", func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				if calls.Add(1) >= c.from {
					return answer("in")(nil, nil)
				}
				return nil, &jsonrpc.Error{Code: mcp.CodeURLElicitationRequired, Message: "first the page",
					Data: json.RawMessage(`{"elicitations":[{"mode":"url","elicitationId":"7","url":"https://example.com/in","message":"go there"}]}`)}
			})
			h := newHost(t, Config{Times: short()}, map[string]*mcp.Server{"s": srv})
			p := &person{t: t, answer: func(q policy.Question) policy.Reply {
				if q.Kind != policy.QuestionURL || q.URL != "https://example.com/in" {
					t.Errorf("%+v", q)
				}
				if s, _ := h.server("s"); c.tells {
					go s.session.hooks.completed(t.Context(), &mcp.ElicitationCompleteNotificationRequest{Params: &mcp.ElicitationCompleteParams{ElicitationID: "7"}})
				}
				return policy.Reply{Action: c.action}
			}}
			res, err := h.CallTool(t.Context(), policy.Tool{Server: "s", Name: "asks"}, nil, policy.Calling{Ask: p.ask})
			if got := fmt.Sprint(textOf(res), err); !strings.Contains(got, c.want) || calls.Load() != c.calls || len(p.asked) != 1 {
				t.Errorf("%s after %d calls, %d asked", got, calls.Load(), len(p.asked))
			}
		})
	}
}

// While what is done at the address is waited for, the server can ask for more;
// cancelling that ends the call.
func TestCancelledWhileAPageIsOpen(t *testing.T) {
	went, asked := make(chan struct{}), make(chan struct{})
	srv := serverOf(legacyVersion, "other")
	addTool(srv, "asks", func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		go func() {
			defer close(asked)
			<-went
			_, _ = req.Session.Elicit(t.Context(), nameQuestion())
		}()
		return nil, &jsonrpc.Error{Code: mcp.CodeURLElicitationRequired, Message: "first the page",
			Data: json.RawMessage(`{"elicitations":[{"mode":"url","elicitationId":"7","url":"https://example.com/in","message":"go there"}]}`)}
	})
	times := short()
	times.Opened = time.Hour
	h := newHost(t, Config{Times: times}, map[string]*mcp.Server{"s": srv})
	p := &person{t: t, answer: func(q policy.Question) policy.Reply {
		if q.Kind == policy.QuestionURL {
			close(went)
			return policy.Reply{Action: policy.ReplyAccept}
		}
		return policy.Reply{Action: policy.ReplyCancel}
	}}
	res, err := h.CallTool(t.Context(), policy.Tool{Server: "s", Name: "asks"}, nil, policy.Calling{Ask: p.ask})
	if err == nil || !strings.Contains(err.Error(), "what the server s asked for was cancelled, so the call was ended") {
		t.Errorf("%q, %v", textOf(res), err)
	}
	<-asked
}

func TestProgress(t *testing.T) {
	for _, version := range []string{legacyVersion, modernVersion} {
		var (
			mu    sync.Mutex
			steps []policy.Progress
			over  bool
		)
		srv := serverOf(version)
		addTool(srv, "long", func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			token := req.Params.GetProgressToken()
			for i := range 200 {
				p := &mcp.ProgressNotificationParams{ProgressToken: token, Progress: float64(i + 1), Total: 200, Message: strings.Repeat("m", 5000)}
				if err := req.Session.NotifyProgress(ctx, p); err != nil {
					return nil, err
				}
			}
			_ = req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: "another", Progress: 999})
			time.Sleep(2 * progressEvery)
			return answer("done")(nil, nil)
		})
		h := newHost(t, Config{}, map[string]*mcp.Server{"s": srv})
		_, err := h.CallTool(t.Context(), policy.Tool{Server: "s", Name: "long"}, nil, policy.Calling{Progress: func(p policy.Progress) {
			mu.Lock()
			defer mu.Unlock()
			if over {
				t.Error("progress after the end")
			}
			steps = append(steps, p)
		}})
		mu.Lock()
		over = true
		if err != nil || len(steps) < 2 || len(steps) > 40 || steps[len(steps)-1].Done != 200 || steps[0].Total != 200 || len(steps[0].Message) > 3*maxMessage {
			t.Errorf("%s: %v, %d steps", version, err, len(steps))
		}
		mu.Unlock()
	}
}

// A call that is cancelled while the person thinks is over at once.
func TestCancelledQuestion(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	srv := serverOf(modernVersion)
	addTool(srv, "asks", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return asks(nameQuestion()), nil
	})
	h := newHost(t, Config{}, map[string]*mcp.Server{"s": srv})
	_, err := h.CallTool(ctx, policy.Tool{Server: "s", Name: "asks"}, nil, policy.Calling{Ask: func(ctx context.Context, _ policy.Question) (policy.Reply, error) {
		cancel()
		<-ctx.Done()
		return policy.Reply{}, ctx.Err()
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// A question of an older server is over with the call, too.
func TestCancelledQuestionOfAnOlderServer(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	srv := serverOf(legacyVersion)
	addTool(srv, "asks", func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		_, err := req.Session.Elicit(context.WithoutCancel(t.Context()), nameQuestion()) // it doesn't take it back
		return nil, err
	})
	h := newHost(t, Config{}, map[string]*mcp.Server{"s": srv})
	over := make(chan struct{})
	_, err := h.CallTool(ctx, policy.Tool{Server: "s", Name: "asks"}, nil, policy.Calling{Ask: func(ctx context.Context, _ policy.Question) (policy.Reply, error) {
		cancel()
		<-ctx.Done()
		close(over)
		return policy.Reply{}, ctx.Err()
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	select {
	case <-over:
	case <-time.After(5 * time.Second):
		t.Error("the person is still asked")
	}
}

// A prompt and a resource can ask, too: through Config.Ask.
func TestPromptThatAsks(t *testing.T) {
	for _, p := range []*person{nil, {t: t, answer: says("accept", `{"name":"Ada"}`)}} {
		srv := serverOf(modernVersion)
		srv.AddPrompt(&mcp.Prompt{Name: "greet"}, func(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			if a, ok := r.Params.InputResponses["q"].(*mcp.ElicitResult); ok {
				return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: fmt.Sprint("greet ", a.Content["name"])}}}}, nil
			}
			return &mcp.GetPromptResult{InputRequests: mcp.InputRequestMap{"q": nameQuestion()}}, nil
		})
		cfg := Config{}
		if p != nil {
			cfg.Ask = p.ask
		}
		h := newHost(t, cfg, map[string]*mcp.Server{"s": srv})
		res, err := h.GetPrompt(t.Context(), "s", "greet", nil)
		switch {
		case p == nil && (err == nil || !strings.Contains(err.Error(), "nobody can be asked")):
			t.Errorf("%v", err)
		case p != nil && (err != nil || res.Messages[0].Content.(*mcp.TextContent).Text != "greet Ada" || p.asked[0].Tool != "the prompt greet"):
			t.Errorf("%v, %+v", err, p.asked)
		}
	}
}
