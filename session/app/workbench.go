package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/builtin"
	"vise/mcpclient"
	"vise/mcpclient/web"
	"vise/policy"
	"vise/session"
	"vise/session/ollama"
	"vise/session/redact"
	"vise/store"
)

// Parts are what tests and evals put in place of the real ones. Nil fields
// take the real one.
type Parts struct {
	Model session.Model
	Clock session.Clock
	IDs   session.IDs
	// LookEvery is the time between two looks whether Ollama is up; 0: 4 s.
	LookEvery time.Duration
	// ServerWait is how long the first prompt waits for servers that still
	// start; 0: 5 s.
	ServerWait time.Duration
	// Keyring keeps logins to servers; nil: the system's.
	Keyring web.Keyring
	// Servers run in this process beside the configured ones, whose names they
	// take. Their tools are reviewed and decided like those of any other.
	Servers []LocalServer
	// CallTimeout is how long one tool call may take where its server doesn't
	// say; 0: 2 minutes.
	CallTimeout time.Duration
	// Supervisor is the program, with its first arguments, that starts servers;
	// empty: this one with SuperviseCommand.
	Supervisor []string
}

// LocalServer is a server of this process.
type LocalServer struct {
	Name   string
	Server *mcp.Server
}

// Workbench is the whole program without its screen.
type Workbench struct {
	Plan
	parts Parts

	db       *store.DB
	redact   *redact.Redactor
	models   *chooser
	desk     *Desk
	reviewed *reviewed
	texts    *texts
	found    findings

	connecting sync.Mutex // guards builtin, host, off and only
	builtin    *builtin.Server
	host       *mcpclient.Host
	off        []string // tools that the host was told are switched off
	only       string   // names the one server that is used, or a tool of it; empty: all

	stop context.CancelFunc
	life context.Context // of background work

	book *ruleBook

	mu      sync.Mutex
	inForce rulesNow // the policy of the next run
	kept    string   // of it, as the database has it
	news    []string // how it differs from the last run's
	live    map[string]*Running
	changed []chan struct{}
	servers readServers
	waited  map[string]bool // servers that a run has waited for while they started
	awaited []string        // those that one waits for now
	closing sync.WaitGroup
	warming sync.Once

	toolMasks toolMasks
	readings  readings
}

// Plan is a configuration that was read and checked. Nothing is opened yet.
type Plan struct {
	cfg          Config
	file         File
	roots        []session.Root
	zone         *time.Location
	zoneID       string
	instructions string
	policy       *policy.Policy
	projects     []string // folders whose .mcp.json is looked at
}

// Load reads the configuration. Its errors wrap ErrConfig or ErrBroadRoot:
// they are the person's to mend.
func Load(cfg Config) (p Plan, err error) {
	p.cfg = cfg
	if p.file, err = readFile(cfg.ConfigDir); err != nil {
		return p, err
	}
	if p.roots, err = cfg.roots(p.file); err != nil {
		return p, err
	}
	if err := p.cfg.checkMCPConfig(); err != nil {
		return p, err
	}
	p.projects = cfg.projectDirs(p.file)
	if p.instructions, err = readInstructions(cfg.ConfigDir); err != nil {
		return p, err
	}
	if err := policy.CheckScopes("--scope", cfg.Scopes); err != nil {
		return p, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	if err := checkModelName(cfg.Model); err != nil {
		return p, fmt.Errorf("%w: --%w", ErrConfig, err)
	}
	if p.file.Ollama.Record, err = recordIn(cfg.Record, p.file.Ollama.Record, cfg.WorkDir); err != nil {
		return p, err
	}
	if err := readMachine(cfg.MachinePolicy, &p.file.Policy); err != nil {
		return p, err
	}
	if p.policy, err = policy.Compile(p.file.Policy); err != nil {
		return p, fmt.Errorf("%w: vise.yaml: %w", ErrConfig, err)
	}
	p.zone, p.zoneID = cfg.zone(p.file)
	return p, nil
}

// File is vise.yaml as it was read.
func (p Plan) File() File { return p.file }

// Zone is the person's time zone.
func (p Plan) Zone() *time.Location { return p.zone }

// Roots are the folders that file tools may read.
func (p Plan) Roots() []session.Root { return p.roots }

func (p Plan) database() string { return filepath.Join(p.cfg.DataDir, "vise.db") }

// Open is Load and Plan.Open.
func Open(ctx context.Context, cfg Config, parts Parts) (*Workbench, error) {
	p, err := Load(cfg)
	if err != nil {
		return nil, err
	}
	return p.Open(ctx, parts)
}

// Open opens the database. The servers are connected when a tool is first
// needed, so that what needs none doesn't pay for them.
func (p Plan) Open(ctx context.Context, parts Parts) (_ *Workbench, err error) {
	w := &Workbench{Plan: p, parts: parts, texts: newTexts(), book: &ruleBook{dir: p.cfg.ConfigDir, machine: p.cfg.MachinePolicy}, inForce: rulesNow{policy: p.policy, cfg: p.file.Policy}, live: map[string]*Running{}, waited: map[string]bool{}}
	w.life, w.stop = context.WithCancel(context.WithoutCancel(ctx))
	defer func() {
		if err != nil {
			_ = w.Close() // the first error tells
		}
	}()
	w.defaultParts()
	w.redact = redact.New(redact.Config{Known: p.cfg.Known})
	if w.db, err = store.Open(ctx, p.database(), store.Options{Now: w.parts.Clock.Now, Command: p.cfg.Command}); err != nil {
		return nil, err
	}
	w.desk, w.reviewed = newDesk(w.db, w.redact, w.parts.Clock), newReviewed(w.db)
	w.desk.always = w
	w.models, err = newChooser(w.life, w.db, p.file, p.cfg.Model, p.cfg.env("OLLAMA_HOST"), w.redact, w.wake)
	return w, err
}

func (w *Workbench) defaultParts() {
	if w.parts.Clock == nil {
		w.parts.Clock = zoneClock{w.zone}
	}
	if w.parts.IDs == nil {
		w.parts.IDs = randomIDs{}
	}
}

// tools connects the servers, once, and returns their host.
func (w *Workbench) tools(ctx context.Context) (*mcpclient.Host, error) {
	w.connecting.Lock()
	defer w.connecting.Unlock()
	if w.host != nil {
		return w.host, nil
	}
	if err := w.connect(ctx); err != nil {
		return nil, err
	}
	return w.host, nil
}

// connect starts the built-in server and reaches it as any other. Configured
// servers start in the background.
func (w *Workbench) connect(ctx context.Context) error {
	srv, err := builtin.New(builtin.Config{Roots: w.readable(), Protected: w.protected(), Todos: w.db, Results: results{w}, Now: w.parts.Clock.Now, Zone: w.zone})
	if err != nil {
		return err
	}
	host := mcpclient.New(w.hostConfig())
	if err := host.AddInMemory(ctx, policy.BuiltinServer, srv.Server); err != nil {
		return errors.Join(err, host.Close(), srv.Close())
	}
	for _, l := range w.parts.Servers {
		if err := host.AddInMemory(ctx, l.Name, l.Server); err != nil {
			return errors.Join(fmt.Errorf("the server %s: %w", l.Name, err), host.Close(), srv.Close())
		}
	}
	w.builtin, w.host = srv, host
	w.reviewed.load(ctx)
	w.applyOff(host)
	w.configure(host)
	go w.watchReviews(w.life, host)
	return nil
}

// readable are the roots for the file tools.
func (p Plan) readable() []builtin.Root {
	roots := make([]builtin.Root, len(p.roots))
	for i, r := range p.roots {
		roots[i] = builtin.Root{Name: r.Name, Dir: r.Dir}
	}
	return roots
}

// Close ends what still runs, waits for it to be recorded, and lets go of
// everything.
func (w *Workbench) Close() error {
	w.mu.Lock()
	for _, r := range w.live {
		r.Cancel()
	}
	w.mu.Unlock()
	w.closing.Wait()
	w.stop()
	w.connecting.Lock()
	defer w.connecting.Unlock()
	var errs []error
	if w.host != nil {
		errs = append(errs, w.host.Close())
	}
	if w.builtin != nil {
		errs = append(errs, w.builtin.Close())
	}
	if w.db != nil {
		errs = append(errs, w.db.Close())
	}
	return errors.Join(errs...)
}

// Desk is where calls wait for a person.
func (w *Workbench) Desk() *Desk { return w.desk }

// Store is the database, for what only reads or keeps it.
func (w *Workbench) Store() *store.DB { return w.db }

// Now is the time, in the person's zone.
func (w *Workbench) Now() time.Time { return w.parts.Clock.Now() }

// NewConversation makes the id of a conversation to be.
func (w *Workbench) NewConversation() string { return w.parts.IDs.RunID() }

// Model names the model of the next run.
func (w *Workbench) Model() session.ModelInfo {
	if w.parts.Model != nil {
		return w.parts.Model.Info()
	}
	return w.models.info()
}

// ChooseModel takes effect with the next run, and is remembered.
func (w *Workbench) ChooseModel(ctx context.Context, name string) error {
	return w.models.choose(ctx, name)
}

// ModelDown says why the model couldn't be used the last time; empty when it
// could.
func (w *Workbench) ModelDown() string {
	w.models.mu.Lock()
	defer w.models.mu.Unlock()
	return w.models.down
}

// Catalogue lists the tools of all servers. What is said of servers has its
// secrets masked.
func (w *Workbench) Catalogue(ctx context.Context) (policy.Catalogue, error) {
	host, err := w.tools(ctx)
	if err != nil {
		return policy.Catalogue{}, err
	}
	cat, err := host.Catalogue(ctx)
	for i := range cat.Servers {
		cat.Servers[i] = w.masked(cat.Servers[i])
	}
	w.addTexts(&cat, host)
	w.addNotes(&cat)
	return w.maskedTools(session.Withhold(cat, ollama.Sendable)), err
}

// Subscribe returns a channel that gets a value when the model, the tools or
// the list of runs may have changed.
func (w *Workbench) Subscribe() <-chan struct{} {
	ch, _ := w.subscribe() // it ends with the workbench
	return ch
}

func (w *Workbench) subscribe() (<-chan struct{}, func()) {
	ch := make(chan struct{}, 1)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.changed = append(w.changed, ch)
	return ch, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.changed = slices.DeleteFunc(w.changed, func(c chan struct{}) bool { return c == ch })
	}
}

func (w *Workbench) wake() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, ch := range w.changed {
		select {
		case ch <- struct{}{}:
		default:
		}
	}
}

// instructionsBytes bounds instructions.md: it is sent with every prompt.
const instructionsBytes = 16 << 10

func readInstructions(dir string) (string, error) {
	raw, err := os.ReadFile(filepath.Join(dir, "instructions.md"))
	if errors.Is(err, os.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("%w: instructions.md: %w", ErrConfig, err)
	}
	if len(raw) > instructionsBytes {
		return "", fmt.Errorf("%w: instructions.md is %d bytes; at most %d are sent with every request: shorten it", ErrConfig, len(raw), instructionsBytes)
	}
	return strings.TrimSpace(string(raw)), nil
}

func (w *Workbench) loop(ctx context.Context, m session.Model, host session.ToolHost) *session.Loop {
	aliases := session.Aliases(ollama.Aliases)
	return session.NewLoop(session.Config{Model: m, Tools: host, Resources: namedReader{w, w.host}, Approver: w.desk, Asker: w.desk, Policy: w.ruling(ctx), Redactor: w.redact,
		Clock: w.parts.Clock, IDs: w.parts.IDs, Aliases: aliases, Sendable: ollama.Sendable, Suspect: w.suspect, Instructions: w.instructions, Project: w.approvedInstructions(w.life), CallTimeout: w.parts.CallTimeout})
}
