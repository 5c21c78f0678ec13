package ollama

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ollama/ollama/api"
	"golang.org/x/sync/errgroup"

	"vise/session"
)

// Installed is one model of a server.
type Installed struct {
	Name          string // qwen3:8b
	Digest        string
	Family        string
	Parameters    string // 8.2B
	Quantization  string // Q4_K_M
	Size          int64  // bytes on the disk
	Modified      time.Time
	Context       int      // tokens that the model was made for; 0 unknown
	Capabilities  []string // tools, thinking, vision …; from its template, not a promise
	Remote        string   // host that runs it instead; "" runs here
	Loaded        bool
	LoadedContext int // tokens that are really allocated, while loaded
	// CachePerToken is how many bytes of cache each token of context takes, at
	// 16 bits; 0 unknown.
	CachePerToken int64
}

// HasTools reports whether the model's template has a place for tools.
func (i Installed) HasTools() bool { return slices.Contains(i.Capabilities, "tools") }

// HasThinking reports whether the model says that it can think.
func (i Installed) HasThinking() bool { return slices.Contains(i.Capabilities, "thinking") }

// State is what a server is like now.
type State struct {
	URL     string // resolved; "" where the address can't be read
	From    string // where the address came from: OLLAMA_HOST, the default address
	Note    string // what may be wrong with the address, in words
	Up      bool
	Version string
	Why     *session.ModelError // if it isn't up
	Models  []Installed         // by name
}

// Discover asks the server at host, in the form of OLLAMA_HOST, what it is and
// has. It returns a State in any case and takes no longer than ctx; without a
// deadline, 10 seconds.
func Discover(ctx context.Context, host string) State { return At{Host: host}.Discover(ctx) }

// Version asks the server at host for its version, which is the cheapest way
// to see whether it is up. Errors are *session.ModelError.
func Version(ctx context.Context, host string) (string, error) { return At{Host: host}.Version(ctx) }

// Default names the best installed model that has tools and runs here, of the
// server at host; "" if there is none. An error means that the server couldn't
// be asked.
func Default(ctx context.Context, host string) (string, error) {
	st := Discover(ctx, host)
	if !st.Up {
		return "", st.Why
	}
	best, _ := st.Best()
	return best.Name, nil
}

const (
	discovering = 10 * time.Second
	showing     = 4 // models asked about at a time
)

func (s *server) version(ctx context.Context) (string, error) {
	ex := &exchange{}
	v, err := s.client.Version(withExchange(ctx, ex))
	switch {
	case ctx.Err() != nil && ex.status == 0:
		f := s.unreachable(ctx.Err())
		return "", f.err
	case ex.status == 0 && err != nil:
		return "", s.unreachable(err).err
	case err != nil || v == "":
		return "", s.notOllama(said(plain(string(ex.body)), ex.proto)).err
	}
	return plain(v), nil
}

func (s *server) discover(ctx context.Context) State {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, discovering)
		defer cancel()
	}
	st := State{URL: s.url.String()}
	v, err := s.version(ctx)
	if err != nil {
		st.Why = asModelError(err)
		return st
	}
	st.Up, st.Version = true, v
	list, err := s.client.List(ctx)
	if err != nil {
		return st
	}
	for _, m := range list.Models {
		st.Models = append(st.Models, installed(m))
	}
	s.addLoaded(ctx, st.Models)
	s.addShown(ctx, st.Models)
	slices.SortFunc(st.Models, func(a, b Installed) int { return cmp.Compare(a.Name, b.Name) })
	return st
}

func installed(m api.ListModelResponse) Installed {
	return Installed{
		Name: plain(m.Name), Digest: plain(m.Digest), Family: plain(m.Details.Family), Parameters: plain(m.Details.ParameterSize),
		Quantization: plain(m.Details.QuantizationLevel), Size: m.Size, Modified: m.ModifiedAt, Remote: plain(m.RemoteHost),
	}
}

func (s *server) addLoaded(ctx context.Context, models []Installed) {
	ps, err := s.client.ListRunning(ctx)
	if err != nil {
		return
	}
	for _, p := range ps.Models {
		for i := range models {
			if models[i].Name == p.Name {
				models[i].Loaded, models[i].LoadedContext = true, p.ContextLength
			}
		}
	}
}

// addShown asks for what only the details of each model say. One that can't be
// asked about stays without capabilities.
func (s *server) addShown(ctx context.Context, models []Installed) {
	var g errgroup.Group
	g.SetLimit(showing)
	for i := range models {
		g.Go(func() error {
			show, err := s.client.Show(ctx, &api.ShowRequest{Model: models[i].Name})
			if err == nil {
				models[i].addDetails(show)
			}
			return nil
		})
	}
	_ = g.Wait() // nothing returns an error
}

func (i *Installed) addDetails(show *api.ShowResponse) {
	for _, c := range show.Capabilities {
		i.Capabilities = append(i.Capabilities, plain(string(c)))
	}
	i.Remote = cmp.Or(i.Remote, plain(show.RemoteHost))
	arch, _ := show.ModelInfo["general.architecture"].(string)
	if n, ok := show.ModelInfo[arch+".context_length"].(float64); ok && n > 0 && n < 1e9 {
		i.Context = int(n)
	}
	i.CachePerToken = cachePerToken(show.ModelInfo)
}

// find returns one model by its name, with or without ":latest".
func (s *server) find(ctx context.Context, name string) (Installed, error) {
	if _, err := s.version(ctx); err != nil {
		return Installed{}, err
	}
	list, err := s.client.List(ctx)
	if err != nil {
		return Installed{}, &session.ModelError{Kind: session.ModelServer, What: "Ollama's list of models can't be read", Remedy: "look into Ollama's log", Err: err}
	}
	for _, m := range list.Models {
		if m.Name == name || m.Name == name+":latest" {
			one := []Installed{installed(m)}
			s.addLoaded(ctx, one)
			s.addShown(ctx, one)
			return one[0], nil
		}
	}
	return Installed{}, &session.ModelError{Kind: session.ModelNotFound,
		What: fmt.Sprintf("there is no model %s at %s", plain(name), s.url), Remedy: s.installedOrPull(ctx, name)}
}

func asModelError(err error) *session.ModelError {
	if me, ok := err.(*session.ModelError); ok {
		return me
	}
	return &session.ModelError{Kind: session.ModelServer, What: "Ollama failed", Err: err}
}
