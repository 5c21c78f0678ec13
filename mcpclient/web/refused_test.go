package web

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"vise/mcpclient/web/webtest"
)

// What a login server or somebody on the way does wrong ends the login, with a
// reason; no token is had, and none is in the reason.
func TestLoginRefused(t *testing.T) {
	elsewhere := serve(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the code was sent elsewhere") }))
	for name, tt := range map[string]struct {
		twist func(s *webtest.LoginServer, p *person)
		oauth *OAuthConfig
		want  string
	}{
		"wrong issuer":      {func(s *webtest.LoginServer, _ *person) { s.Iss = "https://evil.example" }, nil, "doesn't match expected issuer|does not match"},
		"wrong state":       {func(s *webtest.LoginServer, _ *person) { s.State = "guessed" }, nil, "nobody logged in"},
		"declined there":    {func(s *webtest.LoginServer, _ *person) { s.Declines = true }, nil, "access_denied"},
		"declined here":     {func(_ *webtest.LoginServer, p *person) { p.no = errors.New("you said no") }, nil, "you said no"},
		"page: script":      {func(s *webtest.LoginServer, _ *person) { s.Page = "javascript:alert(1)" }, nil, "disallowed scheme"},
		"page: file":        {func(s *webtest.LoginServer, _ *person) { s.Page = "file://localhost/etc/passwd" }, nil, `begins with "file:"`},
		"page: http":        {func(s *webtest.LoginServer, _ *person) { s.Page = "http://example.com/a" }, nil, "HTTPS"},
		"page: program":     {func(s *webtest.LoginServer, _ *person) { s.Page = "calculator://localhost/x" }, nil, `begins with "calculator:"`},
		"page: shell":       {func(s *webtest.LoginServer, _ *person) { s.Page = s.URL + "/$(touch%20x)" }, nil, "a shell could take"},
		"page: password":    {func(s *webtest.LoginServer, _ *person) { s.Page = "https://google.com@evil.example/" }, nil, "user name or password"},
		"token elsewhere":   {func(s *webtest.LoginServer, _ *person) { s.TokenURL = redirector(t, elsewhere.URL) }, nil, "redirects a message with secrets"},
		"token at private":  {func(s *webtest.LoginServer, _ *person) { s.TokenURL = "https://169.254.169.254/token" }, nil, "not a public|non-public address"},
		"token: flood":      {func(s *webtest.LoginServer, _ *person) { s.TokenURL = flooder(t) }, nil, "larger than 1 MiB"},
		"no registration":   {func(s *webtest.LoginServer, _ *person) { s.Closed = true }, nil, "put the client id into the configuration"},
		"another issuer":    {func(*webtest.LoginServer, *person) {}, &OAuthConfig{ClientID: "me", ClientSecret: "hush-hush", Issuer: "https://good.example"}, "does not match pre-registered"},
		"unknown client":    {func(s *webtest.LoginServer, _ *person) { s.Know("me", "other") }, &OAuthConfig{ClientID: "me", ClientSecret: "hush-hush"}, "invalid_client"},
		"no port like this": {func(*webtest.LoginServer, *person) {}, &OAuthConfig{CallbackPort: 70000}, "no port 70000"},
	} {
		t.Run(name, func(t *testing.T) {
			s := webtest.NewLoginServer(t, streamableHandler(nil))
			p := &person{}
			tt.twist(s, p)
			short := quick()
			short.Login = 500 * time.Millisecond
			d := dialerWith(t, Config{Tokens: memory(t), Open: p.open, Times: short}, Endpoint{URL: s.MCP, OAuth: tt.oauth, Auto: name == "declined here"})
			_, err := connect(t, d)
			if err == nil {
				t.Fatal("the login was made")
			}
			text := Plain(err).Error()
			if !slices.ContainsFunc(strings.Split(tt.want, "|"), func(w string) bool { return strings.Contains(text, w) }) {
				t.Errorf("got %q, want %q", text, tt.want)
			}
			for _, secret := range []string{"hush-hush", "access-", "refresh-", "code-", "client_secret="} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("%q is in %v", secret, err)
				}
			}
			if n := max(p.asked(), s.Count("authorize")); n > 1 {
				t.Errorf("asked %d times", n)
			}
			if d.LoggedIn() || s.Issued() != 0 {
				t.Error("there is a login")
			}
		})
	}
}

func redirector(t *testing.T, to string) string {
	return serve(t, http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		http.Redirect(w, req, to, http.StatusTemporaryRedirect)
	})).URL
}

func flooder(t *testing.T) string {
	return serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { flood(w, `{"access_token":"`, `"}`) })).URL
}

// A server on the network may not send vise to this machine or its network.
func TestLoginAddresses(t *testing.T) {
	public := dialerWith(t, Config{Tokens: memory(t)}, Endpoint{URL: "https://mcp.example.com/mcp"}).auth
	intranet := dialerWith(t, Config{Tokens: memory(t)}, Endpoint{URL: "https://10.0.0.5/mcp", OAuth: &OAuthConfig{Issuer: "https://10.0.0.6/"}}).auth
	local := dialerWith(t, Config{Tokens: memory(t)}, Endpoint{URL: "http://127.0.0.1:9/mcp"}).auth
	for _, tt := range []struct {
		a    *authorizer
		url  string
		good bool
	}{
		{public, "https://login.example.com/", true},
		{public, "http://login.example.com/", false},
		{public, "http://localhost/", false},
		{public, "https://127.0.0.1/", false},
		{public, "https://[::1]/", false},
		{public, "https://10.0.0.1/", false},
		{public, "https://169.254.169.254/latest", false},
		{public, "https://[fd00::1]/", false},
		{intranet, "https://10.0.0.5/authorize", true},
		{intranet, "https://10.0.0.6/authorize", true},
		{intranet, "https://10.0.0.7/authorize", false},
		{local, "http://127.0.0.1:10/", true},
		{local, "http://localhost:10/", true},
		{local, "https://10.0.0.1/", false},
	} {
		w := tt.a.watch(nil)
		if err := w.checkURL(mustParse(t, tt.url)); (err == nil) != tt.good {
			t.Errorf("%s → %s: %v", tt.a.endpoint, tt.url, err)
		}
	}
	for address, good := range map[string]bool{"93.184.216.34:443": true, "10.0.0.1:443": false, "127.0.0.1:443": false, "[::ffff:127.0.0.1]:443": false, "169.254.169.254:80": false, "[::1]:443": false} {
		if err := public.watch(nil).checkAddress("rebound.example.com", address); (err == nil) != good {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// The check of the dialled address is on in the transport that is really used.
func TestLoginDial(t *testing.T) {
	srv := serve(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("reached") }))
	d, err := New(Config{Tokens: memory(t)}, Endpoint{Name: "peer", URL: "https://mcp.example.com/mcp"})
	if err != nil {
		t.Fatal(err)
	}
	w := d.auth.watch(nil)
	_, err = w.dial(t.Context(), "tcp", strings.TrimPrefix(srv.URL, "http://"))
	if err == nil || !strings.Contains(err.Error(), "isn't a public address") {
		t.Errorf("got %v", err)
	}
}

// Over http, a login could be read on the way.
func TestLoginOverHTTP(t *testing.T) {
	d := dialerWith(t, Config{Tokens: memory(t), Open: (&person{}).open}, Endpoint{URL: "http://mcp.example.com/mcp"})
	err := d.auth.ask(t.Context(), &http.Response{StatusCode: 401, Header: http.Header{}, Body: http.NoBody})
	if err == nil || !strings.Contains(err.Error(), "use https") {
		t.Errorf("got %v", err)
	}
}
