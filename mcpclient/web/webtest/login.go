// Package webtest has an authorization server for tests of what signs in to an
// MCP server.
package webtest

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
)

// LoginServer is an authorization server, as strict as one should be, and the
// MCP server that trusts it.
type LoginServer struct {
	t   *testing.T
	URL string // of the login server
	MCP string // of the MCP server

	// What a test makes it do.
	Iss       string // sent back; "": its own
	State     string // sent back; "": what came
	Declines  bool
	Page      string // authorization_endpoint; "": its own
	TokenURL  string // token_endpoint; "": its own
	Closed    bool   // no registration
	Lifetime  int    // of a token, in seconds
	Method    string // the only way for a client to show who it is
	NoRefresh bool
	Deaf      bool // no token will do
	StepUp    bool // tools/call wants the scope "write"
	Greedy    bool // tools/call wants more, whatever it gets

	mu        sync.Mutex
	clients   map[string]string // id → secret
	codes     map[string]url.Values
	access    map[string][]string // token → scopes
	refresh   map[string][]string
	seen      map[string]int // how often what was done
	scopes    []string       // asked for last
	resources []string
}

// NewLoginServer serves both until the test is over; next is the MCP server
// behind the login.
func NewLoginServer(t *testing.T, next http.Handler) *LoginServer {
	s := &LoginServer{t: t, Lifetime: 3600, clients: map[string]string{}, codes: map[string]url.Values{},
		access: map[string][]string{}, refresh: map[string][]string{}, seen: map[string]int{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/oauth-authorization-server", s.metadata)
	mux.HandleFunc("POST /register", s.register)
	mux.HandleFunc("GET /authorize", s.authorize)
	mux.HandleFunc("POST /token", s.token)
	s.URL = serve(t, mux).URL

	resource := http.NewServeMux()
	resource.HandleFunc("GET /.well-known/oauth-protected-resource/mcp", func(w http.ResponseWriter, _ *http.Request) {
		s.json(w, 200, map[string]any{"resource": s.MCP, "authorization_servers": []string{s.URL}, "scopes_supported": []string{"read"}})
	})
	resource.Handle("/mcp", s.guarded(next))
	s.MCP = serve(t, resource).URL + "/mcp"
	return s
}

func (s *LoginServer) json(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(v); err != nil {
		s.t.Error(err)
	}
}

// Count is how often something was done: register, authorize, refresh.
func (s *LoginServer) Count(what string) int {
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

func (s *LoginServer) metadata(w http.ResponseWriter, _ *http.Request) {
	meta := map[string]any{
		"issuer": s.URL, "authorization_endpoint": or(s.Page, s.URL+"/authorize"), "token_endpoint": or(s.TokenURL, s.URL+"/token"),
		"response_types_supported": []string{"code"}, "code_challenge_methods_supported": []string{"S256"},
		"scopes_supported": []string{"read", "write", "offline_access"}, "authorization_response_iss_parameter_supported": true,
		"token_endpoint_auth_methods_supported": []string{or(s.Method, "none")},
	}
	if !s.Closed {
		meta["registration_endpoint"] = s.URL + "/register"
	}
	s.json(w, 200, meta)
}

func (s *LoginServer) register(w http.ResponseWriter, req *http.Request) {
	var m struct {
		RedirectURIs []string `json:"redirect_uris"`
		Method       string   `json:"token_endpoint_auth_method"`
		Type         string   `json:"application_type"`
	}
	if err := json.NewDecoder(req.Body).Decode(&m); err != nil {
		s.t.Error(err)
	}
	if m.Type != "native" || len(m.RedirectURIs) != 1 || or(m.Method, "client_secret_basic") != or(s.Method, "none") {
		s.t.Errorf("registered with %+v", m)
	}
	id, secret := "client-"+rand.Text(), ""
	answer := map[string]any{"client_id": id, "redirect_uris": m.RedirectURIs, "token_endpoint_auth_method": or(s.Method, "none")}
	if s.Method != "" && s.Method != "none" {
		secret = "secret-" + rand.Text()
		answer["client_secret"] = secret
	}
	s.mu.Lock()
	s.clients[id] = secret
	s.seen["register"]++
	s.mu.Unlock()
	s.json(w, 201, answer)
}

func (s *LoginServer) authorize(w http.ResponseWriter, req *http.Request) {
	q := req.URL.Query()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen["authorize"]++
	s.scopes = strings.Fields(q.Get("scope"))
	_, known := s.clients[q.Get("client_id")]
	back, err := url.Parse(q.Get("redirect_uri"))
	if err != nil || !known || q.Get("response_type") != "code" || q.Get("code_challenge_method") != "S256" || len(q.Get("code_challenge")) < 43 || q.Get("resource") != s.MCP {
		s.t.Errorf("authorize came with %v", q)
		http.Error(w, "bad request", 400)
		return
	}
	answer := url.Values{"state": {or(s.State, q.Get("state"))}, "iss": {or(s.Iss, s.URL)}}
	if s.Declines {
		answer.Set("error", "access_denied")
	} else {
		code := "code-" + rand.Text()
		s.codes[code] = q
		answer.Set("code", code)
	}
	back.RawQuery = answer.Encode()
	http.Redirect(w, req, back.String(), http.StatusFound)
}

func (s *LoginServer) token(w http.ResponseWriter, req *http.Request) {
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
func (s *LoginServer) issue(w http.ResponseWriter, scopes []string) {
	access := "access-" + rand.Text()
	s.access[access] = scopes
	answer := map[string]any{"access_token": access, "token_type": "Bearer", "expires_in": s.Lifetime, "scope": strings.Join(scopes, " ")}
	if !s.NoRefresh {
		refresh := "refresh-" + rand.Text()
		s.refresh[refresh] = scopes
		answer["refresh_token"] = refresh
	}
	s.json(w, 200, answer)
}

// Know registers a client beforehand.
func (s *LoginServer) Know(id, secret string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clients[id] = secret
}

// Live makes tokens that are given from now on good for that many seconds.
func (s *LoginServer) Live(seconds int) {
	s.mu.Lock()
	s.Lifetime = seconds
	s.mu.Unlock()
}

// Asked are the scopes that were asked for last.
func (s *LoginServer) Asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.scopes)
}

// Resources are what tokens were asked for, one for each time.
func (s *LoginServer) Resources() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.resources)
}

// Issued is how many access tokens are good now.
func (s *LoginServer) Issued() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.access)
}

// ForgetRefresh ends all refresh tokens.
func (s *LoginServer) ForgetRefresh() {
	s.mu.Lock()
	clear(s.refresh)
	s.mu.Unlock()
}

// Revoke ends all access tokens.
func (s *LoginServer) Revoke() {
	s.mu.Lock()
	clear(s.access)
	s.mu.Unlock()
}

func (s *LoginServer) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		req.Body = io.NopCloser(bytes.NewReader(body))
		s.mu.Lock()
		scopes, ok := s.access[strings.TrimPrefix(req.Header.Get("Authorization"), "Bearer ")]
		s.mu.Unlock()
		call := bytes.Contains(body, []byte(`"tools/call"`))
		switch {
		case !ok || s.Deaf:
			w.Header().Set("WWW-Authenticate", `Bearer resource_metadata="`+strings.TrimSuffix(s.MCP, "/mcp")+`/.well-known/oauth-protected-resource/mcp"`)
			http.Error(w, "log in: "+req.Header.Get("Authorization"), http.StatusUnauthorized)
		case call && s.Greedy:
			w.Header().Set("WWW-Authenticate", `Bearer error="insufficient_scope", scope="`+rand.Text()+`"`)
			http.Error(w, "more", http.StatusForbidden)
		case call && s.StepUp && !slices.Contains(scopes, "write"):
			w.Header().Set("WWW-Authenticate", `Bearer error="insufficient_scope", scope="write"`)
			http.Error(w, "not with these scopes", http.StatusForbidden)
		default:
			next.ServeHTTP(w, req)
		}
	})
}

// serve serves until the test is over.
func serve(t *testing.T, h http.Handler) *httptest.Server {
	srv := httptest.NewServer(h)
	t.Cleanup(func() {
		srv.CloseClientConnections()
		srv.Close()
	})
	return srv
}
