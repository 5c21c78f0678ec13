package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"vise/policy"
	"vise/session/app"
	"vise/ui/theme"
)

func (e *env) policyCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "policy",
		Short: "The rules in force, and what you allow always",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return e.reading(cmd.Context(), e.printPolicy)
		},
	}
	cmd.AddCommand(e.policyTestCmd(), e.policyRevokeCmd())
	return e.jsonFlag(cmd)
}

// policyJSON is what policy --json prints.
type policyJSON struct {
	Hash     string            `json:"hash"`
	Policy   policy.Config     `json:"policy"`
	Standing []policy.Standing `json:"always"`
	Changed  string            `json:"changed,omitempty"` // since the last run, in words
	Trouble  string            `json:"trouble,omitempty"`
}

func (e *env) printPolicy(ctx context.Context, w *app.Workbench) error {
	if !e.flags.json {
		if news := w.PolicyNews(ctx); news != "" {
			fmt.Fprintln(e.Err, theme.InertBlock(news))
		}
		fmt.Fprintln(e.Out, theme.InertBlock(strings.Join(w.PolicyLines(ctx), "\n")))
		return nil
	}
	out := policyJSON{Changed: w.PolicyNews(ctx)}
	out.Policy, out.Hash = w.PolicyNow()
	list, err := w.Standing(ctx)
	if err != nil {
		out.Trouble = err.Error()
	}
	out.Standing = orEmpty(list)
	return e.printJSON(out)
}

func (e *env) policyTestCmd() *cobra.Command {
	var from, flags []string
	var unattended bool
	cmd := &cobra.Command{
		Use:   "test TOOL [JSON]",
		Short: "Which rule decides a call, and why; nothing is called",
		Long: "Which rule decides a call, and why; nothing is called. The values of the arguments count as the model's own\n" +
			"unless --from says otherwise: --from url=tool. Sources are user, user_partly, tool, tool_partly, model, vise.",
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			c := app.TestCall{Tool: args[0], Unattended: unattended}
			if len(args) > 1 {
				c.Args = []byte(args[1])
				if _, err := policy.CompactArgs(c.Args); err != nil {
					return usage("the arguments %s: %w", args[1], err)
				}
			}
			var err error
			if c.From, err = parseSources(from); err != nil {
				return err
			}
			if c.Flags, err = parseRunFlags(flags); err != nil {
				return err
			}
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error { return e.testPolicy(ctx, w, c) })
		},
	}
	cmd.Flags().StringArrayVar(&from, "from", nil, "where an argument's value comes from, as NAME=SOURCE (repeatable)")
	cmd.Flags().StringSliceVar(&flags, "flags", nil, "what the run has collected: private, untrusted, send")
	cmd.Flags().BoolVar(&unattended, "unattended", false, "nobody can be asked")
	return e.jsonFlag(cmd)
}

func (e *env) testPolicy(ctx context.Context, w *app.Workbench, c app.TestCall) error {
	if strings.Contains(c.Tool, "/") {
		w.UseOnly(c.Tool)
		if err := e.settle(ctx, w, app.StartLimit, ""); err != nil {
			return err
		}
	}
	x, err := w.TestPolicy(ctx, c)
	if err != nil {
		return err
	}
	if e.flags.json {
		return e.printJSON(x)
	}
	fmt.Fprintln(e.Out, theme.InertBlock(strings.Join(app.ExplainLines(x), "\n")))
	return nil
}

func (e *env) policyRevokeCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "revoke ID",
		Short: "Take back what you allow always",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				if err := w.Revoke(ctx, args[0]); err != nil {
					return err
				}
				fmt.Fprintln(e.Err, args[0]+" is taken back: such calls are asked about again")
				return nil
			})
		},
	}
}

func parseSources(args []string) (map[string]policy.Source, error) {
	out := map[string]policy.Source{}
	for _, a := range args {
		name, word, ok := strings.Cut(a, "=")
		source, known := policy.SourceOf(word)
		if !ok || !known {
			return nil, usage("--from %q: use NAME=SOURCE, such as --from url=tool; sources are user, user_partly, tool, tool_partly, model, vise", a)
		}
		out[name] = source
	}
	return out, nil
}

func parseRunFlags(words []string) (f policy.Flags, err error) {
	for _, w := range words {
		switch w {
		case "private":
			f.PrivateRead = true
		case "untrusted":
			f.UntrustedSeen = true
		case "send":
			f.CanSend = true
		default:
			return f, usage("--flags %q: use private, untrusted, send", w)
		}
	}
	return f, nil
}
