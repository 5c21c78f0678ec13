package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vise/policy"
	"vise/policy/scan"
	"vise/session/app"
	"vise/ui/pane/tools/folds"
	"vise/ui/theme"
)

// shownTool is one tool as tools show --json and tools review --json print it.
type shownTool struct {
	policy.Tool
	Reason   string         `json:"reason,omitempty"`
	Found    []scan.Finding `json:"findings,omitempty"` // what should be looked at
	Approved *shownPrior    `json:"approved,omitempty"` // what was approved before
}

type shownPrior struct {
	Pin        string          `json:"pin"`
	Definition json.RawMessage `json:"definition"`
	By         string          `json:"by"`
	Via        string          `json:"via,omitempty"` // whose approval it took over
	At         time.Time       `json:"at"`
}

func (e *env) toolsShowCmd() *cobra.Command {
	return e.jsonFlag(&cobra.Command{
		Use:   "show TOOL",
		Short: "One tool's whole text: description and schema, and what changed",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			open := e.beside
			if !strings.Contains(args[0], "/") {
				open = e.catalogue // one of vise's own: nothing is looked for in it
			}
			return open(cmd.Context(), args[0], func(_ context.Context, w *app.Workbench, cat policy.Catalogue) error {
				t, err := findTool(cat, args[0])
				if err != nil {
					return err
				}
				shown := show(w, cat, t)
				if e.flags.json {
					return e.printJSON(shown)
				}
				fmt.Fprint(e.Out, toolText(shown, nil))
				return nil
			})
		},
	})
}

func (e *env) toolsReviewCmd() *cobra.Command {
	var full bool
	cmd := &cobra.Command{
		Use:   "review SERVER",
		Short: "All tools of a server that wait to be read, as one document",
		Long: "All tools of a server that wait to be read, as one document. It ends with the command that approves exactly what was shown.\n" +
			"What three tools or more say word for word stands whole where it is said first, and is named afterwards; with --full it stands in each.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.beside(cmd.Context(), args[0], func(_ context.Context, w *app.Workbench, cat policy.Catalogue) error {
				if err := reached(cat, args[0]); err != nil {
					return err
				}
				return e.printReview(w, cat, args[0], full)
			})
		},
	}
	cmd.Flags().BoolVar(&full, "full", false, "each tool's whole text, also what others say word for word")
	return e.jsonFlag(cmd)
}

func (e *env) printReview(w *app.Workbench, cat policy.Catalogue, server string, full bool) error {
	tools := waiting(cat, server)
	out := struct {
		Server string      `json:"server"`
		PinSet string      `json:"pin_set,omitempty"`
		Tools  []shownTool `json:"tools"`
	}{Server: server, Tools: []shownTool{}}
	for _, t := range tools {
		out.Tools = append(out.Tools, show(w, cat, t))
	}
	if len(tools) > 0 {
		out.PinSet = app.PinSet(tools)
	}
	if e.flags.json {
		return e.printJSON(out)
	}
	var said *folds.Folds
	if !full {
		said = repeated(tools)
	}
	for _, t := range out.Tools {
		fmt.Fprintln(e.Out, toolText(t, said))
	}
	if len(tools) == 0 {
		fmt.Fprintf(e.Out, "nothing of %s waits to be read\n", theme.InertWords(server))
		return nil
	}
	switch n := said.Named(); {
	case n == 1:
		fmt.Fprintln(e.Out, "1 passage that was shown further up is only named (↑); --full shows it each time")
	case n > 1:
		fmt.Fprintf(e.Out, "%d passages that were shown further up are only named (↑); --full shows them each time\n", n)
	}
	fmt.Fprintf(e.Out, "To approve what is shown above (%d):\n  vise tools approve %s --all --pin-set %s\n", len(tools), theme.InertWords(server), out.PinSet)
	return nil
}

func (e *env) toolsApproveCmd() *cobra.Command {
	var pin, set string
	var all, reads bool
	cmd := &cobra.Command{
		Use:   "approve TOOL --pin sha256:…",
		Short: "Approve a tool that was read, by its pin; or all of a server that were",
		Long: "Approve a tool that was read, by the pin that vise tools show gave. It fails where the tool is another one now.\n" +
			"With --all and a server, all that vise tools review showed, by the pin-set that it gave.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case all && set == "":
				return usage("--all needs --pin-set: read the tools with vise tools review %s, it says which", args[0])
			case !all && pin == "":
				return usage("--pin is missing: read the tool with vise tools show %s, it says which", args[0])
			}
			return e.catalogue(cmd.Context(), args[0], func(ctx context.Context, w *app.Workbench, cat policy.Catalogue) error {
				tools, err := toApprove(cat, args[0], all, pin, set)
				if err != nil {
					return err
				}
				for i := range tools {
					tools[i].FreeReads = reads
				}
				if err := w.ApproveTools(ctx, tools); err != nil {
					return err
				}
				return e.said(tools, "approved")
			})
		},
	}
	cmd.Flags().StringVar(&pin, "pin", "", "the pin of what was read")
	cmd.Flags().BoolVar(&all, "all", false, "all tools of the server that wait to be read")
	cmd.Flags().BoolVar(&reads, "reads", false, "those that only read may read without asking (vise tools ask takes it back)")
	cmd.Flags().StringVar(&set, "pin-set", "", "with --all: the pin-set of what was read")
	return e.jsonFlag(cmd)
}

// toApprove are the tools that were read, if they are still what they were.
func toApprove(cat policy.Catalogue, name string, all bool, pin, set string) ([]policy.Tool, error) {
	if all {
		if err := reached(cat, name); err != nil {
			return nil, err
		}
		tools := waiting(cat, name)
		if len(tools) == 0 {
			return nil, fmt.Errorf("nothing of %s waits to be approved", name)
		}
		if now := app.PinSet(tools); now != set {
			return nil, fmt.Errorf("%w: the tools of %s that wait are others now; read them again with vise tools review %s", app.ErrStale, name, name)
		}
		return tools, nil
	}
	t, err := findTool(cat, name)
	if err != nil {
		return nil, err
	}
	t.Pin = pin // ApproveTools compares it with what there is
	return []policy.Tool{t}, nil
}

func (e *env) toolsBlockCmd() *cobra.Command {
	return e.jsonFlag(&cobra.Command{
		Use:   "block TOOL",
		Short: "Refuse a tool for good, whatever it says",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.catalogue(cmd.Context(), args[0], func(ctx context.Context, w *app.Workbench, cat policy.Catalogue) error {
				t, err := findTool(cat, args[0])
				if err != nil {
					return err
				}
				if err := w.BlockTool(ctx, t); err != nil {
					return err
				}
				return e.said([]policy.Tool{t}, "blocked")
			})
		},
	})
}

func (e *env) toolsSwitchCmd(use, what string, off bool) *cobra.Command {
	return e.jsonFlag(&cobra.Command{
		Use:   use + " TOOL",
		Short: what,
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.catalogue(cmd.Context(), args[0], func(ctx context.Context, w *app.Workbench, cat policy.Catalogue) error {
				if err := w.SetOff(ctx, args[0], off); err != nil {
					return err
				}
				t, _, _ := app.FindTool(cat, args[0])
				return e.said([]policy.Tool{t}, use+"d")
			})
		},
	})
}

// said tells what was done with tools.
func (e *env) said(tools []policy.Tool, what string) error {
	ids := []string{}
	for _, t := range tools {
		ids = append(ids, t.ID())
	}
	if e.flags.json {
		return e.printJSON(map[string]any{what: ids})
	}
	for _, id := range ids {
		fmt.Fprintf(e.Out, "%s %s\n", what, theme.InertWords(id))
	}
	return nil
}

func findTool(cat policy.Catalogue, id string) (policy.Tool, error) {
	t, _, ok := app.FindTool(cat, id)
	if ok {
		return t, nil
	}
	for _, s := range cat.Servers {
		if strings.HasPrefix(id, s.Name+"/") {
			if err := reached(cat, s.Name); err != nil {
				return t, err
			}
		}
	}
	return t, usage("there is no tool %q: see vise tools", id)
}

// reached says why a server's tools aren't there.
func reached(cat policy.Catalogue, server string) error {
	i := slices.IndexFunc(cat.Servers, func(s policy.ServerState) bool { return s.Name == server })
	if i < 0 {
		return usage("there is no server %q: see vise servers", server)
	}
	switch s := cat.Servers[i]; s.State {
	case policy.ServerReady, policy.ServerDegraded:
		return nil
	default:
		return errors.New(strings.TrimRight(fmt.Sprintf("the server %s is %s: %s. %s", s.Name, s.State, s.LastError, s.Try), " :."))
	}
}

// waiting are the tools of a server that wait to be read, and what else it
// says.
func waiting(cat policy.Catalogue, server string) (tools []policy.Tool) {
	for _, h := range cat.Held {
		if h.Tool.Server == server && (h.Tool.Status == policy.StatusNew || h.Tool.Status == policy.StatusChanged) {
			tools = append(tools, h.Tool)
		}
	}
	for _, t := range cat.Texts {
		if t.Server == server && (t.Status == policy.StatusNew || t.Status == policy.StatusChanged) {
			tools = append(tools, t)
		}
	}
	return tools
}

func show(w *app.Workbench, cat policy.Catalogue, t policy.Tool) shownTool {
	_, reason, _ := app.FindTool(cat, t.ID())
	s := shownTool{Tool: t, Reason: reason, Found: w.Findings(cat)[t.ID()]}
	if r, ok := w.LastReview(t); ok && len(r.Definition) > 0 {
		s.Approved = &shownPrior{Pin: r.Pin, Definition: r.Definition, By: r.By, Via: r.Via, At: r.At}
	}
	return s
}
