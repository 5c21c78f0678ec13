package ollama

import "context"

// At is an Ollama server as it was configured: an address in the form of
// OLLAMA_HOST, "" for the default one, and where that came from, for messages.
type At struct {
	Host string
	From string // "OLLAMA_HOST" if empty
}

// Discover asks the server what it is and has. It returns a State in any case
// and takes no longer than ctx; without a deadline, 10 seconds.
func (a At) Discover(ctx context.Context) State {
	_, note := ResolveHost(a.Host)
	srv, err := newServer(a.Host, a.From, nil)
	if err != nil {
		return State{Note: note, Why: asModelError(err)}
	}
	defer srv.http.CloseIdleConnections()
	st := srv.discover(ctx)
	st.From, st.Note = srv.from, note
	return st
}

// Version is the cheapest way to see whether the server is up. Errors are
// *session.ModelError.
func (a At) Version(ctx context.Context) (string, error) {
	srv, err := newServer(a.Host, a.From, nil)
	if err != nil {
		return "", err
	}
	defer srv.http.CloseIdleConnections()
	return srv.version(ctx)
}

// Pull downloads a model to the server and says how it goes. A pull that was
// cancelled or cut off goes on where it was when it is started again. Errors
// are *session.ModelError, or ctx's.
func (a At) Pull(ctx context.Context, name string, onProgress func(Progress)) error {
	srv, err := newServer(a.Host, a.From, nil)
	if err != nil {
		return err
	}
	defer srv.http.CloseIdleConnections()
	return srv.pull(ctx, name, onProgress)
}

// Ping asks the model's server whether it is there, and nothing else. Errors
// are *session.ModelError.
func (m *Model) Ping(ctx context.Context) error {
	_, err := m.server.version(ctx)
	return err
}

// WithThink is the same model, with what is known of it, thinking as told.
func (m *Model) WithThink(think *bool) *Model {
	m.mu.Lock()
	defer m.mu.Unlock()
	cfg := m.cfg
	cfg.Think = think
	return &Model{cfg: cfg, server: m.server, digest: m.digest, context: m.context, loaded: m.loaded, given: m.given, checked: m.checked, perToken: m.perToken, loadingAfter: m.loadingAfter, backoff: m.backoff}
}
