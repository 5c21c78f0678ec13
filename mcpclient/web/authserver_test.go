package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
)

// loginServer is an authorization server, as strict as one should be, and the
// MCP server that trusts it.
type loginServer struct {
	t   *testing.T
	url string // of the login server
	mcp string // of the MCP server

	// What a test makes it do.
	iss       string // sent back; "": its own
	state     string // sent back; "": what came
	declines  bool
	page      string // authorization_endpoint; "": its own
	tokenURL  string // token_endpoint; "": its own
	closed    bool   // no registration
	lifetime  int    // of a token, in seconds
	method    string // the only way for a client to show who it is
	noRefresh bool
	deaf      bool // no token will do
	stepUp    bool // tools/call wants the scope "write"
	greedy    bool // tools/call wants more, whatever it gets

	mu        sync.Mutex
	clients   map[string]string // id → secret
	codes     map[string]url.Values
	access    map[string][]string // token → scopes
	refresh   map[string][]string
	seen      map[string]int // how often what was done
	scopes    []string       // asked for last
	resources []string
}

func newLoginServer(t *testing.T, next http.Handler) *loginServer {
	s := &loginServer{t: t, lifetime: 3600, clients: map[string]string{}, codes: map[string]url.Values{},
		access: map[string][]string{}, refresh: map[string][]string{}, seen: map[string]int{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/oauth-authorization-server", s.metadata)
	mux.HandleFunc("POST /register", s.register)
	mux.HandleFunc("GET /authorize", s.authorize)
	mux.HandleFunc("POST /token", s.token)
	s.url = serve(t, mux).URL

	resource := http.NewServeMux()
	resource.HandleFunc("GET /.well-known/oauth-protected-resource/mcp", func(w http.ResponseWriter, _ *http.Request) {
		s.json(w, 200, map[string]any{"resource": s.mcp, "authorization_servers": []string{s.url}, "scopes_supported": []string{"read"}})
	})
	resource.Handle("/mcp", s.guarded(next))
	s.mcp = serve(t, resource).URL + "/mcp"
	return s
}

func (s *loginServer) json(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(v); err != nil {
		s.t.Error(err)
	}
}

func (s *loginServer) count(what string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen[what]
}

func or(s, def string) string {
	if s != "" {
		return s
	}
	return def
}

func (s *loginServer) metadata(w http.ResponseWriter, _ *http.Request) {
	meta := map[string]any{
		"issuer": s.url, "authorization_endpoint": or(s.page, s.url+"/authorize"), "token_endpoint": or(s.tokenURL, s.url+"/token"),
		"response_types_supported": []string{"code"}, "code_challenge_methods_supported": []string{"S256"},
		"scopes_supported": []string{"read", "write", "offline_access"}, "authorization_response_iss_parameter_supported": true,
		"token_endpoint_auth_methods_supported": []string{or(s.method, "none")},
	}
	if !s.closed {
		meta["registration_endpoint"] = s.url + "/register"
	}
	s.json(w, 200, meta)
}

func (s *loginServer) register(w http.ResponseWriter, req *http.Request) {
	var m struct {
		RedirectURIs []string `json:"redirect_uris"`
		Method       string   `json:"token_endpoint_auth_method"`
		Type         string   `json:"application_type"`
	}
	if err := json.NewDecoder(req.Body).Decode(&m); err != nil {
		s.t.Error(err)
	}
	if m.Type != "native" || len(m.RedirectURIs) != 1 || or(m.Method, "client_secret_basic") != or(s.method, "none") {
		s.t.Errorf("registered with %+v", m)
	}
	id, secret := "client-"+rand.Text(), ""
	answer := map[string]any{"client_id": id, "redirect_uris": m.RedirectURIs, "token_endpoint_auth_method": or(s.method, "none")}
	if s.method != "" && s.method != "none" {
		secret = "secret-" + rand.Text()
		answer["client_secret"] = secret
	}
	s.mu.Lock()
	s.clients[id] = secret
	s.seen["register"]++
	s.mu.Unlock()
	s.json(w, 201, answer)
}

func (s *loginServer) authorize(w http.ResponseWriter, req *http.Request) {
	q := req.URL.Query()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen["authorize"]++
	s.scopes = strings.Fields(q.Get("scope"))
	_, known := s.clients[q.Get("client_id")]
	back, err := url.Parse(q.Get("redirect_uri"))
	if err != nil || !known || q.Get("response_type") != "code" || q.Get("code_challenge_method") != "S256" || len(q.Get("code_challenge")) < 43 || q.Get("resource") != s.mcp {
		s.t.Errorf("authorize came with %v", q)
		http.Error(w, "bad request", 400)
		return
	}
	answer := url.Values{"state": {or(s.state, q.Get("state"))}, "iss": {or(s.iss, s.url)}}
	if s.declines {
		answer.Set("error", "access_denied")
	} else {
		code := "code-" + rand.Text()
		s.codes[code] = q
		answer.Set("code", code)
	}
	back.RawQuery = answer.Encode()
	http.Redirect(w, req, back.String(), http.StatusFound)
}

func (s *loginServer) token(w http.ResponseWriter, req *http.Request) {
	if err := req.ParseForm(); err != nil {
		s.t.Error(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	id, secret := req.PostForm.Get("client_id"), req.PostForm.Get("client_secret")
	if user, pass, ok := req.BasicAuth(); ok {
		id, secret = user, pass
	}
	if want, known := s.clients[id]; !known || want != secret {
		s.json(w, 401, map[string]any{"error": "invalid_client"})
		return
	}
	s.resources = append(s.resources, req.PostForm.Get("resource"))
	var scopes []string
	switch grant := req.PostForm.Get("grant_type"); grant {
	case "authorization_code":
		code := req.PostForm.Get("code")
		q, ok := s.codes[code]
		delete(s.codes, code)
		sum := sha256.Sum256([]byte(req.PostForm.Get("code_verifier")))
		if !ok || q.Get("client_id") != id || q.Get("redirect_uri") != req.PostForm.Get("redirect_uri") || q.Get("code_challenge") != base64.RawURLEncoding.EncodeToString(sum[:]) {
			s.json(w, 400, map[string]any{"error": "invalid_grant", "error_description": "the code or its verifier is wrong"})
			return
		}
		scopes = strings.Fields(q.Get("scope"))
	case "refresh_token":
		s.seen["refresh"]++
		old := req.PostForm.Get("refresh_token")
		var ok bool
		if scopes, ok = s.refresh[old]; !ok {
			s.json(w, 400, map[string]any{"error": "invalid_grant"})
			return
		}
		delete(s.refresh, old)
	default:
		s.t.Errorf("grant type %q", grant)
	}
	s.issue(w, scopes)
}

// issue gives new tokens; the caller has the lock.
func (s *loginServer) issue(w http.ResponseWriter, scopes []string) {
	access := "access-" + rand.Text()
	s.access[access] = scopes
	answer := map[string]any{"access_token": access, "token_type": "Bearer", "expires_in": s.lifetime, "scope": strings.Join(scopes, " ")}
	if !s.noRefresh {
		refresh := "refresh-" + rand.Text()
		s.refresh[refresh] = scopes
		answer["refresh_token"] = refresh
	}
	s.json(w, 200, answer)
}

// revoke ends all access tokens.
func (s *loginServer) revoke() {
	s.mu.Lock()
	clear(s.access)
	s.mu.Unlock()
}

func (s *loginServer) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		req.Body = io.NopCloser(bytes.NewReader(body))
		s.mu.Lock()
		scopes, ok := s.access[strings.TrimPrefix(req.Header.Get("Authorization"), "Bearer ")]
		s.mu.Unlock()
		call := bytes.Contains(body, []byte(`"tools/call"`))
		switch {
		case !ok || s.deaf:
			w.Header().Set("WWW-Authenticate", `Bearer resource_metadata="`+strings.TrimSuffix(s.mcp, "/mcp")+`/.well-known/oauth-protected-resource/mcp"`)
			http.Error(w, "log in: "+req.Header.Get("Authorization"), http.StatusUnauthorized)
		case call && s.greedy:
			w.Header().Set("WWW-Authenticate", `Bearer error="insufficient_scope", scope="`+rand.Text()+`"`)
			http.Error(w, "more", http.StatusForbidden)
		case call && s.stepUp && !slices.Contains(scopes, "write"):
			w.Header().Set("WWW-Authenticate", `Bearer error="insufficient_scope", scope="write"`)
			http.Error(w, "not with these scopes", http.StatusForbidden)
		default:
			next.ServeHTTP(w, req)
		}
	})
}

// person agrees to open each page, and has a browser that follows redirects.
type person struct {
	mu    sync.Mutex
	shown []Authorize
	no    error
}

func (p *person) open(ctx context.Context, a Authorize) error {
	p.mu.Lock()
	p.shown = append(p.shown, a)
	p.mu.Unlock()
	if p.no != nil {
		return p.no
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL, nil)
	if err != nil {
		return err
	}
	network := ownTransport()
	defer network.CloseIdleConnections()
	resp, err := (&http.Client{Transport: network}).Do(req)
	if err != nil {
		return nil // vise has what it wants, or the page is gone
	}
	return resp.Body.Close()
}

func (p *person) asked() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.shown)
}

// FakeKeyring is a keyring in memory.
type FakeKeyring struct {
	mu    sync.Mutex
	kept  map[string]string
	hangs chan struct{} // not nil: every question waits for it
	err   error         // not nil: every question ends with it
	asked int
}

func (k *FakeKeyring) begin() error {
	k.mu.Lock()
	hangs, err := k.hangs, k.err
	k.asked++
	k.mu.Unlock()
	if hangs != nil {
		<-hangs
	}
	return err
}

// Get implements Keyring.
func (k *FakeKeyring) Get(service, user string) (string, error) {
	if err := k.begin(); err != nil {
		return "", err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if secret, ok := k.kept[service+"/"+user]; ok {
		return secret, nil
	}
	return "", ErrNoSecret
}

// Set implements Keyring.
func (k *FakeKeyring) Set(service, user, secret string) error {
	if err := k.begin(); err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.kept == nil {
		k.kept = map[string]string{}
	}
	k.kept[service+"/"+user] = secret
	return nil
}

// Delete implements Keyring.
func (k *FakeKeyring) Delete(service, user string) error {
	if err := k.begin(); err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, ok := k.kept[service+"/"+user]; !ok {
		return ErrNoSecret
	}
	delete(k.kept, service+"/"+user)
	return nil
}

func (k *FakeKeyring) String() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return fmt.Sprint(k.kept)
}
