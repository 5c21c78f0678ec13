package mcpclient

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"vise/mcpclient/config"
	"vise/policy"
)

// malformed is a server of one revision, part of whose lists can't be read, and
// whose tool asks with a form.
type malformed struct {
	version string
	send    func(string)

	mu    sync.Mutex
	calls map[string]string // by the id of a question: of the call that asks it
}

const zebraForm = `{"type":"object","properties":{"zebra":{"type":"string"},"ant":{"type":"integer"},"mole":{"type":"boolean"}}}`

// take answers one message.
func (p *malformed) take(raw []byte) {
	var m struct {
		ID     json.RawMessage
		Method string
		Params struct{ InputResponses json.RawMessage }
		Result json.RawMessage
	}
	if json.Unmarshal(raw, &m) != nil {
		return
	}
	result := ""
	switch m.Method {
	case "":
		p.mu.Lock()
		defer p.mu.Unlock()
		p.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"done"}]}}`, p.calls[string(m.ID)]))
		return
	case "server/discover":
		if p.version != modernVersion {
			p.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"what?"}}`, m.ID))
			return
		}
		result = `{"supportedVersions":["` + modernVersion + `"],"capabilities":{"tools":{},"prompts":{},"resources":{}},"resultType":"complete"}`
	case "initialize":
		result = `{"protocolVersion":"` + p.version + `","capabilities":{"tools":{},"prompts":{},"resources":{}},"serverInfo":{"name":"m","version":"1"}}`
	case "tools/list":
		result = `{"tools":[{"name":"good","inputSchema":{"type":"object"}},{"name":"bad","inputSchema":{"type":"object"},"annotations":[]},{"name":"also","inputSchema":{"type":"object"}},{"name":5}],"ttlMs":"soon"}`
	case "prompts/list":
		result = `{"prompts":[{"name":"p"},{"name":"q","arguments":"none"}],"nextCursor":7}`
	case "resources/list":
		result = `{"resources":[{"name":"r","uri":"a://r"},{"name":"s","uri":"a://s","size":"big"}]}`
	case "resources/templates/list":
		result = `{"resourceTemplates":[{"name":"t","uriTemplate":"a://{t}"},{"name":[],"uriTemplate":"a://{u}"}]}`
	case "tools/call":
		ask := `{"mode":"form","message":"which?","requestedSchema":` + zebraForm + `}`
		switch {
		case p.version != modernVersion:
			p.mu.Lock()
			id := fmt.Sprintf(`"ask-%d"`, len(p.calls))
			p.calls[id] = string(m.ID)
			p.mu.Unlock()
			p.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"elicitation/create","params":%s}`, id, ask))
			return
		case len(m.Params.InputResponses) == 0:
			result = `{"resultType":"input_required","requestState":"s","inputRequests":{"q":{"method":"elicitation/create","params":` + ask + `}}}`
		default:
			result = `{"content":[{"type":"text","text":"done"}],"resultType":"complete"}`
		}
	default:
		return
	}
	p.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, result))
}

// serveMalformed is the server over stdin and stdout.
func serveMalformed(version string) int {
	p := &malformed{version: version, calls: map[string]string{}, send: func(s string) { fmt.Println(s) }}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		p.take(in.Bytes())
	}
	return 0
}

// overWeb is the server over HTTP: each answer as JSON, or in a stream, where
// an older server asks too.
func overWeb(version string, stream bool) http.Handler {
	p := &malformed{version: version, calls: map[string]string{}}
	var turn sync.Mutex
	answered := make(chan string, 1) // what follows a question
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		body, _ := io.ReadAll(r.Body)
		turn.Lock()
		said := ""
		p.send = func(s string) { said = s }
		p.take(body)
		turn.Unlock()
		switch {
		case !strings.Contains(string(body), `"method"`): // the answer to a question
			answered <- said
			w.WriteHeader(http.StatusAccepted)
		case said == "":
			w.WriteHeader(http.StatusAccepted)
		case !stream:
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, said)
		default:
			w.Header().Set("Content-Type", "text/event-stream")
			// One message over two lines is one message.
			_, _ = io.WriteString(w, "event: message\r\nid: 1\r\ndata: "+strings.Replace(said, ",", ",\r\ndata: ", 1)+"\r\n\r\n")
			if strings.Contains(said, "elicitation/create") && version != modernVersion {
				w.(http.Flusher).Flush()
				_, _ = io.WriteString(w, "data: "+<-answered+"\n\n")
			}
		}
	})
}

// overSSE is the server over the transport of 2024-11-05.
func overSSE(version string) http.Handler {
	p := &malformed{version: version, calls: map[string]string{}}
	said := make(chan string, 10)
	p.send = func(s string) { said <- s }
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			body, _ := io.ReadAll(r.Body)
			w.WriteHeader(http.StatusAccepted)
			p.take(body)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		for next := "event: endpoint\ndata: /post"; ; {
			_, _ = io.WriteString(w, next+"\n\n")
			w.(http.Flusher).Flush()
			select {
			case m := <-said:
				next = "event: message\ndata: " + m
			case <-r.Context().Done():
				return
			}
		}
	})
}

// What can't be read costs itself alone, an entry or what stands beside them,
// whatever carries the list;
// a form's fields are asked for in the server's order in either era.
func TestMalformedEntriesAndOrder(t *testing.T) {
	servers := map[string]config.Server{}
	for _, version := range []string{modernVersion, legacyVersion} {
		servers["stdio-"+version] = program("", "malformed", version)
		servers["stream-"+version] = overHTTP("", serveHTTP(t, overWeb(version, true)).URL)
	}
	servers["json-"+modernVersion] = overHTTP("", serveHTTP(t, overWeb(modernVersion, false)).URL)
	old := overHTTP("", serveHTTP(t, overSSE(legacyVersion)).URL)
	old.Transport = config.SSE
	servers["sse"] = old
	var list []config.Server
	for name, s := range servers {
		s.Name = name
		list = append(list, s)
	}
	h := ready(t, Config{}, list...)
	cat := catalogue(t, h)
	for name := range servers {
		var offered, held []string
		for _, x := range cat.Offered {
			if x.Server == name {
				offered = append(offered, x.Name)
			}
		}
		for _, x := range cat.Held {
			if x.Tool.Server == name {
				held = append(held, x.Tool.Name+": "+x.Reason)
			}
		}
		const want = `bad: its definition can't be read: "annotations" can't be a list; : its definition can't be read: "name" can't be a number`
		if strings.Join(offered, " ") != "good also" || strings.Join(held, "; ") != want {
			t.Errorf("%s: offered %q, held %q; %+v", name, offered, held, state(t, h, name))
			continue
		}
		prompts, err := h.Prompts(t.Context(), name)
		if err != nil || len(prompts) != 1 || prompts[0].Name != "p" {
			t.Errorf("%s: prompts %v, %v", name, prompts, err)
		}
		resources, err := h.Resources(t.Context(), name)
		if err != nil || len(resources) != 1 || resources[0].URI != "a://r" {
			t.Errorf("%s: resources %v, %v", name, resources, err)
		}
		templates, err := h.ResourceTemplates(t.Context(), name)
		if err != nil || len(templates) != 1 || templates[0].URITemplate != "a://{t}" {
			t.Errorf("%s: templates %v, %v", name, templates, err)
		}
		texts, err := h.Texts(t.Context(), name)
		var said []string
		for _, x := range texts {
			said = append(said, fmt.Sprintf("%s %s %s", x.Name, x.Status, x.Note))
		}
		const wantTexts = `p approved |q invalid its definition can't be read: "arguments" can't be text|` +
			`a://{t} approved |a://{u} invalid its definition can't be read: "name" can't be a list`
		if err != nil || strings.Join(said, "|") != wantTexts {
			t.Errorf("%s: texts %q, %v", name, said, err)
		}
		notes := strings.Join(state(t, h, name).Notes, "\n")
		if !strings.Contains(notes, `the resource "a://s" is left out: its definition can't be read: "size" can't be text`) {
			t.Errorf("%s: notes %q", name, notes)
		}

		if want := `its prompts: a page of the server's list can't be read whole: "nextCursor" can't be a number, so what follows can't be asked for`; !strings.Contains(notes, want) {
			t.Errorf("%s: notes %q", name, notes)
		}
		if st := state(t, h, name); st.State != policy.ServerDegraded || st.LastError != `a page of the server's list can't be read whole: "ttlMs" can't be text` {
			t.Errorf("%s: %s, %q", name, st.State, st.LastError)
		}

		asked := &person{t: t, answer: says("accept", `{"zebra":"z"}`)}
		res, err := h.CallTool(t.Context(), policy.Tool{Server: name, Name: "good"}, nil, policy.Calling{Ask: asked.ask})
		if err != nil || textOf(res) != "done" || len(asked.asked) != 1 {
			t.Errorf("%s: %q, %v, %+v", name, textOf(res), err, asked.asked)
			continue
		}
		if got := string(asked.asked[0].Schema); got != zebraForm {
			t.Errorf("%s: the form is %s", name, got)
		}
	}
}
