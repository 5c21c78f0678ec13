package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vise/policy"
	"vise/session/app"
	"vise/ui/theme"
)

// defaultWait is how long vise servers waits for servers that still start: it
// tells how they are, and one that is silent is worth telling.
const defaultWait = 5 * time.Second

func (e *env) serversCmd() *cobra.Command {
	var wait time.Duration
	cmd := &cobra.Command{
		Use:   "servers",
		Short: "Each MCP server: state, how it is reached, tools offered and held back",
		Long:  "Each MCP server: state, how it is reached, protocol, tools offered and held back, the last error and what to try.\nServers are named in mcp.json in the configuration folder, in the file of --mcp-config, and in a project's .mcp.json.\nOne that still starts after --wait is shown as starting.",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if wait < 0 {
				return usage("--wait %s: say how long servers that still start are waited for, such as 30s", wait)
			}
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				if err := e.settle(ctx, w, wait, ""); err != nil {
					return err
				}
				cat, err := w.Catalogue(ctx)
				if err != nil {
					return err
				}
				return e.printServers(w, cat.Servers)
			})
		},
	}
	cmd.AddCommand(e.serversAddCmd(), e.serversRemoveCmd(), e.serversSwitchCmd("enable", "Start a server again", true), e.serversSwitchCmd("disable", "Keep a server from being started", false),
		e.serversApproveCmd(), e.serversLoginCmd(), e.serversLogoutCmd(), e.serversLogCmd())
	cmd.Flags().DurationVar(&wait, "wait", defaultWait, "how long servers that still start are waited for")
	return e.jsonFlag(cmd)
}

func (e *env) printServers(w *app.Workbench, servers []policy.ServerState) error {
	for _, n := range w.ServerNotes() {
		fmt.Fprintln(e.Err, theme.InertWords(n))
	}
	if e.flags.json {
		return e.printJSON(orEmpty(servers))
	}
	for _, s := range servers {
		fmt.Fprintf(e.Out, "%-16s %-9s %-10s %-12s %d offered, %d held back\n", theme.InertWords(s.Name), s.State, theme.InertWords(s.Transport), theme.InertWords(s.Protocol), s.Offered, s.Held)
		for _, line := range []struct{ name, text string }{{"reached", s.Reached}, {"named in", s.Source}, {"error", s.LastError}, {"try", s.Try}, {"log", s.Log}} {
			if line.text != "" && (s.State != policy.ServerReady || line.name != "log") {
				fmt.Fprintf(e.Out, "  %-9s %s\n", line.name, strings.ReplaceAll(theme.InertBlock(line.text), "\n", "\n            "))
			}
		}
		if s.State == policy.ServerStarting {
			fmt.Fprintf(e.Out, "  %-9s %s\n", "try", "vise servers --wait 60s, which waits longer for it to start")
		}
		for _, n := range s.Notes {
			fmt.Fprintf(e.Out, "  %-9s %s\n", "note", theme.InertWords(n))
		}
	}
	return nil
}

// patience is how long nothing is said of servers that still start.
const patience = time.Second

// settle waits for servers that still start, at most for limit; where one is
// named, or a tool of it, after a second for that one only. Then it says for
// which.
func (e *env) settle(ctx context.Context, w *app.Workbench, limit time.Duration, named string) error {
	left, err := w.Settle(ctx, min(patience, limit), "")
	if err == nil && len(left) > 0 && named != "" {
		left, err = w.Settle(ctx, 0, named)
	}
	if err != nil || len(left) == 0 || limit <= patience {
		return err
	}
	var names []string
	for _, s := range left {
		names = append(names, theme.InertWords(s.Name))
	}
	fmt.Fprintf(e.Err, "waiting for %s …\n", strings.Join(names, ", "))
	_, err = w.Settle(ctx, limit-patience, named)
	return err
}

func (e *env) serversAddCmd() *cobra.Command {
	var n app.NewServer
	var vars, headers []string
	cmd := &cobra.Command{
		Use:   "add NAME [--env K=V] -- COMMAND [ARGS…]",
		Short: "Add a server to your mcp.json",
		Long: "Add a server to your mcp.json: a command that is started, or the URL of one that runs already. ${NAME} in a value is read from the\n" +
			"environment whenever the server is started, so that no secret has to stand in the file. For example:\n" +
			"  vise servers add files -- npx -y @modelcontextprotocol/server-filesystem@2026.8.31 ~/src\n" +
			"  vise servers add github --url https://api.githubcopilot.com/mcp/ --header 'Authorization=Bearer ${GITHUB_TOKEN}'",
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			n.Name, n.Command = args[0], args[1:]
			if n.Env, err = pairs("--env", vars); err != nil {
				return err
			}
			if n.Headers, err = pairs("--header", headers); err != nil {
				return err
			}
			if n.URL == "" && len(n.Command) == 0 {
				return usage("say how %s is reached: vise servers add %s -- COMMAND ARGS…, or --url URL", n.Name, n.Name)
			}
			if err := e.editing(func(p app.Plan) (string, error) { return p.AddServer(n) }, "added", n.Name); err != nil {
				return err
			}
			for _, name := range n.Plain() {
				fmt.Fprintln(e.Err, theme.InertWords(plainSecret(n, name)))
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&n.URL, "url", "", "the server's address")
	f.BoolVar(&n.SSE, "sse", false, "the address speaks the older transport (HTTP with server-sent events)")
	f.StringArrayVar(&vars, "env", nil, "a variable for the command, as NAME=VALUE (repeatable)")
	f.StringArrayVar(&headers, "header", nil, "a header for the address, as NAME=VALUE (repeatable)")
	f.StringVar(&n.Cwd, "cwd", "", "the folder in which the command runs")
	return e.jsonFlag(cmd)
}

// plainSecret says that a secret stands in the file now, and how it wouldn't.
func plainSecret(n app.NewServer, name string) string {
	what, instead := "the value of "+name, "${"+name+"}"
	if _, variable := n.Env[name]; !variable {
		instead = "${" + strings.ToUpper(strings.NewReplacer("-", "_", ".", "_", "/", "_").Replace(n.Name)) + "_TOKEN}"
	}
	switch scheme := n.Scheme(name); {
	case name == "":
		what = "an argument or the address"
	case scheme != "":
		instead = scheme + " " + instead
	}
	return fmt.Sprintf("%s looks like a secret and stands in the file as it is: better write %s there, which is read from your environment whenever the server is started", what, instead)
}

func pairs(flag string, list []string) (map[string]string, error) {
	out := map[string]string{}
	for _, kv := range list {
		k, v, ok := strings.Cut(kv, "=")
		if !ok || k == "" {
			return nil, usage("%s %q: use NAME=VALUE", flag, kv)
		}
		out[k] = v
	}
	return out, nil
}

// editing changes a file of servers; nothing is started.
func (e *env) editing(change func(app.Plan) (string, error), what, name string) error {
	e.noFiles = true
	plan, err := e.load()
	if err != nil {
		return err
	}
	file, err := change(plan)
	if err != nil {
		return err
	}
	return e.done(what, name, "in "+file)
}

// done tells what was done with a server.
func (e *env) done(what, name, where string) error {
	if e.flags.json {
		return e.printJSON(map[string]string{what: name})
	}
	line := what + " " + theme.InertWords(name)
	if where != "" {
		line += " " + theme.InertWords(where)
	}
	fmt.Fprintln(e.Out, line)
	return nil
}

func (e *env) serversRemoveCmd() *cobra.Command {
	return e.jsonFlag(&cobra.Command{
		Use:   "remove NAME",
		Short: "Take a server out of your mcp.json; what you approved of it is kept",
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return e.editing(func(p app.Plan) (string, error) { return p.RemoveServer(args[0]) }, "removed", args[0])
		},
	})
}

func (e *env) serversSwitchCmd(use, what string, on bool) *cobra.Command {
	return e.jsonFlag(&cobra.Command{
		Use:   use + " NAME",
		Short: what,
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				if err := w.SetEnabled(ctx, args[0], on); err != nil {
					return err
				}
				return e.done(use+"d", args[0], "")
			})
		},
	})
}

func (e *env) serversApproveCmd() *cobra.Command {
	var fingerprint string
	cmd := &cobra.Command{
		Use:   "approve NAME",
		Short: "Let a server start, once its exact command line was read",
		Long: "A project's .mcp.json names programs that would run as you, and a server of your own may be reached in another way than when you\n" +
			"approved its tools. Without --fingerprint this prints exactly what would be started, and its\n" +
			"fingerprint; with it, that and nothing else may start from now on.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				if fingerprint == "" {
					return e.showStart(ctx, w, args[0])
				}
				if err := w.ApproveStart(ctx, args[0], fingerprint); err != nil {
					return err
				}
				return e.done("approved", args[0], "")
			})
		},
	}
	cmd.Flags().StringVar(&fingerprint, "fingerprint", "", "of what was read, sha256:…")
	return e.jsonFlag(cmd)
}

func (e *env) showStart(ctx context.Context, w *app.Workbench, name string) error {
	lines, changed, fingerprint, err := w.StartOf(ctx, name)
	if err != nil {
		return err
	}
	if e.flags.json {
		return e.printJSON(map[string]any{"server": name, "start": lines, "changed": orEmpty(changed), "fingerprint": fingerprint})
	}
	fmt.Fprintf(e.Out, "%s would be started as:\n", theme.InertWords(name))
	for _, l := range lines {
		fmt.Fprintln(e.Out, "  "+theme.InertWords(l))
	}
	for i, l := range changed {
		if i == 0 {
			l = "What is another way than you agreed to, " + l + ":"
		}
		fmt.Fprintln(e.Out, "  "+theme.InertWords(l))
	}
	fmt.Fprintf(e.Out, "To allow exactly that:\n  vise servers approve %s --fingerprint %s\n", theme.InertWords(name), fingerprint)
	return nil
}

func (e *env) serversLoginCmd() *cobra.Command {
	return e.jsonFlag(&cobra.Command{
		Use:   "login NAME",
		Short: "Sign in to a server with your browser",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				if err := w.HasServer(ctx, args[0]); err != nil {
					return err
				}
				if !e.Terminal {
					return errors.New("signing in needs a terminal: you are asked before the browser is opened")
				}
				w.Desk().Attend(true)
				stop := e.askOnTerminal(ctx, w)
				defer stop()
				wanted, err := w.SignIn(ctx, args[0])
				if err != nil {
					return err
				}
				if !wanted {
					return e.done("no sign-in is needed for", args[0], "")
				}
				return e.done("signed in to", args[0], "(kept in "+w.Logins()+")")
			})
		},
	})
}

func (e *env) serversLogoutCmd() *cobra.Command {
	return e.jsonFlag(&cobra.Command{
		Use:   "logout NAME",
		Short: "Forget the login to a server",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				if err := w.SignOut(ctx, args[0]); err != nil {
					return err
				}
				return e.done("signed out of", args[0], "")
			})
		},
	})
}

func (e *env) serversLogCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "log NAME",
		Short: "The end of what a server wrote to stderr",
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			e.noFiles = true
			plan, err := e.load()
			if err != nil {
				return err
			}
			text, err := plan.ServerLog(args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(e.Out, theme.Inert(text))
			return err
		},
	}
}
