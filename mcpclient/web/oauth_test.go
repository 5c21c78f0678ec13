package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient/web/webtest"
)

// loginDialer reaches a login server's MCP server, with a person who agrees.
func loginDialer(t *testing.T, s *webtest.LoginServer, store TokenStore, e Endpoint) (*Dialer, *person) {
	t.Helper()
	p := &person{}
	e.URL = s.MCP
	return dialerWith(t, Config{Tokens: store, Open: p.open}, e), p
}

func memory(t *testing.T) TokenStore { return NewTokenStore(t.TempDir(), fakeRing()) }

func fakeRing() *webtest.FakeKeyring { return &webtest.FakeKeyring{None: ErrNoSecret} }

// A login is made once: it serves further sessions, and after a restart.
func TestLogin(t *testing.T) {
	for _, method := range []string{"none", "client_secret_post", "client_secret_basic"} {
		t.Run(method, func(t *testing.T) {
			s := webtest.NewLoginServer(t, streamableHandler(nil))
			s.Method = method
			store := memory(t)
			d, p := loginDialer(t, s, store, Endpoint{})
			wantEcho(t, mustConnect(t, d))
			wantEcho(t, mustConnect(t, d))
			after, q := loginDialer(t, s, store, Endpoint{})
			if !after.LoggedIn() {
				t.Error("the login isn't there after a restart")
			}
			wantEcho(t, mustConnect(t, after))
			if p.asked() != 1 || q.asked() != 0 {
				t.Fatalf("the person was asked %d and %d times", p.asked(), q.asked())
			}
			a := p.shown[0]
			if a.Server != "peer" || !strings.HasPrefix(a.URL, s.URL+"/authorize?") || "http://"+a.Host != s.URL || a.ASCIIHost != a.Host || a.Punycode {
				t.Errorf("shown: %+v", a)
			}
			if want := []string{"offline_access", "read"}; !slices.Equal(slices.Sorted(slices.Values(a.Scopes)), want) {
				t.Errorf("scopes are %q", a.Scopes)
			}
			if err := after.Logout(); err != nil || after.LoggedIn() {
				t.Errorf("logging out: %v", err)
			}
			if again, _ := loginDialer(t, s, store, Endpoint{}); again.LoggedIn() {
				t.Error("the login is there after it was forgotten")
			}
		})
	}
}

// The older transport, given or found out, has logins, too.
func TestLoginSSE(t *testing.T) {
	for _, e := range []Endpoint{{SSE: true}, {Auto: true}} {
		s := webtest.NewLoginServer(t, sseHandler())
		d, p := loginDialer(t, s, memory(t), e)
		wantEcho(t, mustConnect(t, d))
		if p.asked() != 1 || d.Kind() != "sse" {
			t.Errorf("asked %d times, %s", p.asked(), d.Kind())
		}
	}
}

// An old token is renewed, in time and when the server says so, across a
// restart; the resource is named, the refresh token changes each time.
func TestRenewal(t *testing.T) {
	s := webtest.NewLoginServer(t, streamableHandler(&mcp.StreamableHTTPOptions{Stateless: true}))
	s.Lifetime = 1 // old at once
	store := memory(t)
	d, p := loginDialer(t, s, store, Endpoint{})
	wantEcho(t, mustConnect(t, d))
	if s.Count("refresh") == 0 {
		t.Error("an old token was sent")
	}
	s.Live(3600)
	d, q := loginDialer(t, s, store, Endpoint{})
	session := mustConnect(t, d)
	before := s.Count("refresh")
	s.Revoke()
	wantEcho(t, session)
	if p.asked() != 1 || q.asked() != 0 || s.Count("refresh") != before+1 {
		t.Errorf("asked %d and %d times, renewed %d times", p.asked(), q.asked(), s.Count("refresh")-before)
	}
	for _, r := range s.Resources() {
		if r != s.MCP {
			t.Errorf("a token was asked for %q", r)
		}
	}
}

// When a login can't be renewed any more, whether that shows in time or not,
// the person is asked again, once; nobody to ask is said as such.
func TestRenewalRefused(t *testing.T) {
	for name, tt := range map[string]struct {
		expire, none bool
	}{"revoked": {}, "expired": {expire: true}, "expired, no refresh token": {expire: true, none: true}, "revoked, no refresh token": {none: true}} {
		t.Run(name, func(t *testing.T) {
			s := webtest.NewLoginServer(t, streamableHandler(&mcp.StreamableHTTPOptions{Stateless: true}))
			s.NoRefresh = tt.none
			store := memory(t)
			d, p := loginDialer(t, s, store, Endpoint{})
			session := mustConnect(t, d)
			if tt.expire {
				old := *d.auth.current()
				old.Expiry = time.Now().Add(-time.Minute)
				d.auth.keep(&old)
			}
			s.Revoke()
			s.ForgetRefresh()
			alone := dialerWith(t, Config{Tokens: store}, Endpoint{URL: s.MCP})
			if _, err := connect(t, alone); !errors.Is(err, ErrLogin) || alone.LoggedIn() {
				t.Errorf("nobody to ask: %v, logged in: %v", err, alone.LoggedIn())
			}
			wantEcho(t, session)
			if p.asked() != 2 {
				t.Errorf("asked %d times", p.asked())
			}
		})
	}
}

// A login server that is down when a login is to be renewed doesn't cost the
// login.
func TestRenewalLater(t *testing.T) {
	s := webtest.NewLoginServer(t, streamableHandler(&mcp.StreamableHTTPOptions{Stateless: true}))
	store := memory(t)
	d, p := loginDialer(t, s, store, Endpoint{})
	session := mustConnect(t, d)
	old := *d.auth.current()
	url := old.TokenURL
	old.Expiry, old.TokenURL = time.Now().Add(-time.Minute), "http://127.0.0.1:"+fmt.Sprint(freePort(t))+"/token"
	d.auth.keep(&old)
	_, err := echo(t, session, "x")
	if err == nil || errors.Is(err, ErrLogin) || !strings.Contains(Plain(err).Error(), "can't be renewed: ") || !strings.Contains(Plain(err).Error(), "nothing listens") {
		t.Errorf("got %v", Plain(err))
	}
	up := old
	up.TokenURL = url
	d.auth.keep(&up)
	wantEcho(t, session)
	if p.asked() != 1 {
		t.Errorf("asked %d times", p.asked())
	}
}

// A server that takes no token asks the person once, not for ever.
func TestNoTokenWillDo(t *testing.T) {
	s := webtest.NewLoginServer(t, streamableHandler(nil))
	s.NoRefresh, s.Deaf = true, true
	d, p := loginDialer(t, s, memory(t), Endpoint{})
	_, err := connectOpts(t, d, legacy())
	var fault *Fault
	if !errors.As(err, &fault) || fault.Status != http.StatusUnauthorized || p.asked() > maxAsked {
		t.Errorf("asked %d times, got %v", p.asked(), err)
	}
}

// Another vise renewed the login meanwhile: its tokens are taken, as a refresh
// token serves once.
func TestRenewedElsewhere(t *testing.T) {
	s := webtest.NewLoginServer(t, streamableHandler(&mcp.StreamableHTTPOptions{Stateless: true}))
	store := memory(t)
	one, _ := loginDialer(t, s, store, Endpoint{})
	first := mustConnect(t, one)
	two, p := loginDialer(t, s, store, Endpoint{})
	second := mustConnect(t, two)
	s.Revoke()
	wantEcho(t, first)
	wantEcho(t, second)
	if p.asked() != 0 || s.Count("refresh") != 1 {
		t.Errorf("asked %d times, renewed %d times", p.asked(), s.Count("refresh"))
	}
}

// More is asked for when a call needs it, together with what there is; also
// after a restart.
func TestStepUp(t *testing.T) {
	for _, restart := range []bool{false, true} {
		s := webtest.NewLoginServer(t, streamableHandler(&mcp.StreamableHTTPOptions{Stateless: true}))
		s.StepUp = true
		store := memory(t)
		d, _ := loginDialer(t, s, store, Endpoint{})
		session := mustConnect(t, d)
		if restart {
			d, _ = loginDialer(t, s, store, Endpoint{})
			session = mustConnect(t, d)
		}
		wantEcho(t, session)
		if want := []string{"offline_access", "read", "write"}; !slices.Equal(slices.Sorted(slices.Values(s.Asked())), want) {
			t.Errorf("restart %v: asked for %q", restart, s.Asked())
		}
		wantEcho(t, session)
		if n := s.Count("authorize"); n != 2 {
			t.Errorf("restart %v: %d logins", restart, n)
		}
	}
}

// A server that always wants more is let go.
func TestStepUpForEver(t *testing.T) {
	s := webtest.NewLoginServer(t, streamableHandler(nil))
	s.Greedy = true
	d, p := loginDialer(t, s, memory(t), Endpoint{})
	session := mustConnect(t, d)
	_, err := echo(t, session, "x")
	var fault *Fault
	if !errors.As(err, &fault) || fault.Status != http.StatusForbidden {
		t.Errorf("got %v", err)
	}
	if p.asked() > maxRounds {
		t.Errorf("asked %d times", p.asked())
	}
}

// Many sessions at once, one login.
func TestOneLoginForMany(t *testing.T) {
	s := webtest.NewLoginServer(t, streamableHandler(nil))
	d, p := loginDialer(t, s, memory(t), Endpoint{})
	var all sync.WaitGroup
	for range 5 {
		all.Go(func() {
			if session, err := connect(t, d); err != nil {
				t.Error(err)
			} else {
				wantEcho(t, session)
			}
		})
	}
	all.Wait()
	if p.asked() != 1 {
		t.Errorf("asked %d times", p.asked())
	}
}

// A login of the old transport's server is asked for at its stream.
func TestLoginCommandSSE(t *testing.T) {
	s := webtest.NewLoginServer(t, refusing(http.StatusMethodNotAllowed, sseHandler()))
	d, p := loginDialer(t, s, memory(t), Endpoint{SSE: true})
	if wanted, err := d.Login(t.Context()); err != nil || !wanted || p.asked() != 1 || !d.LoggedIn() {
		t.Errorf("got %v, %v, asked %d times", wanted, err, p.asked())
	}
}

// Nobody can be asked: the error says what to run. Then that is run.
func TestNobodyToAsk(t *testing.T) {
	s := webtest.NewLoginServer(t, streamableHandler(nil))
	store := memory(t)
	alone := dialerWith(t, Config{Tokens: store}, Endpoint{URL: s.MCP})
	_, err := connect(t, alone)
	if !errors.Is(err, ErrLogin) || Plain(err).Error() != "the server peer wants a login: run `vise servers login peer`" {
		t.Fatalf("got %v", err)
	}
	d, p := loginDialer(t, s, store, Endpoint{})
	for range 2 {
		if wanted, err := d.Login(t.Context()); err != nil || !wanted || p.asked() != 1 {
			t.Fatalf("login: %v, %v, asked %d times", wanted, err, p.asked())
		}
	}
	// The process that waited finds it.
	wantEcho(t, mustConnect(t, alone))
}

func TestLoginNotWanted(t *testing.T) {
	d := dialerWith(t, Config{Tokens: memory(t)}, Endpoint{URL: serve(t, streamableHandler(nil)).URL})
	if wanted, err := d.Login(t.Context()); wanted || err != nil {
		t.Errorf("got %v, %v", wanted, err)
	}
	d = dialerWith(t, Config{Tokens: memory(t)}, Endpoint{URL: "https://x.example/", Headers: map[string]string{"Authorization": "Bearer x"}})
	if _, err := d.Login(t.Context()); err == nil || !strings.Contains(err.Error(), "in its headers") {
		t.Errorf("got %v", err)
	}
}

// A client that was registered beforehand, with a port that was, too.
func TestRegisteredBeforehand(t *testing.T) {
	port := freePort(t)
	s := webtest.NewLoginServer(t, streamableHandler(nil))
	s.Closed, s.Method = true, "client_secret_post"
	s.Know("me", "hush-hush")
	d, p := loginDialer(t, s, memory(t), Endpoint{OAuth: &OAuthConfig{ClientID: "me", ClientSecret: "hush-hush", Scopes: []string{"narrow"}, CallbackPort: port}})
	wantEcho(t, mustConnect(t, d))
	if want := fmt.Sprintf("redirect_uri=http%%3A%%2F%%2Flocalhost%%3A%d%%2Fcallback", port); !strings.Contains(p.shown[0].URL, want) {
		t.Errorf("%q has no %q", p.shown[0].URL, want)
	}
	if !slices.Contains(s.Asked(), "narrow") || slices.Contains(s.Asked(), "read") {
		t.Errorf("asked for %q", s.Asked())
	}
}

// A call that is given up while the person is being asked takes the question
// back, and asks no second one.
func TestLoginGivenUp(t *testing.T) {
	s := webtest.NewLoginServer(t, streamableHandler(nil))
	var asked, taken atomic.Int32
	open := func(ctx context.Context, _ Authorize) error {
		asked.Add(1)
		<-ctx.Done()
		taken.Add(1)
		return ctx.Err()
	}
	d := dialerWith(t, Config{Tokens: memory(t), Open: open}, Endpoint{URL: s.MCP})
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	c := mcp.NewClient(&mcp.Implementation{Name: "vise"}, nil)
	if _, err := c.Connect(ctx, d.Transport(), legacy()); err == nil {
		t.Fatal("connected")
	}
	time.Sleep(50 * time.Millisecond) // a second question would come at once
	if asked.Load() != 1 || taken.Load() != 1 {
		t.Errorf("asked %d times, taken back %d times", asked.Load(), taken.Load())
	}
}

// What the server echoes of a token doesn't come back.
func TestTokenIsMasked(t *testing.T) {
	s := webtest.NewLoginServer(t, streamableHandler(nil))
	store := memory(t)
	d, _ := loginDialer(t, s, store, Endpoint{})
	session := mustConnect(t, d)
	r := d.auth.current()
	if r == nil {
		t.Fatal("no login")
	}
	s.Revoke()
	s.ForgetRefresh()
	d.auth.open = nil
	_, err := echo(t, session, "x")
	if !errors.Is(err, ErrLogin) || strings.Contains(err.Error(), r.Access) {
		t.Errorf("got %v", err)
	}
	for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		if got := fmt.Sprintf(format, *r) + fmt.Sprintf(format, r); strings.Contains(got, "access") || strings.Contains(got, "refresh") {
			t.Errorf("%s prints %s", format, got)
		}
	}
}

// What is kept belongs to one server: its name and its whole address.
func TestKeys(t *testing.T) {
	keys := map[string]bool{}
	for _, e := range []Endpoint{
		{Name: "a", URL: "https://x.example/mcp"}, {Name: "b", URL: "https://x.example/mcp"}, {Name: "a", URL: "https://x.example/mcp2"},
		{Name: "a", URL: "https://x.example/mcp?key=hidden"}, {Name: "a", URL: "http://x.example/mcp"},
	} {
		key := dialerWith(t, Config{Tokens: memory(t)}, e).auth.key()
		if keys[key] || strings.Contains(key, "hidden") {
			t.Errorf("%q", key)
		}
		keys[key] = true
	}
}
