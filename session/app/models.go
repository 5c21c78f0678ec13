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

const (
	// settingModel remembers the model that was last chosen by hand.
	settingModel = "model"
	// settingThink, with a model's name behind it, remembers how that model thinks.
	settingThink = "think/"
)

// discoverIn bounds the look for an Ollama where nothing was ever chosen.
const discoverIn = 2 * time.Second

// chooser holds the model of the next run.
type chooser struct {
	db  *store.DB
	cfg ollamaConfig
	at  ollama.At

	secrets session.Redactor
	ready   chan struct{} // closed when the choice is known
	look    chan struct{} // a value: look at the server now
	changed func()

	mu     sync.Mutex
	chosen bool // by a person: the command line, the file, the last choice
	model  session.Model
	think  string // on, off or auto, for model
	up     bool   // the model's server answered at the last look
	down   string // why the model can't be used
	news   string // what changed by itself since the last run began
}

// newChooser starts from what was chosen: the command line, the file, the last
// choice. Where nothing ever was, it looks for an Ollama in the background, so
// that nothing waits for it, and takes the offline model where none answers.
func newChooser(ctx context.Context, db *store.DB, f File, flag, envHost string, secrets session.Redactor, changed func()) (*chooser, error) {
	c := &chooser{db: db, cfg: f.Ollama, secrets: secrets, at: ollama.At{Host: f.Ollama.Host, From: "ollama.host in vise.yaml"},
		ready: make(chan struct{}), look: make(chan struct{}, 1), changed: changed}
	if c.at.Host == "" {
		c.at = ollama.At{Host: envHost, From: "OLLAMA_HOST"}
	}
	name := flag
	if name == "" {
		name = f.Model
	}
	if name == "" {
		remembered, _, err := db.Setting(ctx, settingModel)
		if err != nil {
			return nil, err
		}
		name = remembered
	}
	if c.cfg.Record != "" {
		c.news = "every exchange with Ollama is recorded in " + c.cfg.Record
	}
	if name == "" {
		c.model, c.think = offline.New(), "auto"
		go c.first(ctx)
		return c, nil
	}
	c.chosen = true
	close(c.ready)
	var err error
	c.model, c.think, err = c.make(ctx, name)
	return c, err
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

// make makes the model with that name, thinking as was last chosen for it.
func (c *chooser) make(ctx context.Context, name string) (session.Model, string, error) {
	if name == "offline" {
		return offline.New(), "auto", nil
	}
	if dir, ok := strings.CutPrefix(name, cassettes); ok {
		m, err := openRecording(dir)
		return m, "auto", err
	}
	think, ok, err := c.db.Setting(ctx, settingThink+name)
	if err != nil {
		return nil, "", err
	}
	if !ok {
		if think = c.cfg.Think; think == "" {
			think = "auto"
		}
	}
	m, err := ollama.New(ollama.Config{Host: c.at.Host, HostFrom: c.at.From, Model: strings.TrimPrefix(name, "ollama/"), NumCtx: c.cfg.NumCtx, Think: thinking(think), Transport: c.recorder()})
	return m, think, err
}

// thinking is a choice as the model takes it; nil leaves it to the model.
func thinking(think string) *bool {
	on := think == "on"
	if on || think == "off" {
		return &on
	}
	return nil
}

// first looks once for an Ollama.
func (c *chooser) first(ctx context.Context) {
	defer close(c.ready)
	ctx, cancel := context.WithTimeout(ctx, discoverIn)
	defer cancel()
	if _, took := c.adopt(ctx, c.at.Discover(ctx)); took {
		c.changed()
	}
}

// adopt takes the best installed model, where nothing was chosen meanwhile.
func (c *chooser) adopt(ctx context.Context, st ollama.State) (name string, took bool) {
	best, ok := st.Best()
	if !ok {
		return "", false
	}
	m, think, err := c.make(ctx, "ollama/"+best.Name)
	if err != nil {
		return "", false // the offline model stays, and says what it is
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.chosen {
		return "", false
	}
	c.model, c.think, c.up, c.down = m, think, true, ""
	return best.Name, true
}

// current waits until it is known which model is in use. A run begins with it.
func (c *chooser) current(ctx context.Context) (session.Model, error) {
	select {
	case <-c.ready:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	c.mu.Lock()
	m, told := c.model, c.news != ""
	c.news = ""
	c.mu.Unlock()
	if told {
		c.changed()
	}
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
	m, think, err := c.make(ctx, name)
	if err != nil {
		return err
	}
	if err := c.db.SetSetting(ctx, settingModel, name); err != nil {
		return err
	}
	c.mu.Lock()
	c.chosen, c.model, c.think, c.up, c.down, c.news = true, m, think, false, "", ""
	c.mu.Unlock()
	c.lookNow()
	c.changed()
	return nil
}

// setThink is for the model of the next run, and is remembered with its name.
func (c *chooser) setThink(ctx context.Context, think string) error {
	if think != "on" && think != "off" && think != "auto" {
		return fmt.Errorf("thinking is on, off or auto, not %q", think)
	}
	c.mu.Lock()
	o, ok := c.model.(*ollama.Model)
	c.mu.Unlock()
	if !ok {
		return fmt.Errorf("only a model of Ollama's thinks: choose one first")
	}
	if err := c.db.SetSetting(ctx, settingThink+o.Info().Name, think); err != nil {
		return err
	}
	c.mu.Lock()
	if c.model == session.Model(o) {
		c.model, c.think = o.WithThink(thinking(think)), think
	}
	c.mu.Unlock()
	c.changed()
	return nil
}

// outcome notes how a run ended, for the top line.
func (c *chooser) outcome(model, code, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.model.Info().Name != model {
		return // another one was chosen meanwhile
	}
	c.down = ""
	if code == string(session.ModelUnavailable) {
		c.up, c.down = false, reason
	}
}
