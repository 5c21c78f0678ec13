// Package stdio runs MCP servers as child processes and carries the protocol
// over their stdin and stdout.
//
// Between this process and a server stands a supervisor: this program again,
// re-executed with a hidden subcommand (see [Supervise]). The server has
// stdin, stdout and stderr straight from here, so nothing is copied on the
// way. The supervisor only waits: for the server's end, and for the end of a
// pipe whose other end is held here. However this process ends, a kill -9
// included, that pipe closes, and the supervisor ends the server and all that
// the server has started.
//
// What is left of a server after its end, by system:
//   - Linux: nothing. The supervisor adopts orphans (a "child subreaper") and so
//     finds grandchildren that have left the process group, too. When the
//     supervisor itself is killed, the kernel kills the server with it, and
//     this process kills the server's group; only a grandchild that has left the
//     group survives that.
//   - macOS: what has left the server's process group isn't found, and a killed
//     supervisor takes the server along only while this process lives.
//
// Processes that a server asks others to start (a container, a systemd unit)
// are no children of it and are its own to end.
package stdio

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// Subcommand is the word after which a program's main has to call Supervise.
const Subcommand = "supervise-server"

const (
	defaultMaxLine = 16 << 20 // bytes; the go-sdk's own limit
	defaultGrace   = 2 * time.Second
)

// Command says how one server is started.
type Command struct {
	Name    string            // the configured name: for messages and the name of the log
	Command string            // a name that is looked for in PATH, or a path (relative: to Dir)
	Args    []string          // without the command
	Env     map[string]string // what the server gets beside what it inherits; wins
	Dir     string            // working directory; "": this process's
	MaxLine int               // bytes of one message; 0: 16 MiB
}

// Config is what all servers have in common.
type Config struct {
	// Supervisor is the program, and its first arguments, whose main calls
	// Supervise. Empty: this program with Subcommand.
	Supervisor []string
	// Env is this process's environment, of which servers inherit a part (see
	// Environ). nil: os.Environ.
	Env func() []string
	// LogDir is the folder of the servers' stderr logs, one file a server (0600,
	// at most 1 MiB and one older of the same size). "": only the last lines are kept,
	// in memory.
	LogDir string
	// Grace is how long a server may take to end after its stdin was closed, and
	// again after SIGTERM. 0: 2 s.
	Grace time.Duration
	// Redact takes secrets out of what a server wrote to stderr, beside what looks like
	// one and the values of configured variables whose names say that they are one. May
	// be nil.
	Redact func(string) string
}

func (c Config) withDefaults(cmd Command) (Config, error) {
	if len(c.Supervisor) == 0 {
		self, err := executable()
		if err != nil {
			return c, fmt.Errorf("this program's own file isn't found, so no server can be started: %w", err)
		}
		c.Supervisor = []string{self, Subcommand}
	}
	if c.Env == nil {
		c.Env = os.Environ
	}
	if c.Grace <= 0 {
		c.Grace = defaultGrace
	}
	own, more := redactor(cmd.Env), c.Redact
	if c.Redact = own; more != nil {
		c.Redact = func(text string) string { return more(own(text)) }
	}
	return c, nil
}

// executable is this program's file; on Linux the very file that runs, also
// after an update has replaced it.
func executable() (string, error) {
	const running = "/proc/self/exe"
	if _, err := os.Stat(running); err == nil {
		return running, nil
	}
	return os.Executable()
}

// Start runs a server and returns once it runs; whether it speaks the protocol
// shows when a client connects to its Transport. ctx bounds the start only. The
// process has to be closed, also after it has ended.
//
// Errors say what to change: a *NotFoundError where the command isn't in PATH;
// others where the folder or the program's interpreter is missing or the file
// isn't executable.
func Start(ctx context.Context, cfg Config, c Command) (*Process, error) {
	cfg, err := cfg.withDefaults(c)
	if err != nil {
		return nil, err
	}
	o, err := newOrder(cfg, c)
	if err != nil {
		return nil, err
	}
	p, err := launch(cfg, c)
	if err != nil {
		return nil, err
	}
	if err := p.begin(ctx, o); err != nil {
		p.abandon()
		return nil, err
	}
	return p, nil
}

// newOrder works out what exactly is to be run.
func newOrder(cfg Config, c Command) (order, error) {
	env, err := Environ(cfg.Env(), c.Env)
	if err != nil {
		return order{}, err
	}
	if err := checkDir(c.Dir); err != nil {
		return order{}, err
	}
	path, err := find(c.Command, c.Dir, env)
	if err != nil {
		return order{}, err
	}
	o := order{path: path, dir: c.Dir, args: append([]string{c.Command}, c.Args...), env: env, grace: cfg.Grace}
	if slices.ContainsFunc(append([]string{o.path, o.dir, c.Name}, o.args...), func(s string) bool { return strings.ContainsRune(s, 0) }) {
		return order{}, fmt.Errorf("the command %s, its name, arguments or folder hold a zero byte: no program can be given one", inert(c.Command, shown))
	}
	return o, nil
}
