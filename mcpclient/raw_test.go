package mcpclient

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient/config"
	"vise/policy"
)

// rawPeer is a server that writes what it likes.
type rawPeer struct {
	call    func(p *rawPeer, id string) // what it does about tools/call
	version string

	mu      sync.Mutex
	conn    net.Conn
	answers []string // to its own requests
}

func (p *rawPeer) dialer() *dialer {
	return &dialer{kind: always("stdio"), dial: func(context.Context) (*link, error) {
		near, far := net.Pipe()
		p.mu.Lock()
		p.conn = far
		p.mu.Unlock()
		go p.serve(far)
		return &link{transport: &mcp.IOTransport{Reader: near, Writer: near}, close: far.Close}, nil
	}}
}

func (p *rawPeer) send(format string, args ...any) {
	p.mu.Lock()
	conn := p.conn
	p.mu.Unlock()
	_, _ = fmt.Fprintf(conn, format+"\n", args...)
}

func (p *rawPeer) serve(conn net.Conn) {
	in := bufio.NewScanner(conn)
	for in.Scan() {
		var m struct {
			ID     json.RawMessage
			Method string
		}
		if err := json.Unmarshal(in.Bytes(), &m); err != nil {
			return
		}
		switch m.Method {
		case "":
			p.mu.Lock()
			p.answers = append(p.answers, in.Text())
			p.mu.Unlock()
		case "server/discover":
			if p.version < modernVersion {
				p.send(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"what?"}}`, m.ID)
				continue
			}
			p.send(`{"jsonrpc":"2.0","id":%s,"result":{"supportedVersions":[%q],"capabilities":{"tools":{}},"resultType":"complete"}}`, m.ID, p.version)
		case "initialize":
			p.send(`{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":%q,"capabilities":{"tools":{}},"serverInfo":{"name":"raw","version":"1"}}}`, m.ID, p.version)
		case "tools/list":
			p.send(`{"jsonrpc":"2.0","id":%s,"result":{"tools":[null,{"name":"x","inputSchema":{"type":"object"}},{}]}}`, m.ID)
		case "tools/call":
			go p.call(p, string(m.ID))
		}
	}
}

func (p *rawPeer) heard() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.answers, "\n")
}

func callRaw(t *testing.T, p *rawPeer) (*mcp.CallToolResult, policy.ServerState, error) {
	t.Helper()
	h := newHost(t, Config{Times: short(), Status: approve}, nil)
	if err := h.add(t.Context(), inProcess("s", p.dialer(), h.cfg)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	cat := catalogue(t, h)
	if offered, _ := ids(cat); offered != "s/x" {
		t.Fatalf("offered %q", offered)
	}
	asked := &person{t: t, answer: says("accept", `{"name":"x"}`)}
	res, err := h.CallTool(ctx, cat.Offered[0], nil, policy.Calling{Ask: asked.ask, Progress: func(p policy.Progress) {
		if p.Done != 1 {
			t.Errorf("progress %+v", p)
		}
	}})
	if len(asked.asked) > 0 {
		t.Errorf("asked %+v", asked.asked)
	}
	return res, state(t, h, "s"), err
}

const done = `{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"done"}]%s}}`

// Since 2026-07-28 nothing is asked by a request, and nothing that wasn't
// offered is answered in either era.
func TestRequestsOutOfTurn(t *testing.T) {
	for version, requests := range map[string][]string{
		modernVersion: {"elicitation/create", "roots/list", "sampling/createMessage"},
		legacyVersion: {"roots/list", "sampling/createMessage"},
	} {
		for _, method := range requests {
			p := &rawPeer{version: version, call: func(p *rawPeer, id string) {
				p.send(`{"jsonrpc":"2.0","id":"mine","method":%q,"params":{"mode":"form","message":"m","requestedSchema":%s,"messages":[],"maxTokens":1}}`, method, nameForm)
				for p.heard() == "" {
					time.Sleep(time.Millisecond)
				}
				p.send(done, id, "")
			}}
			res, st, err := callRaw(t, p)
			if err != nil || textOf(res) != "done" || !strings.Contains(p.heard(), `"error"`) || strings.Contains(p.heard(), "roots\":[") {
				t.Errorf("%s, %s: %q, %v, heard %s", version, method, textOf(res), err, p.heard())
			}
			if len(st.Notes) == 0 {
				t.Errorf("%s, %s: nothing is noted", version, method)
			}
		}
	}
}

func TestOddMessages(t *testing.T) {
	for name, c := range map[string]struct{ send, want string }{
		"unknown kind":      {fmt.Sprintf(done, "%s", `,"resultType":"surprise"`), "unknown kind"},
		"complete":          {fmt.Sprintf(done, "%s", `,"resultType":"complete"`), "done"},
		"no content":        {`{"jsonrpc":"2.0","id":%s,"result":{}}`, "<nil>"},
		"null":              {`{"jsonrpc":"2.0","id":%s,"result":null}`, "<nil>"},
		"a list":            {`{"jsonrpc":"2.0","id":%s,"result":[1]}`, "s "},
		"unknown content":   {`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"hologram"}]}}`, "hologram"},
		"a list of text":    {`{"jsonrpc":"2.0","id":%s,"result":{"content":"all is well"}}`, "answered with something that isn't what MCP has here: a value of the wrong kind"},
		"no base64":         {`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"image","mimeType":"image/png","data":"!!"}]}}`, "data that isn't base64"},
		"an error":          {`{"jsonrpc":"2.0","id":%s,"error":{"code":-5,"message":"` + strings.Repeat("blah ", 1000) + `"}}`, "answered with an error: blah"},
		"an empty error":    {`{"jsonrpc":"2.0","id":%s,"error":{"code":-5,"message":""}}`, "code -5"},
		"not JSON":          {"Segmentation fault in %s", "isn't known"},
		"strange requests":  {`{"jsonrpc":"2.0","id":"a","method":"tools/call"}` + "\n" + fmt.Sprintf(done, "%s", ""), "done"},
		"odd progress":      {`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":{},"progress":7}}` + "\n" + `{"jsonrpc":"2.0","method":"notifications/progress"}` + "\n" + fmt.Sprintf(done, "%s", ""), "done"},
		"another's answer":  {`{"jsonrpc":"2.0","id":99999,"result":{}}` + "\n" + fmt.Sprintf(done, "%s", ""), "done"},
		"input it can't":    {`{"jsonrpc":"2.0","id":%s,"result":{"resultType":"input_required","inputRequests":{"a":{"method":"tools/list"}}}}`, "s "},
		"input of no shape": {`{"jsonrpc":"2.0","id":%s,"result":{"resultType":"input_required","inputRequests":7}}`, "s "},
	} {
		t.Run(name, func(t *testing.T) {
			p := &rawPeer{version: modernVersion, call: func(p *rawPeer, id string) { p.send(strings.Replace(c.send, "%s", id, 1)) }}
			res, _, err := callRaw(t, p)
			if got := fmt.Sprint(textOf(res), err); !strings.Contains(got, c.want) || len(got) > 700 {
				t.Errorf("%q", got)
			}
		})
	}
}

// A server that asks without end loses its session, and nothing else happens.
func TestEndlessRequests(t *testing.T) {
	p := &rawPeer{version: legacyVersion, call: func(p *rawPeer, _ string) {
		for i := range 3 * maxInbound {
			p.send(`{"jsonrpc":"2.0","id":"f%d","method":"roots/list"}`, i)
		}
	}}
	_, st, err := callRaw(t, p)
	if err == nil || errors.Is(err, context.DeadlineExceeded) || !strings.Contains(strings.Join(st.Notes, "\n"), "more than 600 requests within a minute") {
		t.Errorf("%v, %+v", err, st)
	}
}

// A cancelled call is over at once, and the server is told, whatever it speaks
// and however it is reached.
func TestCancellationReachesTheServer(t *testing.T) {
	for _, version := range []string{legacyVersion, modernVersion} {
		for _, over := range []string{"stdio", "http"} {
			began, stopped := make(chan struct{}), make(chan struct{})
			told := sync.OnceFunc(func() { close(stopped) })
			srv := serverOf(version)
			addTool(srv, "slow", func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				close(began)
				select {
				case <-ctx.Done():
					told()
				case <-stopped:
				}
				return nil, context.Canceled
			})
			f := newFleet()
			f.servers["s"] = srv
			cfg, conf := Config{dial: f.dial}, named("s")[0]
			if over == "http" {
				handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: version == modernVersion})
				web := serveHTTP(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if version == modernVersion && r.Header.Get("Mcp-Method") == "tools/call" { // there the end of the connection says it
						defer context.AfterFunc(r.Context(), told)()
					}
					handler.ServeHTTP(w, r)
				}))
				cfg, conf = Config{}, overHTTP("s", web.URL)
			}
			h := ready(t, cfg, conf)
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				<-began
				cancel()
			}()
			if _, err := h.CallTool(ctx, policy.Tool{Server: "s", Name: "slow"}, nil, policy.Calling{}); !errors.Is(err, context.Canceled) {
				t.Errorf("%s, %s: %v", version, over, err)
			}
			select {
			case <-stopped:
			case <-time.After(5 * time.Second):
				t.Errorf("%s, %s: the server wasn't told", version, over)
			}
		}
	}
}

// What goes wrong on the way to an HTTP server is said, and nothing is sent to
// another.
func TestHTTPThatFails(t *testing.T) {
	other := serveHTTP(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("it was followed") }))
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	servers := []config.Server{overHTTP("gone", gone.URL)}
	want := map[string]string{"gone": "is the server running?"}
	for name, c := range map[string]struct {
		h    http.HandlerFunc
		says string
	}{
		"elsewhere": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
		}, "elsewhere"},
		"page": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte("<title>Log in</title>"))
		}, "a web page came back"},
		"nothing": {http.NotFound, "no MCP server at this address"},
		"down":    {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }, "502"},
	} {
		servers = append(servers, overHTTP(name, serveHTTP(t, c.h).URL))
		want[name] = c.says
	}
	fine := serverWith("fine")
	servers = append(servers, overHTTP("fine", serveHTTP(t, mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return fine }, nil)).URL))
	h := ready(t, Config{}, servers...)
	for name, says := range want {
		if st := state(t, h, name); st.State != policy.ServerFailed || !strings.Contains(st.LastError, says) && name != "elsewhere" || st.Try == "" {
			t.Errorf("%s: %+v", name, st)
		}
	}
	if st := state(t, h, "elsewhere"); !strings.Contains(st.LastError, other.URL) {
		t.Errorf("%+v", st)
	}
	if text, err := callText(h, "fine", "fine"); err != nil || text != "from fine" {
		t.Errorf("%q, %v", text, err)
	}
}
