package cli

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/session"
	"vise/session/app"
)

// planted are secrets, one for each place that one can come from.
type planted map[string]string

// in is the secret of a place: of a well-known kind, and of no other place.
func (p planted) in(place string) string {
	if p[place] == "" {
		sum := sha256.Sum256([]byte(place))
		p[place] = "ghp_" + hex.EncodeToString(sum[:18])
	}
	return p[place]
}

// leaks are the places whose secret, or a good part of it, stands in some
// bytes.
func (p planted) leaks(b []byte) (places []string) {
	for place, s := range p {
		for at := 4; at+10 <= len(s); at += 5 {
			if bytes.Contains(b, []byte(s[at:at+10])) {
				places = append(places, place)
				break
			}
		}
	}
	return places
}

// leaky is a server that has a secret in everything it says.
func leaky(t *testing.T, p planted) *httptest.Server {
	make := func(*http.Request) *mcp.Server {
		s := mcp.NewServer(&mcp.Implementation{Name: "leaky", Version: "1"}, &mcp.ServerOptions{Instructions: "use " + p.in("instructions")})
		text := func(s string) mcp.Content { return &mcp.TextContent{Text: s} }
		a, b, c := p.in("split over blocks"), p.in("split over text and structure"), p.in("split over values")
		results := map[string]*mcp.CallToolResult{
			"text":   {Content: []mcp.Content{text("key " + p.in("text")), text("and " + a[:15]), text(a[15:])}},
			"struct": {Content: []mcp.Content{text("it begins " + b[:15])}, StructuredContent: map[string]any{"a": b[15:], "b": map[string]any{"deep": []any{p.in("value"), c[:20], c[20:]}}, p.in("name"): 1, "url": "postgres://ann:" + p.in("url") + "@db/x"}},
			"fails":  {IsError: true, Content: []mcp.Content{text("not allowed with " + p.in("error"))}},
			"parts": {Content: []mcp.Content{&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "a://" + p.in("uri"), Text: p.in("resource")}},
				&mcp.ImageContent{MIMEType: "image/png", Data: []byte("\x89PNG\xff " + p.in("image"))}, &mcp.ResourceLink{URI: "https://a.example/" + p.in("link"), Name: "x", Title: p.in("title of a link")}}},
		}
		for name, res := range results {
			schema := map[string]any{"type": "object", "properties": map[string]any{"note": map[string]any{"type": "string", "description": p.in("schema"), "default": p.in("default")}}}
			s.AddTool(&mcp.Tool{Name: name, Description: "Looks with " + p.in("description"), InputSchema: schema, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
				func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
					if token := r.Params.GetProgressToken(); token != nil {
						_ = r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: token, Progress: 1, Message: p.in("progress")})
					}
					return res, nil
				})
		}
		s.AddTool(&mcp.Tool{Name: "breaks", Description: "Breaks.", InputSchema: map[string]any{"type": "object"}, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
			func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return nil, fmt.Errorf("broken at %s", p.in("fault"))
			})
		return s
	}
	srv := httptest.NewServer(mcp.NewStreamableHTTPHandler(make, &mcp.StreamableHTTPOptions{Stateless: true}))
	t.Cleanup(srv.Close)
	return srv
}

// caller is a model that asks for these calls, one after the other, and keeps
// what it is sent.
type caller struct {
	calls []session.ToolCall
	sent  bytes.Buffer
}

func (*caller) Info() session.ModelInfo { return session.ModelInfo{Name: "caller"} }

func (m *caller) Chat(_ context.Context, req session.ChatRequest, _ func(session.Delta)) (session.Reply, error) {
	if err := json.NewEncoder(&m.sent).Encode(req); err != nil {
		return session.Reply{}, err
	}
	if len(m.calls) == 0 {
		return session.Reply{Text: "That is all."}, nil
	}
	next := m.calls[0]
	m.calls = m.calls[1:]
	return session.Reply{Calls: []session.ToolCall{next}}, nil
}

// place is where a person has vise: folders, and all that it prints.
type place struct {
	t       *testing.T
	dir     string
	model   *caller
	printed bytes.Buffer
}

func (p *place) vise(args ...string) string {
	p.t.Helper()
	var out bytes.Buffer
	args = append([]string{"--config-dir", filepath.Join(p.dir, "conf"), "--data-dir", filepath.Join(p.dir, "data"), "--root", "work=" + filepath.Join(p.dir, "work")}, args...)
	Main(p.t.Context(), args, Streams{In: strings.NewReader(""), Out: &out, Err: &p.printed, Parts: app.Parts{Model: p.model}})
	p.printed.Write(out.Bytes())
	return out.String()
}

func (p *place) write(name, text string) {
	p.t.Helper()
	path := filepath.Join(p.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// One secret is put into every place that one can come from. None of them is
// in a byte of the database, of what is printed, of what a model is sent, of an
// export or of a server's log.
func TestSecretsStayWhereTheyAre(t *testing.T) {
	p := planted{}
	srv := leaky(t, p)
	at := &place{t: t, dir: t.TempDir(), model: &caller{}}
	at.write("work/notes.txt", "the key is "+p.in("file")+"\n")
	at.write("work/AGENTS.md", "Use "+p.in("project instructions")+".\n")
	at.write("conf/instructions.md", "My key is "+p.in("own instructions")+".\n")
	at.write("conf/vise.yaml", "timezone: Europe/Moscow\nbudget: {steps: 20, calls: 20}\npolicy:\n  rules:\n  - {tool: \"leaky/*\", decision: allow}\n")
	p["an environment"] = "no-known-kind-of-a-secret-4711"
	at.write("conf/mcp.json", fmt.Sprintf(`{"mcpServers": {
		"leaky": {"type": "http", "url": %q, "headers": {"X-Token": %q}},
		"broken": {"command": "sh", "args": ["-c", "echo starting with $ACCOUNT and %s >&2; exit 3"], "env": {"ACCOUNT": %q}}}}`,
		srv.URL, p.in("header"), p.in("stderr"), p["an environment"]))

	at.vise("servers", "approve", "broken")
	at.vise("tools")
	at.vise("servers")
	review := at.vise("tools", "review", "leaky")
	_, set, ok := strings.Cut(review, "--pin-set ")
	if !ok {
		t.Fatalf("nothing to approve in %s\n%s", review, at.printed.String())
	}
	at.vise("tools", "approve", "leaky", "--all", "--pin-set", strings.Fields(set)[0])
	at.vise("tools", "show", "leaky/text")
	at.vise("instructions")
	_, pin, _ := strings.Cut(at.vise("instructions"), "--pin ")
	at.vise("instructions", "approve", "--pin", strings.TrimSpace(pin))
	args := func(s string) json.RawMessage { return json.RawMessage(`{"note":"` + s + `"}`) }
	at.model.calls = []session.ToolCall{
		{Name: "leaky_text", Args: args(p.in("argument"))}, {Name: "leaky_struct", Args: args("x")}, {Name: "leaky_fails", Args: args("x")}, {Name: "leaky_parts", Args: args("x")},
		{Name: "leaky_breaks", Args: json.RawMessage(`{}`)}, {Name: "file_search", Args: json.RawMessage(`{"query":"key"}`)}, {Name: "leaky_text", Args: json.RawMessage(`{"note":` + "1" + `,"` + p.in("name of an argument") + `":1}`)},
		{Name: p.in("name of a tool"), Args: json.RawMessage(`"` + p.in("arguments that are none") + `"`)},
	}
	at.vise("run", "look; my key is "+p.in("request"))
	runs := at.vise("runs", "--json")
	var list []struct{ Run string }
	if err := json.Unmarshal([]byte(runs), &list); err != nil || len(list) == 0 {
		t.Fatalf("runs: %s, %v\n%s", runs, err, at.printed.String())
	}
	at.vise("replay", list[0].Run)
	at.vise("call", "leaky/struct", `{"note":"`+p.in("argument by hand")+`"}`)
	export := at.vise("export", list[0].Run, "--out", "-")
	if n := strings.Count(export, `"type":"tool_result"`); n != 8 {
		t.Errorf("%d results:\n%s", n, at.printed.String())
	}
	for what, b := range map[string][]byte{"printed": at.printed.Bytes(), "sent to the model": at.model.sent.Bytes(), "an export": []byte(export)} {
		if places := p.leaks(b); len(places) > 0 {
			t.Errorf("the secrets of %q are in what is %s", places, what)
		}
	}
	at.files(p)
}

// files looks at every byte that vise has written.
func (p *place) files(secrets planted) {
	p.t.Helper()
	seen := map[string]bool{}
	err := filepath.WalkDir(filepath.Join(p.dir, "data"), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		seen[d.Name()] = len(b) > 0
		if places := secrets.leaks(b); len(places) > 0 {
			p.t.Errorf("%q are what was planted, and stand in %s", places, d.Name())
		}
		return err
	})
	if err != nil || !seen["vise.db"] || !seen["broken.log"] {
		p.t.Errorf("files: %v, %v", seen, err)
	}
}
