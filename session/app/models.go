package app

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"vise/session"
	"vise/session/offline"
	"vise/session/ollama"
	"vise/store"
)

// settingModel remembers the model that was last chosen by hand.
const settingModel = "model"

// discoverIn bounds the look for an Ollama where nothing was ever chosen.
const discoverIn = 2 * time.Second

// chooser holds the model of the next run.
type chooser struct {
	db       *store.DB
	cfg      ollamaConfig
	host     string // OLLAMA_HOST, or the configured one
	hostFrom string

	ready chan struct{} // closed when the choice is known

	mu      sync.Mutex
	model   session.Model
	down    string // why it can't be used
	changed func()
}

// newChooser starts from what was chosen: the command line, the file, the last
// choice. Where nothing ever was, it looks for an Ollama in the background, so
// that nothing waits for it, and takes the offline model where none answers.
func newChooser(ctx context.Context, db *store.DB, f File, flag, envHost string, changed func()) (*chooser, error) {
	c := &chooser{db: db, cfg: f.Ollama, host: f.Ollama.Host, hostFrom: "ollama.host in vise.yaml", ready: make(chan struct{}), changed: changed}
	if c.host == "" {
		c.host, c.hostFrom = envHost, "OLLAMA_HOST"
	}
	name := flag
	if name == "" {
		name = f.Model
	}
	if name == "" {
		remembered, ok, err := db.Setting(ctx, settingModel)
		if err != nil {
			return nil, err
		}
		if ok {
			name = remembered
		}
	}
	if name == "" {
		c.model = offline.New()
		go c.discover(ctx)
		return c, nil
	}
	m, err := c.make(name)
	if err != nil {
		return nil, err
	}
	c.model = m
	close(c.ready)
	return c, nil
}

// Model names the model that the command line or vise.yaml chose; where they
// don't, the name is empty: the database knows the last choice.
func (p Plan) Model() session.ModelInfo {
	name := p.cfg.Model
	if name == "" {
		name = p.file.Model
	}
	return session.ModelInfo{Name: name, Offline: name == "offline"}
}

func (c *chooser) make(name string) (session.Model, error) {
	if name == "offline" {
		return offline.New(), nil
	}
	return ollama.New(ollama.Config{Host: c.host, HostFrom: c.hostFrom, Model: strings.TrimPrefix(name, "ollama/"), NumCtx: c.cfg.NumCtx, Think: c.think()})
}

func (c *chooser) think() *bool {
	on, off := true, false
	switch c.cfg.Think {
	case "on":
		return &on
	case "off":
		return &off
	}
	return nil
}

func (c *chooser) discover(ctx context.Context) {
	defer close(c.ready)
	ctx, cancel := context.WithTimeout(ctx, discoverIn)
	defer cancel()
	name, err := ollama.Default(ctx, c.host)
	if err != nil || name == "" {
		return // the offline model stays, and says what it is
	}
	m, err := c.make("ollama/" + name)
	if err != nil {
		return
	}
	c.mu.Lock()
	c.model = m
	c.mu.Unlock()
	c.changed()
}

// current waits until it is known which model is in use.
func (c *chooser) current(ctx context.Context) (session.Model, error) {
	select {
	case <-c.ready:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	c.mu.Lock()
	m := c.model
	c.mu.Unlock()
	if o, ok := m.(*ollama.Model); ok {
		rctx, cancel := context.WithTimeout(ctx, discoverIn)
		defer cancel()
		_ = o.Resolve(rctx) // digest and context for the record; what is wrong shows at the first chat, in its own words
	}
	return m, ctx.Err()
}

func (c *chooser) info() session.ModelInfo {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.model.Info()
}

// choose takes effect with the next run, and is remembered.
func (c *chooser) choose(ctx context.Context, name string) error {
	if err := checkModelName(name); err != nil || name == "" {
		return fmt.Errorf("%w: %w", ErrConfig, err)
	}
	m, err := c.make(name)
	if err != nil {
		return err
	}
	if err := c.db.SetSetting(ctx, settingModel, name); err != nil {
		return err
	}
	c.mu.Lock()
	c.model, c.down = m, ""
	c.mu.Unlock()
	c.changed()
	return nil
}

// outcome notes how a run ended, for the top line.
func (c *chooser) outcome(code, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.down = ""
	if code == string(session.ModelUnavailable) {
		c.down = reason
	}
}
