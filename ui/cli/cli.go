// Package cli is vise's command line: every command, what it prints and the
// code it exits with. It adapts the app to what the screen declares.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"vise/session"
	"vise/session/app"
	"vise/ui/theme"
)

// Exit codes.
const (
	exitDone          = 0
	exitFailed        = 1
	exitUsage         = 2
	exitNeedsApproval = 3
	exitRefused       = 4
	exitBudget        = 5
	exitModel         = 6
	exitCancelled     = 130
)

// Version is what vise calls itself.
const Version = "0.1.0"

// Streams are what a command reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	// Terminal says that In and Out are a terminal: a person can be asked.
	Terminal bool
	// Parts replaces parts of the app, in tests.
	Parts app.Parts
}

// env is what the commands share.
type env struct {
	Streams
	flags   flags
	noFiles bool // the command reads no files, so it may run anywhere
	brief   bool // of a call its summary is told, not what a model gets
	getenv  func(string) string
}

type flags struct {
	configDir, dataDir string
	model              string
	record             string
	roots              []string
	scopes             []string
	mcpConfig          string
	json               bool
	more               bool // --continue
}

// codeError is an error that decides the exit code. A nil error prints
// nothing: it was told already.
type codeError struct {
	code int
	err  error
}

func (e *codeError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *codeError) Unwrap() error { return e.err }

func usage(format string, args ...any) error {
	return &codeError{exitUsage, fmt.Errorf(format, args...)}
}

// Main runs one command and returns its exit code.
func Main(ctx context.Context, args []string, s Streams) int {
	if len(args) > 0 && args[0] == app.SuperviseCommand { // before anything else is made
		return app.Supervise(args[1:])
	}
	e := &env{Streams: s, getenv: os.Getenv}
	out := &output{Writer: s.Out}
	e.Out = out
	root := e.root()
	root.SetArgs(args)
	root.SetIn(s.In)
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	err := helped(ctx, root)
	if err == nil {
		err = out.failed()
	}
	if err != nil {
		printError(s.Err, err)
	}
	return exitCode(err)
}

// printError tells what happened, why, and what to do, on stderr.
func printError(w io.Writer, err error) {
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.New("the time that was set for this run is over; set a longer --timeout")
	}
	if msg := err.Error(); msg != "" {
		fmt.Fprintln(w, "vise: "+theme.InertBlock(msg))
	}
}

func exitCode(err error) int {
	var c *codeError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &c):
		return c.code
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return exitCancelled
	case errors.Is(err, app.ErrConfig), errors.Is(err, app.ErrBroadRoot), app.IsUnknown(err), isUsage(err):
		return exitUsage
	}
	return exitFailed
}

// isUsage knows cobra's own complaints about arguments by their words: it has
// no type for them.
func isUsage(err error) bool {
	msg := err.Error()
	for _, w := range []string{"unknown command", "unknown flag", "unknown shorthand", "accepts ", "requires ", "invalid argument", "flag needs an argument"} {
		if strings.HasPrefix(msg, w) {
			return true
		}
	}
	return false
}

func (e *env) root() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "vise",
		Short: "A terminal workbench for AI agents: read, approve, replay",
		Long: "vise holds an AI agent firmly while you work with it. It drives a local Ollama model against built-in tools,\n" +
			"shows every call with its real arguments before it runs, and keeps every run so that it can be stepped through.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return e.workbench(cmd.Context()) },
	}
	f := cmd.PersistentFlags()
	f.StringVar(&e.flags.configDir, "config-dir", "", "folder of vise.yaml and instructions.md (also VISE_CONFIG_DIR)")
	f.StringVar(&e.flags.dataDir, "data-dir", "", "folder of the database (also VISE_DATA_DIR)")
	f.StringVar(&e.flags.model, "model", "", "the model: offline, ollama/NAME, or cassette:DIR to answer from recordings")
	f.StringVar(&e.flags.record, "record", "", "a folder to keep every exchange with Ollama in, for --model cassette:DIR")
	f.StringArrayVar(&e.flags.roots, "root", nil, "a folder that file tools may read, as NAME=DIR (repeatable)")
	f.StringVar(&e.flags.mcpConfig, "mcp-config", "", "a file of MCP servers, beside your mcp.json")
	cmd.Flags().BoolVar(&e.flags.more, "continue", false, "go on with the last conversation")
	e.scopeFlag(cmd)
	cmd.AddCommand(e.runCmd(), e.runsCmd(), e.replayCmd(), e.resumeCmd(), e.toolsCmd(), e.instructionsCmd(), e.callCmd(), e.serversCmd(), e.todoCmd(), e.decisionsCmd(), e.policyCmd(), e.exportCmd(), e.modelsCmd(), e.compactCmd(), e.auditCmd(), e.salvageCmd(), e.evalCmd(), e.keysCmd())
	argumentsInWords(cmd)
	return cmd
}

// argumentsInWords says of too few arguments, or too many, how the command is
// called; cobra only counts them.
func argumentsInWords(cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		argumentsInWords(sub)
	}
	check := cmd.Args
	if check == nil {
		return
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		err := check(cmd, args)
		if err != nil && strings.Contains(err.Error(), "arg(s)") {
			return usage("the arguments aren't those of %s: write it as %s; --help says more", cmd.CommandPath(), strings.TrimSuffix(cmd.UseLine(), " [flags]"))
		}
		return err
	}
}

// jsonFlag gives a command that prints --json.
func (e *env) jsonFlag(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().BoolVar(&e.flags.json, "json", false, "print JSON")
	return cmd
}

// scopeFlag gives a command that starts runs --scope.
func (e *env) scopeFlag(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&e.flags.scopes, "scope", nil, "give runs this right and no other, such as files:read or server:NAME (repeatable); never more than policy.scopes")
}

// load reads the configuration as the flags and the environment say.
func (e *env) load() (app.Plan, error) {
	cfg, err := e.config()
	if err != nil {
		return app.Plan{}, err
	}
	return app.Load(cfg)
}

func (e *env) config() (app.Config, error) {
	wd, err := os.Getwd()
	if err != nil {
		return app.Config{}, fmt.Errorf("the current folder can't be found (was it removed?): %w", err)
	}
	roots, err := parseRoots(e.flags.roots)
	if err != nil {
		return app.Config{}, err
	}
	home, _ := os.UserHomeDir() // without one, nothing is a home folder
	return app.Config{
		ConfigDir: first(e.flags.configDir, e.getenv("VISE_CONFIG_DIR"), filepath.Join(xdg.ConfigHome, "vise")),
		DataDir:   first(e.flags.dataDir, e.getenv("VISE_DATA_DIR"), filepath.Join(xdg.DataHome, "vise")),
		Model:     e.flags.model, Record: e.flags.record, Roots: roots, Scopes: e.flags.scopes, NoFiles: e.noFiles, WorkDir: wd, HomeDir: home, User: userName(), Getenv: e.getenv, Known: knownSecrets(os.Environ()),
		MCPConfig: e.flags.mcpConfig, LookupEnv: os.LookupEnv, Version: Version, MachinePolicy: app.MachinePolicy,
	}, nil
}

func parseRoots(args []string) ([]session.Root, error) {
	var out []session.Root
	for _, a := range args {
		name, dir, ok := strings.Cut(a, "=")
		if !ok || name == "" || dir == "" {
			return nil, usage("--root %q: use NAME=DIR, such as --root work=%s", a, "~/src/work")
		}
		out = append(out, session.Root{Name: name, Dir: dir})
	}
	return out, nil
}

// knownSecrets are the values of environment variables that are named like
// secrets. They are masked wherever they show up.
func knownSecrets(environ []string) map[string]string {
	known := map[string]string{}
	for _, kv := range environ {
		name, value, _ := strings.Cut(kv, "=")
		for _, w := range []string{"TOKEN", "SECRET", "PASSWORD", "PASSWD", "API_KEY", "APIKEY", "PRIVATE_KEY", "CREDENTIAL"} {
			if strings.Contains(strings.ToUpper(name), w) && len(value) >= 12 && !namesAPlace(value) {
				known[name] = value
			}
		}
	}
	return known
}

// namesAPlace tells a path, an address or words from a secret, which may hold
// slashes, too.
func namesAPlace(value string) bool {
	return strings.HasPrefix(value, "/") || strings.HasPrefix(value, "~") || strings.HasPrefix(value, ".") || strings.Contains(value, "://") || strings.Contains(value, " ")
}

func userName() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return "user"
}

func first(ss ...string) string {
	for _, s := range ss {
		if s != "" {
			return s
		}
	}
	return ""
}

// interruptible is a context that ends with ctrl+c, and whose runs are told
// when the terminal goes away.
func interruptible(ctx context.Context, w *app.Workbench) (context.Context, func()) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second one ends vise at once
	hup := make(chan os.Signal, 1)
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		signal.Notify(hup, syscall.SIGHUP)
	}
	go func() {
		select {
		case <-hup:
			w.Hangup()
		case <-ctx.Done():
		}
	}()
	return ctx, func() { signal.Stop(hup); stop() }
}
