package cli

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient/web"
	"vise/mcpclient/web/webtest"
	"vise/session/app"
)

// greeter is an MCP server over HTTP, as it stands behind a login.
func greeter() http.Handler {
	s := mcp.NewServer(&mcp.Implementation{Name: "greeter", Version: "1"}, nil)
	type args struct {
		Name string `json:"name" jsonschema:"who is greeted"`
	}
	mcp.AddTool(s, &mcp.Tool{Name: "greet", Description: "Greets someone by name.", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
		func(_ context.Context, _ *mcp.CallToolRequest, in args) (*mcp.CallToolResult, any, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "hello " + in.Name}}}, nil, nil
		})
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true})
}

// A server that wants a login, from the first look at it to the end: it says
// what it waits for, the person signs in with their browser, its tools are read
// and called, the login is renewed without them, and forgotten when they say so.
func TestSigningIn(t *testing.T) {
	login := webtest.NewLoginServer(t, greeter())
	dir := apart(t)
	config := filepath.Join(dir, "config")
	if err := os.Mkdir(config, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"mcp.json":  `{"mcpServers": {"Greeter 2": {"type": "http", "url": "` + login.MCP + `"}}}`,
		"vise.yaml": "policy: {rules: [{tool: Greeter-2/greet, decision: allow, reason: in this test}]}\n",
	} {
		if err := os.WriteFile(filepath.Join(config, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	opener := filepath.Join(dir, "browser")
	if err := os.Symlink(self, opener); err != nil { // it plays what it is called by
		t.Fatal(err)
	}
	t.Setenv("BROWSER", opener)
	ring := &webtest.FakeKeyring{None: web.ErrNoSecret}
	vise := func(want int, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		code := Main(t.Context(), args, Streams{In: strings.NewReader(""), Out: &out, Err: &errs, Parts: app.Parts{Keyring: ring}})
		if code != want {
			t.Fatalf("vise %s ends with %d, want %d:\n%s%s", strings.Join(args, " "), code, want, &out, &errs)
		}
		return out.String() + errs.String()
	}
	says := func(text string, words ...string) {
		t.Helper()
		for _, w := range words {
			if !strings.Contains(text, w) {
				t.Errorf("%q isn't in:\n%s", w, text)
			}
		}
	}

	says(vise(exitDone, "servers"), "Greeter-2        stopped", "wants a login", "sign in: vise servers login Greeter-2")
	says(vise(exitDone, "servers", "--json"), `"need":"sign-in"`)
	says(vise(exitFailed, "tools", "review", "Greeter-2"), "sign in: vise servers login Greeter-2")
	says(vise(exitFailed, "servers", "login", "Greeter 2"), "signing in needs a terminal")
	if login.Count("authorize") != 0 || login.Count("register") != 0 {
		t.Error("a login was begun that nobody asked for")
	}

	x := openWith(t, app.Parts{Keyring: ring}, "servers", "login", "Greeter 2")
	x.waitFor("Open it in your browser? [y/N]", 1)
	says(x.text(), "The server Greeter-2 wants you to sign in at 127.0.0.1", login.URL+"/authorize?")
	x.press("n\n")
	if code := x.end(); code == exitDone || ring.Count() != 0 || login.Count("authorize") != 0 {
		t.Fatalf("declined: %d, %d kept:\n%s", code, ring.Count(), x.text())
	}
	x = openWith(t, app.Parts{Keyring: ring}, "servers", "login", "Greeter 2")
	x.waitFor("Open it in your browser? [y/N]", 1)
	x.press("y\n")
	x.waitFor("signed in to Greeter 2 (kept in ", 1)
	if code := x.end(); code != exitDone || ring.Count() != 1 {
		t.Fatalf("accepted: %d, %d kept:\n%s", code, ring.Count(), x.text())
	}

	says(vise(exitDone, "servers"), "Greeter-2        ready")
	review := strings.Fields(strings.TrimSpace(vise(exitDone, "tools", "review", "Greeter-2")))
	says(vise(exitDone, review[len(review)-6:]...), "approved Greeter-2/greet")
	says(vise(exitDone, "call", "Greeter-2/greet", `{"name":"ann"}`), "hello ann")

	login.Revoke() // the token is over before its time: the next request renews it
	says(vise(exitDone, "call", "Greeter-2/greet", `{"name":"bob"}`), "hello bob")
	says(vise(exitDone, "call", "Greeter-2/greet", `{"name":"eve"}`), "hello eve")
	if login.Count("authorize") != 1 || login.Count("refresh") != 1 {
		t.Errorf("signed in %d times, renewed %d times", login.Count("authorize"), login.Count("refresh"))
	}

	says(vise(exitDone, "servers", "logout", "Greeter-2"), "signed out of Greeter-2")
	if ring.Count() != 0 {
		t.Errorf("%d logins are kept", ring.Count())
	}
	says(vise(exitDone, "servers"), "Greeter-2        stopped", "sign in: vise servers login Greeter-2")
	for _, name := range []string{"access-", "refresh-"} { // what tokens begin with
		_ = filepath.WalkDir(filepath.Join(dir, "data"), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			if raw, err := os.ReadFile(path); err == nil && bytes.Contains(raw, []byte(name)) {
				t.Errorf("a token stands in %s", path)
			}
			return nil
		})
	}
}
