package ollama

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/ollama/ollama/api"

	"vise/policy"
	"vise/session"
	"vise/session/ollama/ollamatest"
)

// oddSchemas are input schemas as hostile, careless and generated servers send
// them; those with a reason can't be told to a model at all.
func oddSchemas(elsewhere string) map[string][2]string {
	deep := strings.Repeat(`{"type":"object","properties":{"a":`, 40) + `{}` + strings.Repeat(`}}`, 40)
	return map[string][2]string{
		"plain":     {`{"type":"object","properties":{"q":{"type":"string"}},"required":["q"]}`, ""},
		"recursive": {`{"type":"object","properties":{"t":{"$ref":"#/$defs/T"}},"$defs":{"T":{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#/$defs/T"}}}}}}`, ""},
		"itself":    {`{"type":"object","properties":{"t":{"$ref":"#"}}}`, ""},
		"boolean":   {`{"type":"object","properties":{"any":true,"none":false}}`, ""},
		"typelist":  {`{"type":["object","null"],"properties":{"a":{"type":["string","null"]}}}`, ""},
		"oddenum":   {`{"type":"object","properties":{"a":{"enum":"x"}}}`, ""},
		"topone":    {`{"oneOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},{"properties":{"b":{"type":"string"}},"required":["b"]}]}`, ""},
		"nothing":   {``, ""},
		"toodeep":   {deep, "more than 32 levels deep"},
		"network":   {`{"type":"object","properties":{"a":{"$ref":"` + elsewhere + `/s.json"}}}`, "refers to something outside itself"},
		"text":      {`{"type":"string"}`, "aren't an object"},
		"never":     {`false`, "allows no arguments"},
		"number":    {`{"type":"object","properties":{"a":{"type":3}}}`, `"type" in its schema`},
	}
}

// oddHost has a tool for each schema, and more beside.
type oddHost struct{ tools []policy.Tool }

func newOddHost(schemas map[string][2]string, more int) oddHost {
	var h oddHost
	add := func(name, schema string) {
		if schema != "" {
			schema = `,"inputSchema":` + schema
		}
		def := fmt.Sprintf(`{"name":%q,"description":"a tool of somebody's"%s}`, name, schema)
		h.tools = append(h.tools, policy.Tool{Server: "odd", Name: name, Definition: json.RawMessage(def), Pin: session.HashBytes([]byte(def)),
			Status: policy.StatusApproved, Level: policy.ReadsHere, Scope: "server:odd"})
	}
	for name, s := range schemas {
		add(name, s[0])
	}
	for i := range more {
		add(fmt.Sprintf("more%03d", i), `{"type":"object","properties":{"path":{"type":"string","description":"which one it is"}}}`)
	}
	return h
}

func (h oddHost) Catalogue(context.Context) (policy.Catalogue, error) {
	return policy.Catalogue{Offered: h.tools}, nil
}

func (h oddHost) CallTool(context.Context, policy.Tool, json.RawMessage, policy.Calling) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "found it"}}}, nil
}

// A chat with odd and hostile tools goes on, each is sent in a form that the
// server's own types read or listed with the reason why not, nothing outside is
// fetched, and 200 of them leave room for the request.
func TestHostileSchemasEndNoChat(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		if c, err := l.Accept(); err == nil {
			t.Error("a reference was fetched")
			c.Close()
		}
	}()
	schemas := oddSchemas("http://" + l.Addr().String())
	s := ollamatest.New(t)
	s.Answer(ollamatest.Answer{Lines: []string{ollamatest.Call("c1", "odd_plain", `{"q":"x"}`), ollamatest.Done("stop", 100, 3)}}, ollamatest.Whole("It is there [ev_001]."))
	host := newOddHost(schemas, 200)
	model := newModel(t, s)
	loop := session.NewLoop(session.Config{Model: model, Tools: host, Approver: nobody{}, Policy: allowAll{}, Redactor: asItIs{}, Clock: clock{}, IDs: ids{}, Aliases: Aliases, Sendable: Sendable})
	tl := session.NewTimeline("run", &noLog{}, asItIs{}, clock{})
	st, err := loop.Run(t.Context(), session.Task{Text: "look", Scopes: []string{"server:odd"}, Budget: session.DefaultBudget, Timezone: "UTC"}, tl)
	if err != nil || st.Status != session.StatusDone || st.Ran() != 1 {
		t.Fatalf("%v, %+v", err, st.Finished)
	}
	held := map[string]string{}
	for _, h := range st.Held {
		held[h.Tool] = h.Reason
	}
	for name, c := range schemas {
		if why, is := held["odd/"+name]; is != (c[1] != "") || !strings.Contains(why, c[1]) {
			t.Errorf("%s: held %v: %q", name, is, why)
		}
	}
	if len(st.Offered)+len(st.Held) != len(host.tools) || len(st.Offered) < 20 {
		t.Errorf("%d offered, %d held of %d", len(st.Offered), len(st.Held), len(host.tools))
	}
	for _, body := range s.Requests() {
		var req api.ChatRequest
		if err := json.Unmarshal(body, &req); err != nil || len(req.Tools) != len(st.Offered) {
			t.Errorf("the server reads %d tools: %v", len(req.Tools), err)
		}
		if n := len(body) / 4; n > DefaultNumCtx {
			t.Errorf("the request is about %d tokens", n)
		}
	}
}

type (
	nobody   struct{}
	allowAll struct{}
	asItIs   struct{}
	clock    struct{}
	ids      struct{}
)

func (nobody) Attended() bool { return false }
func (nobody) Ask(context.Context, session.Approval) (session.Answer, error) {
	return session.Answer{}, session.ErrNobody
}
func (nobody) AskMore(context.Context, session.Spent) (session.More, error) {
	return session.MoreStop, nil
}
func (nobody) Mint(context.Context, session.TokenGrant) (string, error) {
	return "", errors.New("nothing writes here")
}
func (allowAll) Hash() string { return "sha256:all" }
func (allowAll) Decide(c policy.Call) policy.Decision {
	return policy.Decision{Outcome: policy.Allow, Rule: "all", Level: c.Tool.Level}
}
func (asItIs) Redact(s string) (string, int) { return s, 0 }
func (clock) Now() time.Time                 { return time.Now() }
func (ids) RunID() string                    { return "run" }
func (ids) Nonce() string                    { return "n0nce" }

// noLog keeps nothing but what is next.
type noLog struct {
	mu sync.Mutex
	n  int
}

func (l *noLog) Append(context.Context, ...session.Entry) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
	return nil
}
func (l *noLog) Since(context.Context, string, int) ([]session.Record, error) { return nil, nil }
func (l *noLog) Blob(context.Context, string) ([]byte, error)                 { return nil, session.ErrNoBlob }
