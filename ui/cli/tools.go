package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"vise/policy"
	"vise/session"
	"vise/session/app"
	"vise/ui/dialog"
	"vise/ui/theme"
)

// toolRow is one tool as tools --json prints it.
type toolRow struct {
	Tool   string        `json:"tool"`
	Server string        `json:"server"`
	Status policy.Status `json:"status"`
	Reason string        `json:"reason,omitempty"`
	Level  policy.Level  `json:"risk"`
	Words  string        `json:"risk_words"`
	Pin    string        `json:"pin"`
	Tokens int           `json:"tokens"` // estimated, in every prompt
	Off    bool          `json:"off,omitempty"`
}

func (e *env) toolsCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tools",
		Short: "Every tool, with its status, risk and pin",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				cat, err := w.Catalogue(ctx)
				if err != nil {
					return err
				}
				return e.printTools(cat)
			})
		},
	}
	show := &cobra.Command{
		Use:   "show TOOL",
		Short: "One tool's whole text: description and schema",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				cat, err := w.Catalogue(ctx)
				if err != nil {
					return err
				}
				return e.showTool(cat, args[0])
			})
		},
	}
	cmd.AddCommand(e.jsonFlag(show))
	return e.jsonFlag(cmd)
}

func rows(cat policy.Catalogue) []toolRow {
	row := func(t policy.Tool, reason string) toolRow {
		return toolRow{Tool: t.ID(), Server: t.Server, Status: t.Status, Reason: reason, Level: t.Level, Words: t.Level.Words(), Pin: t.Pin, Tokens: session.ToolTokens(t), Off: t.Off}
	}
	out := []toolRow{}
	for _, t := range cat.Offered {
		out = append(out, row(t, ""))
	}
	for _, h := range cat.Held {
		out = append(out, row(h.Tool, h.Reason))
	}
	return out
}

func (e *env) printTools(cat policy.Catalogue) error {
	if e.flags.json {
		return e.printJSON(rows(cat))
	}
	for _, r := range rows(cat) {
		fmt.Fprintf(e.Out, "%-28s %-9s %-14s %4d tok  %s  %s\n", theme.InertWords(r.Tool), r.Status, r.Words, r.Tokens, short(r.Pin), theme.InertWords(r.Reason))
	}
	return nil
}

func short(pin string) string { return pin[:min(len(pin), len("sha256:")+12)] }

func (e *env) showTool(cat policy.Catalogue, id string) error {
	t, ok := cat.Find(id)
	reason := ""
	for _, h := range cat.Held {
		if !ok && h.Tool.ID() == id {
			t, reason, ok = h.Tool, h.Reason, true
		}
	}
	if !ok {
		return fmt.Errorf("there is no tool %q: see vise tools", id)
	}
	if e.flags.json {
		return e.printJSON(t)
	}
	d := t.Described()
	fmt.Fprintf(e.Out, "%s\n  status  %s %s\n  risk    %s (%s)\n  scope   %s\n  pin     %s\n\n", theme.InertWords(t.ID()), t.Status, theme.InertWords(reason), t.Level.Words(), t.Level, theme.InertWords(t.Scope), t.Pin)
	fmt.Fprintf(e.Out, "the server's own words:\n  | %s\n\nschema:\n", strings.ReplaceAll(theme.InertBlock(d.Description), "\n", "\n  | "))
	fmt.Fprintln(e.Out, "  "+strings.ReplaceAll(theme.InertBlock(dialog.Pretty(d.InputSchema)), "\n", "\n  "))
	return nil
}

func (e *env) serversCmd() *cobra.Command {
	return e.jsonFlag(&cobra.Command{
		Use:   "servers",
		Short: "Each server: state, transport, protocol, tools offered and held back",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				cat, err := w.Catalogue(ctx)
				if err != nil {
					return err
				}
				if e.flags.json {
					return e.printJSON(orEmpty(cat.Servers))
				}
				for _, s := range cat.Servers {
					fmt.Fprintf(e.Out, "%-16s %-9s %-10s %-12s %d offered, %d held back  %s\n", theme.InertWords(s.Name), s.State, s.Transport, s.Protocol, s.Offered, s.Held, theme.InertWords(s.LastError))
				}
				return nil
			})
		},
	})
}

func (e *env) callCmd() *cobra.Command {
	return e.jsonFlag(&cobra.Command{
		Use:   "call TOOL [JSON]",
		Short: "One tool by hand, on the same road as a model's call",
		Long:  "One tool by hand, on the same road as a model's call: schema, policy, approval, trace.\nFor example: vise call file.search '{\"query\":\"retry timeout\"}'",
		Args:  cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			raw := "{}"
			if len(args) == 2 {
				raw = args[1]
			}
			return e.withApp(cmd.Context(), 0, func(ctx context.Context, w *app.Workbench) error {
				return e.follow(ctx, w, func() (*app.Running, error) { return w.Call(ctx, args[0], []byte(raw), session.EntryCall, nil) })
			})
		},
	})
}
